"""Watches the cards of a table, and follows each one even among others with the same code.

The zones of a watched table note what comes and goes; a table that is only validated has none
of this. A card keeps its number here until it is shuffled. This is what happens at the table, and
not what a seat sees of it: numbers.py gives each view numbers of its own.
"""

# ruff: noqa: D102 - the methods are those of Zone

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct

from engines.table import Table
from engines.zone import Visibility, Zone
from notation.chance import Chance
from replays.unseen.tokens import Token, face, spelled
from replays.unseen.zones import UnseenZone

T = TypeVar("T")


class Lying(Struct, frozen=True, gc=False):
    """The contents of a zone: the numbers of its cards, top first, and their codes if known."""

    visibility: Visibility
    cards: tuple[int, ...]
    codes: tuple[str | None, ...]


Layout: TypeAlias = tuple[Lying, ...]
"""The contents of each zone of a table, in order. An unchanged zone stays the same object."""


class Change(Struct, frozen=True, gc=False):
    """The contents of a zone now, the cards that came, and those that left."""

    lying: Lying
    came: set[int]
    left: set[int]


class Changes(NamedTuple):
    """The zones that a ply changed, by their place in a layout, and the cards that it shuffled.

    For each of these it has the earlier number.
    """

    zones: Mapping[int, Change]
    shuffled: Mapping[int, int]


class Transit:
    """The cards that have left a zone in this ply and have not come to another yet."""

    def __init__(self, chance: Chance, numbers: int) -> None:
        self._chance = chance
        self._numbers = numbers
        self._left: dict[str, list[tuple[int, int]]] = {}
        self.shuffled: dict[int, int] = {}

    def start(self) -> None:
        """Begin a ply."""
        self._left, self.shuffled = {}, {}

    def leave(self, card: str, number: int) -> None:
        """A card leaves a zone."""
        self._left.setdefault(face(card), []).append((number, len(self._chance.shuffles)))

    def enter(self, card: str) -> int:
        """The number of a card that comes to a zone: a new one if it was shuffled."""
        left = self._left.get(face(card)) or self._unseen(card)
        if not left:
            return self._new()
        number, shuffles = left.pop()
        if shuffles == len(self._chance.shuffles):
            return number
        new = self._new()
        self.shuffled[new] = self.shuffled.get(number, number)
        return new

    def _unseen(self, card: str) -> list[tuple[int, int]]:
        """The cards that left unseen, one of which is named now. After a shuffle all are unseen."""
        left = [cards for cards in self._left.values() if cards]
        tokens = [
            cards for other, cards in self._left.items() if cards and isinstance(other, Token)
        ]
        candidates = tokens or (left if isinstance(card, Token) else [])
        return candidates[-1] if candidates else []

    def _new(self) -> int:
        self._numbers += 1
        return self._numbers


class Watch:
    """The notes of a zone: the numbers of its cards, from the bottom.

    `came` and `left` are the cards that did so since the last look, and stay away.
    """

    __slots__ = ("_cards", "_numbers", "_transit", "_unseen", "_zone", "came", "left", "lying")

    def __init__(self, zone: Zone, transit: Transit, lying: Lying) -> None:
        self._zone = zone
        self._transit = transit
        self._cards = zone[:]
        self._numbers = list(reversed(lying.cards))
        self._unseen = isinstance(zone, UnseenZone)
        self.lying: Lying | None = lying
        self.came: set[int] = set()
        self.left: set[int] = set()

    def look(self) -> Change | None:
        """What changed since the last look; None if nothing did."""
        lying, zone = self.lying, self._zone
        if (
            lying is not None
            and lying.visibility is zone.visibility
            # More may be known of unseen cards than when they came.
            and (not self._unseen or lying.codes == self._codes())
        ):
            return None
        lying = self.lying = Lying(zone.visibility, tuple(self._numbers[::-1]), self._codes())
        came, left = self.came, self.left
        self.came, self.left = set(), set()
        return Change(lying, came, left)

    def _codes(self) -> tuple[str | None, ...]:
        cards = self._cards[::-1]
        return tuple(map(spelled, cards)) if self._unseen else tuple(cards)

    def note(self) -> None:
        """Note the cards that came or went since the last note."""
        cards, before, numbers = self._zone[:], self._cards, self._numbers
        if cards == before:
            return
        self._cards, self.lying = cards, None
        if len(cards) < len(before):
            gone = _more(before, cards)
            for at in gone:
                number = numbers[at]
                self._transit.leave(before[at], number)
                (self.came.remove if number in self.came else self.left.add)(number)
            for at in reversed(gone):
                del numbers[at]
        else:
            for at in _more(cards, before):
                number = self._transit.enter(cards[at])
                numbers.insert(at, number)
                (self.left.remove if number in self.left else self.came.add)(number)


