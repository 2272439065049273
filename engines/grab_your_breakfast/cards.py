"""The tiles and hand cards that a deck file gives, and what they score."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from engines.deck import BadDeck, fit
from engines.grab_your_breakfast.moves import COLUMNS, HAND_SIZE, ITEMS, PLACES, ROWS

MAIN_TILES = {
    "coffee": ("coffee-cup", "coffee-pot"),
    "toast": ("toast",),
    "egg": ("egg",),
    "pancakes": ("pancakes",),
    "cereal": ("cereal-hoops", "cereal-flakes", "cereal-puffs", "cereal-muesli"),
}
"""The tiles of each item, in deck order; a hand card of the item takes any of them."""

BONUS_TILES = ("sugar", "jam", "maple-syrup")
"""The bonus tiles, in deck order."""

ITEM_OF = {tile: item for item, tiles in MAIN_TILES.items() for tile in tiles}
"""The item of each main tile; a bonus tile has none."""

TILES = (*ITEM_OF, *BONUS_TILES)
"""Every kind of tile, in deck order."""

_MOST_SEATS = 4

Copies = Annotated[int, Meta(ge=0, le=100)]
Some = Annotated[int, Meta(ge=1, le=100)]
Gain = Annotated[int, Meta(ge=0, le=100)]
Loss = Annotated[int, Meta(ge=-100, le=0)]
OneOf = Annotated[tuple[str, ...], Meta(min_length=1, max_length=20)]


class Layout(Struct, frozen=True, forbid_unknown_fields=True):
    """How the tiles are laid. The moves name the places, so their number is fixed."""

    rows: Annotated[int, Meta(ge=ROWS, le=ROWS)]
    columns: Annotated[int, Meta(ge=COLUMNS, le=COLUMNS)]
    stack: Annotated[int, Meta(ge=2, le=2)]


class SetOf(Struct, frozen=True, forbid_unknown_fields=True):
    """A set of an item: one tile of each kind in `need`, or `need_any` tiles of the item."""

    points: Gain
    need: tuple[str, ...] = ()
    need_any: Copies = 0

    @property
    def size(self) -> int:
        """How many tiles a set has."""
        return self.need_any or len(self.need)


class Tile(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of tile, and how many there are."""

    name: str
    copies: Copies


class Item(Struct, frozen=True, forbid_unknown_fields=True):
    """A main item: its tiles, how many hand cards it has, and its sets."""

    name: str
    tiles: tuple[Tile, ...]
    hand_cards: Some
    set: SetOf


class BonusTile(Tile, frozen=True, forbid_unknown_fields=True):
    """A bonus tile: also the item whose sets it is paired with, and what a pair scores."""

    item: str = field(name="for")
    points: Gain


class BalancedDiet(Struct, frozen=True, forbid_unknown_fields=True):
    """The bonus for sets of at least `items` different items."""

    items: Annotated[int, Meta(ge=1, le=len(ITEMS))]
    points: Gain


class CerealBonus(Struct, frozen=True, forbid_unknown_fields=True):
    """The bonus for at least `cereals` different cereals."""

    cereals: Annotated[int, Meta(ge=1, le=len(MAIN_TILES["cereal"]))]
    points: Gain


class SweetTooth(Struct, frozen=True, forbid_unknown_fields=True):
    """The bonus for a tile of each of these lists."""

    need: Annotated[tuple[OneOf, ...], Meta(min_length=1, max_length=20)]
    points: Gain


class Cards(Struct, frozen=True, eq=False, forbid_unknown_fields=True):
    """The facts of a deck, items and bonus tiles in deck order.

    `left_over` are the points for each main tile that is in no set.
    """

    hand_size: Annotated[int, Meta(ge=HAND_SIZE, le=HAND_SIZE)]
    left_over: Loss
    layout: Layout
    items: tuple[Item, ...]
    bonus_tiles: tuple[BonusTile, ...]
    balanced_diet: BalancedDiet
    cereal_bonus: CerealBonus
    sweet_tooth: SweetTooth

    @property
    def tiles(self) -> list[str]:
        """All tiles in deck order."""
        main = [tile for item in self.items for tile in item.tiles]
        return [tile.name for tile in (*main, *self.bonus_tiles) for _ in range(tile.copies)]

    @property
    def hand_cards(self) -> list[str]:
        """All hand cards in deck order."""
        return [item.name for item in self.items for _ in range(item.hand_cards)]


def match(card: str, tile: str) -> bool:
    """Whether a hand card takes a tile: a main one of its item, or any bonus tile (3)."""
    return ITEM_OF.get(tile, card) == card


def read_cards(facts: Mapping[str, Any]) -> Cards:
    """The cards of a deck. Raises BadDeck if no game can be played with them.

    The moves name the hand cards and the places, and the rules the tiles, so these are fixed.
    """
    cards = fit(facts, Cards)
    _check_names("items", cards.items, ITEMS)
    for index, item in enumerate(cards.items):
        _check_item(f"items[{index}]", item)
    _check_names("bonus_tiles", cards.bonus_tiles, BONUS_TILES)
    _check_bonuses(cards)
    _check_numbers(cards)
    return cards


def _check_names(place: str, parts: Iterable[Item | Tile], names: tuple[str, ...]) -> None:
    if tuple(part.name for part in parts) != names:
        raise BadDeck(f"{place}: expected {', '.join(names)}, in this order")


def _check_item(place: str, item: Item) -> None:
    names = MAIN_TILES[item.name]
    _check_names(f"{place}.tiles", item.tiles, names)
    need, need_any = item.set.need, item.set.need_any
    if bool(need) == bool(need_any):
        raise BadDeck(f"{place}.set: write either `need` or `need_any`")
    for tile in need:
        if tile not in names or need.count(tile) > 1:
            raise BadDeck(
                f"{place}.set.need: {tile} is not a tile of {item.name}, or is listed twice"
            )


def _check_bonuses(cards: Cards) -> None:
    """Raise BadDeck if a bonus names an unknown tile or item, or two pairs share an item."""
    items = [bonus.item for bonus in cards.bonus_tiles]
    for index, item in enumerate(items):
        if item not in ITEMS or item in items[:index]:
            raise BadDeck(
                f"bonus_tiles[{index}].for: {item} is not an item, or already has a bonus tile"
            )
    for index, tiles in enumerate(cards.sweet_tooth.need):
        for tile in tiles:
            if tile not in TILES:
                raise BadDeck(f"sweet_tooth.need[{index}]: there is no tile {tile}")


def _check_numbers(cards: Cards) -> None:
    """Raise BadDeck if the tiles do not fill the board, or the hand cards run out.

    There must be more hand cards than four seats hold: otherwise seats that cannot take a tile
    would exchange the same cards for ever.
    """
    tiles, board = len(cards.tiles), len(PLACES) * cards.layout.stack
    if tiles != board:
        raise BadDeck(
            f"items and bonus_tiles: they have {tiles} tiles, but the board has room for {board}"
        )
    dealt = _MOST_SEATS * cards.hand_size
    if len(cards.hand_cards) <= dealt:
        raise BadDeck(f"items: there must be more hand cards than the {dealt} that four seats hold")
