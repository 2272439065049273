"""Frames: what every front end draws and none computes. One position, as a seat sees it."""

import re
from collections import Counter as Multiset
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from engines.decks import OWN_DECKS, Decks
from engines.table import Counter, Points, Reveals, Table
from engines.zone import Visibility, Zone
from notation.record import Ply, Record, Shuffle
from replays.opening import game_of, is_recorded, open_table
from replays.playing import play_ply, read_move
from replays.replay import Replay

PUBLIC = "public"
"""The view of everyone: what lies open to all."""


class CardView(Struct, frozen=True):
    """A card as a view sees it: its code and label (None: hidden from it).

    `changed` says that it came by the last ply, `public` that everyone sees its face.
    """

    code: str | None
    label: str | None
    changed: bool
    public: bool


class ZoneView(Struct, frozen=True):
    """A zone as it is seen; cards top first, those of an unordered zone in their natural order.

    Zones of one `row` lie side by side, and so do the cards of a `spread` zone.
    """

    key: str
    name: str
    owner: str | None
    ordered: bool
    row: str | None
    spread: bool
    cards: tuple[CardView, ...]


class CounterView(Struct, frozen=True):
    """A number on the table, what it was `before` the last ply, and the `most` it can reach."""

    name: str
    owner: str | None
    value: int
    before: int
    most: int | None


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
        zones, counters: what lies on the table.
        scores: one a seat, as if the game ended now; None where it rests on cards that the view
            does not see. `breakdown` are their lines, without those that do.
        to_act: whose turn it is; None once the game is over, and then `winners` are there.
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
    zones: tuple[ZoneView, ...]
    counters: tuple[CounterView, ...]
    scores: tuple[int | None, ...]
    breakdown: tuple[tuple[Points, ...], ...]
    to_act: str | None
    winners: tuple[str, ...]


def frame(replay: Replay, view: str | None = None) -> Frame:
    """The frame of the position at which a replay stands."""
    camera, last = Camera(replay.record, replay.plies, view), replay.last
    if last is None:
        return camera.take(replay.table)
    camera.remember(last.before, last.counters)
    return camera.take(replay.table, Turn(last.number, last.ply, last.reveals, last.shuffles))


def frames(replay: Replay, view: str | None = None) -> Iterator[Frame]:
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
    recorded = is_recorded(record.seed, record.plies)
    camera = Camera(record, sum(isinstance(entry, Ply) for entry in record.plies), view)
    yield camera.take(table)
    number = 0
    for index, entry in enumerate(record.plies):
        if isinstance(entry, Ply):
            reveals = play_ply(table, record.plies, index, recorded=recorded)
            number += 1
            yield camera.take(table, Turn(number, entry, reveals, table.chance.made))


class Turn(Struct, frozen=True):
    """A ply that was played: its number, what was written, what it revealed and shuffled."""

    number: int
    ply: Ply
    reveals: Reveals
    shuffles: Sequence[Shuffle]


class _Seen(Struct, frozen=True):
    """A zone as it was when it was last looked at; its view, if nothing in it was new."""

    cards: tuple[str, ...] | None = None
    visibility: Visibility | None = None
    view: ZoneView | None = None


