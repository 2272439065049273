"""Jams, pies, salads, and cards for the basket (rules.md, 3, 4, 5 and 7)."""

from collections.abc import Container, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from engines.play import Illegal, LazyMoves, Place, Reason, Reveals, Seen
from engines.the_jam import moves as m
from engines.the_jam import words
from engines.the_jam.cards import Cards, Kind
from engines.the_jam.flow import clear, end_play
from engines.the_jam.rules.checks import (
    Action,
    CardChoice,
    are_recipe_cards,
    drawn,
    has,
    has_completed,
    has_fruit,
    is_recipe_card,
    written,
)
from engines.the_jam.state import TheJam
from engines.wording import Sentence, listed

_NOTHING: frozenset[str] = frozenset()


class MakingJam(Action[m.Jam]):
    """Make a jam of a card of the hand and one of the basket (3)."""

    move = m.Jam
    exact = True

    def check(self, table: TheJam, seat: str, move: m.Jam) -> None:
        is_made_with(table, seat, move.recipe, move.ingredient)
        come_from_hand_and_basket(table, seat, move.recipe, move.ingredient)

    def candidates(self, table: TheJam, seat: str) -> LazyMoves[m.Jam]:
        return _offer(table, seat).jams

    def apply(self, table: TheJam, seat: str, move: m.Jam) -> Reveals:
        recipe, ingredient = move.recipe, move.ingredient
        hand, basket = table.hands[seat], table.basket
        if recipe in hand and basket.offers(ingredient) and not has_fruit(table, seat, move):
            hand.take(recipe)
            basket.take(ingredient)
        else:
            hand.take(ingredient)
            basket.take(recipe)
        table.pantries[seat].complete(recipe, (ingredient,), table.turns)
        return end_play(table)

    def sentence(self, table: TheJam, seat: str, move: m.Jam, reveals: Seen) -> Sentence:
        of = table.cards.of
        return words.making_jam(of[move.recipe], of[move.ingredient], drawn(table, reveals))


class BakingPie(Action[m.Pie]):
    """Bake a pie with one of the seat's jams (4)."""

    move = m.Pie
    exact = True

    def check(self, table: TheJam, seat: str, move: m.Pie) -> None:
        recipe, jam, cost = move.recipe, move.jam, move.discard
        is_baked_with(table, seat, recipe, jam, cost)
        if cost is not None:
            is_recipe_card(table, seat, cost, ("discard",))
        has_completed(table, seat, seat, jam, 1, ("jam",))
        is_paid_for(table, seat, recipe, cost)
        if cost is not None:
            holds(table, seat, cost, ("discard",))

    def candidates(self, table: TheJam, seat: str) -> LazyMoves[m.Pie]:
        cards = table.cards
        own = cards.in_order(cards.ingredients.keys() & table.pantries[seat].cards)
        groups = []
        for pie, costs in _offer(table, seat).pies:
            fitting = cards.fillings[pie]
            if jams := [jam for jam in own if jam in fitting]:
                groups.append(([pie], jams, costs))
        return LazyMoves(m.Pie, groups)

    def apply(self, table: TheJam, seat: str, move: m.Pie) -> Reveals:
        recipe, jam, cost = move.recipe, move.jam, move.discard
        if cost is None:
            table.hands[seat].take(recipe)
        else:
            table.hands[seat].take(cost)
            table.basket.take(recipe)
        clear(table, seat, jam)
        table.pantries[seat].complete(recipe, (jam,), table.turns)
        return end_play(table, cost)

    def sentence(self, table: TheJam, seat: str, move: m.Pie, reveals: Seen) -> Sentence:
        of = table.cards.of
        cost = of[move.discard] if move.discard else None
        return words.baking_pie(of[move.recipe], of[move.jam], cost, drawn(table, reveals))


