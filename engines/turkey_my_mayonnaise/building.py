"""Plays on own recipes (section 3 of rules.md)."""

from typing import TYPE_CHECKING

from engines.turkey_my_mayonnaise import refusals
from engines.turkey_my_mayonnaise.due import Due

if TYPE_CHECKING:
    from engines.play import Reveals
    from engines.turkey_my_mayonnaise.moves import Add, Bonus, PlayRecipe, Replace, Scrap
    from engines.turkey_my_mayonnaise.table import TurkeyMyMayonnaise


def start(table: "TurkeyMyMayonnaise", move: "PlayRecipe") -> "Reveals":
    """Lay a recipe card in the first free place."""
    card, place = move.recipe, table.turn.team.free_place()
    if place is None or card not in table.cards.recipes or not table.has(card):
        raise refusals.of_recipe(table, move)
    table.use(card)
    place.start(card)
    table.out[card] = place
    return table.end_play()


def add(table: "TurkeyMyMayonnaise", move: "Add") -> "Reveals":
    """Lay an ingredient on a recipe."""
    card, double = move.card, move.double is not None
    ingredient, place = table.cards.ingredients.get(card), table.out.get(move.to)
    if (
        ingredient is None
        or place is None
        or place.team is not table.turn.team
        or not place.takes(ingredient, double=double)
        or not table.has(card)
    ):
        raise refusals.of_add(table, move)
    table.use(card)
    place.put(card, double=double)
    return table.end_play()


def replace(table: "TurkeyMyMayonnaise", move: "Replace") -> "Reveals":
    """Lay an ingredient in the place of one that is worth less."""
    card, double = move.card, move.double is not None
    ingredient, place = table.cards.ingredients.get(card), table.out.get(move.on)
    if (
        ingredient is None
        or place is None
        or place.team is not table.turn.team
        or not place.swaps(move.over, ingredient, double=double)
        or not table.has(card)
    ):
        raise refusals.of_replace(table, move)
    table.use(card)
    place.take(move.over)
    table.discard.put(move.over)
    place.put(card, double=double)
    return table.end_play()


def add_bonus(table: "TurkeyMyMayonnaise", move: "Bonus") -> "Reveals":
    """Lay a bonus on a recipe."""
    card, place = move.card, table.out.get(move.to)
    if (
        place is None
        or place.team is not table.turn.team
        or card not in table.cards.bonuses
        or not table.has(card)
    ):
        raise refusals.of_bonus(table, move)
    table.use(card)
    place.put(card)
    return table.end_play()


def scrap(table: "TurkeyMyMayonnaise", move: "Scrap") -> "Reveals":
    """Discard a recipe and all that lies on it, before the play."""
    place = table.out.get(move.recipe)
    if table.due not in (Due.DRAW, Due.PLAY) or place is None or place.team is not table.turn.team:
        raise refusals.of_scrap(table, move)
    table.clear(place)
    return []
