"""The sensible player of Triggs ends its games, and plays every kind of move."""

from collections import Counter
from itertools import pairwise

import pytest

from engines.triggs import GAME
from engines.triggs.moves import Discard
from engines.triggs.players import _worth_of_discard, sensible
from notation.moves import Move
from notation.record import Ply
from replays.simulate import simulate
from tests.engines.triggs.positions import FULL, deal, play, position


def _never(n: int) -> int:
    raise AssertionError(f"nothing to choose, yet one of {n} is asked for")


def _first(n: int) -> int:
    assert n > 1
    return 0


def _text(move: Move) -> str:
    return GAME.moves.write(move)


@pytest.mark.parametrize("seats", GAME.seats)
def test_games_have_a_plausible_length(seats: int) -> None:
    for seed in range(6):
        record = simulate(GAME, seats, str(seed), {}, sensible)
        assert record.result is not None
        assert record.result.winners
        assert 25 * seats < len(record.plies) < 75 * seats


def test_every_kind_of_move_is_played_and_extra_crosses_chain() -> None:
    records = [simulate(GAME, 2, str(seed), {}, sensible) for seed in range(10)]
    verbs = [
        [ply.move.split()[0] for ply in record.plies if isinstance(ply, Ply)] for record in records
    ]
    assert set(Counter(verb for game in verbs for verb in game)) == {
        "draw", "discard", "cross", "extra",
    }  # fmt: skip
    assert any(pair == ("extra", "extra") for game in verbs for pair in pairwise(game))


def test_the_same_choices_give_the_same_move() -> None:
    table = deal()
    assert sensible(table, _first) == sensible(table.copy(), _first)


def test_it_crosses_a_row_full_rather_than_draw() -> None:
    table = position(A="11 7 4 3 2", free={"A": {"11": 2}})
    assert _text(sensible(table, _never)) == "cross 11 11,7+4"


def test_it_takes_an_extra_cross_that_completes_another_row() -> None:
    table = position(A="9 1", free={"A": {"9": 1, "4": 1}})
    play(table, "cross 9 9")
    assert _text(sensible(table, _never)) == "extra 4"


def test_with_a_full_hand_of_no_use_it_discards_most_of_one_value() -> None:
    table = position(A="9 9 9 9 8 8 8 7 7 6", free={"A": {**FULL, "1": 2}})
    assert _text(sensible(table, _never)) == "discard 9,9,9,9"


def test_it_prefers_an_open_card_that_crosses_a_box() -> None:
    table = position(A="9 8", left="9 1", right="1 1", free={"A": {**FULL, "1": 2}})
    assert _text(sensible(table, _first)) == "draw middle right"


def test_a_discard_is_worth_something_for_useless_cards_and_for_an_empty_hand() -> None:
    free = {"A": {"3": 0}}
    table = position(A="3 3 5", free=free)
    useless, useful = Discard(("3",)), Discard(("5",))
    assert _worth_of_discard(table, "A", useful) < 0 < _worth_of_discard(table, "A", useless)
    one, two = (
        _worth_of_discard(position(A=hand, free=free), "A", Discard(tuple(hand.split())))
        for hand in ("3", "3 3")
    )
    assert two - one == _worth_of_discard(table, "A", useless)
