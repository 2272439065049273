"""The sensible player: it looks at nothing but its own hand and what lies open to everyone."""

from collections.abc import Callable, Mapping
from typing import Any

from engines.players import Choose, best
from engines.turkey_my_mayonnaise import moves
from engines.turkey_my_mayonnaise.cards import DIVES, REACTIONS, STEAL, TMM, WILD, Ingredient
from engines.turkey_my_mayonnaise.recipe_slot import RecipeSlot
from engines.turkey_my_mayonnaise.rules.reach import own_recipes
from engines.turkey_my_mayonnaise.state import Turkey
from notation.moves import Move

_CLOSE = 2
"""Moves worth at most this much less than the best count as equally good."""

# What each thing is worth, in points.
_NEED_FILLED = 4
_COMPLETE = 6
_RECIPE = 12
_BANK = 100
_BANK_LATER = -5
_END = 0
_PASS = 0
_DRAW = 10
_DIVE = 5
_CLAIM = 4
_REACTION = 6
_LITTLE = 3
_NEVER = -50

_GOOD_HAND = 3
"""Useful cards with which a hand is not refreshed."""

_PENALTIES_TO_SCRAP = 10
"""Points of penalties with which a worthless recipe is scrapped for another."""

_WORTH_STOPPING = 8
"""Points of a bank that is worth as much to stop as to let pass."""

_WORTH_BANKING = 18
"""Points with which a recipe is banked at once."""


def cook(table: Turkey, choose: Choose) -> Move:
    """The move worth most to the seat to act; of those worth about the same, one by `choose`."""
    refreshing = _refreshing(table)
    return best(
        table.moves(),
        lambda move: (
            refreshing(move) if isinstance(move, moves.Refresh) else _WORTH[type(move)](table, move)
        ),
        choose,
        within=_CLOSE,
    )


def _lacks(slot: RecipeSlot, ingredient: Ingredient | None = None, slots: int = 1) -> int:
    """How many slots of the need part are open, with one more ingredient if one is given."""
    missing, tofu = list(slot.missing), slot.tofu
    if ingredient is not None and ingredient.category == WILD:
        tofu += 1
    elif ingredient is not None:
        missing[ingredient.category] = max(missing[ingredient.category] - slots, 0)
    return max(sum(missing) - tofu, 0)


def _gain(table: Turkey, card: str, slot: RecipeSlot, double: str | None) -> int:
    """The worth of an ingredient or bonus for a recipe."""
    if card in table.cards.bonuses:
        return table.cards.bonuses[card] - (0 if slot.complete else _LITTLE)
    ingredient, slots = table.cards.ingredients[card], 2 if double else 1
    before, after = _lacks(slot), _lacks(slot, ingredient, slots)
    completed = _COMPLETE if before and not after else 0
    return ingredient.points * slots + _NEED_FILLED * (before - after) + completed


def _loss(table: Turkey, card: str, slot: RecipeSlot) -> int:
    """The loss of a recipe's owner if a card of it goes."""
    points = table.cards.worth[card] * (2 if slot.doubles(card) else 1)
    return points + (_LITTLE if slot.complete else 0)


def _use(table: Turkey, card: str) -> int:
    """The worth of a card in the hand of the seat whose turn it is."""
    cards = table.cards
    if card in cards.ingredients:
        ingredient = cards.ingredients[card]
        slots = table.slots[table.team_of[table.turn]]
        fits = any(slot.takes(ingredient, double=False) for slot in slots)
        return ingredient.points + _NEED_FILLED if fits else ingredient.points // 2
    if card in cards.recipes:
        return _NEED_FILLED if table.free_slots(table.turn) else 0
    if card in (*REACTIONS, *DIVES, STEAL, TMM):
        return _REACTION
    return cards.bonuses.get(card, _LITTLE)


def _hand(table: Turkey) -> tuple[str, ...]:
    """The hand of the seat whose turn it is."""
    return table.hands[table.turn].cards


def _refreshing(table: Turkey) -> Callable[[moves.Refresh], int]:
    """The worth of a refresh: a hand with hardly a useful card lets its least useful cards go.

    A hand has up to a hundred refreshes, so each of its cards is looked at once for all of them.
    """
    use = {card: _use(table, card) for card in dict.fromkeys(_hand(table))}
    if sum(use[card] > _LITTLE for card in _hand(table)) >= _GOOD_HAND:
        return lambda _: _NEVER
    return lambda move: _DRAW + _GOOD_HAND * _LITTLE - sum([use[card] for card in move.cards])


def _of_bank(table: Turkey, move: moves.Bank) -> int:
    """A bank waits for an extra in the hand, unless it is large or a recipe needs the room."""
    slot = table.out[move.recipe]
    if slot.value() >= min(_WORTH_BANKING, table.target - table.banked[slot.team]):
        return _BANK + slot.value()
    hand, cards = _hand(table), table.cards
    if not table.free_slots(table.turn) and any(card in cards.recipes for card in hand):
        return _BANK
    ingredients = [cards.ingredients[card] for card in hand if card in cards.ingredients]
    waits = any(slot.takes(ingredient, double=False) for ingredient in ingredients)
    return _BANK_LATER if waits else _BANK


