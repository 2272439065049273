"""What is remembered of texts is bounded."""

from notation.memo import Memo


def test_only_so_many_texts_are_remembered() -> None:
    memo = Memo(str.upper, 10)
    for number in range(35):
        assert memo[f"cb{number}"] == f"CB{number}"
        assert len(memo) <= 10


def test_long_texts_are_not_remembered() -> None:
    memo = Memo(len, 10)
    assert memo["x" * 60_000] == 60_000
    assert not memo
