"""Zones and counters of a table as a view sees them, and what the last ply did to them."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, repeat
from typing import Annotated, Any

from msgspec import Struct
from msgspec.structs import replace

from engines.table import Counter, Table
from engines.zone import Visibility, Zone
from notation.json_shape import doc
from replays.unseen.tokens import Token, spelled

_LAST = "\U0010ffff"


class CardView(Struct, frozen=True):
    """A card as a view sees it."""

    code: Annotated[str | None, doc("null: hidden or unseen; `PE_`: seen in part.", "11")]
    label: Annotated[str | None, doc("What the card shows; null: hidden.", "11")]
    changed: Annotated[bool, doc("Whether it came by the last ply.")]
    public: Annotated[bool, doc("Whether everyone sees its face.")]


class ZoneView(Struct, frozen=True):
    """Cards that lie together, as a view sees them."""

    key: Annotated[str, doc("Its name among all zones.", "hand.A")]
    name: Annotated[str, doc("Its name.", "hand")]
    title: Annotated[str, doc("Its name for people.", "left pile")]
    owner: Annotated[str | None, doc("The seat that owns it; null: nobody.")]
    most: Annotated[int | None, doc("How many cards a player may keep here; null: any number.", 10)]
    ordered: Annotated[bool, doc("Whether the order of the cards matters.")]
    row: Annotated[str | None, doc("Zones of one row lie side by side.")]
    spread: Annotated[bool, doc("Whether its cards lie side by side, all of them visible.")]
    cards: Annotated[
        tuple[CardView, ...], doc("The top one first; of an unordered zone, in natural order.")
    ]
    details: Annotated[
        Any, doc("What the cards do not tell by themselves, as the game has it; null: nothing.")
    ]


class CounterView(Struct, frozen=True):
    """A number on the table."""

    name: Annotated[str, doc("Its name.", "row-11")]
    owner: Annotated[str | None, doc("The seat that owns it; null: nobody.")]
    value: int
    before: Annotated[int, doc("What it was before the last ply.")]
    most: Annotated[int | None, doc("The most that it can reach; null: no limit is known.")]


class ZoneWatch:
    """Watches one zone of a table, position after position.

    `before` are its cards before the first look, top first; None: there was nothing before.
    """

    __slots__ = ("_before", "_is_new", "_seen", "_table", "_view", "_visibility", "_zone", "key")

    def __init__(
        self, table: Table, zone: Zone, view: str | None, before: tuple[str, ...] | None
    ) -> None:
        self._table = table
        self._zone = zone
        self.key = zone.key
        self._view = view
        self._before = before
        self._visibility = zone.visibility
        self._seen: ZoneView | None = None
        self._is_new = False

    def look(self, details: Struct | None = None) -> ZoneView:
        """The zone as the view sees it: the same object as long as nothing in it changes.

        `details` are what else the view sees of it.
        """
        zone, before, seen = self._zone, self._before, self._seen
        cards = zone.cards
        moved = cards is not before and cards != before
        if moved or seen is None or zone.visibility is not self._visibility:
            before = cards if before is None else before
            seen = self._draw(self._rest(cards, before) or self._anew(cards, before), details)
            self._before, self._visibility = cards, zone.visibility
        elif self._is_new:
            self._is_new = False
            seen = self._draw(tuple([_settled(card) for card in seen.cards]), details)
        elif seen.details is not details and seen.details != details:
            seen = self._draw(seen.cards, details)
        return seen

    def _draw(self, cards: tuple[CardView, ...], details: Struct | None) -> ZoneView:
        zone = self._zone
        self._seen = ZoneView(
            key=self.key,
            name=zone.name,
            title=zone.title,
            owner=zone.owner,
            most=zone.display.most,
            ordered=zone.ordered,
            row=zone.display.row,
            spread=zone.display.spread,
            cards=cards,
            details=details,
        )
        return self._seen

    def _rest(self, cards: tuple[str, ...], before: tuple[str, ...]) -> tuple[CardView, ...]:
        """What is left of a face-down pile, if nothing but its top was drawn."""
        zone, seen, drawn = self._zone, self._seen, len(before) - len(cards)
        is_pile = zone.visibility is self._visibility is Visibility.NOBODY and zone.ordered
        if not is_pile or seen is None or self._is_new or cards != before[drawn:]:
            return ()
        return seen.cards[drawn:]

    def _anew(self, cards: tuple[str, ...], before: tuple[str, ...]) -> tuple[CardView, ...]:
        """The cards as the view sees them, with those that were not there before marked as new."""
        zone, public = self._zone, self._zone.open_to(None)
        is_open = (True,) * len(cards) if self._view is None else zone.open_to(self._view)
        if not all(is_open):
            new = [at < len(cards) - len(before) for at in range(len(cards))]
        else:
            came = _came(cards, before)
            cards = cards if zone.ordered else tuple(sorted(cards, key=_as_seen))
            new = _marks(cards, came)
        self._is_new = any(new)
        if self._table.unseen is not None:
            return self._partly_seen(cards, is_open, new)
        codes, labels = _open(cards, is_open), _open(self._table.labels(zone, cards), is_open)
        return tuple(map(CardView, codes, labels, new, public))

    def _partly_seen(
        self, cards: Sequence[str], is_open: Sequence[bool], new: Sequence[bool]
    ) -> tuple[CardView, ...]:
        """The cards of a zone in which some may be unseen."""
        views = []
        public = self._zone.open_to(None)
        for card, seen, is_new, everyone in zip(cards, is_open, new, public, strict=True):
            code = spelled(card) if seen else None
            label = None if code is None else self._label(code, card)
            views.append(CardView(code, label, is_new, everyone and code is not None))
        return tuple(views)

    def _label(self, code: str, card: str) -> str:
        """The label of a card; of one seen in part that of all it may be, if they have one."""
        kinds = card.kinds() if isinstance(card, Token) else [card]
        labels = {self._table.labels(self._zone, [kind])[0] for kind in kinds}
        return labels.pop() if len(labels) == 1 else code


def _settled(card: CardView) -> CardView:
    """A card that was there before the last ply."""
    return replace(card, changed=False) if card.changed else card


def _open(texts: Sequence[str], is_open: Sequence[bool]) -> Sequence[str | None]:
    """What a view sees of codes or labels."""
    if all(is_open):
        return texts
    return [text if seen else None for text, seen in zip(texts, is_open, strict=True)]


def _came(cards: tuple[str, ...], before: tuple[str, ...]) -> list[str]:
    """The cards that were not there before."""
    grown = len(cards) - len(before)
    if cards[max(grown, 0) :] == before[max(-grown, 0) :]:
        return list(cards[: max(grown, 0)])
    came = list(cards)
    for card in before:
        if card in came:
            came.remove(card)
    return came


def _marks(cards: tuple[str, ...], came: list[str]) -> list[bool]:
    """Which cards are those that came; of like ones, the upper ones."""
    marks = []
    for card in cards:
        if not came:
            break
        marks.append(card in came)
        if card in came:
            came.remove(card)
    return marks + [False] * (len(cards) - len(marks))


def _as_seen(card: str) -> str:
    """A key that sorts cards in natural order, unseen ones last."""
    return natural(spelled(card) or _LAST)


@lru_cache(4_096)
def natural(code: str) -> str:
    """A key that sorts codes in natural order: 9 before 10.

    >>> sorted(["10", "9", "CB10", "CB9"], key=natural)
    ['9', '10', 'CB9', 'CB10']
    """
    return re.sub(r"0*(\d+)", lambda number: f"\0{len(number[1]):05}{number[1]}", code)


class CounterWatch:
    """Watches the counters of a table that are shown, position after position.

    `before` are those before the first look; None: there was nothing before.
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