def _more(many: Sequence[str], few: Sequence[str]) -> Sequence[int]:
    """The places of the cards that only the larger list has."""
    size, more = len(few), len(many) - len(few)
    if many[:size] == few:
        return range(size, len(many))
    if many[more:] == few:
        return range(more)
    chosen, left = list[int](), deque(few)
    for at, card in enumerate(many):
        if left and card == left[0]:
            left.popleft()
        else:
            chosen.append(at)
    return chosen


class WatchedZone(Zone):
    """A zone that is watched; its copies are not."""

    __slots__ = ()

    def _noted(self, act: Callable[..., T], *args: Any) -> T:  # noqa: ANN401 - those of any method
        result = act(*args)
        self.watch.note()
        return result

    def put(self, card: str) -> None:
        self._noted(super().put, card)

    def put_all(self, cards: Iterable[str]) -> None:
        self._noted(super().put_all, cards)

    def lay(self, cards: Iterable[str]) -> None:
        self._noted(super().lay, cards)

    def draw(self) -> str:  # type: ignore[override]  # list's takes an index
        return self._noted(super().draw)

    def draw_top(self, count: int) -> list[str]:
        return self._noted(super().draw_top, count)

    def draw_bottom(self, count: int) -> list[str]:
        return self._noted(super().draw_bottom, count)

    def pull(self, at: int, count: int) -> list[str]:
        return self._noted(super().pull, at, count)

    def slip(self, at: int, cards: Iterable[str]) -> None:
        self._noted(super().slip, at, cards)

    def take(self, card: str) -> str:
        return self._noted(super().take, card)

    def take_all(self, cards: Iterable[str]) -> None:
        self._noted(super().take_all, cards)

    def gather(self) -> list[str]:
        return self._noted(super().gather)


class WatchedUnseen(WatchedZone, UnseenZone):
    """The same for a zone that may hold unseen cards."""

    __slots__ = ()


_WATCHED: dict[type[Zone], type[Zone]] = {Zone: WatchedZone, UnseenZone: WatchedUnseen}


class Watcher:
    """Watches a table from a position on; `layout` is where its cards lay at the last look."""

    def __init__(self, table: Table, layout: Layout | None = None) -> None:
        self.table = table
        zones = table.zones()
        self.layout = layout or _dealt(zones)
        highest = max([card for lying in self.layout for card in lying.cards], default=0)
        self._transit = Transit(table.chance, highest)
        self._watches = []
        for zone, lying in zip(zones, self.layout, strict=True):
            zone.watch = Watch(zone, self._transit, lying)
            zone.__class__ = _WATCHED.get(type(zone), type(zone))
            self._watches.append(zone.watch)

    def start(self) -> None:
        """Begin a ply."""
        self._transit.start()

    def look(self) -> Changes:
        """The zones that the ply changed."""
        changed, layout = {}, list(self.layout)
        for at, watch in enumerate(self._watches):
            change = watch.look()
            if change is not None:
                changed[at], layout[at] = change, change.lying
        self.layout = tuple(layout)
        return Changes(changed, self._transit.shuffled)


def _dealt(zones: Sequence[Zone]) -> Layout:
    """The layout with which a game starts."""
    lying, number = [], 0
    for zone in zones:
        cards = zone.cards
        numbers = tuple(range(number + 1, number + 1 + len(cards)))
        lying.append(Lying(zone.visibility, numbers, tuple(map(spelled, cards))))
        number += len(cards)
    return tuple(lying)
