"""Positions of Point Salad for tests."""

from collections.abc import Mapping

import pytest

from engines.play import Illegal
from engines.point_salad import GAME
from engines.point_salad.cards import Cards
from engines.point_salad.flow import set_up
from engines.point_salad.state import PointSalad
from notation.chance import Chance
from replays.general.deal import snapshot

CARDS: Cards = GAME.cards
"""The cards of the publisher's deck."""


def deal(seats: int = 2, rounds: str = "1", seed: str = "salad") -> PointSalad:
    """A table before ply 1."""
    return set_up(GAME, seats, {"rounds": rounds}, Chance(seed))


def lay(
    piles: tuple[str, str, str] = ("", "", ""),
    market: Mapping[str, str] | None = None,
    points: Mapping[str, str] | None = None,
    veggies: Mapping[str, str] | None = None,
    seats: int = 2,
    rounds: str = "1",
) -> PointSalad:
    """A table with these cards, top first, separated by spaces; all others are in the box."""
    table = deal(seats, rounds)
    everything = [card for zone in table.zones() for card in zone.gather()]
    for pile, cards in zip(table.piles.values(), piles, strict=True):
        pile.lay(cards.split())
    for slot, card in (market or {}).items():
        table.market[slot].put(card)
    for seat, cards in (points or {}).items():
        table.points[seat].put_all(cards.split())
    for seat, cards in (veggies or {}).items():
        table.veggies[seat].put_all(cards.split())
    laid = {card for zone in table.zones() for card in zone.cards}
    table.box.lay(card for card in everything if card not in laid)
    return table


def play(table: PointSalad, move: str) -> list[str]:
    """Play a move of the seat to act; its reveals."""
    assert table.to_act is not None
    return [card for card, _ in table.play(table.to_act, GAME.moves.parse(move))]


def play_all(table: PointSalad, choose: int = 0) -> int:
    """Play listed moves without a flip to the end; the number of plies."""
    plies = 0
    while table.to_act is not None:
        moves = [move for move in table.moves() if "flip" not in GAME.moves.write(move)]
        table.play(table.to_act, moves[(plies * choose) % len(moves)])
        plies += 1
    return plies


def written(table: PointSalad) -> list[str]:
    """Every legal move, in writing."""
    return [GAME.moves.write(move) for move in table.moves()]


def refuse(table: PointSalad, move: str) -> Illegal:
    """The refusal of a move. The table stays unchanged, and the cause that it names is true."""
    before = snapshot(table)
    with pytest.raises(Illegal) as refusal:
        play(table, move)
    assert snapshot(table) == before
    assert refusal.value.reason.since is None or refusal.value.held_at(table)
    return refusal.value
