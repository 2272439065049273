"""What a seat's tiles score. The numbers in brackets are the sections of rules.md."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from engines.grab_your_breakfast.cards import ITEM_OF, MAIN_TILES, TILES, Cards, Item
from engines.grab_your_breakfast.words import title
from engines.table import Points


@lru_cache(64)
def score_tiles(cards: Cards, tiles: tuple[str, ...]) -> tuple[Points, ...]:
    """A line for each kind of set, pair and bonus scored, and a line for tiles left over."""
    own = dict.fromkeys(TILES, 0)
    for tile in tiles:
        own[tile] += 1
    sets = {item.name: sets_of(item, own) for item in cards.items}
    return (
        *_sets(cards, sets),
        *_pairs(cards, sets, own),
        *_bonuses(cards, sets, own),
        *_left_over(cards, sets, own),
    )


def sets_of(item: Item, own: Mapping[str, int]) -> int:
    """The most sets of an item that these tiles make (5)."""
    if item.set.need:
        return min([own[tile] for tile in item.set.need])
    return sum([own[tile] for tile in MAIN_TILES[item.name]]) // item.set.need_any


def _sets(cards: Cards, sets: Mapping[str, int]) -> Iterator[Points]:
    for item in cards.items:
        if count := sets[item.name]:
            yield Points(f"{item.name} sets", count * item.set.points)


def _pairs(cards: Cards, sets: Mapping[str, int], own: Mapping[str, int]) -> Iterator[Points]:
    """Each bonus tile with a set of its item, each set with one (6)."""
    for bonus in cards.bonus_tiles:
        if pairs := min(own[bonus.name], sets[bonus.item]):
            yield Points(f"{title(bonus.name)} with {bonus.item}", pairs * bonus.points)


def _bonuses(cards: Cards, sets: Mapping[str, int], own: Mapping[str, int]) -> Iterator[Points]:
    """The bonuses, each once (7)."""
    if sum([count > 0 for count in sets.values()]) >= cards.balanced_diet.items:
        yield Points("balanced diet", cards.balanced_diet.points)
    if sum([own[tile] > 0 for tile in MAIN_TILES["cereal"]]) >= cards.cereal_bonus.cereals:
        yield Points("cereal bonus", cards.cereal_bonus.points)
    if all(any(own[tile] for tile in tiles) for tiles in cards.sweet_tooth.need):
        yield Points("sweet tooth", cards.sweet_tooth.points)


def _left_over(cards: Cards, sets: Mapping[str, int], own: Mapping[str, int]) -> Iterator[Points]:
    """The main tiles in no set (5)."""
    in_sets = sum([sets[item.name] * item.set.size for item in cards.items])
    if left := sum([own[tile] for tile in ITEM_OF]) - in_sets:
        yield Points("tiles left over", left * cards.left_over)
