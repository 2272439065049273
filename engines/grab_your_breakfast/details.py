"""Facts about zones that their cards do not show: free tiles and sets. Knows no table.

The numbers in brackets are the sections of rules.md.
"""

from functools import lru_cache
from typing import Annotated

from msgspec import Struct

from engines.grab_your_breakfast.cards import BONUS_TILES, ITEM_OF, MAIN_TILES, TILES, Cards
from engines.grab_your_breakfast.scoring import sets_of
from notation.json_shape import doc


class StackDetails(Struct, frozen=True, gc=False):
    """A stack of the board."""

    level: Annotated[int, doc("How high its uppermost tile lies, from 1.", 2)]
    free: Annotated[tuple[str, ...], doc("The free sides of that tile: `left`, `right`.")]


class TileSet(Struct, frozen=True, gc=False):
    """Tiles that make a set, perhaps with a bonus tile."""

    item: Annotated[str, doc("What it is a set of.", "coffee")]
    tiles: Annotated[tuple[str, ...], doc("The codes of its tiles; a bonus tile is the last.")]
    points: Annotated[int, doc("What set and bonus tile score.", 5)]


class SetsDetails(Struct, frozen=True, gc=False):
    """The tiles that a seat has taken."""

    sets: tuple[TileSet, ...]
    left: Annotated[tuple[str, ...], doc("The codes of the tiles in no set.")]


@lru_cache(512)
def stacks(heights: tuple[int, ...]) -> tuple[StackDetails | None, ...]:
    """The stacks of a row with these heights, from left to right; None for an empty one (2).

    >>> [stack.free if stack else None for stack in stacks((2, 1, 0, 1, 1))]
    [('left', 'right'), (), None, (), ('right',)]
    """
    return tuple([_stack(heights, at) if heights[at] else None for at in range(len(heights))])


def _stack(heights: tuple[int, ...], at: int) -> StackDetails:
    sides = {"left": heights[:at], "right": heights[at + 1 :]}
    free = [name for name, side in sides.items() if max(side, default=0) < heights[at]]
    return StackDetails(heights[at], tuple(free))


@lru_cache(64)
def sets(cards: Cards, tiles: tuple[str, ...]) -> SetsDetails:
    """The sets that these tiles make, with the bonus tiles that are paired with them (5, 6)."""
    own = {tile: tiles.count(tile) for tile in TILES}
    complete: list[TileSet] = []
    for item in cards.items:
        bonus = next((tile for tile in cards.bonus_tiles if tile.item == item.name), None)
        for _ in range(sets_of(item, own)):
            chosen = item.set.need or _some(own, MAIN_TILES[item.name], item.set.need_any)
            points = item.set.points
            if bonus is not None and own[bonus.name]:
                chosen, points = (*chosen, bonus.name), points + bonus.points
            for tile in chosen:
                own[tile] -= 1
            complete.append(TileSet(item.name, chosen, points))
    left = [tile for tile in (*ITEM_OF, *BONUS_TILES) for _ in range(own[tile])]
    return SetsDetails(tuple(complete), tuple(left))


def _some(own: dict[str, int], tiles: tuple[str, ...], count: int) -> tuple[str, ...]:
    """The first `count` of these tiles that are there, in deck order."""
    return tuple([tile for tile in tiles for _ in range(own[tile])][:count])
