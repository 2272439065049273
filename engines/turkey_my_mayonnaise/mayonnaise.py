"""The three uses of the card Turkey My Mayonnaise (section 7 of rules.md)."""

from typing import TYPE_CHECKING

from engines.turkey_my_mayonnaise import blocked
from engines.turkey_my_mayonnaise.cards import TMM

if TYPE_CHECKING:
    from engines.play import Reveals
    from engines.turkey_my_mayonnaise.moves import ClaimRecipe, MoveCard, TakeCard
    from engines.turkey_my_mayonnaise.sandwich import Sandwich
    from engines.turkey_my_mayonnaise.table import TurkeyMyMayonnaise


def take_card(table: "TurkeyMyMayonnaise", move: "TakeCard") -> "Reveals":
    """Take an ingredient or bonus of an opponent's recipe for an own one."""
    place, onto, own = table.out.get(move.source), table.out.get(move.to), table.turn.team
    if (
        place is None
        or onto is None
        or place.team is own
        or onto.team is not own
        or not may_go(table, move, place, onto)
        or not table.has(TMM)
    ):
        raise blocked.of_take(table, move)
    return _carry(table, move, place, onto)


def move_card(table: "TurkeyMyMayonnaise", move: "MoveCard") -> "Reveals":
    """Move an ingredient or bonus between two own recipes."""
    place, onto, own = table.out.get(move.source), table.out.get(move.to), table.turn.team
    if (
        place is None
        or onto is None
        or place is onto
        or place.team is not own
        or onto.team is not own
        or not may_go(table, move, place, onto)
        or not table.has(TMM)
    ):
        raise blocked.of_move(table, move)
    return _carry(table, move, place, onto)


def claim_recipe(table: "TurkeyMyMayonnaise", move: "ClaimRecipe") -> "Reveals":
    """Take an opponent's recipe without ingredients, with its bonuses and penalties."""
    place, onto, own = table.out.get(move.recipe), table.turn.team.free_place(), table.turn.team
    if place is None or onto is None or place.team is own or not place.bare or not table.has(TMM):
        raise blocked.of_claim(table, move)
    table.use(TMM)
    place.move_to(onto)
    table.out[move.recipe] = onto
    table.discard.put(TMM)
    return table.end_play()


def may_go(
    table: "TurkeyMyMayonnaise",
    move: "TakeCard | MoveCard",
    place: "Sandwich",
    onto: "Sandwich",
) -> bool:
    """Whether the card named lies on the one recipe and fits on the other."""
    card, double = move.card, move.double is not None
    if card not in place.zone:
        return False
    ingredient = table.cards.ingredients.get(card)
    if ingredient is None:
        return card in table.cards.bonuses and not double
    return onto.takes(ingredient, double=double)


def _carry(
    table: "TurkeyMyMayonnaise",
    move: "TakeCard | MoveCard",
    place: "Sandwich",
    onto: "Sandwich",
) -> "Reveals":
    table.use(TMM)
    place.take(move.card)
    onto.put(move.card, double=move.double is not None)
    table.discard.put(TMM)
    return table.end_play()
