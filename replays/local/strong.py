"""A player that tries its moves in guessed deals, and leaves the sensible one only for a better."""

from collections.abc import Iterator
from math import sqrt
from statistics import mean, stdev

from engines.players import Choose, Randomness
from engines.table import Table
from notation.moves import Move
from replays.local.deals import Deals, NoDeal
from replays.unseen.choice import FixedRandom

HORIZON = 20
"""Plies after a tried move at which a playout ends: with more, luck drowns what the move did."""

FEWEST_DEALS = 4
"""Deals in which every move is tried before one is given up or chosen: fewer show no error."""

ERRORS = 1.5
"""By how many errors a move has to be better. The best mean alone loses, because it is noise."""


def strong_move(deals: Deals, seat: str, random: Randomness, playouts: int) -> Move:
    """The sensible move of a seat to act, or a move that does clearly better in guessed deals.

    In each deal, every move that is still in question is tried once, and sensible players go on for
    all seats; moves are compared with the sensible one in the same deals, by the lead in points.
    About `playouts` games are played on like this: if they are too few for all the moves, random
    ones are left out. Raises NoDeal if no deal was found.
    """
    table = deal_or_none(deals, random)
    if table is None:
        raise NoDeal("no cards were found that agree with what the seat has seen")
    sensible = table.game.player(table, random.randrange)
    others = others_than(sensible, table)
    if (len(others) + 1) * FEWEST_DEALS > playouts:
        while len(others) > playouts // (2 * FEWEST_DEALS):
            others.pop(random.randrange(len(others)))
    gains: dict[Move, list[float]] = {move: [] for move in others}
    while gains and playouts > 0 and table is not None:
        seed = random.getrandbits(63)
        least = lead_after(table, seat, sensible, seed)
        for move, gained in gains.items():
            gained.append(lead_after(table, seat, move, seed) - least)
        playouts -= len(gains) + 1
        gains = dict(in_question(gains))
        table = deal_or_none(deals, random)
    sure = {move: _bound(gained, -ERRORS) for move, gained in gains.items()}
    return max(sure, key=lambda move: sure[move]) if any(map(_is_gain, sure.values())) else sensible


def others_than(made: Move, table: Table) -> list[Move]:
    """The other moves of the seat to act that it can decide on alone.

    In a play-out nobody refuses, so the best trade would always be one for nothing.
    """
    return [move for move in table.moves() if move != made and not move.agreed]


def _is_gain(gain: float) -> bool:
    return gain > 0


def in_question(gains: dict[Move, list[float]]) -> Iterator[tuple[Move, list[float]]]:
    """The moves that may still be better than the sensible one."""
    for move, gained in gains.items():
        if len(gained) < FEWEST_DEALS or _bound(gained, ERRORS) > 0:
            yield move, gained


def _bound(gained: list[float], errors: float) -> float:
    """The mean gain, so many errors of it higher; 0 as long as too few deals were tried."""
    if len(gained) < FEWEST_DEALS:
        return 0
    return mean(gained) + errors * standard_error(gained)


def standard_error(gained: list[float]) -> float:
    """The standard error of the mean of at least two gains."""
    return stdev(gained) / sqrt(len(gained))


def deal_or_none(deals: Deals, random: Randomness) -> Table | None:
    """A guessed deal; None if none was found."""
    try:
        return deals.deal(random)[0]
    except NoDeal:
        return None


def lead_after(table: Table, seat: str, move: Move, seed: int) -> float:
    """The lead of a seat's side over the best other one, some plies after a move."""
    trial, choose = table.copy(), _chooser(seed)
    trial.play(seat, move)
    for _ in range(HORIZON):
        asked = trial.to_act
        if asked is None:
            break
        trial.play(asked, trial.game.player(trial, choose))
    side = next(allies for allies in trial.allies() if seat in allies)
    scores = dict(zip(trial.seats, trial.scores(), strict=True))
    return scores[seat] - max(score for other, score in scores.items() if other not in side)


def _chooser(seed: int) -> Choose:
    return FixedRandom(seed).below