class MakingSalad(Action[m.Salad]):
    """Make a fruit salad of the hand with three cards of the basket (5)."""

    move = m.Salad
    exact = True

    def check(self, table: TheJam, seat: str, move: m.Salad) -> None:
        recipe, ingredients = move.recipe, move.ingredients
        is_recipe_card(table, seat, recipe, ("recipe",))
        are_recipe_cards(table, seat, ingredients, "ingredients")
        is_a(table, seat, recipe, "salad")
        holds(table, seat, recipe, ("recipe",))
        for at, card in enumerate(ingredients):
            lies_there(table, seat, card, ("ingredients", at), "not-in-basket")
            lies_on_top(table, seat, card, ("ingredients", at))
        show_the_fruits(table, seat, recipe, ingredients)

    def candidates(self, table: TheJam, seat: str) -> LazyMoves[m.Salad]:
        return _offer(table, seat).salads

    def apply(self, table: TheJam, seat: str, move: m.Salad) -> Reveals:
        table.hands[seat].take(move.recipe)
        for card in move.ingredients:
            table.basket.take(card)
        table.pantries[seat].complete(move.recipe, move.ingredients, table.turns)
        return end_play(table)

    def sentence(self, table: TheJam, seat: str, move: m.Salad, reveals: Seen) -> Sentence:
        return words.making_salad(table.cards.of[move.recipe], drawn(table, reveals))


class PuttingInBasket(Action[m.Basket]):
    """Play a card of the hand as an ingredient (5)."""

    move = m.Basket
    exact = True

    def check(self, table: TheJam, seat: str, move: m.Basket) -> None:
        is_recipe_card(table, seat, move.card, ("card",))
        holds(table, seat, move.card, ("card",))

    def candidates(self, table: TheJam, seat: str) -> LazyMoves[m.Basket]:
        return LazyMoves(m.Basket, [(table.cards.in_order(set(table.hands[seat].cards)),)])

    def apply(self, table: TheJam, seat: str, move: m.Basket) -> Reveals:
        table.basket.put(table.hands[seat].take(move.card))
        return end_play(table)

    def sentence(self, table: TheJam, seat: str, move: m.Basket, reveals: Seen) -> Sentence:
        return words.putting_in_basket(table.cards.of[move.card], drawn(table, reveals))


class _Offer(NamedTuple):
    """What the cards of a hand and of the basket can make.

    Attributes:
        jams, salads: the moves that make one.
        pies: each pie card, with what it may cost: None for nothing, or a card of the hand.
    """

    jams: LazyMoves[m.Jam]
    pies: list[tuple[str, list[str | None]]]
    salads: LazyMoves[m.Salad]


def _offer(table: TheJam, seat: str) -> _Offer:
    return _offer_of(table.cards, table.hands[seat].cards, table.basket.usable())


@lru_cache(64)
def _offer_of(cards: Cards, hand: CardChoice, basket: CardChoice) -> _Offer:
    held, there = set(hand), set(basket)
    of, either = cards.of, [code for code in cards.of if code in held or code in there]
    in_hand = [code for code in either if code in held]
    in_basket = [code for code in either if code in there]
    jams: list[tuple[list[str], list[str]]] = []
    pies: list[tuple[str, list[str | None]]] = []
    salads: list[tuple[list[str], list[CardChoice]]] = []
    for recipe in either:
        card = of[recipe]
        if card.kind == "jam":
            others = in_hand if recipe not in held else either if recipe in there else in_basket
            fitting = cards.ingredients[recipe]
            jams.append(([recipe], [other for other in others if other in fitting]))
        elif card.kind == "pie":
            costs = [*([None] if recipe in held else ()), *(in_hand if recipe in there else ())]
            pies.append((recipe, costs))
        elif recipe in held:
            shown = [[other for other in in_basket if of[other].below == f] for f in card.fruits]
            salads.append(([recipe], [*product(*shown)]))
    return _Offer(LazyMoves(m.Jam, jams), pies, LazyMoves(m.Salad, salads))


def is_a(table: TheJam, seat: str, recipe: str, kind: Kind) -> None:
    """`jam` makes a jam, `pie` a pie and `salad` a salad (2)."""
    if table.cards.of[recipe].kind != kind:
        raise Illegal(is_a, _other_kind, table, seat, recipe, kind)


