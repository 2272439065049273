"""What a move gives away: it is tried against the others in guessed deals."""

from statistics import mean

from msgspec import Struct

from engines.players import Randomness
from notation.moves import Move
from replays.local.deals import Deals
from replays.local.strong import (
    deal_or_none,
    in_question,
    lead_after,
    others_than,
    standard_error,
)

MOST_MOVES = 12
"""Moves that are tried besides the one that was made; of more, random ones are left out."""


class Comparison(Struct, frozen=True):
    """A move that seems better than the one made.

    Attributes:
        better: it.
        gain: by how many points its lead is higher, on average.
        error: the standard error of that, of the guessed deals and of how they were played on.
        deals: in how many deals the two were compared.
    """

    better: Move
    gain: float
    error: float
    deals: int


def compare(
    deals: Deals, seat: str, made: Move, random: Randomness, number: int
) -> Comparison | None:
    """The best of the other moves of a seat to act, and what it would have gained.

    Half of the deals choose it, and the others measure it: the deals that a move was chosen by
    flatter it. None if there is no other move, or none that does better where they choose, or no
    deal was found.
    """
    table = deal_or_none(deals, random)
    if table is None:
        return None
    others = others_than(made, table)
    while len(others) > MOST_MOVES:
        others.pop(random.randrange(len(others)))
    gains: dict[Move, list[float]] = {move: [] for move in others}
    for at in range(number // 2):
        if at:
            table = deal_or_none(deals, random)
        if table is None or not gains:
            break
        seed = random.getrandbits(63)
        least = lead_after(table, seat, made, seed)
        for move, gained in gains.items():
            gained.append(lead_after(table, seat, move, seed) - least)
        gains = dict(in_question(gains))
    if not gains:
        return None
    better = max(gains, key=lambda move: mean(gains[move]))
    return _measured(deals, seat, (made, better), random, number - number // 2)


def _measured(
    deals: Deals, seat: str, moves: tuple[Move, Move], random: Randomness, number: int
) -> Comparison | None:
    """A comparison of a move that was made with another one, in so many deals."""
    made, better = moves
    gained: list[float] = []
    for _ in range(number):
        table = deal_or_none(deals, random)
        if table is not None:
            seed = random.getrandbits(63)
            ours, theirs = (lead_after(table, seat, move, seed) for move in (made, better))
            gained.append(theirs - ours)
    if len(gained) < 2:  # noqa: PLR2004 - one shows no error
        return None
    return Comparison(better, mean(gained), standard_error(gained), len(gained))
