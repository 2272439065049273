"""The sensible player: it looks at nothing but its own hand and what lies open to everyone."""

from typing import TYPE_CHECKING, Any, TypeAlias

from engines.turkey_my_mayonnaise.cards import DIVES, REACTIONS, STEAL, TMM, WILD, Ingredient
from engines.turkey_my_mayonnaise.moves import (
    Add,
    Bank,
    Bonus,
    ClaimRecipe,
    Discard,
    Draw,
    DumpsterDive,
    End,
    Inspect,
    Keep,
    MoveCard,
    Pass,
    Penalize,
    PlayRecipe,
    Refresh,
    Replace,
    Scrap,
    SendBack,
    ShoppingSpree,
    Spoil,
    Steal,
    Swat,
    TakeCard,
)
from engines.turkey_my_mayonnaise.sandwich import Sandwich

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engines.players import Choose
    from engines.turkey_my_mayonnaise.table import TurkeyMyMayonnaise
    from notation.moves import Move

_Worth: TypeAlias = "Callable[[TurkeyMyMayonnaise, Any], int]"

_CLOSE = 2
"""Moves worth so much less than the best are as good as it."""

# What each thing is worth, in points.
_NEED_FILLED = 4
_COMPLETE = 6
_RECIPE = 12
_BANK = 100
_BANK_LATER = -5
_END = 0
_DRAW = 10
_DIVE = 5
_CLAIM = 4
_REACTION = 6
_LITTLE = 3
_NEVER = -50

_GOOD_HAND = 3
_PENALTIES_TO_SCRAP = 10
_WORTH_STOPPING = 8
_WORTH_BANKING = 18


def cook(table: "TurkeyMyMayonnaise", choose: "Choose") -> "Move":
    """The move worth most to the seat to act; of those worth about the same, one by `choose`."""
    moves = table.moves()
    worths = [_WORTH[type(move)](table, move) for move in moves]
    least = max(worths) - _CLOSE
    best = [move for move, worth in zip(moves, worths, strict=True) if worth >= least]
    return best[choose(len(best))] if len(best) > 1 else best[0]


def _lacks(place: Sandwich, ingredient: Ingredient | None = None, slots: int = 1) -> int:
    """How many slots of the need part are open, with one more ingredient if one is given."""
    missing, tofu = list(place.missing), place.tofu
    if ingredient is not None and ingredient.category == WILD:
        tofu += 1
    elif ingredient is not None:
        missing[ingredient.category] = max(missing[ingredient.category] - slots, 0)
    return max(sum(missing) - tofu, 0)


def _gain(table: "TurkeyMyMayonnaise", card: str, place: Sandwich, double: str | None) -> int:
    """What an ingredient or bonus gives a recipe."""
    if card in table.cards.bonuses:
        return table.cards.bonuses[card] - (0 if place.complete else _LITTLE)
    ingredient, slots = table.cards.ingredients[card], 2 if double else 1
    before, after = _lacks(place), _lacks(place, ingredient, slots)
    completed = _COMPLETE if before and not after else 0
    return ingredient.points * slots + _NEED_FILLED * (before - after) + completed


def _loss(table: "TurkeyMyMayonnaise", card: str, place: Sandwich) -> int:
    """What the owner of a recipe loses with a card of it."""
    known = table.cards
    points = known.bonuses.get(card, 0)
    if card in known.ingredients:
        points = known.ingredients[card].points * (2 if place.doubles(card) else 1)
    return points + (_LITTLE if place.complete else 0)


def _use(table: "TurkeyMyMayonnaise", card: str) -> int:
    """What a card is worth in the hand of the seat whose turn it is."""
    known, team = table.cards, table.turn.team
    if card in known.ingredients:
        ingredient = known.ingredients[card]
        fits = any(p.zone and p.takes(ingredient, double=False) for p in team.places)
        return ingredient.points + _NEED_FILLED if fits else ingredient.points // 2
    if card in known.recipes:
        return _NEED_FILLED if team.free_place() else 0
    if card in (*REACTIONS, *DIVES, STEAL, TMM):
        return _REACTION
    return known.bonuses.get(card, _LITTLE)


def _of_draw(table: "TurkeyMyMayonnaise", move: Draw) -> int:
    del table, move
    return _DRAW


def _of_refresh(table: "TurkeyMyMayonnaise", move: Refresh) -> int:
    """A hand with hardly a card of use is refreshed, of the cards least of use."""
    good = sum(_use(table, card) > _LITTLE for card in table.turn.hand.cards)
    if good >= _GOOD_HAND:
        return _NEVER
    return _DRAW + _GOOD_HAND * _LITTLE - sum(_use(table, card) for card in move.cards)


def _of_bank(table: "TurkeyMyMayonnaise", move: Bank) -> int:
    """A bank waits for an extra in the hand, unless it is a large one or a recipe wants room."""
    place, team = table.out[move.recipe], table.turn.team
    if place.value() >= min(_WORTH_BANKING, table.target - team.banked):
        return _BANK + place.value()
    hand, known = table.turn.hand.cards, table.cards
    if team.free_place() is None and any(card in known.recipes for card in hand):
        return _BANK
    found = [known.ingredients[card] for card in hand if card in known.ingredients]
    waits = any(place.takes(ingredient, double=False) for ingredient in found)
    return _BANK_LATER if waits else _BANK


def _of_scrap(table: "TurkeyMyMayonnaise", move: Scrap) -> int:
    """A recipe under penalties makes place for one in the hand."""
    place, known = table.out[move.recipe], table.cards
    penalties = sum(known.penalties.get(card, 0) for card in place.cards)
    waits = any(card in known.recipes for card in table.turn.hand.cards)
    if penalties >= _PENALTIES_TO_SCRAP and place.value() == 0 and waits:
        return _DRAW + _LITTLE
    return _NEVER


