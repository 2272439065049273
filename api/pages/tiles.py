"""What a seat has taken, in the groups in which it lies there."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec import Struct

from api.pages.scene import Scene
from replays.zone_views import ZoneView


class Tile(Struct, frozen=True):
    """A tile: its code, and whether it came by the last ply."""

    code: str
    changed: bool


class TileGroup(Struct, frozen=True):
    """Tiles that lie together, and the points of a set; None if they are in none."""

    tiles: tuple[Tile, ...]
    points: int | None


def tile_groups(zone: ZoneView, scene: Scene) -> Sequence[TileGroup]:
    """The sets of a zone, and what is left over, by kinds. Its details say which they are."""
    new = [card.code for card in zone.cards if card.changed]
    found = [TileGroup(_tiles(made.tiles, new), made.points) for made in zone.details.sets]
    left = groupby(zone.details.left, lambda code: scene.game.catalogue[code].kind)
    return [*found, *[TileGroup(_tiles(codes, new), None) for _, codes in left]]


def _tiles(codes: Iterable[str], new: list[str | None]) -> tuple[Tile, ...]:
    """These tiles. Each that is new is taken out of the list."""
    tiles = []
    for code in codes:
        tiles.append(Tile(code, code in new))
        if code in new:
            new.remove(code)
    return tuple(tiles)
