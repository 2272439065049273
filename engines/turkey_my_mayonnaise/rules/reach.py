"""The cards and recipes that the moves of a seat can name, in deck order."""

from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from typing import TypeAlias

from engines.turkey_my_mayonnaise.recipe_slot import RecipeSlot
from engines.turkey_my_mayonnaise.state import CHOICE, Turkey

Recipes: TypeAlias = Sequence[tuple[str, RecipeSlot]]
"""Recipes that are out, each with its place."""

Transfer: TypeAlias = tuple[str, str, str, str | None]
"""A card, its old recipe, its new recipe, and `double` if it fills two slots there."""


def playable_cards(table: Turkey, seat: str) -> Collection[str]:
    """The cards that can be played: the hand or, in a dive, the cards turned up."""
    return table.dives.cards if table.phase is CHOICE else table.hands[seat]


def each_once(table: Turkey, cards: Iterable[str]) -> list[str]:
    """These cards in deck order, like ones once."""
    return table.cards.in_order(dict.fromkeys(cards))


def playable_of_kind(table: Turkey, seat: str, kind: str) -> list[str]:
    """The cards of a kind that can be played."""
    of_kind = table.cards.kinds[kind]
    return each_once(table, [card for card in playable_cards(table, seat) if card in of_kind])


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


def cards_on(recipes: Recipes) -> dict[str, list[str]]:
    """The cards on these recipes, each with the recipes it is on."""
    lying: dict[str, list[str]] = {}
    for recipe, slot in recipes:
        for card in slot.cards:
            on = lying.setdefault(card, [])
            if recipe not in on:
                on.append(recipe)
    return lying


def recipes_for(table: Turkey, card: str, recipes: Recipes) -> Iterator[tuple[str, str | None]]:
    """The recipes on which a card fits, each with None for one slot, or `double` for two."""
    ingredient = table.cards.ingredients.get(card)
    for recipe, slot in recipes:
        if ingredient is None or slot.takes(ingredient, double=False):
            yield recipe, None
        if ingredient is not None and ingredient.double and slot.takes(ingredient, double=True):
            yield recipe, "double"


def transfers(
    table: Turkey, sources: Recipes, targets: Recipes, cards: Container[str]
) -> Iterator[Transfer]:
    """The transfers of these cards from sources to targets on which they fit."""
    recipes_with = cards_on(sources)
    for card in table.cards.in_order([card for card in recipes_with if card in cards]):
        places = list(recipes_for(table, card, targets))
        for source in recipes_with[card]:
            for target, double in places:
                if target != source:
                    yield card, source, target, double
