"""Attacks on opponents' recipes (section 5 of rules.md)."""

from collections.abc import Iterator

from engines.play import Illegal, Reason, Reveals, Seen
from engines.turkey_my_mayonnaise import words
from engines.turkey_my_mayonnaise.cards import STEAL, WILD
from engines.turkey_my_mayonnaise.flow import aim, use
from engines.turkey_my_mayonnaise.moves import Penalize, Spoil, Steal
from engines.turkey_my_mayonnaise.rules.checks import (
    CardPlay,
    at_hand,
    described,
    fits,
    is_played,
    lies_on,
    opponents_recipe,
    own_recipe,
)
from engines.turkey_my_mayonnaise.rules.reach import (
    Recipes,
    cards_on,
    opponents_recipes,
    own_recipes,
    playable_cards,
    playable_of_kind,
    transfers,
)
from engines.turkey_my_mayonnaise.state import Attack, Turkey
from engines.wording import Sentence


class Penalizing(CardPlay[Penalize]):
    """Attack a recipe with a penalty."""

    move = Penalize
    exact = True

    def check(self, table: Turkey, seat: str, move: Penalize) -> None:
        is_played(table, seat, move.card, "penalty", "card")
        opponents_recipe(table, seat, move.on, "on")

    def candidates(self, table: Turkey, seat: str) -> Iterator[Penalize]:
        for card in playable_of_kind(table, seat, "penalty"):
            for recipe, _ in opponents_recipes(table, seat):
                yield Penalize(card, recipe)

    def apply(self, table: Turkey, seat: str, move: Penalize) -> Reveals:
        return _attack(table, move.card, Attack(seat, move.on))

    def sentence(self, table: Turkey, seat: str, move: Penalize, reveals: Seen) -> Sentence:
        points = table.cards.penalties[move.card]
        return words.penalizing(move.card, points, table.owned(move.on))


class Stealing(CardPlay[Steal]):
    """Attack an ingredient, to put it on one of the seat's recipes."""

    move = Steal
    exact = True

    def check(self, table: Turkey, seat: str, move: Steal) -> None:
        at_hand(table, seat, STEAL)
        opponents_recipe(table, seat, move.source, "source")
        lies_on(table, seat, move.card, move.source, "card")
        is_prey(table, seat, STEAL, move.card, move.source)
        own_recipe(table, seat, move.to, "to")
        fits(table, seat, move.card, move.to, move.double)

    def candidates(self, table: Turkey, seat: str) -> Iterator[Steal]:
        if STEAL in playable_cards(table, seat):
            theirs, own = opponents_recipes(table, seat), own_recipes(table, seat)
            for names in transfers(table, theirs, own, table.cards.prey[STEAL]):
                yield Steal(*names)

    def apply(self, table: Turkey, seat: str, move: Steal) -> Reveals:
        double = move.double is not None
        return _attack(table, STEAL, Attack(seat, move.source, move.card, move.to, double))

    def sentence(self, table: Turkey, seat: str, move: Steal, reveals: Seen) -> Sentence:
        source, double = table.owned(move.source), move.double is not None
        return words.stealing(move.card, source, move.to, double=double)


class Spoiling(CardPlay[Spoil]):
    """Attack an ingredient with a spoil of its category, or with the Fridge."""

    move = Spoil
    exact = True

    def check(self, table: Turkey, seat: str, move: Spoil) -> None:
        is_played(table, seat, move.spoiler, "spoil", "spoiler")
        opponents_recipe(table, seat, move.source, "source")
        lies_on(table, seat, move.card, move.source, "card")
        is_prey(table, seat, move.spoiler, move.card, move.source)

    def candidates(self, table: Turkey, seat: str) -> Iterator[Spoil]:
        for spoiler in playable_of_kind(table, seat, "spoil"):
            for card, recipe in prey_on(table, spoiler, opponents_recipes(table, seat)):
                yield Spoil(spoiler, card, recipe)

    def apply(self, table: Turkey, seat: str, move: Spoil) -> Reveals:
        return _attack(table, move.spoiler, Attack(seat, move.source, move.card))

    def sentence(self, table: Turkey, seat: str, move: Spoil, reveals: Seen) -> Sentence:
        return words.spoiling(move.spoiler, move.card, table.owned(move.source))


def _attack(table: Turkey, card: str, attack: Attack) -> Reveals:
    use(table, attack.by, card)
    table.played.put(card)
    return aim(table, attack)


def is_prey(table: Turkey, seat: str, attack: str, card: str, recipe: str) -> None:
    """A steal and the Fridge hit any ingredient, other spoils only their own category (5)."""
    if card not in table.cards.prey[attack]:
        raise Illegal(is_prey, _no_prey, table, seat, attack, card, recipe)


def _no_prey(table: Turkey, seat: str, attack: str, card: str, recipe: str) -> Reason:
    category = table.cards.spoils.get(attack, WILD)
    return Reason(
        "no-prey",
        f"{attack} does not hit {card}",
        at=("card",),
        label="not an ingredient" if category == WILD else "of another category",
        table=f"sees {described(table, recipe)}",
    )


def prey_on(table: Turkey, attack: str, recipes: Recipes) -> Iterator[tuple[str, str]]:
    """The cards that an attack hits on these recipes, each with its recipe, in deck order."""
    lying, prey = cards_on(recipes), table.cards.prey[attack]
    for card in table.cards.in_order([card for card in lying if card in prey]):
        for recipe in lying[card]:
            yield card, recipe
