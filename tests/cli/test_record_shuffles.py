"""`cgn record` where cards turn up that tell of a shuffle before them."""

from pathlib import Path

import pytest

from tests.cli.recording import plies, record
from tests.cli.running import cgn

BASKET = (
    "apple-jam:strawberry cherry-jam:apple currant-jam:peach strawberry-jam:currant "
    "peach-jam:apricot walnut-jam:cranberry dogwood-jam:cherry cone-jam:cone"
)
FIRST = "1. A: basket apple-jam:walnut"
WITH_BEAR = "basket peach-pie:dogwood -> bear _"


@pytest.fixture
def jam(tmp_path: Path) -> Path:
    """A game of The Jam with real cards, after ply 1."""
    path = tmp_path / "jam.cgn"
    cgn("new", "the_jam", "--seats", "Dora,Emil", "-o", path)
    record(path, BASKET, FIRST.partition(": ")[2])
    return path


def test_a_shuffle_that_only_the_next_ply_tells_of_stands_before_it(jam: Path) -> None:
    code, output = record(jam, WITH_BEAR, "")
    assert code == 0
    assert output.count("deck is shuffled. Its cards, top one first") == 1
    assert plies(jam)[-3:] == [FIRST, "~: deck _", f"2. B: {WITH_BEAR}"]
    assert "    ~: deck _\n    2. B: basket" in output
    assert cgn("validate", "--quiet", jam).exit_code == 0


def test_such_a_shuffle_before_ply_1_is_one_of_the_setup(jam: Path) -> None:
    code, _ = record(jam, ".u", WITH_BEAR, "")
    assert code == 0
    assert plies(jam)[-2:] == ["~: deck _", f"1. A: {WITH_BEAR}"]
    assert record(jam, ".u")[0] == 0
    assert plies(jam)[-1] == f"~: deck _ -> {BASKET}"


def test_it_is_taken_back_with_the_ply_that_tells_of_it(jam: Path) -> None:
    record(jam, WITH_BEAR, "", ".u")
    assert plies(jam)[-1] == FIRST
    code, _ = record(jam, "basket peach-pie:dogwood")
    assert code == 0
    assert plies(jam)[-2:] == [FIRST, "2. B: basket peach-pie:dogwood"]


def test_it_is_taken_out_with_the_ply_that_tells_of_it(jam: Path) -> None:
    assert record(jam, WITH_BEAR, "", ".d 2")[0] == 0
    assert plies(jam)[-1] == FIRST


def test_it_follows_an_earlier_ply_that_is_corrected(jam: Path) -> None:
    record(jam, WITH_BEAR, "")
    code, output = record(jam, ".e 1 basket cloudberry-jam:walnut")
    assert code == 0, output
    assert "ply 2 still fits" in output
    assert plies(jam)[-3:] == [
        "1. A: basket cloudberry-jam:walnut",
        "~: deck _",
        f"2. B: {WITH_BEAR}",
    ]


def test_it_stays_between_plies_that_both_follow_a_corrected_one(jam: Path) -> None:
    record(jam, "basket peach-pie:dogwood", "basket cone-jam:cone -> bear _", "")
    code, output = record(jam, ".e 1 basket cloudberry-jam:walnut")
    assert code == 0, output
    assert "plies 2 to 3 still fit" in output
    assert plies(jam)[-2:] == ["~: deck _", "3. A: basket cone-jam:cone -> bear _"]


def test_a_last_shuffle_that_no_later_ply_causes_any_more_does_not_fit(jam: Path) -> None:
    jam.write_text(
        f"{jam.read_text('utf-8')}% later: 2. B: basket peach-pie:dogwood\n% later: ~: deck _\n"
    )
    code, output = record(jam, ".i 1 basket cloudberry-jam:walnut", "")
    assert code == 0, output
    assert "this one does not: 2. B: basket peach-pie:dogwood" in output


def test_it_goes_when_the_ply_that_tells_of_it_is_corrected(jam: Path) -> None:
    record(jam, WITH_BEAR, "")
    assert record(jam, ".e 2 basket peach-pie:dogwood")[0] == 0
    assert plies(jam)[-2:] == [FIRST, "2. B: basket peach-pie:dogwood"]


def test_cards_typed_after_a_move_are_written_once_before_its_remarks(tmp_path: Path) -> None:
    path = tmp_path / "table.cgn"
    cgn("new", "triggs", "--seats", "Ana,Bo", "-o", path)
    assert record(path, "", "draw left right -> 5 6 ! {both open}")[0] == 0
    assert plies(path)[-1] == "1. A: draw left right -> 5 6 ! {both open}"
