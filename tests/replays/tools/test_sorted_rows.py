"""Rows come back sorted, however many they are."""

import random
from errno import ENOSPC

import pytest

from replays.many.tools import sorted_rows
from replays.many.tools.sorted_rows import Key, SortedRows


@pytest.fixture(autouse=True, params=[1, 8 << 10])
def held(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold few rows in memory, and many."""
    monkeypatch.setattr(sorted_rows, "_HELD", request.param)


def test_rows_are_sorted_by_key_then_by_number() -> None:
    keys: list[Key] = [
        None,
        -2,
        1.5,
        2,
        10,
        "",
        "10",
        "A",
        "a",
        "é",
        "\udcff",
        "\uffff",
        "\U0001f0a1",
    ]
    expected = [(key, number) for key in keys for number in range(200)]
    shuffled = random.Random(1).sample(expected, len(expected))  # noqa: S311 - no secret
    with SortedRows() as rows:
        for key, number in shuffled:
            rows.add(key, number, b"%s %d" % (repr(key).encode(), number) * 20)
        found = [extra for _, _, extra in rows]
    assert found == [b"%s %d" % (repr(key).encode(), number) * 20 for key, number in expected]


def test_equal_keys_come_in_the_order_of_their_numbers() -> None:
    with SortedRows() as rows:
        for number in (70_000, 3, 5):
            for key in (b"a", b"b"):
                rows.add(key * 16, number, b"x")
        rows.add(b"c" * 16, 1, b"x")
        expected = [(3, b"x"), (5, b"x"), (70_000, b"x")]
        assert list(rows.groups()) == [expected, expected]


def test_a_full_disk_is_an_error_of_the_system() -> None:
    def overflow() -> None:
        with SortedRows() as rows:
            rows._database.execute("PRAGMA max_page_count = 9")
            for number in range(100):
                rows.add(None, number, b"x" * 1_000)

    with pytest.raises(OSError, match="No space left on device") as full:
        overflow()
    assert full.value.errno == ENOSPC