class Camera:
    """Takes the frames of one record in one view, position after position.

    Zones and counters are the table's, always the same ones in the same order.
    """

    def __init__(self, record: Record, plies: int, view: str | None) -> None:
        self._record = record
        self._plies = plies
        self._view = view
        self._zones: list[_Seen] | None = None
        self._counters: list[Counter] | None = None
        self._still: tuple[CounterView, ...] | None = None

    def remember(self, zones: Sequence[tuple[str, ...]], counters: list[Counter]) -> None:
        """Take these for the position before: the cards of zones, top first, and the counters."""
        self._zones = [_Seen(cards) for cards in zones]
        self._counters = counters

    def take(self, table: Table, turn: Turn | None = None) -> Frame:
        """The frame of the position to which a turn has led from the one before."""
        record, view = self._record, self._view
        ply = turn.ply if turn else None
        written, sentence = _move(record, table, ply, view) if ply else (None, None)
        scores = [_score(table, seat, view) for seat in table.seats]
        return Frame(
            ply=turn.number if turn else 0,
            plies=self._plies,
            view=view,
            seat=ply.seat if ply else None,
            move=written,
            sentence=sentence,
            reveals=_seen(turn.reveals, view) if turn else (),
            shuffled=tuple([shuffle.pile for shuffle in turn.shuffles]) if turn else (),
            mark=ply.mark if ply else "",
            comments=ply.comments if ply else record.comments,
            at=ply.at if ply else None,
            variations=len(ply.variations) if ply else 0,
            zones=self._zone_views(table),
            counters=self._counter_views(table.counters()),
            scores=tuple([total for total, _ in scores]),
            breakdown=tuple([lines for _, lines in scores]),
            to_act=table.to_act,
            winners=tuple(table.winners()) if table.over else (),
        )

    def _zone_views(self, table: Table) -> tuple[ZoneView, ...]:
        zones = table.zones()
        seen = self._zones or [_Seen()] * len(zones)
        views, self._zones = [], []
        for zone, last in zip(zones, seen, strict=True):
            cards, view = zone.cards, last.view
            if view is None or cards != last.cards or zone.visibility is not last.visibility:
                view, new = _zone_view(table, zone, self._view, last.cards)
                last = _Seen(cards, zone.visibility, None if new else view)  # noqa: PLW2901 - what is kept
            self._zones.append(last)
            views.append(view)
        return tuple(views)

    def _counter_views(self, counters: list[Counter]) -> tuple[CounterView, ...]:
        last = self._counters or counters
        if self._still is not None and counters == last:
            return self._still
        views = tuple(
            [
                CounterView(now.name, now.owner, now.value, before.value, now.most)
                for now, before in zip(counters, last, strict=True)
                if now.shown
            ]
        )
        self._counters = counters
        self._still = views if counters == last else None
        return views


def _zone_view(
    table: Table, zone: Zone, view: str | None, before: tuple[str, ...] | None
) -> tuple[ZoneView, bool]:
    """A zone as a view sees it, and whether a card in it is new.

    `before` are its cards ahead of the last ply, if there was one.
    """
    cards, public = zone.cards, zone.open_to(None)
    is_open = (True,) * len(cards) if view is None else zone.open_to(view)
    fresh = _fresh(cards, is_open, before)
    labels = {card: table.label(zone, card) for card in dict.fromkeys(cards)}
    views = [
        CardView(card, labels[card], new, shown) if seen else CardView(None, None, new, shown)
        for card, seen, new, shown in zip(cards, is_open, fresh, public, strict=True)
    ]
    if not zone.ordered:
        views.sort(key=lambda card: natural(card.code or ""))
    return ZoneView(
        zone.key, zone.name, zone.owner, zone.ordered, zone.row, zone.spread, tuple(views)
    ), True in fresh


@lru_cache(4_096)
def natural(code: str) -> tuple[tuple[bool, int, str], ...]:
    """A key that sorts codes as people do: 9 before 10.

    >>> sorted(["10", "9", "CB10", "CB9"], key=natural)
    ['9', '10', 'CB9', 'CB10']
    """
    parts = re.findall(r"\d+|\D+", code)
    return tuple((False, int(p), "") if p.isdigit() else (True, 0, p) for p in parts)


def _fresh(
    cards: tuple[str, ...], is_open: tuple[bool, ...], before: tuple[str, ...] | None
) -> Sequence[bool]:
    """Which cards came by the last ply. Of face-down ones only their number is told."""
    size = len(cards)
    if before is None or cards == before:
        return (False,) * size
    grown = size - len(before)
    if not all(is_open) or cards[max(grown, 0) :] == before[max(-grown, 0) :]:
        return (True,) * grown + (False,) * min(size, len(before))
    new = Multiset(cards) - Multiset(before)
    marks = []
    for card in cards:
        marks.append(new[card] > 0)
        new[card] -= 1
    return marks


def _seen(reveals: Reveals, view: str | None) -> tuple[str | None, ...]:
    return tuple(
        card if view is None or audience in (None, view) else None for card, audience in reveals
    )


def _score(table: Table, seat: str, view: str | None) -> tuple[int | None, tuple[Points, ...]]:
    """What a view sees of a seat's score: the total, if it sees all of it, and the lines."""
    lines = table.score(seat)
    seen = tuple(line for line in lines if view in (None, seat) or not line.hidden)
    total = sum(line.points for line in seen)
    return total if len(seen) == len(lines) else None, seen


def _move(record: Record, table: Table, ply: Ply, view: str | None) -> tuple[str, str]:
    """A move and its sentence as a view sees them; as it was written, where all of it is seen."""
    move = read_move(table, ply)
    seen = move if view is None else table.seen(ply.seat, move, view)
    written = ply.move if seen == move else table.game.moves.write(seen)
    return written, f"{record.player(ply.seat)} {seen.sentence()}"
