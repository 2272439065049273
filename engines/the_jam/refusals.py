"""Why a play is refused. The numbers in brackets are the sections of rules.md.

Each function is called only for a move that is illegal, with the table still untouched.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias, cast

from engines.legacy import Cause, Illegal
from engines.the_jam.cards import Kind
from engines.the_jam.due import Due
from engines.wording import listed
from notation.nearest import did_you_mean

if TYPE_CHECKING:
    from engines.table import Table
    from engines.the_jam.moves import Basket, Jam, Pie, Salad
    from engines.the_jam.table import TheJam

Path: TypeAlias = tuple[str | int, ...]
Named: TypeAlias = Sequence[tuple[Path, str]]
"""Cards that a move names, each with its place in the move."""

_WANTED = {
    Due.BID: "a bid for Karlsman, or a pass",
    Due.JAM: "the jam that Karlsman costs",
    Due.PIE: "the pie that The Bear costs",
    Due.RETURN: "what is given back for the trade",
}


def of_jam(table: "TheJam", move: "Jam") -> Illegal:
    """Why this jam is not made (1, 2, 3, 7, 11)."""
    recipe, ingredient = move.recipe, move.ingredient
    named: Named = [(("recipe",), recipe), (("ingredient",), ingredient)]
    refusal = unplayable(table, named) or _wrong_kind(table, recipe, "jam")
    if refusal is not None:
        return refusal
    of, fitting = table.cards.of, table.cards.ingredients[recipe]
    if ingredient not in fitting:
        return Illegal(
            "wrong-ingredient",
            f"{recipe} is made of {of[recipe].fruits[0]}, not of {of[ingredient].below}",
            at=("ingredient",),
            label=f"{of[ingredient].below} lies below",
            table=_hand_and_basket(table, fitting),
        )
    places = [_place(table, card) for _, card in named]
    for (at, card), place in zip(named, places, strict=True):
        if place == "stack" and "hand" in places:
            return _not_on_top(table, card, at)
        if not place:
            return _gone(table, card, at, "hand-and-basket")
    place = "hand" if "hand" in places else "basket"
    return Illegal(
        "hand-and-basket",
        f"both cards lie in the {place}",
        label=f"both lie in the {place}",
        table=_hand_and_basket(table, fitting),
    )


def of_pie(table: "TheJam", move: "Pie") -> Illegal:
    """Why this pie is not baked (1, 2, 4, 7, 11)."""
    named: list[tuple[Path, str]] = [(("recipe",), move.recipe), (("jam",), move.jam)]
    if move.discard is not None:
        named.append((("discard",), move.discard))
    return (
        unplayable(table, named)
        or _wrong_kind(table, move.recipe, "pie")
        or _wrong_filling(table, move)
        or _wrong_source(table, move)
    )


def _wrong_filling(table: "TheJam", move: "Pie") -> Illegal | None:
    """The refusal of a jam that does not bake this pie, or is not the seat's own."""
    of, recipe, jam = table.cards.of, move.recipe, move.jam
    if jam not in table.cards.fillings[recipe]:
        is_jam = of[jam].kind == "jam"
        return Illegal(
            "wrong-ingredient",
            f"{recipe} is not baked with {jam}",
            at=("jam",),
            label=f"{of[jam].fruits[0]} jam" if is_jam else "no jam",
            table=has(table, table.side.seat),
        )
    if jam not in table.side.pantry:
        return not_own(table, table.side.seat, jam, ("jam",))
    return None


def _wrong_source(table: "TheJam", move: "Pie") -> Illegal:
    """The refusal of a pie card that lies elsewhere, or is not paid for as it should be."""
    recipe, cost = move.recipe, move.discard
    place = _place(table, recipe)
    if not place:
        return _gone(table, recipe, ("recipe",), "hand-or-basket")
    if place == "stack":
        return _not_on_top(table, recipe, ("recipe",))
    if cost is None:
        return Illegal(
            "pie-cost",
            f"{recipe} lies in the basket, and that costs a card of the hand",
            at=("recipe",),
            label="lies in the basket",
            table=_hand(table),
            advice="name that card: `discard=CARD`",
        )
    if not table.basket.offers(recipe):
        return Illegal(
            "pie-cost",
            f"{recipe} lies in the hand, and that costs nothing",
            at=("discard",),
            label="nothing is to be paid",
            table=_hand(table),
        )
    return _not_held(table, cost, ("discard",))


def of_salad(table: "TheJam", move: "Salad") -> Illegal:
    """Why this salad is not made (1, 2, 5, 11)."""
    recipe, of = move.recipe, table.cards.of
    ingredients: Named = [(("ingredients", at), card) for at, card in enumerate(move.ingredients)]
    refusal = unplayable(table, [(("recipe",), recipe), *ingredients]) or _wrong_kind(
        table, recipe, "salad"
    )
    if refusal is not None:
        return refusal
    if recipe not in table.side.hand:
        return _not_held(table, recipe, ("recipe",))
    for at, card in ingredients:
        if card not in table.basket.zone:
            return _gone(table, card, at, "not-in-basket")
        if not table.basket.offers(card):
            return _not_on_top(table, card, at)
    wanted, named = of[recipe].fruits, [of[card].below for card in move.ingredients]
    return Illegal(
        "salad-fruits",
        f"the salad is of {listed(wanted)}, not of {listed(named)}",
        at=("ingredients",),
        label="not the fruits of the salad",
        table=f"sees that {_offered(table, [card for card in of if of[card].below in wanted])}",
    )


