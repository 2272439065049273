"""The sentences of Point Salad, for moves and automatic events."""

import pytest

from engines.point_salad import GAME
from engines.point_salad.state import PointSalad
from tests.engines.point_salad.positions import lay, play

PILES = ("CB02 CB03", "PE18 CR03", "LE02 LE03")
MARKET = {"1a": "LE01", "1b": "LE04", "2a": "CR01", "3b": "ON01"}
POINT = "takes the point card from pile 2: 10 for most veggies (PE18)"
TURNING = ", and turns 8/onion+pepper+tomato (ON17) into an onion"


def wording(table: PointSalad, text: str, *reveals: str | None) -> tuple[str, str]:
    """The sentence of a move by the seat to act, and its short form."""
    sentence = table.sentence(table.to_act or "", GAME.moves.parse(text), reveals)
    return sentence.text, sentence.short


def story(table: PointSalad, move: str) -> list[str]:
    """The automatic events after a move by the seat to act."""
    table.story = []
    play(table, move)
    return [sentence.text for sentence in table.story]


@pytest.mark.parametrize(
    ("text", "reveals", "sentence", "short"),
    [
        (
            "point 2",
            ("PE18",),
            POINT,
            "point card, pile 2",
        ),
        ("point 2", (None,), "takes the point card from pile 2", "point card, pile 2"),
        (
            "point 2 flip=ON17",
            ("PE18",),
            f"{POINT}{TURNING}",
            "point card, pile 2, flips ON17",
        ),
        (
            "point 2 flip=PE18",
            ("PE18",),
            f"{POINT}, and turns it into a pepper",
            "point card, pile 2, flips PE18",
        ),
        (
            "veg 3b,1a",
            ("ON01", "LE01", "CB02", "LE02"),
            "takes an onion (3b) and a lettuce (1a)",
            "veggies 3b, 1a",
        ),
        (
            "veg 1a,3b",
            (None, "ON01", None, None),
            "takes a veggie (1a) and an onion (3b)",
            "veggies 1a, 3b",
        ),
        (
            "veg 1a,2a flip=ON17",
            ("LE01", "CR01", "CB02", "PE18"),
            f"takes a lettuce (1a) and a carrot (2a){TURNING}",
            "veggies 1a, 2a, flips ON17",
        ),
        ("veg 1b", ("LE04",), "takes a lettuce (1b)", "veggie 1b"),
    ],
)
def test_a_sentence_says_which_cards_were_drafted(
    text: str, reveals: tuple[str | None, ...], sentence: str, short: str
) -> None:
    table = lay(piles=PILES, market=MARKET, points={"A": "ON17"})
    assert wording(table, text, *reveals) == (sentence, short)


def test_the_parts_of_a_sentence_name_cards_piles_and_slots() -> None:
    table = lay(piles=PILES, market=MARKET, points={"A": "ON17"})
    point = table.sentence("A", GAME.moves.parse("point 2 flip=ON17"), ["PE18"]).parts
    assert [part.card for part in point if part.card] == ["PE18", "ON17"]
    assert [part.zone for part in point if part.zone] == ["pile-2"]
    veggies = table.sentence("A", GAME.moves.parse("veg 1a,3b"), ["LE01", "ON01"]).parts
    assert [part.card for part in veggies if part.card] == ["LE01", "ON01"]
    assert [part.zone for part in veggies if part.zone] == ["1a", "3b"]


def test_each_slot_that_is_filled_has_a_sentence() -> None:
    table = lay(piles=PILES, market=MARKET)
    assert story(table, "veg 3b,1a") == ["a cabbage comes to 1a", "a lettuce comes to 3b"]


def test_a_pile_that_is_remade_has_a_sentence_after_the_slot_that_emptied_it() -> None:
    table = lay(piles=("CB02", "CR02 CR03 CR04 CR05", ""), market=MARKET)
    assert story(table, "veg 1a,1b") == [
        "a cabbage comes to 1a",
        "pile 1 is empty and gets the bottom two cards of pile 2",
        "a carrot comes to 1b",
    ]


def test_a_pile_that_gets_one_card_or_none_is_said_so() -> None:
    table = lay(piles=("CB02", "CR02 CR03", ""))
    assert story(table, "point 1") == ["pile 1 is empty and gets the bottom card of pile 2"]
    assert story(table, "point 1") == ["pile 1 is empty, and stays so until the round ends"]


def test_a_new_round_says_who_starts_it() -> None:
    table = lay(market={"1a": "CB01"}, rounds="2")
    assert story(table, "veg 1a") == ["round 2 of 2 begins, and B starts"]


@pytest.mark.parametrize(
    ("piles", "market", "title"),
    [
        (PILES, MARKET, "takes a point card or two veggies"),
        (PILES, {"1a": "LE01"}, "takes a point card or the last veggie"),
        (PILES, {}, "takes a point card"),
        (("", "", ""), MARKET, "takes two veggies"),
    ],
)
def test_the_phase_says_what_is_left_to_draft(
    piles: tuple[str, str, str], market: dict[str, str], title: str
) -> None:
    assert lay(piles=piles, market=market).due_title() == title


def test_events_are_noted_only_if_asked_for() -> None:
    table = lay(piles=PILES, market=MARKET)
    play(table, "veg 3b,1a")
    assert table.story is None
