"""Zones and counters of a table as a view sees them, and their changes by the last ply."""

from collections.abc import Sequence
from itertools import chain, repeat
from typing import Annotated, Any, cast

from msgspec import Struct
from msgspec.structs import replace

from engines.table import Counter, Table
from engines.zone import Visibility, Zone
from notation.json_shape import doc
from replays.natural import LAST, natural
from replays.unseen.tokens import Token, spelled
from replays.view.numbers import Numbered


class CardView(Struct, frozen=True):
    """A card as a view sees it."""

    number: Annotated[int, doc("Its number, as long as the view can follow it.", 37)]
    code: Annotated[str | None, doc("null: hidden or unseen; `PE_`: seen in part.", "11")]
    label: Annotated[str | None, doc("What the card shows; null: hidden.", "11")]
    changed: Annotated[bool, doc("Whether the last ply brought it.")]
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
        Any, doc("Facts that the cards do not show, particular to the game; null: none.")
    ]


class CounterView(Struct, frozen=True):
    """A number on the table."""

    name: Annotated[str, doc("Its name.", "row-11")]
    owner: Annotated[str | None, doc("The seat that owns it; null: nobody.")]
    value: int
    before: Annotated[int, doc("What it was before the last ply.")]
    most: Annotated[int | None, doc("Its maximum; null: unknown.")]


def taken(cards: list[CardView], code: str | None) -> CardView | None:
    """A card of this code, taken out of these: one that changed, if there is one."""
    alike = [card for card in cards if card.code == code]
    chosen = next((card for card in alike if card.changed), alike[0] if alike else None)
    if chosen is not None:
        cards.remove(chosen)
    return chosen


class ZoneWatch:
    """Watches one zone of a table, position after position."""

    __slots__ = ("_is_down", "_is_new", "_last", "_seen", "_table", "_view", "_zone", "key")

    def __init__(self, table: Table, zone: Zone, view: str | None) -> None:
        self._table = table
        self._zone = zone
        self.key = zone.key
        self._view = view
        self._last: Numbered | None = None
        self._seen: ZoneView | None = None
        self._is_new = self._is_down = False

    def look(self, numbered: Numbered, came: set[int], details: Struct | None = None) -> ZoneView:
        """The zone as the view sees it: the same object as long as nothing in it changes.

        `numbered` are its cards, and the same object as long as they are the same; `came` the
        numbers of the cards that the last ply moved; `details` what else the view sees of it.
        """
        last, seen = self._last, self._seen
        if seen is None or numbered is not last or self._table.unseen is not None:
            rest = self._rest(numbered)
            seen = self._draw(self._anew(numbered, came) if rest is None else rest, details)
            self._last = numbered
        elif self._is_new:
            self._is_new = False
            cards = [replace(card, changed=False) if card.changed else card for card in seen.cards]
            seen = self._draw(tuple(cards), details)
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

    def _rest(self, numbered: Numbered) -> tuple[CardView, ...] | None:
        """The rest of a face-down pile, if only cards on its top were drawn."""
        last, seen = self._last, self._seen
        was_down, self._is_down = self._is_down, self._zone.visibility is Visibility.NOBODY
        if last is None or seen is None or self._is_new or not (was_down and self._is_down):
            return None
        if self._table.unseen is not None and any(numbered.is_open):
            return None
        drawn = len(last.numbers) - len(numbered.numbers)
        if drawn < 0 or last.numbers[drawn:] != numbered.numbers:
            return None
        return seen.cards[drawn:] if last.is_open[drawn:] == numbered.is_open else None

    def _anew(self, numbered: Numbered, came: set[int]) -> tuple[CardView, ...]:
        """The cards as the view sees them, with those that came marked as changed."""
        zone, public, is_open = self._zone, self._zone.open_to(None), numbered.is_open
        new: Sequence[bool] = (False,) * len(numbered.numbers)
        if not came.isdisjoint(numbered.numbers):
            new = [number in came for number in numbered.numbers]
        self._is_new = any(new)
        if self._table.unseen is not None:
            return self._partly_seen(numbered, new)
        cards = cast("Sequence[str]", numbered.codes)  # of a table without unseen cards
        codes, labels = _open(cards, is_open), _open(self._table.labels(zone, cards), is_open)
        return tuple(map(CardView, numbered.numbers, codes, labels, new, public))

    def _partly_seen(self, numbered: Numbered, new: Sequence[bool]) -> tuple[CardView, ...]:
        """The cards of a zone in which some may be unseen."""
        cards = self._zone.cards
        if not self._zone.ordered and all(numbered.is_open):
            cards = tuple(sorted(cards, key=_as_seen))
        views = []
        rows = zip(
            cards, numbered.numbers, numbered.is_open, new, self._zone.open_to(None), strict=True
        )
        for card, number, seen, is_new, everyone in rows:
            code = spelled(card) if seen else None
            label = None if code is None else self._label(code, card)
            views.append(CardView(number, code, label, is_new, everyone and code is not None))
        return tuple(views)

    def _label(self, code: str, card: str) -> str:
        """The label of a card; for one seen in part, the label that all its candidates share."""
        kinds = card.kinds() if isinstance(card, Token) else [card]
        labels = {self._table.labels(self._zone, [kind])[0] for kind in kinds}
        return labels.pop() if len(labels) == 1 else code


def _open(texts: Sequence[str], is_open: Sequence[bool]) -> Sequence[str | None]:
    """Codes or labels as a view sees them."""
    if all(is_open):
        return texts
    return [text if seen else None for text, seen in zip(texts, is_open, strict=True)]


def _as_seen(card: str) -> str:
    """A key that sorts cards in natural order, unseen ones last."""
    return natural(spelled(card) or LAST)


class CounterWatch:
    """Watches the counters of a table that are shown, position after position.

    `before` are those before the first look, if there were any.
    """

    __slots__ = ("_last", "_seen", "_table")

    def __init__(self, table: Table, before: Sequence[Counter] | None) -> None:
        self._table = table
        self._last = before
        self._seen: tuple[CounterView, ...] | None = None

    def look(self) -> tuple[CounterView, ...]:
        """The counters: the same object as long as nothing in them changes."""
        counters, last, seen = self._table.shown_counters(), self._last, self._seen
        if seen is None or counters != last:
            before = [counter.value for counter in (counters if last is None else last)]
            seen = tuple(
                [
                    CounterView(now.name, now.owner, now.value, was, now.most)
                    for now, was in zip(counters, chain(before, repeat(0)), strict=False)
                ]
            )
            self._seen = seen if last is None or counters == last else None
            self._last = counters
        return seen
