"""What refusals are made of: each function tells one reason, or None where it does not apply.

They are asked only about moves that are illegal, with the table still untouched.
"""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, TypeAlias, cast

from engines.legacy import Cause, Illegal
from engines.turkey_my_mayonnaise.cards import needed
from engines.turkey_my_mayonnaise.due import Due
from notation.nearest import did_you_mean

if TYPE_CHECKING:
    from engines.table import Table
    from engines.turkey_my_mayonnaise.sandwich import Sandwich
    from engines.turkey_my_mayonnaise.table import TurkeyMyMayonnaise

Reason: TypeAlias = Illegal | None


def sure(reason: Reason) -> Illegal:
    """The reason, where one of those asked for has to apply."""
    return cast("Illegal", reason)


def waiting(table: "TurkeyMyMayonnaise") -> Reason:
    """An answer or a choice that comes before anything else (4, 6, 8)."""
    due, attack, banking = table.due, table.attack, table.banking
    if due is Due.ANSWER and attack is not None:
        what, ways = f"the {table.played.top} against {attack.at.recipe}", "swat, sendback or pass"
    elif due is Due.VERDICT and banking is not None:
        what, ways = f"the bank of {banking.recipe}", "inspect or pass"
    elif due is Due.CHOICE:
        return Illegal(
            "choose-first",
            "one of the cards turned up is played or kept first",
            label="the dive is not over",
            table=f"sees {_listed(table.dives.cards)} turned up",
            cause=cause("these cards were turned up here", lambda then: then.due is Due.CHOICE),
        )
    else:
        return None
    return Illegal(
        "answer-due",
        f"{what} waits for an answer: {ways}",
        label="no answer to it",
        table=held(table),
        cause=cause(f"{what} waits since here", lambda then: then.due is due),
    )


def no_play(table: "TurkeyMyMayonnaise") -> Reason:
    """Why it is not the time to play a card (2)."""
    if table.due in (Due.PLAY, Due.CHOICE):
        return None
    if table.due is Due.DRAW:
        return Illegal(
            "draw-first",
            "the turn begins with `draw`, or with `refresh`",
            label="nothing was drawn yet",
            table=held(table),
        )
    return waiting(table) or Illegal(
        "one-play",
        "the play of this turn is over; what is left is to bank, or to end it",
        label="a second play",
        table=held(table),
        cause=cause("the play of this turn ended here", lambda then: then.due is Due.END),
    )


def unknown(table: "TurkeyMyMayonnaise", card: str, *at: str | int) -> Reason:
    """A code that is none of the deck's (1)."""
    if card in table.cards.rank:
        return None
    return Illegal(
        "no-such-card",
        f"there is no card {card}",
        at=at,
        label="not in the deck",
        table=held(table),
        advice=did_you_mean(card, table.cards.rank),
    )


def not_in_hand(table: "TurkeyMyMayonnaise", card: str, *at: str | int, often: int = 1) -> Reason:
    """A card that the hand of the seat to act lacks, or does not have so often (1)."""
    seat, count = table.actor.letter, table.actor.hand.count(card)
    if count >= often:
        return None
    return unknown(table, card, *at) or Illegal(
        "not-held",
        f"the hand holds only {count} {card}" if count else f"the hand holds no {card}",
        at=at,
        label="not so often in the hand" if count else "not in the hand",
        table=held(table),
        cause=cause(
            f"the missing {card} left the hand here",
            lambda then: then.players[seat].hand.count(card) < often,
        ),
    )


def not_to_play(table: "TurkeyMyMayonnaise", card: str, *at: str) -> Reason:
    """Why it is not the time to play a card, or not this one: it lies elsewhere (1, 2, 8)."""
    reason = no_play(table)
    if reason is not None or table.due is not Due.CHOICE:
        return reason or not_in_hand(table, card, *at)
    if card in table.dives.cards:
        return None
    return Illegal(
        "not-turned-up",
        f"{card} is none of the cards turned up",
        at=at,
        label="not turned up",
        table=f"sees {_listed(table.dives.cards)} turned up",
    )


def not_playable(
    table: "TurkeyMyMayonnaise", card: str, field: str, kind: str, cards: Collection[str]
) -> Reason:
    """Why this card cannot be played now as one of a kind (1, 2, 8)."""
    return (
        no_play(table)
        or unknown(table, card, field)
        or wrong_kind(card, kind, field, fits=card in cards)
        or not_to_play(table, card, field)
    )


def wrong_kind(card: str, kind: str, field: str, *, fits: bool) -> Reason:
    """A card that is not of the kind which the verb plays (1)."""
    if fits:
        return None
    return Illegal("wrong-kind", f"{card} is no {kind} card", at=(field,), label=f"no {kind} card")


