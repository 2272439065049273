"""The cards of The Jam, looked up by their codes: recipes above, fruits below; and the tasks."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Literal, TypeAlias, cast

from engines.deck import fit
from engines.table import Points
from engines.the_jam.deck_schema import CONE, Facts, Salad, check, named_recipes
from engines.wording import listed

KARLSMAN, BEAR = "karlsman", "bear"
GUESTS = (KARLSMAN, BEAR)
"""The cards that are raffled as soon as they are drawn."""

Kind: TypeAlias = Literal["jam", "pie", "salad"]


@dataclass(frozen=True, slots=True)
class Card:
    """A recipe card: what it makes, from which fruits, its points, and the fruit below."""

    code: str
    kind: Kind
    fruits: tuple[str, ...]
    points: int
    below: str

    @property
    def title(self) -> str:
        """Its name, by its recipe: `cherry jam`, `apple, peach and dogwood salad`."""
        return f"{listed(self.fruits)} {self.kind}"

    @property
    def product(self) -> tuple[Kind, str]:
        """What it counts as for tasks: its kind, and the fruit of a jam or pie."""
        return self.kind, self.fruits[0]


class Cards:
    """The cards of a deck.

    Attributes:
        hand, basket: how many cards a hand and the basket have after the deal.
        of: each recipe card, by its code, in deck order.
        ingredients: for each jam, the cards that make it.
        fillings: for each pie, the jams that bake it.
        deck, kids_deck: the playing cards in deck order, copies together.
        copies: the number of each recipe card of which there are several.
        winter, granny, yummy: the three kinds of tasks.
        piles: the codes of each kind, by the name of the pile.
        tasks: each task, by its code.
        tea: the points of a tea party by the number of its recipes; the last holds for more.
        rank: the place of each recipe card in deck order.
        lines: the line of each recipe card and guest in a score.
    """

    def __init__(self, facts: Facts) -> None:
        self.hand, self.basket = facts.hand, facts.basket
        cones = [_cone_jam(facts)] * facts.cone_jam.copies
        recipes = list(_recipe_cards(facts))
        self.of = {card.code: card for card in (*recipes, *cones)}
        self.ingredients, self.fillings = _ingredients(self.of), _fillings(self.of)
        self.kids_deck = tuple(card.code for card in recipes)
        self.deck = (*self.kids_deck, *(card.code for card in cones), KARLSMAN, BEAR)
        counts = Counter(self.deck)
        self.copies = {code: count for code, count in counts.items() if count > 1}
        self.winter, self.granny, self.yummy = facts.winter, facts.granny, facts.yummy
        piles = {
            "winter": facts.winter.tasks,
            "granny": facts.granny.tasks,
            "yummy": facts.yummy.tasks,
        }
        self.piles = {name: [task.id for task in pile] for name, pile in piles.items()}
        self.tasks = {task.id: task for pile in piles.values() for task in pile}
        self.tea = _tea(facts.tea_party)
        self.rank = {code: rank for rank, code in enumerate(self.of)}
        self.lines = {code: _line(card) for code, card in self.of.items()}
        self.lines[KARLSMAN] = Points("Karlsman", facts.karlsman, KARLSMAN)
        self.lines[BEAR] = Points("the Bear", facts.bear, BEAR)

    def in_order(self, codes: Iterable[str]) -> list[str]:
        """These recipe cards, sorted as the deck has them."""
        return sorted(codes, key=lambda code: self.rank.get(code, len(self.rank)))

    def points(self, codes: Iterable[str]) -> int:
        """The points of these recipes together."""
        of = self.of
        return sum([of[code].points for code in codes])


def _recipe_cards(facts: Facts) -> Iterator[Card]:
    for _, name, recipe in named_recipes(facts):
        kind = "salad" if isinstance(recipe, Salad) else name.rpartition("-")[2]
        fruits = recipe.fruits if isinstance(recipe, Salad) else (recipe.fruit,)
        for below in recipe.below:
            yield Card(f"{name}:{below}", cast("Kind", kind), fruits, recipe.points, below)


def _cone_jam(facts: Facts) -> Card:
    return Card(f"{CONE}-jam:{CONE}", "jam", (CONE,), facts.cone_jam.points, CONE)


def _ingredients(of: Mapping[str, Card]) -> dict[str, frozenset[str]]:
    """For each jam the cards with its fruit below; for the cone jam all there are (3, 7)."""
    below: dict[str, set[str]] = {}
    for code, card in of.items():
        below.setdefault(card.below, set()).add(code)
    made_of = {fruit: frozenset(codes) for fruit, codes in below.items()}
    made_of[CONE] = frozenset(of)
    nothing: frozenset[str] = frozenset()
    return {
        code: made_of.get(card.fruits[0], nothing)
        for code, card in of.items()
        if card.kind == "jam"
    }


def _fillings(of: Mapping[str, Card]) -> dict[str, frozenset[str]]:
    """For each pie the jams of its fruit, and the cone jam (4, 7)."""
    jams: dict[str, set[str]] = {CONE: set()}
    for code, card in of.items():
        if card.kind == "jam":
            jams.setdefault(card.fruits[0], set()).add(code)
    fillings = {fruit: frozenset(codes | jams[CONE]) for fruit, codes in jams.items()}
    return {
        code: fillings.get(card.fruits[0], fillings[CONE])
        for code, card in of.items()
        if card.kind == "pie"
    }


def _line(card: Card) -> Points:
    return Points(card.title, card.points, card.code)


def _tea(points: Mapping[str, int]) -> tuple[int, ...]:
    """For each number, the most points that up to this number of recipes give."""
    most = max(map(int, points), default=0)
    return tuple(accumulate((points.get(str(n), 0) for n in range(most + 1)), max))


def read_cards(facts: Mapping[str, Any]) -> Cards:
    """The cards of a deck. Raises BadDeck if no game of The Jam can be played with them."""
    read = fit(facts, Facts)
    check(read)
    return Cards(read)
