"""How a game ends, also if some of its seats have resigned: they play no more, and do not win."""

from collections.abc import Collection, Sequence

from msgspec import Struct
from msgspec.structs import replace

from engines.table import Table
from notation.record import Record, Result
from replays.legs import RESIGNED_TAG
from replays.view.narration import seen_score

RESIGNED = "resigned"
"""The termination of a game that the rules cannot continue without a seat that has resigned."""


class Ending(Struct, frozen=True):
    """How a game ends: a termination, None if by its rules; the seats that win, if any.

    `scores` are given where they rest on unknown cards.
    """

    termination: str | None
    winners: tuple[str, ...]
    scores: tuple[int | None, ...] = ()


def asks_only(asked: Collection[str], gone: Collection[str]) -> bool:
    """Whether seats are asked, and all of them are gone."""
    return bool(asked) and set(asked) <= set(gone)


def ending_at(table: Table, gone: Collection[str]) -> Ending | None:
    """How a game ends that its rules end here, or cannot continue without the seats that are gone.

    A game that the rules have ended has the winners that they say, unless one of these is gone. In
    any other, the best scores of the seats that are left win. None if that rests on unseen cards.
    """
    sides = [side for side in table.allies() if set(gone).isdisjoint(side)]
    if gone and len(sides) < 2:  # noqa: PLR2004 - one wins, or nobody is left
        return Ending(RESIGNED, sides[0] if sides else ())
    if table.over or not gone:
        winners = table.known(table.winners)
        if winners is None:
            return None
        if set(gone).isdisjoint(winners):
            return Ending(None, tuple(winners))
    scores = scores_of(table, len(table.seats))
    left = {
        seat: score
        for seat, score in zip(table.seats, scores, strict=True)
        if seat not in gone and score is not None
    }
    if len(left) + len(gone) < len(table.seats):
        return None
    best = max(left.values())
    return Ending(RESIGNED, tuple([seat for seat, score in left.items() if score == best]))


def scores_of(table: Table | None, seats: int) -> tuple[int | None, ...]:
    """The scores at the end of a game, as far as they are known; none without a table."""
    if table is None:
        return (None,) * seats
    return tuple([seen_score(table, seat, None)[0] for seat in table.seats])


def ended_by(record: Record, ending: Ending, scores: Sequence[int | None]) -> Record:
    """The record of a game that ends so."""
    result = Result(ending.winners, tuple(scores))
    return replace(record, termination=ending.termination, result=result)


def tagged(record: Record, gone: Sequence[str]) -> Record:
    """The record with the tag that names the seats that have resigned, if some have."""
    if not gone:
        return record
    return replace(record, tags={**record.tags, RESIGNED_TAG: " ".join(gone)})
