"""What the moves of a seat can name: cards and recipes, in deck order."""

from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from typing import TypeAlias

from engines.turkey_my_mayonnaise.recipe_slot import RecipeSlot
from engines.turkey_my_mayonnaise.state import CHOICE, Turkey

Recipes: TypeAlias = Sequence[tuple[str, RecipeSlot]]
"""Recipes that are out, each with its place."""

Carried: TypeAlias = tuple[str, str, str, str | None]
"""A card, the recipe it comes from, the one it goes to, and `double` if it fills two slots."""


def to_play(table: Turkey, seat: str) -> Collection[str]:
    """The cards that can be played: those in the hand or, in a dive, those turned up."""
    return table.dives.cards if table.phase is CHOICE else table.hands[seat]


def each_once(table: Turkey, cards: Iterable[str]) -> list[str]:
    """These cards in deck order, like ones once."""
    return table.cards.in_order(dict.fromkeys(cards))


def kind_to_play(table: Turkey, seat: str, kind: str) -> list[str]:
    """The cards of a kind among those that can be played."""
    of_kind = table.cards.kinds[kind]
    return each_once(table, [card for card in to_play(table, seat) if card in of_kind])


def recipes_of(table: Turkey, team: str) -> Recipes:
    """The recipes that a team has out."""
    slots, rank = table.slots[team], table.cards.rank
    pairs = [(slot.recipe, slot) for slot in slots if slot.recipe is not None]
    return sorted(pairs, key=lambda pair: rank[pair[0]])


def own_recipes(table: Turkey, seat: str) -> Recipes:
    """The recipes that a seat or its team has out."""
    return recipes_of(table, table.team_of[seat])


def opponents_recipes(table: Turkey, seat: str) -> Recipes:
    """The recipes that its opponents have out."""
    out, team = table.out, table.team_of[seat]
    names = table.cards.in_order(out)
    return [(name, out[name]) for name in names if out[name].team != team]


def lying_on(recipes: Recipes) -> dict[str, list[str]]:
    """The cards on these recipes, each with the recipes it is on."""
    lying: dict[str, list[str]] = {}
    for recipe, slot in recipes:
        for card in slot.cards:
            on = lying.setdefault(card, [])
            if recipe not in on:
                on.append(recipe)
    return lying


def fitting(table: Turkey, card: str, recipes: Recipes) -> Iterator[tuple[str, str | None]]:
    """Those of the recipes on which a card fits, and how: in one slot, or doubled."""
    ingredient = table.cards.ingredients.get(card)
    for recipe, slot in recipes:
        if ingredient is None or slot.takes(ingredient, double=False):
            yield recipe, None
        if ingredient is not None and ingredient.double and slot.takes(ingredient, double=True):
            yield recipe, "double"


def carried(
    table: Turkey, sources: Recipes, targets: Recipes, cards: Container[str]
) -> Iterator[Carried]:
    """Each of these cards on a source that fits on a target, with both recipes, and how it fits."""
    lying = lying_on(sources)
    for card in table.cards.in_order([card for card in lying if card in cards]):
        places = list(fitting(table, card, targets))
        for source in lying[card]:
            for target, double in places:
                if target != source:
                    yield card, source, target, double
