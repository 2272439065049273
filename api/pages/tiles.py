"""The tiles that a seat has taken, in groups."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec import Struct

from api.pages.dealt import Dealt
from api.pages.scene import Scene
from replays.zone_views import CardView, ZoneView


class TileGroup(Struct, frozen=True):
    """Tiles that lie together, and the points of a set; None if they are in none."""

    tiles: tuple[CardView, ...]
    points: int | None


def tile_groups(zone: ZoneView, scene: Scene) -> Sequence[TileGroup]:
    """The sets of a zone, as its details name them, and the other tiles by kinds."""
    dealt = Dealt(zone)
    sets = [TileGroup(_tiles(group.tiles, dealt), group.points) for group in zone.details.sets]
    left = groupby(zone.details.left, lambda code: scene.game.catalogue[code].kind)
    return [*sets, *[TileGroup(_tiles(codes, dealt), None) for _, codes in left]]


def _tiles(codes: Iterable[str], dealt: Dealt) -> tuple[CardView, ...]:
    """The tiles with these codes."""
    return tuple([tile for code in codes if (tile := dealt.take(code))])