def _of_recipe(table: "TurkeyMyMayonnaise", move: PlayRecipe) -> int:
    """The fewer recipes are out, and the less it needs beyond the hand, the better."""
    out = sum(bool(place.zone) for place in table.turn.team.places)
    need = list(table.cards.recipes[move.recipe].need)
    lacking = sum(need)
    for card in table.turn.hand.cards:
        ingredient = table.cards.ingredients.get(card)
        if ingredient is not None and need[ingredient.category]:
            need[ingredient.category] -= 1
            lacking -= 1
    return _RECIPE - _NEED_FILLED * out - lacking


def _of_add(table: "TurkeyMyMayonnaise", move: Add) -> int:
    return _gain(table, move.card, table.out[move.to], move.double)


def _of_replace(table: "TurkeyMyMayonnaise", move: Replace) -> int:
    known = table.cards.ingredients
    slots = 2 if move.double else 1
    return known[move.card].points * slots - known[move.over].points - 1


def _of_bonus(table: "TurkeyMyMayonnaise", move: Bonus) -> int:
    return _gain(table, move.card, table.out[move.to], None)


def _of_penalize(table: "TurkeyMyMayonnaise", move: Penalize) -> int:
    """A penalty hurts most where there is something to lose."""
    worth = min(table.cards.penalties[move.card], table.out[move.on].value())
    return worth + (_LITTLE if table.out[move.on].complete else -_LITTLE)


def _of_steal(table: "TurkeyMyMayonnaise", move: Steal) -> int:
    gain = _gain(table, move.card, table.out[move.to], move.double)
    return gain + _loss(table, move.card, table.out[move.source]) // 2


def _of_spoil(table: "TurkeyMyMayonnaise", move: Spoil) -> int:
    return _loss(table, move.card, table.out[move.source]) - 1


def _of_take(table: "TurkeyMyMayonnaise", move: TakeCard) -> int:
    gain = _gain(table, move.card, table.out[move.to], move.double)
    return gain + _loss(table, move.card, table.out[move.source]) // 2 - _LITTLE


def _of_claim(table: "TurkeyMyMayonnaise", move: ClaimRecipe) -> int:
    out = sum(bool(place.zone) for place in table.turn.team.places)
    cards = table.out[move.recipe].cards
    points = sum(table.cards.bonuses.get(card, 0) for card in cards)
    points -= sum(table.cards.penalties.get(card, 0) for card in cards)
    return _CLAIM + points - _LITTLE * out


def _of_move(table: "TurkeyMyMayonnaise", move: MoveCard) -> int:
    """What goes is no loss where a card of the hand can come in its place."""
    known = table.cards.ingredients
    gain = _gain(table, move.card, table.out[move.to], move.double)
    hand = {known[card].category for card in table.turn.hand.cards if card in known}
    if move.card in known and known[move.card].category in hand:
        return gain
    return gain - _loss(table, move.card, table.out[move.source])


def _of_dive(table: "TurkeyMyMayonnaise", move: "DumpsterDive | ShoppingSpree") -> int:
    del table, move
    return _DIVE


def _of_keep(table: "TurkeyMyMayonnaise", move: Keep) -> int:
    return _REACTION - _use(table, move.discard) // 2


def _of_discard(table: "TurkeyMyMayonnaise", move: Discard) -> int:
    return -_LITTLE - _use(table, move.card)


def _of_end(table: "TurkeyMyMayonnaise", move: End) -> int:
    del table, move
    return _END


def _saved(table: "TurkeyMyMayonnaise") -> int:
    """What blocking the attack under way saves, less what the card for it is worth."""
    attack = table.attack
    if attack is None:
        return 0
    if attack.prey is not None:
        return _loss(table, attack.prey, attack.at) - _LITTLE
    penalty = table.cards.penalties.get(table.played.top or "", 0)
    return min(penalty, attack.at.value()) - _LITTLE


def _of_swat(table: "TurkeyMyMayonnaise", move: Swat) -> int:
    del move
    return _saved(table)


def _of_send_back(table: "TurkeyMyMayonnaise", move: SendBack) -> int:
    """Turning an attack against the attacker is better by half of what it costs there."""
    place = table.out.get(move.source or move.on or "")
    if place is None:
        return _saved(table)
    return _saved(table) + (_loss(table, move.card, place) if move.card else place.value()) // 2


def _of_inspect(table: "TurkeyMyMayonnaise", move: Inspect) -> int:
    del move
    value = table.banking.value() if table.banking else 0
    wins = table.turn.team.banked + value >= table.target
    return _REACTION if wins else value - _WORTH_STOPPING


def _of_pass(table: "TurkeyMyMayonnaise", move: Pass) -> int:
    del table, move
    return 0


_WORTH: "Mapping[type[Move], _Worth]" = {
    Draw: _of_draw,
    Refresh: _of_refresh,
    Bank: _of_bank,
    Scrap: _of_scrap,
    PlayRecipe: _of_recipe,
    Add: _of_add,
    Replace: _of_replace,
    Bonus: _of_bonus,
    Penalize: _of_penalize,
    Steal: _of_steal,
    Spoil: _of_spoil,
    TakeCard: _of_take,
    ClaimRecipe: _of_claim,
    MoveCard: _of_move,
    DumpsterDive: _of_dive,
    ShoppingSpree: _of_dive,
    Keep: _of_keep,
    Discard: _of_discard,
    End: _of_end,
    Swat: _of_swat,
    SendBack: _of_send_back,
    Inspect: _of_inspect,
    Pass: _of_pass,
}
