"""The recipes of a seat as they lie on its shelves, and the basket sorted by use."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from pages.layout import Area
from pages.scene import Scene
from replays.view.zone_views import CardView, ZoneView

_JAM, _CARD = "jam", "card"


class Laid(Struct, frozen=True):
    """A card that lies open before a seat, and how many cards lie face down on it."""

    card: CardView
    name: str
    under: int = 0


class Shelf(Struct, frozen=True):
    """Cards that lie together."""

    title: str
    items: tuple[Laid, ...]
    on_boards: bool


def shelves(area: Area, scene: Scene) -> Sequence[Shelf]:
    """The jams, by points, and then everything else: pies, salads and guests."""
    laid = list(_laid({zone.name: zone for zone in area.zones}, scene))
    jams = [item for item in laid if _kind(scene, item.card) == _JAM]
    rest = [item for item in laid if item not in jams]
    jams.sort(key=lambda item: scene.game.catalogue[str(item.card.code)].points or 0)
    return (
        Shelf("Jams", tuple(jams), on_boards=True),
        Shelf("Pies, salads, guests", tuple(rest), on_boards=False),
    )


def by_ingredient(cards: Sequence[CardView], scene: Scene) -> list[CardView]:
    """The cards by the fruit below, which is the one used in the basket."""
    return sorted(cards, key=lambda card: scene.ingredient(card.code))


def _laid(zones: dict[str, ZoneView], scene: Scene) -> Iterator[Laid]:
    """Every card that lies open before a seat, the fresh recipes after those of their kind."""
    on = Counter(zones["under"].details.on if zones["under"].details else ())
    cards = [Laid(card, _name(scene, card)) for card in zones["recipes"].cards]
    cards += [
        Laid(card, _name(scene, card), on[at]) for at, card in enumerate(zones["fresh"].cards)
    ]
    guests = zones.get("guests")  # kids play without
    cards += [Laid(card, _name(scene, card)) for card in (guests.cards if guests else ())]
    rank = {kind: at for at, kind in enumerate(scene.kinds)}
    yield from sorted(cards, key=lambda item: rank.get(_kind(scene, item.card), len(rank)))


def _kind(scene: Scene, card: CardView) -> str:
    kind = scene.kind(card.code)
    return kind.kind if kind else _CARD


def _name(scene: Scene, card: CardView) -> str:
    """The caption of a card: its fruit, or its kind if it has several."""
    kind = scene.kind(card.code)
    if kind is None:
        return card.label or _CARD
    fruits = (scene.face(str(card.code)) or {}).get("fruits", [])
    return {0: kind.title, 1: "".join(fruits)}.get(len(fruits), kind.kind)
