"""Cards that the deck does not have, that lie elsewhere, or that were seen as other ones."""

import pytest

from tests.replays.slips.writing import changed, example, marked, problem

TABLE = example("point_salad_table")
SEEDED = example("point_salad")
OWN_HAND = example("triggs_own_hand")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("~: deck _ -> TO_", "~: deck TO _ -> TO_"),
        ("~: deck _ -> TO_", "~: deck _ -> TO"),
        ("veg 1a,3b -> TO_", "veg 1a,3b -> TO"),
    ],
)
def test_a_card_seen_in_part_ends_with_a_sign(old: str, new: str) -> None:
    found = problem(changed(TABLE, old, new))
    assert found.message == "no card of the deck is TO"
    assert found.help == "a card seen in part ends with `_`: `TO_`"


def test_the_line_that_told_a_card_is_shown_beside_other_reveals_of_it() -> None:
    found = problem(changed(OWN_HAND, "right left -> 8 12", "right left -> 8 11"))
    assert (found.code, found.message) == ("cgn.reveals", "the card revealed is 12, not 11")
    assert found.also is not None
    assert (marked(found.place), marked(found.also.place)) == ("11", "12")
    assert found.also.place.text.startswith("~: deck _")
    assert found.also.message == "here it is 12"


def test_a_card_seen_in_part_is_not_another_one() -> None:
    found = problem(changed(TABLE, "veg 1a,3b -> TO_ CB_", "veg 1a,3b -> PE10 CB_"))
    assert found.message == "the card revealed is TO_, not PE10"
    assert found.also is not None
    assert (marked(found.place), marked(found.also.place)) == ("PE10", "TO_")


def test_the_line_that_told_a_card_is_found_in_a_variation() -> None:
    line = "1. A: draw right left -> 8 12"
    found = problem(changed(OWN_HAND, line, f"{line}\n( 1. A: draw left right -> 1 8 )"))
    assert found.also is not None
    assert (marked(found.place), marked(found.also.place)) == ("1", "12")


def test_a_card_that_the_deck_has_once_was_taken_before() -> None:
    found = problem(changed(TABLE, "4. B: point 3 -> PE10", "4. B: point 3 -> LE02"))
    assert (found.code, found.message) == (
        "cgn.too-many",
        "the deck has one LE02, and Lena took it at ply 1",
    )
    assert found.also is not None
    assert (found.also.place.line, marked(found.also.place)) == (18, "LE02")


def test_a_card_that_the_deck_has_once_was_dealt_before() -> None:
    text = changed(OWN_HAND, "triggs", "point_salad").split("~")[0]
    text += "".join(f"~: {pile} _\n" for pile in ("CB", "CR", "LE", "ON", "PE", "TO"))
    text += "~: deck _ -> TO01 _ _ _ _ _\n1. A: point 1 -> TO01\n"
    found = problem(text)
    assert found.message == "the deck has one TO01, and it was seen when `deck` was shuffled"


def test_a_card_that_is_none_of_the_deck_is_said_to_be_none() -> None:
    known = problem(changed(example("triggs"), "-> 10 6", "-> 10 13"))
    assert (marked(known.place), known.label) == ("13", "no card of the deck")
    assert known.help == "write `-> 10 6`"
    unseen = problem(changed(OWN_HAND, "draw left left -> 5 2", "draw left left -> 5 13"))
    assert (marked(unseen.place), unseen.message) == ("13", "no card of the deck is 13")


@pytest.mark.parametrize(
    ("text", "right", "wrong", "advice"),
    [
        (SEEDED, "ON01", "0N01", "write `-> ON01`: it has the letter O, not the digit 0"),
        (SEEDED, "TO07", "T007", "write `-> TO07`: it has the letter O, not the digit 0"),
        (TABLE, "ON02", "0N02", "did you mean `ON02`? it has the letter O, not the digit 0"),
    ],
)
def test_a_letter_for_a_digit_is_noticed(text: str, right: str, wrong: str, advice: str) -> None:
    found = problem(changed(text, f"-> {right}", f"-> {wrong}"))
    assert (marked(found.place), found.help) == (wrong, advice)


def test_the_first_card_that_differs_is_underlined() -> None:
    found = problem(changed(SEEDED, "LE14 ON04 CR05 ON10", "LE14 ON04 ON10 CR05"))
    assert found.message == "the cards revealed are LE14 ON04 CR05 ON10, not LE14 ON04 ON10 CR05"
    assert (found.place.column, marked(found.place)) == (30, "ON10")


def test_a_last_question_mark_was_meant_as_a_card_that_nobody_saw() -> None:
    found = problem(changed(OWN_HAND, "draw left left -> 5 2", "draw left left -> 5 ?"))
    assert found.help == "a card that nobody saw is `_`, not `?`: write `-> 5 _`"
