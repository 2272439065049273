"""What the areas of a table contain, shape by shape: cards in groups, slots, counts, points.

A shape is for any game. What it needs besides cards it finds in the layout, in the catalogue and in
the details of zones; docs/adding-a-game.md lists them all.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from msgspec import Struct

from engines.catalogue import CardKind, Catalogue
from engines.layout import Layout
from engines.table import Points
from notation.record import SEATS
from replays.view.frames import Frame
from replays.view.zone_views import CardView, CounterView, ZoneView, taken


class Area(Struct, frozen=True):
    """A part of the table in one shape: zones, or counters, and what the shape makes of them."""

    name: str
    shape: str
    owner: str | None
    zones: tuple[ZoneView, ...] = ()
    counters: tuple[CounterView, ...] = ()
    content: Any = None

    @property
    def key(self) -> str:
        """Its id on a page.

        >>> Area("row", "sheet", "A").key, Area("left", "pile", None).key
        ('zone-row-A', 'zone-left')
        """
        return f"zone-{self.name}-{self.owner}" if self.owner else f"zone-{self.name}"


class CardGroup(Struct, frozen=True):
    """Cards that lie together: a name, if they have one, and the points of a set."""

    cards: tuple[CardView, ...]
    name: str = ""
    points: int | None = None


class Slot(Struct, frozen=True):
    """A slot of a recipe, or a place beside it.

    Attributes:
        category: what it is for; empty for a place beside the recipe.
        code: the card that fills it; None if none does.
        card: this card, but None where it is already in another slot.
        doubled: whether it fills two slots, and `again` whether this is the second one.
    """

    category: str
    code: str | None
    card: CardView | None
    doubled: bool = False
    again: bool = False


class Sandwich(Struct, frozen=True):
    """A recipe that is out; without details, the cards are only known to lie together."""

    zone: ZoneView
    recipe: CardView
    need: tuple[Slot, ...] = ()
    extras: tuple[Slot, ...] = ()
    beside: tuple[Slot, ...] = ()


class Laid(Struct, frozen=True):
    """A card that lies open before a seat.

    Attributes:
        card, kind: the card, and its kind; empty if it is not known.
        rank: the place of its kind in the deck.
        points: its own points; 0 if they are not fixed.
        worth: what it gives now; 0 if that is nothing, or not known.
        zone: the name of its zone.
        under: its ingredients, if it is fresh and they still lie on it.
    """

    card: CardView
    kind: str
    rank: int
    points: int
    worth: int
    zone: str
    under: tuple[CardView, ...] = ()


def kinds_of(catalogue: Catalogue) -> list[str]:
    """The kinds of cards, in deck order."""
    return list(dict.fromkeys([card.kind for card in catalogue.values()]))


class Position(Struct, frozen=True):
    """A frame, and what the game says of its cards and its layout."""

    layout: Layout
    catalogue: Catalogue
    frame: Frame

    def content(self, area: Area) -> Any:  # noqa: ANN401 - each shape has its own
        """What an area contains in its shape; None if that is no more than its zones."""
        return _CONTENTS[area.shape](self, area) if area.shape in _CONTENTS else None

    def lines(self, seat: str) -> tuple[Points, ...]:
        """The lines of a seat's score."""
        return self.frame.breakdown[SEATS.index(seat)]

    def worth(self, seat: str) -> dict[str | None, int]:
        """What each card of a seat is worth now."""
        return {line.card: line.points for line in self.lines(seat) if line.card}

    def kind(self, card: CardView) -> CardKind | None:
        """The catalogue's entry for a card; None if the view sees it in part, or not at all."""
        return self.catalogue.get(card.code or "")

    @property
    def kinds(self) -> list[str]:
        """The kinds of cards, in deck order."""
        return kinds_of(self.catalogue)


def _tally(at: Position, area: Area) -> list[CardGroup]:
    """The cards of each kind in the deck, even if there are none, then those of no known kind."""
    groups = {kind: list[CardView]() for kind in at.kinds}
    others = list[CardView]()
    for card in area.zones[0].cards:
        kind = at.kind(card)
        groups.get(kind.kind if kind else card.label or "", others).append(card)
    named = [CardGroup(tuple(cards), kind) for kind, cards in groups.items()]
    return [*named, CardGroup(tuple(others))] if others else named


def _scoring(at: Position, area: Area) -> list[tuple[CardView, int | None]]:
    """Each card with what it gives; None: nothing yet, or not known."""
    worth = at.worth(area.owner or "")
    return [(card, worth.get(card.code)) for card in area.zones[0].cards]


