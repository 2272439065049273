"""Frames: what every front end draws and none computes. One position, as a seat sees it."""

import re
from collections import Counter as Multiset
from collections.abc import Iterator
from dataclasses import dataclass

from engines.table import Counter, Points, Reveals, Table
from engines.zone import Zone
from notation.moves import Move
from notation.record import Ply
from replays.playing import read_move
from replays.replay import Replay

PUBLIC = "public"
"""The view of everyone: what lies open to all."""


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as a view sees it: its code and label (None: hidden from it).

    `changed` says that it came by the last ply, `public` that everyone sees its face.
    """

    code: str | None
    label: str | None
    changed: bool
    public: bool


@dataclass(frozen=True, slots=True)
class ZoneView:
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


@dataclass(frozen=True, slots=True)
class CounterView:
    """A number on the table, what it was `before` the last ply, and the `most` it can reach."""

    name: str
    owner: str | None
    value: int
    before: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Frame:
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
    table, step = replay.table, replay.last
    before = step.before if step else {}
    ply = step.ply if step else None
    move = _move(table, ply, view) if ply else None
    scores = [_score(table, seat, view) for seat in table.seats]
    return Frame(
        ply=replay.ply,
        plies=replay.plies,
        view=view,
        seat=ply.seat if ply else None,
        move=_written(table, ply, move) if ply and move else None,
        sentence=f"{replay.record.player(ply.seat)} {move.sentence()}" if ply and move else None,
        reveals=_seen(step.reveals, view) if step else (),
        shuffled=tuple(shuffle.pile for shuffle in step.shuffles) if step else (),
        mark=ply.mark if ply else "",
        comments=ply.comments if ply else replay.record.comments,
        at=ply.at if ply else None,
        variations=len(ply.variations) if ply else 0,
        zones=tuple(zone_view(table, zone, view, before.get(zone.key)) for zone in table.zones()),
        counters=tuple(
            _counter_view(counter, step.counts if step else {})
            for counter in table.counters()
            if counter.shown
        ),
        scores=tuple(total for total, _ in scores),
        breakdown=tuple(lines for _, lines in scores),
        to_act=table.to_act,
        winners=tuple(table.winners()) if table.over else (),
    )


def frames(replay: Replay, view: str | None = None) -> Iterator[Frame]:
    """Every frame from where the replay stands to its end."""
    yield frame(replay, view)
    while replay.forward():
        yield frame(replay, view)


def zone_view(
    table: Table, zone: Zone, view: str | None, before: tuple[str, ...] | None
) -> ZoneView:
    """A zone as a view sees it; `before` are its cards ahead of the last ply, if there was one."""
    cards = zone.cards
    is_open = (True,) * len(cards) if view is None else zone.open_to(view)
    fresh = _fresh(cards, is_open, before)
    views = [
        CardView(card, table.label(zone, card), new, public)
        if seen
        else CardView(None, None, new, public)
        for card, seen, new, public in zip(cards, is_open, fresh, zone.open_to(None), strict=True)
    ]
    if not zone.ordered:
        views.sort(key=lambda card: natural(card.code or ""))
    return ZoneView(
        zone.key, zone.name, zone.owner, zone.ordered, zone.row, zone.spread, tuple(views)
    )


def _counter_view(counter: Counter, before: dict[str, int]) -> CounterView:
    value = counter.value
    return CounterView(
        counter.name, counter.owner, value, before.get(counter.key, value), counter.most
    )


def natural(code: str) -> list[tuple[bool, int, str]]:
    """A key that sorts codes as people do: 9 before 10.

    >>> sorted(["10", "9", "CB10", "CB9"], key=natural)
    ['9', '10', 'CB9', 'CB10']
    """
    parts = re.findall(r"\d+|\D+", code)
    return [(False, int(p), "") if p.isdigit() else (True, 0, p) for p in parts]


def _fresh(
    cards: tuple[str, ...], is_open: tuple[bool, ...], before: tuple[str, ...] | None
) -> list[bool]:
    """Which cards came by the last ply. Of face-down ones only their number is told."""
    if before is None:
        return [False] * len(cards)
    if not all(is_open):
        grown = max(len(cards) - len(before), 0)
        return [index < grown for index in range(len(cards))]
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


def _move(table: Table, ply: Ply, view: str | None) -> Move:
    move = read_move(table, ply)
    return move if view is None else table.seen(ply.seat, move, view)


def _written(table: Table, ply: Ply, move: Move) -> str:
    """The move as it was written, where the view sees all of it."""
    return ply.move if move == read_move(table, ply) else table.game.moves.write(move)
