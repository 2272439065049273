"""The sentences of Grab Your Breakfast, for moves and automatic events."""

import pytest

from engines.grab_your_breakfast import GAME
from tests.engines.grab_your_breakfast.positions import play, position


def wording(text: str, *reveals: str | None) -> tuple[str, str]:
    """The sentence of a move, and its short form."""
    sentence = position().sentence("A", GAME.moves.parse(text), reveals)
    return sentence.text, sentence.short


@pytest.mark.parametrize(
    ("text", "reveals", "sentence", "short"),
    [
        (
            "take r4c2 using=coffee",
            ("coffee-pot", "egg"),
            "takes the coffee pot at row 4, column 2, paying with coffee, and draws an egg",
            "take r4c2 for coffee → egg",
        ),
        (
            "take r3c1 using=pancakes",
            ("maple-syrup", "toast"),
            "takes the maple syrup at row 3, column 1, paying with pancakes, and draws toast",
            "take r3c1 for pancakes → toast",
        ),
        (
            "take r4c2 using=coffee",
            ("coffee-pot", None),
            "takes the coffee pot at row 4, column 2, paying with coffee, and draws a card",
            "take r4c2 for coffee",
        ),
        (
            "take r4c2 using=coffee",
            (None, None),
            "takes a tile at row 4, column 2, paying with coffee, and draws a card",
            "take r4c2 for coffee",
        ),
        (
            "take r1c1 using=egg",
            ("egg",),
            "takes the egg at row 1, column 1, paying with egg",
            "take r1c1 for egg",
        ),
        (
            "swap egg,toast",
            ("coffee", "cereal"),
            "swaps egg and toast for coffee and cereal",
            "swap egg, toast → coffee cereal",
        ),
        ("swap egg", ("coffee",), "swaps egg for coffee", "swap egg → coffee"),
        ("swap egg", (None,), "swaps egg for a card", "swap egg"),
        (
            "swap egg,egg",
            ("pancakes", "pancakes"),
            "swaps two eggs for two pancakes",
            "swap egg, egg → pancakes pancakes",
        ),
        ("swap egg,toast", (None, None), "swaps egg and toast for two cards", "swap egg, toast"),
        (
            "swap egg,toast",
            (None, "jam"),
            "swaps egg and toast for a card and jam",
            "swap egg, toast → ? jam",
        ),
    ],
)
def test_a_sentence_says_what_was_taken_paid_and_drawn(
    text: str, reveals: tuple[str | None, ...], sentence: str, short: str
) -> None:
    assert wording(text, *reveals) == (sentence, short)


def test_the_parts_of_a_sentence_name_cards_and_places() -> None:
    move = GAME.moves.parse("take r4c2 using=coffee")
    parts = position().sentence("A", move, ("coffee-pot", "egg")).parts
    assert [part.card for part in parts if part.card] == ["coffee-pot", "coffee", "egg"]
    assert [part.zone for part in parts if part.zone] == ["r4c2"]


def test_a_refill_of_the_draw_pile_has_a_sentence() -> None:
    table = position("toast egg egg egg egg", A="toast coffee", draw="", discard="egg cereal")
    table.story = []
    play(table, "take r1c1 using=toast")
    assert [sentence.text for sentence in table.story] == [
        "the draw pile is empty: three discards are shuffled into it"
    ]


def test_a_refill_of_one_card_is_no_shuffle() -> None:
    table = position("toast egg egg egg egg", A="toast coffee", draw="", discard="")
    table.story = []
    play(table, "take r1c1 using=toast")
    assert [sentence.text for sentence in table.story] == [
        "the draw pile is empty: one discard goes into it"
    ]


@pytest.mark.parametrize(
    ("row", "title"),
    [
        ("egg egg egg egg egg", "takes a tile or swaps"),
        ("egg egg jam egg egg", "takes a tile or swaps"),
        ("egg egg egg egg jam", "takes a tile"),
    ],
)
def test_a_tile_is_due_while_a_bonus_tile_is_free(row: str, title: str) -> None:
    hidden = [position(row, A=hand).due_title() for hand in ("egg egg", "toast coffee")]
    assert hidden == [title, title]


def test_events_are_noted_only_if_asked_for() -> None:
    table = position("toast egg egg egg egg", A="toast coffee", draw="", discard="egg cereal")
    play(table, "take r1c1 using=toast")
    assert table.story is None