def _other_kind(table: TheJam, seat: str, recipe: str, kind: Kind) -> Reason:
    actual = table.cards.of[recipe].kind
    return Reason(
        "recipe-kind",
        f"{recipe} is not a {kind}",
        at=("recipe",),
        label=f"a {actual}",
        advice=f"a {actual} is made by `{actual}`",
    )


def is_made_with(table: TheJam, seat: str, recipe: str, ingredient: str) -> None:
    """A jam is made with a card that shows its fruit below; cone jam with any (3, 7)."""
    if ingredient not in table.cards.ingredients.get(recipe, _NOTHING):
        is_recipe_card(table, seat, recipe, ("recipe",))
        is_recipe_card(table, seat, ingredient, ("ingredient",))
        is_a(table, seat, recipe, "jam")
        raise Illegal(is_made_with, _other_fruit, table, seat, recipe, ingredient)


def _other_fruit(table: TheJam, seat: str, recipe: str, ingredient: str) -> Reason:
    of = table.cards.of
    return Reason(
        "wrong-ingredient",
        f"{recipe} is made of {of[recipe].fruits[0]}, not of {of[ingredient].below}",
        at=("ingredient",),
        label=f"its fruit is {of[ingredient].below}",
        table=_hand_and_basket(table, seat, recipe),
    )


def come_from_hand_and_basket(table: TheJam, seat: str, recipe: str, ingredient: str) -> None:
    """One card of a jam comes from the hand and the other from the basket (3)."""
    hand, basket = table.hands[seat], table.basket
    if recipe in hand and basket.offers(ingredient):
        return
    if ingredient in hand and basket.offers(recipe):
        return
    one_in_hand = recipe in hand or ingredient in hand
    for card, at in ((recipe, ("recipe",)), (ingredient, ("ingredient",))):
        lies_there(table, seat, card, at, "hand-and-basket")
        if one_in_hand and card not in hand:
            lies_on_top(table, seat, card, at)
    raise Illegal(come_from_hand_and_basket, _one_place, table, seat, recipe, ingredient)


def _one_place(table: TheJam, seat: str, recipe: str, ingredient: str) -> Reason:
    place = "hand" if ingredient in table.hands[seat] else "basket"
    return Reason(
        "hand-and-basket",
        f"both cards are in the {place}",
        label=f"both are in the {place}",
        table=_hand_and_basket(table, seat, recipe),
    )


def lies_there(table: TheJam, seat: str, card: str, at: Place, rule: str) -> None:
    """A card used is in the hand or the basket; a salad's ingredient is in the basket (3, 4, 5)."""
    if card not in table.basket.zone and (rule == "not-in-basket" or card not in table.hands[seat]):
        raise Illegal(lies_there, _lies_elsewhere, table, seat, card, at, rule)


def _lies_elsewhere(table: TheJam, seat: str, card: str, at: Place, rule: str) -> Reason:
    salad = rule == "not-in-basket"
    where = "not in the basket" if salad else "neither in the hand nor in the basket"
    return Reason(
        rule,
        f"{card} is {where}",
        at=at,
        label=where,
        table=_hand(table, seat),
        since=f"{card} left here",
    )


def lies_on_top(table: TheJam, seat: str, card: str, at: Place) -> None:
    """Of a stack in the basket only the top card can be used (11)."""
    if card in table.basket.zone and not table.basket.offers(card):
        raise Illegal(lies_on_top, _covered, table, seat, card, at)


def _covered(table: TheJam, seat: str, card: str, at: Place) -> Reason:
    of = table.cards.of
    stack = [other for other in table.basket.zone.cards if of[other].below == of[card].below]
    return Reason(
        "stack-top",
        f"{card} is under {stack[0]}",
        at=at,
        label=f"{stack[0]} is on top",
        table=f"sees the stack of {of[card].below}, from the top: {' '.join(stack)}",
        since=f"{stack[0]} was put on top of it here",
    )


