"""The cards that a deck file lists: recipes, ingredients, and the cards that affect them."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Annotated, Any, Generic, NamedTuple, Self, TypeVar

from msgspec import Meta, Struct

from engines.deck import BadDeck, check_code, fit
from notation.grammar import MAX_LINE

CATEGORIES = ("meat", "cheese", "veggie", "spread")
"""The categories of ingredients. A number from 0 to 3 stands for one of them."""

WILD = len(CATEGORIES)
"""The category of tofu, which fits any slot, and of a spoil card that hits all categories."""

TOFU, STEAL, FRIDGE, TMM = "tofu", "steal", "fridge", "tmm"
SWATTER, SEND_BACK, INSPECTOR = "swatter", "send-back", "inspector"
DUMPSTER, SPREE = "dumpster", "spree"

DIVES = (DUMPSTER, SPREE)
"""The cards that turn up others, one of which is played."""

BLOCKS = (SWATTER, SEND_BACK)
"""The cards that answer an attack (6)."""

REACTIONS = (*BLOCKS, INSPECTOR)
"""The cards that are shown in answer, and kept when a dive turns them up (7)."""

_MOST_SEATS = 10
_MOST_CARDS = 500
_SHUFFLE = "~: deck "

_Points = Annotated[int, Meta(ge=0, le=1_000)]
_Copies = Annotated[int, Meta(ge=0, le=100)]
_Some = Annotated[int, Meta(ge=1, le=100)]
_Held = Annotated[int, Meta(ge=1, le=20)]
_Places = Annotated[int, Meta(ge=1, le=10)]
_Target = Annotated[int, Meta(ge=1, le=100_000)]
_Slots = Annotated[tuple[str, ...], Meta(max_length=20)]


T = TypeVar("T")


class _PerCategory(Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    """Something for each category."""

    meat: T
    cheese: T
    veggie: T
    spread: T

    def items(self) -> Iterator[tuple[str, T]]:
        yield from ((name, getattr(self, name)) for name in CATEGORIES)


class _Both(Struct, frozen=True, forbid_unknown_fields=True):
    normal: _Target
    team: _Target


class _Hands(Struct, frozen=True, forbid_unknown_fields=True):
    normal: _Held
    team: _Held


class _Worth(Struct, frozen=True, forbid_unknown_fields=True):
    points: _Points
    copies: _Some


class _Single(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    points: _Points
    copies: _Some


class _Recipe(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    need: Annotated[_Slots, Meta(min_length=1)]
    extras: _Slots


class _CopyCounts(
    Struct, frozen=True, forbid_unknown_fields=True, rename={"send_back": "send-back"}
):
    tofu: _Copies
    steal: _Copies
    fridge: _Copies
    swatter: _Copies
    send_back: _Copies
    dumpster: _Copies
    spree: _Copies
    inspector: _Copies
    tmm: _Copies


class _Facts(Struct, frozen=True, forbid_unknown_fields=True):
    max_recipes: _Places
    recipe_points: _Points
    tofu_points: _Points
    hand: _Hands
    target: _Both
    copies: _CopyCounts
    spoils: _PerCategory[_Copies]
    singles: _PerCategory[tuple[_Single, ...]]
    doubles: _PerCategory[tuple[_Worth, ...]]
    bonuses: tuple[_Worth, ...]
    penalties: tuple[_Worth, ...]
    recipes: Annotated[tuple[_Recipe, ...], Meta(min_length=1)]


class Ingredient(NamedTuple):
    """An ingredient card: its category (tofu: WILD), face value, and whether it is a double."""

    category: int
    points: int
    double: bool = False

    def beats(self, other: Self | None) -> bool:
        """Whether it may replace another card: an ingredient of its category, worth less (3).

        >>> Ingredient(0, 7).beats(Ingredient(0, 3)), Ingredient(WILD, 2).beats(Ingredient(0, 1))
        (True, False)
        """
        if other is None or self.category == WILD:
            return False
        return self.category == other.category and self.points > other.points


class Recipe(NamedTuple):
    """A recipe card: for each category, the slots of its need part, and the slots in all.

    The last number of `slots`, for WILD, counts all slots, since tofu may lie in any.
    """

    need: tuple[int, ...]
    slots: tuple[int, ...]


def needed(recipe: Recipe) -> str:
    """What a recipe needs, and what else it takes.

    >>> needed(Recipe((2, 1, 0, 0, 0), (2, 1, 1, 0, 4)))
    'meat meat cheese + veggie'
    """
    extras = [slots - need for slots, need in zip(recipe.slots, recipe.need, strict=True)]
    more = named(extras)
    return f"{named(recipe.need)} + {more}" if more else named(recipe.need)


def named(counts: Iterable[int]) -> str:
    """The names of the categories, each as many times as counted.

    >>> named((2, 0, 1, 0))
    'meat meat veggie'
    """
    pairs = zip(CATEGORIES, counts, strict=False)
    return " ".join(name for name, count in pairs for _ in range(count))


class Cards:
    """The cards of a deck.

    Attributes:
        deck: all cards in deck order, copies together.
        rank: the place of each code in that order.
        recipes, ingredients: the cards of these kinds, by code.
        bonuses, penalties: their points, by code.
        worth: what each card on a recipe adds to its value: an ingredient, bonus or penalty.
        spoils: the category that each spoil card hits, by code; the Fridge's is WILD.
        movable: the cards that Turkey My Mayonnaise takes and moves.
        prey: the ingredients that a steal or spoil hits, by the code of its card.
        kinds: the codes of each kind that a verb plays, by the name of the kind.
        max_recipes: the most recipes that a player or team may have out.
        recipe_points: the points of the recipe card itself.
        faces: for each code, the points of the card, or the need of the recipe.
        dives: the number of cards that turn up others.
        hand, target: cards in a hand at the start, and points that win; without and with teams.
    """

    def __init__(self, facts: _Facts) -> None:
        self.max_recipes = facts.max_recipes
        self.recipe_points = facts.recipe_points
        self.hand = (facts.hand.normal, facts.hand.team)
        self.target = (facts.target.normal, facts.target.team)
        self.recipes = {recipe.id: _recipe(recipe) for recipe in facts.recipes}
        self.ingredients = dict(_ingredients(facts))
        self.bonuses = {f"bonus-{worth.points}": worth.points for worth in facts.bonuses}
        self.penalties = {f"penalty-{worth.points}": worth.points for worth in facts.penalties}
        self.spoils = {f"spoil-{name}": index for index, name in enumerate(CATEGORIES)}
        self.spoils[FRIDGE] = WILD
        self.worth = {card: ingredient.points for card, ingredient in self.ingredients.items()}
        self.worth |= self.bonuses
        self.worth |= {card: -points for card, points in self.penalties.items()}
        self.movable = {**self.ingredients, **self.bonuses}
        self.prey: Mapping[str, Collection[str]] = {
            STEAL: self.ingredients,
            **{spoil: self._of(category) for spoil, category in self.spoils.items()},
        }
        self.kinds: Mapping[str, Collection[str]] = {
            "recipe": self.recipes,
            "ingredient": self.ingredients,
            "bonus": self.bonuses,
            "penalty": self.penalties,
            "spoil": self.spoils,
            "reaction": REACTIONS,
        }
        copies = list(_copies(facts))
        self.deck = [card for card, count, _ in copies for _ in range(count)]
        self.rank = {card: rank for rank, (card, _, _) in enumerate(copies)}
        self.faces = {card: self._face(card) for card in self.rank}
        self.dives = sum(map(self.deck.count, DIVES))

    def _of(self, category: int) -> Collection[str]:
        """The ingredients of a category; all of them for WILD."""
        ingredients = self.ingredients.items()
        return {card for card, of in ingredients if category in (WILD, of.category)}

    def _face(self, card: str) -> str:
        if card in self.recipes:
            return f"{card} {needed(self.recipes[card])}"
        ingredient = self.ingredients.get(card)
        if ingredient is None or ingredient.double:
            return card
        return f"{card} {ingredient.points}"

    def in_order(self, cards: Iterable[str]) -> list[str]:
        """These cards in deck order."""
        return sorted(cards, key=lambda card: self.rank.get(card, len(self.rank)))


def read_cards(facts: Mapping[str, Any]) -> Cards:
    """The cards of a deck. Raises BadDeck if no game can be played with them.

    The kinds of cards are fixed, and so are the codes of kinds without a list. The numbers of
    cards, the recipes, the varieties and all points are the deck's.
    """
    read = fit(facts, _Facts)
    for index, recipe in enumerate(read.recipes):
        for part in ("need", "extras"):
            for name in getattr(recipe, part):
                if name not in CATEGORIES:
                    raise BadDeck(f"recipes[{index}].{part}: there is no category {name}")
    seen: set[str] = set()
    for card, _, place in _copies(read):
        check_code(card, place, seen)
    cards = Cards(read)
    _check_size(cards)
    return cards


def _check_size(cards: Cards) -> None:
    if len(cards.deck) > _MOST_CARDS:
        raise BadDeck(f"there are {len(cards.deck)} cards, but at most {_MOST_CARDS} are allowed")
    least = _MOST_SEATS * max(cards.hand) + 1
    if len(cards.deck) < least:
        raise BadDeck(
            f"hand: ten hands and a card to draw make {least} cards, but there are only"
            f" {len(cards.deck)}"
        )
    if len(_SHUFFLE + " ".join(cards.deck)) > MAX_LINE:
        raise BadDeck(f"a shuffle of its {len(cards.deck)} cards is too long for a line")


def _recipe(recipe: _Recipe) -> Recipe:
    slots = recipe.need + recipe.extras
    return Recipe(
        (*map(recipe.need.count, CATEGORIES), 0), (*map(slots.count, CATEGORIES), len(slots))
    )


def _ingredients(facts: _Facts) -> Iterator[tuple[str, Ingredient]]:
    for index, (_, singles) in enumerate(facts.singles.items()):
        yield from ((single.id, Ingredient(index, single.points)) for single in singles)
    for index, (name, doubles) in enumerate(facts.doubles.items()):
        for double in doubles:
            yield _double(name, double), Ingredient(index, double.points, double=True)
    yield TOFU, Ingredient(WILD, facts.tofu_points)


def _double(category: str, worth: _Worth) -> str:
    return f"double-{category}-{worth.points}"


def _copies(facts: _Facts) -> Iterator[tuple[str, int, str]]:
    """Each code in deck order, its number of copies, and its place in the deck file."""
    copies = facts.copies
    for index, recipe in enumerate(facts.recipes):
        yield recipe.id, 1, f"recipes[{index}].id"
    for name, singles in facts.singles.items():
        for index, single in enumerate(singles):
            yield single.id, single.copies, f"singles.{name}[{index}].id"
    for name, doubles in facts.doubles.items():
        for index, double in enumerate(doubles):
            yield _double(name, double), double.copies, f"doubles.{name}[{index}].points"
    yield TOFU, copies.tofu, "copies.tofu"
    for index, bonus in enumerate(facts.bonuses):
        yield f"bonus-{bonus.points}", bonus.copies, f"bonuses[{index}].points"
    for index, penalty in enumerate(facts.penalties):
        yield f"penalty-{penalty.points}", penalty.copies, f"penalties[{index}].points"
    yield STEAL, copies.steal, "copies.steal"
    for name, count in facts.spoils.items():
        yield f"spoil-{name}", count, f"spoils.{name}"
    yield FRIDGE, copies.fridge, "copies.fridge"
    yield SWATTER, copies.swatter, "copies.swatter"
    yield SEND_BACK, copies.send_back, "copies.send-back"
    yield DUMPSTER, copies.dumpster, "copies.dumpster"
    yield SPREE, copies.spree, "copies.spree"
    yield INSPECTOR, copies.inspector, "copies.inspector"
    yield TMM, copies.tmm, "copies.tmm"