def _lines(at: Position, area: Area) -> list[Points]:
    """The lines of a score that belong to no card."""
    shown = (*at.layout.lines, at.layout.lost)
    return [line for line in at.lines(area.owner or "") if line.source in shown]


def _sums(at: Position, area: Area) -> list[tuple[str, int]]:
    """The points that the cards of each kind give, then those of no card, by the area's name."""
    sums: dict[str, int] = {}
    for line in at.lines(area.owner or ""):
        kind = at.catalogue.get(line.card or "")
        name = area.name if kind is None else f"{kind.kind}s"
        sums[name] = sums.get(name, 0) + line.points
    names = [*[f"{kind}s" for kind in at.kinds], area.name]
    return [(name, sums[name]) for name in names if sums.get(name)]


def _sets(at: Position, area: Area) -> list[CardGroup] | None:
    """The sets, as details name them, and the other cards by kinds; None without details."""
    (zone,) = area.zones
    if zone.details is None:
        return None
    left = list(zone.cards)
    sets = [CardGroup(_taken(one.tiles, left), points=one.points) for one in zone.details.sets]
    others = groupby(zone.details.left, lambda code: at.catalogue[code].kind)
    return [*sets, *[CardGroup(_taken(codes, left), kind) for kind, codes in others]]


def _taken(codes: Iterable[str], left: list[CardView]) -> tuple[CardView, ...]:
    """The cards with these codes, which are taken from those that are left."""
    return tuple([card for code in codes if (card := taken(left, code))])


def _sandwiches(at: Position, area: Area) -> list[Sandwich]:
    """Every recipe that is out, with its slots."""
    del at
    return [_sandwich(zone) for zone in area.zones if zone.cards]


def _sandwich(zone: ZoneView) -> Sandwich:
    recipe, made = zone.cards[-1], zone.details
    if made is None:
        return Sandwich(zone, recipe)
    left = list(zone.cards)
    halves: set[str] = set()
    need, extras = [
        tuple([_slot(slot, left, halves) for slot in part]) for part in (made.need, made.extras)
    ]
    beside = [Slot("", code, taken(left, code)) for code in made.beside]
    return Sandwich(zone, recipe, need, extras, tuple(beside))


def _slot(slot: Any, left: list[CardView], halves: set[str]) -> Slot:  # noqa: ANN401 - the game's
    """A slot with its card, taken from those that are left.

    A card that fills two is then one of the `halves`.
    """
    again = slot.card in halves
    card = None if again or slot.card is None else taken(left, slot.card)
    if slot.doubled:
        halves.add(slot.card)
    return Slot(slot.category, slot.card, card, slot.doubled, again)


def _shelves(at: Position, area: Area) -> Iterator[Laid]:
    """Every card that lies open before a seat: finished recipes, fresh ones, guests."""
    zones = {zone.name: zone for zone in area.zones}
    under = zones["under"]
    on, worth = under.details.on if under.details else (), at.worth(area.owner or "")
    rank = {kind: number for number, kind in enumerate(at.kinds)}
    for name in [name for name in ("recipes", "fresh", "guests") if name in zones]:
        for index, card in enumerate(zones[name].cards):
            kind = at.kind(card)
            used = [used for used, recipe in zip(under.cards, on, strict=False) if recipe == index]
            yield Laid(
                card=card,
                kind=kind.kind if kind else "",
                rank=rank[kind.kind] if kind else len(rank),
                points=kind.points or 0 if kind else 0,
                worth=worth.get(card.code, 0),
                zone=name,
                under=tuple(used) if name == "fresh" else (),
            )


def _basket(at: Position, area: Area) -> list[CardGroup]:
    """The cards by the fruit below, which is the one that they serve as."""
    cards = sorted(area.zones[0].cards, key=lambda card: served(at.kind(card)))
    groups = groupby(cards, lambda card: served(at.kind(card)))
    return [CardGroup(tuple(alike), fruit) for fruit, alike in groups]


def served(kind: CardKind | None) -> str:
    """What the lower half of a card serves as; empty if it has none."""
    return getattr(kind.face, "ingredient", "") if kind else ""


_CONTENTS: Final[Mapping[str, Callable[[Position, Area], Any]]] = {
    "tally": _tally,
    "scoring": _scoring,
    "lines": _lines,
    "sums": _sums,
    "sets": _sets,
    "sandwiches": _sandwiches,
    "shelves": lambda at, area: list(_shelves(at, area)),
    "basket": _basket,
}
