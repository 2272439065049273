"""The tiles that a seat has taken, in groups."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec import Struct

from pages.scene import Scene
from replays.view.zone_views import CardView, ZoneView, taken


class TileGroup(Struct, frozen=True):
    """Tiles that lie together, and the points of a set; None if they are in none."""

    tiles: tuple[CardView, ...]
    points: int | None


def tile_groups(zone: ZoneView, scene: Scene) -> Sequence[TileGroup]:
    """The sets of a zone, as its details name them, and the other tiles by kinds."""
    left = list(zone.cards)
    sets = [TileGroup(_tiles(group.tiles, left), group.points) for group in zone.details.sets]
    others = groupby(zone.details.left, lambda code: scene.game.catalogue[code].kind)
    return [*sets, *[TileGroup(_tiles(codes, left), None) for _, codes in others]]


def _tiles(codes: Iterable[str], left: list[CardView]) -> tuple[CardView, ...]:
    """The tiles with these codes, which are taken from those that are left."""
    return tuple([tile for code in codes if (tile := taken(left, code))])
