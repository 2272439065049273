"""Frames: what every front end draws and none computes. One position, as a seat sees it."""

from collections.abc import Iterator
from itertools import repeat

from msgspec import Struct

from engines.decks import OWN_DECKS, Decks
from engines.play import Reveals
from engines.table import Points, Table
from notation.record import Ply, Record
from replays.play import Step, read_move, steps
from replays.playhead import Before, Playhead
from replays.set_up import game_of, open_table
from replays.zone_views import CounterView, CounterWatch, ZoneView, ZoneWatch

PUBLIC = "public"
"""The view of everyone: what lies open to all."""


class Frame(Struct, frozen=True):
    """One position of a replay, for drawing.

    Attributes:
        ply: the number of plies played; 0 before the first.
        plies: how many the record has.
        view: None (everything is open), `public`, or a seat letter.
        seat, move, sentence: the ply that led here, `_` in the move for a card that the view
            does not see; None at ply 0.
        reveals: its cards, None where the view does not see them.
        shuffled: the piles shuffled by it.
        mark, comments, at: what was written beside it; `variations` counts the lines that
            replace it.
        scores: one a seat, as if the game ended now; None where it rests on cards that the view
            does not see. `breakdown` are their lines, without those that do.
        to_act: whose turn it is; None once the game is over, and then `winners` are there.
        zones, counters: what lies on the table.
    """

    ply: int
    plies: int
    view: str | None
    seat: str | None
    move: str | None
    sentence: str | None
    reveals: tuple[str | None, ...]
    shuffled: tuple[str, ...]
    mark: str
    comments: tuple[str, ...]
    at: int | None
    variations: int
    scores: tuple[int | None, ...]
    breakdown: tuple[tuple[Points, ...], ...]
    to_act: str | None
    winners: tuple[str, ...]
    zones: tuple[ZoneView, ...]
    counters: tuple[CounterView, ...]


def frame(replay: Playhead, view: str | None = None) -> Frame:
    """The frame of the position at which a replay stands."""
    camera = Camera(replay.table, replay.record, replay.plies, view, replay.before)
    return camera.take(replay.ply, replay.last)


def frames(replay: Playhead, view: str | None = None) -> Iterator[Frame]:
    """Every frame from where the replay stands to its end."""
    yield frame(replay, view)
    while replay.forward():
        yield frame(replay, view)


def film(record: Record, decks: Decks = OWN_DECKS, view: str | None = None) -> Iterator[Frame]:
    """Every frame of a record, from the deal on: those of `frames`, for less.

    Nothing is kept to go back, and what a ply does not change is the same object in the frame
    after it. Raises Fault where the record is wrong.
    """
    table = open_table(record, game_of(record, decks))
    camera = Camera(table, record, sum(isinstance(entry, Ply) for entry in record.plies), view)
    yield camera.take(0)
    for number, step in enumerate(steps(table, record.plies, record.seed), start=1):
        yield camera.take(number, step)


def legal_moves(table: Table, view: str | None = None) -> list[str] | None:
    """The legal moves of a position as they are written; a sample where it is not `lists_all`.

    None in a view that does not see the cards of the seat to act.
    """
    if table.to_act is not None and view not in (None, table.to_act):
        return None
    return [table.game.moves.write(move) for move in table.moves()]


class Camera:
    """Takes the frames of one record in one view, position after position of one table.

    `before` is the position ahead of the ply that led to the first one; None if that is the deal.
    """

    def __init__(
        self,
        table: Table,
        record: Record,
        plies: int,
        view: str | None,
        before: Before | None = None,
    ) -> None:
        self._table = table
        self._record = record
        self._plies = plies
        self._view = view
        zones = table.zones()
        cards, counters = before or (repeat(None), None)
        self._zones = [
            ZoneWatch(table, zone, view, last) for zone, last in zip(zones, cards, strict=False)
        ]
        self._counters = CounterWatch(table, counters)

    def take(self, number: int, step: Step | None = None) -> Frame:
        """The frame of the position after so many plies, to which a step led from the last one."""
        table, record, view = self._table, self._record, self._view
        ply = step.ply if step else None
        written, sentence = _move(record, table, ply, view) if ply else (None, None)
        scores = [_score(table, seat, view) for seat in table.seats]
        return Frame(
            ply=number,
            plies=self._plies,
            view=view,
            seat=ply.seat if ply else None,
            move=written,
            sentence=sentence,
            reveals=_seen(step.reveals, view) if step else (),
            shuffled=tuple([shuffle.pile for shuffle in step.shuffles]) if step else (),
            mark=ply.mark if ply else "",
            comments=ply.comments if ply else record.comments,
            at=ply.at if ply else None,
            variations=len(ply.variations) if ply else 0,
            scores=tuple([total for total, _ in scores]),
            breakdown=tuple([lines for _, lines in scores]),
            to_act=table.to_act,
            winners=tuple(table.winners()) if table.over else (),
            zones=tuple([zone.look() for zone in self._zones]),
            counters=self._counters.look(),
        )


def _seen(reveals: Reveals, view: str | None) -> tuple[str | None, ...]:
    return tuple(
        card if view is None or audience in (None, view) else None for card, audience in reveals
    )


def _score(table: Table, seat: str, view: str | None) -> tuple[int | None, tuple[Points, ...]]:
    """What a view sees of a seat's score: the total, if it sees all of it, and the lines."""
    lines = table.score(seat)
    if view not in (None, seat) and any(line.hidden for line in lines):
        return None, tuple([line for line in lines if not line.hidden])
    return sum([line.points for line in lines]), tuple(lines)


def _move(record: Record, table: Table, ply: Ply, view: str | None) -> tuple[str, str]:
    """A move and its sentence as a view sees them; as it was written, where all of it is seen."""
    move = read_move(table, ply)
    seen = move if view is None else table.seen(ply.seat, move, view)
    written = ply.move if seen == move else table.game.moves.write(seen)
    return written, f"{record.player(ply.seat)} {seen.sentence()}"