def of_basket(table: "TheJam", move: "Basket") -> Illegal:
    """Why this card is not put in the basket (1, 2, 5)."""
    refusal = unplayable(table, [(("card",), move.card)])
    return refusal or _not_held(table, move.card, ("card",))


def unplayable(table: "TheJam", named: Named) -> Illegal | None:
    """The refusal of a play or trade while an answer is due, or of cards that there are not."""
    if table.due:
        return Illegal(
            "answer-due",
            f"first comes {_WANTED[table.due]}",
            label=f"{_WANTED[table.due]} is due",
            table=has(table, table.asked.seat),
        )
    return unknown(table, named)


def not_asked(table: "TheJam") -> Illegal:
    """The refusal of an answer to what nobody asks."""
    wanted = _WANTED.get(table.due, "a trade or a play")
    return Illegal("not-asked", f"what is due is {wanted}", label=f"{wanted} is due")


def unknown(table: "TheJam", named: Named) -> Illegal | None:
    """The refusal of the first card that is no recipe card of the deck."""
    for at, card in named:
        if card not in table.cards.of:
            return Illegal(
                "no-such-card",
                f"there is no recipe card {card}",
                at=at,
                label="no recipe card",
                advice=did_you_mean(card, table.cards.of),
            )
    return None


def not_own(table: "TheJam", seat: str, card: str, at: Path) -> Illegal:
    """The refusal of a recipe that this seat has not completed, or not so often."""
    side = table.sides[seat]
    count = sum(own == card for own in side.pantry)
    return Illegal(
        "not-own" if side is table.asked else "not-theirs",
        f"{seat} has only {count} of {card}" if count else f"{seat} has no completed {card}",
        at=at,
        label="not so often" if count else "not completed",
        table=has(table, table.asked.seat, *([] if side is table.asked else [seat])),
        cause=cause(
            f"{card} left {seat} here",
            lambda then: sum(own == card for own in then.sides[seat].pantry) <= count,
        ),
    )


def has(table: "TheJam", seat: str, *others: str) -> str:
    """What the seats have completed, as far as it lies open."""
    parts = [f"has {_cards(table, table.sides[seat].pantry)}"]
    parts += [f"{other} has {_cards(table, table.sides[other].pantry)}" for other in others]
    return "; ".join(parts)


def _wrong_kind(table: "TheJam", recipe: str, kind: Kind) -> Illegal | None:
    found = table.cards.of[recipe].kind
    if found == kind:
        return None
    return Illegal(
        "recipe-kind",
        f"{recipe} is no {kind}",
        at=("recipe",),
        label=f"a {found}",
        advice=f"a {found} is made by `{found}`",
    )


def _place(table: "TheJam", card: str) -> str:
    """Where a card lies that may be played: hand, basket, or below another one of a stack."""
    if card in table.side.hand:
        return "hand"
    if table.basket.offers(card):
        return "basket"
    return "stack" if card in table.basket.zone else ""


def _gone(table: "TheJam", card: str, at: Path, rule: str) -> Illegal:
    """The refusal of a card that lies in no place from which it could come."""
    seat, salad = table.side.seat, rule == "not-in-basket"
    where = "not in the basket" if salad else "neither in the hand nor in the basket"
    return Illegal(
        rule,
        f"{card} is {where}",
        at=at,
        label=where,
        table=_hand(table),
        cause=cause(
            f"{card} left here",
            lambda then: (
                card not in then.basket.zone and (salad or card not in then.sides[seat].hand)
            ),
        ),
    )


def _not_on_top(table: "TheJam", card: str, at: Path) -> Illegal:
    """The refusal of a card of the basket below another one (11)."""
    of = table.cards.of
    stack = [other for other in table.basket.zone.cards if of[other].below == of[card].below]
    return Illegal(
        "stack-top",
        f"{card} lies under {stack[0]}",
        at=at,
        label=f"{stack[0]} lies on top",
        table=f"sees the stack of {of[card].below}, from the top: {' '.join(stack)}",
        cause=cause(
            f"{stack[0]} came to lie on it here",
            lambda then: card in then.basket.zone and not then.basket.offers(card),
        ),
    )


def _not_held(table: "TheJam", card: str, at: Path) -> Illegal:
    seat = table.side.seat
    return Illegal(
        "not-held",
        f"the hand holds no {card}",
        at=at,
        label="not in the hand",
        table=_hand(table),
        cause=cause(f"{card} left the hand here", lambda then: card not in then.sides[seat].hand),
    )


def _hand(table: "TheJam") -> str:
    return f"holds {_cards(table, table.side.hand.cards)}"


def _hand_and_basket(table: "TheJam", fitting: Container[str]) -> str:
    return f"{_hand(table)}; {_offered(table, fitting)}"


def _offered(table: "TheJam", fitting: Container[str]) -> str:
    """The cards of the basket that would fit."""
    cards = [card for card in table.basket.usable() if card in fitting]
    return f"{_cards(table, cards)} of the basket would fit"


def _cards(table: "TheJam", cards: Iterable[str]) -> str:
    return " ".join(table.cards.in_order(cards)) or "nothing"


def cause(message: str, holds: "Callable[[TheJam], bool]") -> Cause:
    """What made a move impossible, told of a table of The Jam."""
    return Cause(message, cast("Callable[[Table], bool]", holds))