def _of_scrap(table: Turkey, move: moves.Scrap) -> int:
    """A recipe under penalties makes room for one in the hand."""
    slot, cards = table.out[move.recipe], table.cards
    penalties = sum(cards.penalties.get(card, 0) for card in slot.cards)
    waits = any(card in cards.recipes for card in _hand(table))
    if penalties >= _PENALTIES_TO_SCRAP and slot.value() == 0 and waits:
        return _DRAW + _LITTLE
    return _NEVER


def _of_recipe(table: Turkey, move: moves.PlayRecipe) -> int:
    """The fewer recipes are out, and the less it needs beyond the hand, the better."""
    out = len(own_recipes(table, table.turn))
    need = list(table.cards.recipes[move.recipe].need)
    lacking = sum(need)
    for card in _hand(table):
        ingredient = table.cards.ingredients.get(card)
        if ingredient is not None and need[ingredient.category]:
            need[ingredient.category] -= 1
            lacking -= 1
    return _RECIPE - _NEED_FILLED * out - lacking


def _of_replace(table: Turkey, move: moves.Replace) -> int:
    ingredients = table.cards.ingredients
    slots = 2 if move.double else 1
    return ingredients[move.card].points * slots - ingredients[move.over].points - 1


def _of_penalize(table: Turkey, move: moves.Penalize) -> int:
    """A penalty hurts most where there is something to lose."""
    worth = min(table.cards.penalties[move.card], table.out[move.on].value())
    return worth + (_LITTLE if table.out[move.on].complete else -_LITTLE)


def _of_theft(table: Turkey, move: moves.Steal | moves.TakeCard) -> int:
    gain = _gain(table, move.card, table.out[move.to], move.double)
    return gain + _loss(table, move.card, table.out[move.source]) // 2


def _of_claim(table: Turkey, move: moves.ClaimRecipe) -> int:
    out = len(own_recipes(table, table.turn))
    points = sum(table.cards.worth[card] for card in table.out[move.recipe].cards)
    return _CLAIM + points - _LITTLE * out


def _of_move(table: Turkey, move: moves.MoveCard) -> int:
    """A card moved away is no loss if a card of the hand can take its place."""
    ingredients = table.cards.ingredients
    gain = _gain(table, move.card, table.out[move.to], move.double)
    hand = {ingredients[card].category for card in _hand(table) if card in ingredients}
    if move.card in ingredients and ingredients[move.card].category in hand:
        return gain
    return gain - _loss(table, move.card, table.out[move.source])


def _saved(table: Turkey) -> int:
    """The points that blocking the attack under way saves, less the worth of the card for it."""
    prey, slot = table.attack.prey, table.out[table.attack.at]
    if prey is not None:
        return _loss(table, prey, slot) - _LITTLE
    penalty = table.cards.penalties.get(table.played.top or "", 0)
    return min(penalty, slot.value()) - _LITTLE


def _of_send_back(table: Turkey, move: moves.SendBack) -> int:
    """Turning an attack against the attacker adds half of what it costs there."""
    slot = table.out.get(move.source or move.on or "")
    if slot is None:
        return _saved(table)
    return _saved(table) + (_loss(table, move.card, slot) if move.card else slot.value()) // 2


def _of_inspect(table: Turkey) -> int:
    slot = table.out[table.banking]
    value = slot.value()
    wins = table.banked[slot.team] + value >= table.target
    return _REACTION if wins else value - _WORTH_STOPPING


_WORTH: Mapping[type[Move], Callable[[Turkey, Any], int]] = {
    moves.Draw: lambda *_: _DRAW,
    moves.Bank: _of_bank,
    moves.Scrap: _of_scrap,
    moves.PlayRecipe: _of_recipe,
    moves.Add: lambda table, move: _gain(table, move.card, table.out[move.to], move.double),
    moves.Replace: _of_replace,
    moves.Bonus: lambda table, move: _gain(table, move.card, table.out[move.to], None),
    moves.Penalize: _of_penalize,
    moves.Steal: _of_theft,
    moves.Spoil: lambda table, move: _loss(table, move.card, table.out[move.source]) - 1,
    moves.TakeCard: lambda table, move: _of_theft(table, move) - _LITTLE,
    moves.ClaimRecipe: _of_claim,
    moves.MoveCard: _of_move,
    moves.DumpsterDive: lambda *_: _DIVE,
    moves.ShoppingSpree: lambda *_: _DIVE,
    moves.Keep: lambda table, move: _REACTION - _use(table, move.discard) // 2,
    moves.Discard: lambda table, move: -_LITTLE - _use(table, move.card),
    moves.End: lambda *_: _END,
    moves.Swat: lambda table, _: _saved(table),
    moves.SendBack: _of_send_back,
    moves.Inspect: lambda table, _: _of_inspect(table),
    moves.Pass: lambda *_: _PASS,
}
