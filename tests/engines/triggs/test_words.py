"""The sentences of Triggs, for moves and automatic events."""

import pytest

from engines.triggs import GAME
from engines.triggs.state import Triggs
from tests.engines.triggs.positions import play, position


def wording(table: Triggs, text: str, *reveals: str | None) -> tuple[str, str]:
    """The sentence of a move by the seat to act, and its short form."""
    sentence = table.sentence(table.to_act or "", GAME.moves.parse(text), reveals)
    return sentence.text, sentence.short


@pytest.mark.parametrize(
    ("text", "reveals", "sentence", "short"),
    [
        (
            "draw left right",
            ("12", "1"),
            "draws 12 from the left pile and 1 from the right pile",
            "draw left, right → 12 1",
        ),
        (
            "draw middle middle",
            ("12", "5"),
            "draws 12 and 5 from the middle pile",
            "draw middle, middle → 12 5",
        ),
        (
            "draw middle middle",
            (None, None),
            "draws two cards from the middle pile",
            "draw middle, middle",
        ),
        (
            "draw left middle",
            ("3", None),
            "draws 3 from the left pile and a card from the middle pile",
            "draw left, middle → 3 ?",
        ),
        ("draw left", ("3",), "draws 3 from the left pile", "draw left → 3"),
        ("discard 9,9", (), "discards two 9s", "discard 9, 9"),
        ("discard 12", (), "discards 12", "discard 12"),
        (
            "cross 11 11,7+4",
            (),
            "crosses two boxes of row 11 with 11 and 7+4",
            "cross 11: 11, 7+4",
        ),
        (
            "cross 1 1,1",
            (),
            "crosses two boxes of row 1 with 1 and 1, and fills it",
            "cross 1: 1, 1",
        ),
        ("extra 8", (), "takes an extra cross in row 8", "extra 8"),
    ],
)
def test_a_sentence_says_which_cards_went_where(
    text: str, reveals: tuple[str | None, ...], sentence: str, short: str
) -> None:
    assert wording(position(), text, *reveals) == (sentence, short)


def test_the_last_box_is_said_to_fill_the_last_row() -> None:
    free = {"A": {**dict.fromkeys(map(str, range(1, 12)), 0), "12": 1}}
    table = position(A="12", free=free)
    assert wording(table, "cross 12 12")[0].endswith("row 12 with 12, and fills the last row")


def test_the_parts_of_a_sentence_name_cards_and_piles() -> None:
    sentence = position().sentence("A", GAME.moves.parse("draw left middle"), ("3", None))
    assert [part.card for part in sentence.parts if part.card] == ["3"]
    assert [part.zone for part in sentence.parts if part.zone] == ["left", "middle"]


def test_automatic_events_have_sentences_in_order() -> None:
    table = position(A="9", middle="1 2", discard="8 7 6")
    table.story = []
    play(table, "discard 9")
    assert [sentence.text for sentence in table.story] == [
        "the middle pile is empty: four discards are shuffled into it",
        "A has an empty hand and draws five cards from the middle pile",
    ]


def test_an_obsolete_card_is_said_to_leave_its_pile() -> None:
    full = {"A": {"12": 0}, "B": {"12": 0}}
    table = position(A="1 1", left="4 12 5", free=full)
    table.story = []
    play(table, "draw left right")
    assert table.story[0].text == "a 12 is obsolete and leaves the left pile"


def test_events_are_noted_only_if_asked_for() -> None:
    table = position(A="9", middle="1 2", discard="8 7 6")
    play(table, "discard 9")
    assert table.story is None