def not_own(table: "TurkeyMyMayonnaise", recipe: str, field: str) -> Reason:
    """A recipe that the seat to act, or its partner, does not have out (3)."""
    team, place = table.actor.team, table.out.get(recipe)
    if place is not None and place.team is team:
        return None
    return _no_recipe(table, recipe, field) or Illegal(
        "own-recipe",
        _whose(recipe, place),
        at=(field,),
        label="not an own recipe",
        table=_own(table),
        cause=_gone(table, recipe),
    )


def not_theirs(table: "TurkeyMyMayonnaise", recipe: str, field: str) -> Reason:
    """A recipe that no opponent has out (5)."""
    team, place = table.actor.team, table.out.get(recipe)
    if place is not None and place.team is not team:
        return None
    return _no_recipe(table, recipe, field) or Illegal(
        "opponents-recipe",
        _whose(recipe, place),
        at=(field,),
        label="not an opponent's recipe",
        table=held(table),
        cause=_gone(table, recipe) if place is None else None,
    )


def absent(table: "TurkeyMyMayonnaise", card: str, recipe: str, field: str) -> Reason:
    """A card that does not lie on the recipe named (3)."""
    place = table.out[recipe]
    if card in place.cards:
        return None
    return unknown(table, card, field) or Illegal(
        "not-there",
        f"there is no {card} on {recipe}",
        at=(field,),
        label=f"not on {recipe}",
        table=f"sees {described(table, place)}",
        cause=cause(
            f"it left {recipe} here",
            lambda then: recipe not in then.out or card not in then.out[recipe].cards,
        ),
    )


def no_slot(
    table: "TurkeyMyMayonnaise", card: str, recipe: str, field: str, double: str | None
) -> Reason:
    """No room for an ingredient on a recipe, or no double to fill two slots (3)."""
    place, ingredient = table.out[recipe], table.cards.ingredients.get(card)
    if double and not (ingredient and ingredient.double):
        return Illegal(
            "only-doubles",
            f"{card} is no double card: it fills one slot",
            at=("double",),
            label="for double cards only",
            table=held(table),
        )
    if ingredient is None or place.takes(ingredient, double=bool(double)):
        return None
    what = f"two slots for {card}" if double else f"a slot for {card}"
    return Illegal(
        "no-slot",
        f"{recipe} does not have {what}",
        at=(field,),
        label="it does not fit here",
        table=f"sees {described(table, place)}",
        cause=cause(
            "the last slot for it was filled here",
            lambda then: (
                recipe not in then.out
                or not then.out[recipe].takes(ingredient, double=bool(double))
            ),
        ),
    )


def no_place(table: "TurkeyMyMayonnaise") -> Reason:
    """As many recipes out as there may be (3)."""
    if table.turn.team.free_place() is not None:
        return None
    letter, most = table.turn.letter, table.cards.max_recipes
    return Illegal(
        "recipe-limit",
        f"{most} recipes are out, and there may be no more",
        at=("recipe",),
        label="no place for it",
        table=_own(table),
        cause=cause(
            "the last place was taken here",
            lambda then: then.players[letter].team.free_place() is None,
        ),
    )


def held(table: "TurkeyMyMayonnaise") -> str:
    """What the seat to act holds."""
    hand = sorted(table.actor.hand.cards, key=table.cards.rank.__getitem__)
    return f"holds {_listed(hand)}"


def described(table: "TurkeyMyMayonnaise", place: "Sandwich") -> str:
    """A recipe that is out, with its slots and cards."""
    recipe = place.recipe or ""
    cards = [
        f"{card} (doubled)" if double else card
        for card, double in zip(place.cards, place.doubled, strict=True)
    ]
    return f"{recipe} ({needed(table.cards.recipes[recipe])}) with {_listed(cards)}"


def cause(message: str, holds: "Callable[[TurkeyMyMayonnaise], bool]") -> Cause:
    """What is true since the ply that is to blame."""
    return Cause(message, cast("Callable[[Table], bool]", holds))


def _no_recipe(table: "TurkeyMyMayonnaise", card: str, field: str) -> Reason:
    recipe = card in table.cards.recipes
    return unknown(table, card, field) or wrong_kind(card, "recipe", field, fits=recipe)


def _whose(recipe: str, place: "Sandwich | None") -> str:
    return f"{recipe} is a recipe of {place.team.letter}" if place else f"{recipe} is not out"


def _own(table: "TurkeyMyMayonnaise") -> str:
    places = [described(table, place) for place in table.actor.team.places if place.zone]
    return f"has {'; '.join(places)}" if places else "has no recipe out"


def _gone(table: "TurkeyMyMayonnaise", recipe: str) -> Cause:
    seat, place = table.actor.letter, table.out.get(recipe)
    if place is None:
        return cause(f"{recipe} was put away here", lambda then: recipe not in then.out)
    return cause(
        f"it became a recipe of {place.team.letter} here",
        lambda then: recipe in then.out and then.out[recipe].team is not then.players[seat].team,
    )


def _listed(cards: list[str]) -> str:
    return " ".join(cards) or "no cards"
