"""The sensible player of Grab Your Breakfast. It looks at what lies open, and at its own hand."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from engines.grab_your_breakfast.cards import ITEM_OF, MAIN_TILES
from engines.grab_your_breakfast.moves import ITEMS, Swap, Take
from engines.grab_your_breakfast.scoring import score_tiles
from engines.grab_your_breakfast.state import GrabYourBreakfast
from engines.players import Choose, best
from notation.moves import Move

# What each thing is worth, in tenths of a point.
_POINT = 10
_PARTNER = 4
_MOST_PARTNERS = 4
_SWAP = -15
_TILES_FOR_ONE = 2


def sensible(table: GrabYourBreakfast, choose: Choose) -> Move:
    """The move worth most to the seat to act; of those worth the same, one by `choose`."""
    outlook = _Outlook(table)
    return best(table.moves(), lambda move: _WORTH[type(move)](outlook, move), choose)


class _Outlook:
    """What the seat to act considers: its own tiles, and those left on the board."""

    def __init__(self, table: GrabYourBreakfast) -> None:
        self._cards = table.cards
        self._tops = dict(table.free_tiles())
        self._own = table.tiles[table.to_act or table.seats[0]].cards
        self._left = Counter(tile for stack in table.board.values() for tile in stack.cards)
        self._items = {
            item: sum(self._left[tile] for tile in tiles) for item, tiles in MAIN_TILES.items()
        }
        self._partners = {bonus.name: self._items[bonus.item] for bonus in self._cards.bonus_tiles}

    def of_take(self, move: Take) -> int:
        """What the tile adds to the score; if nothing, what it may add with the tiles left."""
        tile = self._tops[move.place]
        gain = self._scored((*self._own, tile)) - self._scored(self._own)
        item = ITEM_OF.get(tile)
        partners = self._partners[tile] if item is None else self._items[item] - 1
        promise = _PARTNER * min(partners, _MOST_PARTNERS) if gain <= 0 else 0
        return _POINT * gain + promise

    def of_swap(self, move: Swap) -> int:
        """Less with fewer tiles left, so that games end; cards of scarce items go first."""
        usual = sum(self._items.values()) // len(ITEMS)
        scarce = sum(usual - self._items[card] for card in move.cards)
        return _SWAP + self._left.total() // _TILES_FOR_ONE + scarce

    def _scored(self, tiles: tuple[str, ...]) -> int:
        return sum(line.points for line in score_tiles(self._cards, tiles))


_WORTH: Mapping[type[Move], Callable[[_Outlook, Any], int]] = {
    Take: _Outlook.of_take,
    Swap: _Outlook.of_swap,
}