def is_baked_with(table: TheJam, seat: str, recipe: str, jam: str, cost: str | None) -> None:
    """A pie is baked with its jam, or with cone jam (3, 7)."""
    if jam not in table.cards.fillings.get(recipe, _NOTHING):
        is_recipe_card(table, seat, recipe, ("recipe",))
        is_recipe_card(table, seat, jam, ("jam",))
        if cost is not None:
            is_recipe_card(table, seat, cost, ("discard",))
        is_a(table, seat, recipe, "pie")
        raise Illegal(is_baked_with, _other_jam, table, seat, recipe, jam, cost)


def _other_jam(table: TheJam, seat: str, recipe: str, jam: str, cost: str | None) -> Reason:
    card = table.cards.of[jam]
    return Reason(
        "wrong-ingredient",
        f"{recipe} is not baked with {jam}",
        at=("jam",),
        label=f"{card.fruits[0]} jam" if card.kind == "jam" else "no jam",
        table=has(table, seat),
    )


def is_paid_for(table: TheJam, seat: str, recipe: str, cost: str | None) -> None:
    """A pie card of the basket costs a card of the hand, and one of the hand nothing (4)."""
    hand, basket = table.hands[seat], table.basket
    if recipe in hand if cost is None else basket.offers(recipe):
        return
    if recipe not in hand:
        lies_there(table, seat, recipe, ("recipe",), "hand-or-basket")
        lies_on_top(table, seat, recipe, ("recipe",))
    raise Illegal(is_paid_for, _wrong_price, table, seat, recipe, cost)


def _wrong_price(table: TheJam, seat: str, recipe: str, cost: str | None) -> Reason:
    if cost is None:
        return Reason(
            "pie-cost",
            f"{recipe} is in the basket, so it costs a card from the hand",
            at=("recipe",),
            label="in the basket",
            table=_hand(table, seat),
            advice="name that card: `discard=CARD`",
        )
    return Reason(
        "pie-cost",
        f"{recipe} is in the hand, so it costs nothing",
        at=("discard",),
        label="no card to pay",
        table=_hand(table, seat),
    )


def holds(table: TheJam, seat: str, card: str, at: Place) -> None:
    """A card put in the basket or made into a salad is one of the hand (2)."""
    if card not in table.hands[seat]:
        raise Illegal(holds, _not_held, table, seat, card, at)


def _not_held(table: TheJam, seat: str, card: str, at: Place) -> Reason:
    return Reason(
        "not-held",
        f"the hand holds no {card}",
        at=at,
        label="not in the hand",
        table=_hand(table, seat),
        since=f"{card} left the hand here",
    )


def show_the_fruits(table: TheJam, seat: str, recipe: str, ingredients: Sequence[str]) -> None:
    """A salad takes one card for each of its fruits, and no other (5)."""
    of = table.cards.of
    if sorted([of[card].below for card in ingredients]) != sorted(of[recipe].fruits):
        raise Illegal(show_the_fruits, _other_fruits, table, seat, recipe, ingredients)


def _other_fruits(table: TheJam, seat: str, recipe: str, ingredients: Sequence[str]) -> Reason:
    of = table.cards.of
    wanted, named = of[recipe].fruits, [of[card].below for card in ingredients]
    fitting = [card for card in of if of[card].below in wanted]
    return Reason(
        "salad-fruits",
        f"the salad is of {listed(wanted)}, not of {listed(named)}",
        at=("ingredients",),
        label="not the fruits of the salad",
        table=f"sees that {_offered(table, fitting)}",
    )


def _hand(table: TheJam, seat: str) -> str:
    return f"holds {written(table, table.hands[seat].cards)}"


def _hand_and_basket(table: TheJam, seat: str, recipe: str) -> str:
    return f"{_hand(table, seat)}; {_offered(table, table.cards.ingredients[recipe])}"


def _offered(table: TheJam, fitting: Container[str]) -> str:
    """The cards in the basket that would fit."""
    cards = [card for card in table.basket.usable() if card in fitting]
    return f"{written(table, cards)} in the basket would fit"
