"""Places where the symbol of an unseen card may stand, in both formats."""

import pytest

from engines.registry import load_game
from notation.fault import Fault
from notation.json_writer import write_json
from notation.record import Ply, Record, Result, Shuffle
from notation.text_writer import write_text
from tests.notation.building import HEADER, bad, good, good_json


def _both_spellings(play: str) -> Record:
    """The record of this play, which both formats keep."""
    record = good(HEADER + play)
    assert write_text(record).endswith(f"\n\n{play}")
    assert good_json(write_json(record)) == record
    return record


@pytest.mark.parametrize("order", ["_", "7 _ 12 3", "7 PE_ apple-_ _", "_ _"])
def test_a_shuffle_may_hold_unseen_cards(order: str) -> None:
    record = _both_spellings(f"~: deck {order}\n")
    assert record.plies == (Shuffle("deck", tuple(order.split())),)


def test_reveals_may_hold_unseen_cards() -> None:
    record = _both_spellings("~: deck _ -> 3 PE_\n1. A: veg 1a -> PE_ _ b:c.d-_\n")
    assert record.plies == (
        Shuffle("deck", ("_",), ("3", "PE_")),
        Ply("A", "veg 1a", ("PE_", "_", "b:c.d-_")),
    )


def test_an_unseen_score_is_an_underscore_in_text_and_null_in_json() -> None:
    record = _both_spellings("= * _ -4\n")
    assert record.result == Result((), (None, -4))
    assert '"scores": [null, -4]' in write_json(record)


@pytest.mark.parametrize("play", ["1. A: draw PE_", "1. A: draw -> _a", "= A _4", "~: deck PE_1"])
def test_the_symbol_is_refused_elsewhere(play: str) -> None:
    assert bad(f"{HEADER}{play}\n").code in {
        "cgn.ply-syntax",
        "cgn.end-syntax",
        "cgn.shuffle-syntax",
    }


@pytest.mark.parametrize("move", ["trade C give=_,_", "return _", "return _,apple-jam:walnut"])
def test_a_game_that_passes_cards_face_down_accepts_unseen_ones(move: str) -> None:
    moves = load_game("the_jam").moves
    assert moves.write(moves.parse(move)) == move


@pytest.mark.parametrize(
    ("game", "move", "at"),
    [
        ("the_jam", "trade B get=_", 12),
        ("the_jam", "basket _", 7),
        ("triggs", "cross 3 3,_", 10),
        ("triggs", "draw _ left", 5),
        ("point_salad", "point _", 6),
    ],
)
def test_every_other_part_of_a_move_is_named(game: str, move: str, at: int) -> None:
    with pytest.raises(Fault) as caught:
        load_game(game).moves.parse(move)
    fault = caught.value
    assert (fault.code, fault.start, fault.end) == ("cgn.unknown-card", at, at + 1)
