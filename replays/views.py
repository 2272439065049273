"""What a view sees of the zones and counters of a table, and what the last ply did to them."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, repeat
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from engines.table import Counter, Table
from engines.zone import Zone


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


class ZoneWatch:
    """Looks at one zone of a table, position after position.

    `before` are its cards ahead of the first look, top first; None: there was nothing before.
    """

    __slots__ = ("_before", "_is_new", "_seen", "_table", "_view", "_visibility", "_zone")

    def __init__(
        self, table: Table, zone: Zone, view: str | None, before: tuple[str, ...] | None
    ) -> None:
        self._table = table
        self._zone = zone
        self._view = view
        self._before = before
        self._visibility = zone.visibility
        self._seen: ZoneView | None = None

    def look(self) -> ZoneView:
        """The zone as the view sees it: the same object as long as nothing in it changes."""
        zone, seen = self._zone, self._seen
        cards = zone.cards
        if seen is None or cards is not self._before or zone.visibility is not self._visibility:
            before = cards if self._before is None else self._before
            seen = self._draw(self._cards(cards, before))
            self._before, self._visibility = cards, zone.visibility
        elif self._is_new:
            seen = self._draw(tuple([_settled(card) for card in seen.cards]))
        return seen

    def _draw(self, cards: tuple[CardView, ...]) -> ZoneView:
        zone = self._zone
        self._is_new = any(map(attrgetter("changed"), cards))
        self._seen = ZoneView(
            zone.key, zone.name, zone.owner, zone.ordered, zone.row, zone.spread, cards
        )
        return self._seen

    def _cards(self, cards: tuple[str, ...], before: tuple[str, ...]) -> tuple[CardView, ...]:
        """These cards as the view sees them, where those before were these."""
        zone, view = self._zone, self._view
        public = zone.open_to(None)
        is_open = public if view is None else zone.open_to(view)
        if view is not None and False in is_open:
            labels = self._table.labels(zone, cards)
            new = _on_top(len(cards), len(before))
            return tuple(map(CardView, _open(cards, is_open), _open(labels, is_open), new, public))
        if not zone.ordered:
            cards = tuple(sorted(cards, key=natural))
        labels = self._table.labels(zone, cards)
        return tuple(map(CardView, cards, labels, _new(cards, before), public))


def _settled(card: CardView) -> CardView:
    """A card that has been there for longer than a ply."""
    return replace(card, changed=False) if card.changed else card


def _open(texts: Sequence[str], is_open: Sequence[bool]) -> list[str | None]:
    """What a view sees of codes or labels."""
    return [text if seen else None for text, seen in zip(texts, is_open, strict=True)]


def _on_top(size: int, before: int) -> Sequence[bool]:
    """Which cards of a zone came by the last ply, as far as their number tells."""
    return (True,) * (size - before) + (False,) * min(size, before)


def _new(cards: tuple[str, ...], before: tuple[str, ...]) -> Sequence[bool]:
    """Which cards came by the last ply; of like ones the upper."""
    grown = len(cards) - len(before)
    if cards[max(grown, 0) :] == before[max(-grown, 0) :]:
        return _on_top(len(cards), len(before))
    came = list(cards)
    for card in before:
        if card in came:
            came.remove(card)
    marks = []
    for card in cards:
        marks.append(card in came)
        if card in came:
            came.remove(card)
    return marks


@lru_cache(4_096)
def natural(code: str) -> str:
    """A key that sorts codes as people do: 9 before 10.

    >>> sorted(["10", "9", "CB10", "CB9"], key=natural)
    ['9', '10', 'CB9', 'CB10']
    """
    return re.sub(r"0*(\d+)", lambda number: f"\0{len(number[1]):05}{number[1]}", code)


class CounterWatch:
    """Looks at the counters of a table that are shown, position after position.

    `before` are those ahead of the first look; None: there was nothing before.
    """

    __slots__ = ("_before", "_seen", "_table")

    def __init__(self, table: Table, before: Sequence[Counter] | None) -> None:
        self._table = table
        self._before = None if before is None else [counter.value for counter in before]
        self._seen: tuple[CounterView, ...] | None = None

    def look(self) -> tuple[CounterView, ...]:
        """The counters: the same object as long as nothing in them changes."""
        counters, seen = self._table.shown_counters(), self._seen
        values = [counter.value for counter in counters]
        if seen is None or values != self._before:
            before = values if self._before is None else self._before
            seen = tuple(
                [
                    CounterView(now.name, now.owner, now.value, last, now.most)
                    for now, last in zip(counters, chain(before, repeat(0)), strict=False)
                ]
            )
            self._seen = seen if values == before else None
            self._before = values
        return seen
