"""The legal moves shown beside an illegal one, and the one suggested."""

import pytest

from notation.nearest import suggest
from notation.wording import guess

TRIGGS = [
    "draw left left",
    "draw left right",
    "draw right left",
    "discard 6",
    "discard 10",
    "cross 6 6",
    "cross 10 10",
    "cross 10 10,6+4",
    "cross 10 6+4",
    "cross 11 8+3",
]
TURKEY = [
    "scrap R18",
    "recipe R25",
    "add blue to=R18",
    "add tofu to=R18",
    "bonus bonus-5 to=R18",
    "discard blue",
    "discard tofu",
    "tmm take brie from=R03 to=R18",
]
BREAKFAST = ["take r4c5 using=toast", "take r5c5 using=toast", "take r5c5 using=egg"]
JAM = ["basket cone-jam:cone", "jam apple-jam:cherry with=cherry-pie:apple", "pass"]


def _meant(written: str, legal: list[str], advice: str | None = None) -> str | None:
    return suggest(written, legal, advice)[1]


@pytest.mark.parametrize(
    ("written", "legal", "move"),
    [
        ("cross 10 10,8+3,6+4", TRIGGS, "cross 10 10,6+4"),
        ("cross 10 10,7+4", TRIGGS, "cross 10 10,6+4"),
        ("cross 10 10,6+4,9", TRIGGS, "cross 10 10,6+4"),
        ("crss 10 6+4", TRIGGS, "cross 10 6+4"),
        ("drwa right left", TRIGGS, "draw right left"),
        ("add bonus-5 to=R18", TURKEY, "bonus bonus-5 to=R18"),
        ("add bleu to=R18", TURKEY, "add blue to=R18"),
        ("add blue R18", TURKEY, "add blue to=R18"),
        ("dicard blue", TURKEY, "discard blue"),
        ("take brie from=R03 to=R18", TURKEY, "tmm take brie from=R03 to=R18"),
        ("take r4c5", BREAKFAST, "take r4c5 using=toast"),
        ("basket cone-jam", JAM, "basket cone-jam:cone"),
        ("jam cherry-pie:apple with=apple-jam:cherry", JAM, JAM[1]),
    ],
)
def test_the_nearest_move_is_suggested(written: str, legal: list[str], move: str) -> None:
    near, help_line = suggest(written, legal)
    assert near[0] == move
    assert help_line == f"did you mean `{move}`?"


@pytest.mark.parametrize(
    ("written", "legal"),
    [
        ("bank R18", TURKEY),
        ("recipe blue", TURKEY),
        ("discard mustard", TURKEY),
        ("take r6c5", BREAKFAST),
        ("take r5c5", BREAKFAST),
        ("draw", TRIGGS),
        ("extra 6", TRIGGS),
        ("cross 9 9", TRIGGS),
        ("pass", TURKEY),
    ],
)
def test_no_move_is_suggested_if_none_is_likely(written: str, legal: list[str]) -> None:
    assert _meant(written, legal) is None


def test_the_nearest_keep_the_right_parts_and_ties_keep_their_order() -> None:
    assert suggest("cross 10 10,8+3,6+4", TRIGGS)[0][:2] == ("cross 10 10,6+4", "cross 10 10")
    assert suggest("take r6c5", BREAKFAST)[0] == tuple(BREAKFAST)
    assert suggest("discard mustard", TURKEY)[0] == ("discard blue", "discard tofu")


def test_a_move_with_nothing_in_common_is_not_near() -> None:
    assert suggest("pass", TURKEY) == ((), None)
    assert suggest("bank R18", TURKEY)[0] == ("scrap R18",)


def test_advice_stays_unless_it_is_a_guess() -> None:
    assert _meant("bank R18", TURKEY, "cover its need first") == "cover its need first"
    assert _meant("dicard blue", TURKEY, guess("discard")) == "did you mean `discard blue`?"


def test_advice_that_contradicts_the_nearest_move_is_dropped() -> None:
    assert _meant("take r6c5", BREAKFAST, guess("r1c5")) is None
    assert _meant("take r6c5", BREAKFAST, guess("r4c5")) == "did you mean `r4c5`?"
    assert _meant("xyz", TURKEY, guess("xz")) == "did you mean `xz`?"


def test_nothing_is_near_a_huge_move() -> None:
    assert suggest("draw " + "left," * 1_000 + "left", TRIGGS, "shorter") == ((), "shorter")


def test_help_that_says_more_than_a_guess_stays() -> None:
    advice = f"{guess('discard')}; a card is due"
    assert suggest("cross 10 10,8+3", ["cross 10 10,6+4"], advice)[1] == advice
    assert suggest("cross 10 10,8+3", ["cross 10 10,6+4"], guess("discard"))[1] == guess(
        "cross 10 10,6+4"
    )
