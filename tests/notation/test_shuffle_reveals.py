"""Reveals of recorded shuffles."""

import pytest

from notation.chance import Chance
from notation.fault import Fault
from notation.json_writer import write_json
from notation.record import Shuffle
from notation.text_writer import write_text
from tests.notation.building import HEADER, bad, good


def test_a_shuffle_may_end_with_reveals() -> None:
    record = good(HEADER + "~: left 3 9 9 -> 3\n")
    assert record.plies == (Shuffle("left", ("3", "9", "9"), ("3",)),)
    assert write_text(record).endswith("~: left 3 9 9 -> 3\n")
    assert '"reveals": ["3"]' in write_json(record)


@pytest.mark.parametrize("line", ["~: left 3 9 ->", "~: left 3 9 -> 3, 9", "~: left 3 9 -> 3 -> 9"])
def test_reveals_of_a_shuffle_are_cards_after_one_arrow(line: str) -> None:
    assert bad(f"{HEADER}{line}\n").code == "cgn.shuffle-syntax"


def _shuffle(*reveals: str) -> Chance:
    chance = Chance()
    chance.expect([Shuffle("left", ("b", "a", "c"), reveals)])
    chance.shuffle("left", ["a", "b", "c"], lambda order: order[:1])
    chance.settle()
    return chance


@pytest.mark.parametrize("reveals", [(), ("b",)])
def test_reveals_of_a_shuffle_are_optional_but_must_be_right(reveals: tuple[str, ...]) -> None:
    assert _shuffle(*reveals).shuffles == [Shuffle("left", ("b", "a", "c"), ("b",))]


@pytest.mark.parametrize(
    ("reveals", "at", "message"),
    [
        (("a",), (0,), "the cards revealed are b, not a"),
        (("b", "a"), (), "the cards revealed are b, not b a"),
        (("a_",), (0,), "the cards revealed are b, not a_"),
    ],
)
def test_other_reveals_of_a_shuffle_are_an_error(
    reveals: tuple[str, ...], at: tuple[int, ...], message: str
) -> None:
    with pytest.raises(Fault, match=message) as caught:
        _shuffle(*reveals)
    assert (caught.value.code, caught.value.where) == ("cgn.reveals", (1, "reveals", *at))


@pytest.mark.parametrize("word", ["_", "b_"])
def test_an_unseen_card_agrees_with_any_possible_card(word: str) -> None:
    _shuffle(word)


def test_a_shuffle_that_shows_no_card_has_no_reveals() -> None:
    chance = Chance()
    chance.expect([Shuffle("middle", ("b", "a"), ("b",))])
    with pytest.raises(Fault, match="no card is revealed here, not b"):
        chance.shuffle("middle", ["a", "b"])
