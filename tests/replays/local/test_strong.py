"""The strong player makes legal moves, and decides by its view alone."""

from random import Random

import pytest

from engines.registry import GAMES, load_game
from replays.local.deals import NoDeal
from replays.local.strong import others_than
from replays.local.table import LocalTable, open_game
from replays.set_up import new_record, open_table
from tests.replays.helpers import fixed
from tests.replays.local.test_deals import sampled

PLAYOUTS = 40
AHEAD = [name for name in GAMES if load_game(name).looks_ahead]


def dealt(name: str, seed: str) -> LocalTable:
    """A game of two before its first ply."""
    return open_game(new_record(load_game(name), ("Ana", "Bo"), {}, seed))


def suggested(table: LocalTable, seat: str, random: Random, playouts: int) -> str:
    """The move of the strong player, or the first legal one where no deal was found."""
    seen = table.observe(seat)
    try:
        return seen.suggest(random, playouts)
    except NoDeal:
        return seen.legal[0]


@pytest.mark.parametrize("name", AHEAD)
def test_the_strong_player_makes_a_legal_move_that_rests_on_what_its_seat_sees(name: str) -> None:
    table, random = dealt(name, "tuesday"), fixed(1)
    pairs = 0
    for number in range(3):
        seat = table.to_act
        assert seat is not None
        move = suggested(table, seat, fixed(number), PLAYOUTS)
        assert move in table.legal()
        # a world that the seat cannot tell apart
        other = sampled(table.observe(seat), fixed(number))
        if other is not None and other.observe(seat).record == table.observe(seat).record:
            assert suggested(other, seat, fixed(number), PLAYOUTS) == move
            pairs += 1
        table.play(table.suggest(random))
    assert pairs


@pytest.mark.parametrize("name", [name for name in GAMES if name not in AHEAD])
def test_other_games_have_no_strong_player(name: str) -> None:
    table = dealt(name, "tuesday")
    with pytest.raises(ValueError, match=f"{name} has no strong player"):
        table.observe(table.to_act or "A").suggest(fixed(1))


def test_a_seat_that_is_not_asked_gets_no_suggestion() -> None:
    table = dealt("triggs", "tuesday")
    other = next(seat for seat in table.seats if seat != table.to_act)
    with pytest.raises(ValueError, match=f"{other} is not asked for a move"):
        table.observe(other).suggest(fixed(1))


def test_nothing_is_tried_to_which_another_seat_has_to_agree() -> None:
    """The Jam, rules.md, 6: nobody agrees to a trade for nothing, but play-outs do not refuse."""
    game = load_game("the_jam")
    table = open_table(new_record(game, ("Ana", "Bo"), {}, "tuesday"), game)
    while table.to_act and not any(move.agreed for move in table.moves()):
        table.play(table.to_act, table.game.player(table, fixed(1).randrange))
    others = [move for move in table.moves() if not move.agreed]
    assert others_than(others[0], table) == others[1:]
