"""Guards that several plays share, and how they describe the table.

The numbers in brackets are the sections of rules.md.
"""

from collections.abc import Iterable
from typing import TypeVar

from engines.play import Illegal, Place, Play, Reason
from engines.turkey_my_mayonnaise.cards import needed
from engines.turkey_my_mayonnaise.state import ANSWER, CHOICE, DRAW, END, PLAY, VERDICT, Turkey
from engines.unseen import may_be
from engines.wording import with_article
from notation.moves import Move
from notation.nearest import did_you_mean

M = TypeVar("M", bound=Move)

_OWN, _THEIRS = "own-recipe", "opponents-recipe"


class InTurn(Play[Turkey, M]):
    """A move in the seat's own turn, while no answer and no choice is due."""

    phases = frozenset((DRAW, PLAY, END))

    def untimely(self, table: Turkey, seat: str, move: M) -> Reason:
        return waiting(table, seat) or super().untimely(table, seat, move)


class CardPlay(InTurn[M]):
    """The one play of a turn: with a card of the hand, or with one that a dive turned up (2, 8)."""

    phases = frozenset((PLAY, CHOICE))

    def untimely(self, table: Turkey, seat: str, move: M) -> Reason:
        if table.phase is DRAW:
            return Reason(
                "draw-first",
                "the turn begins with `draw`, or with `refresh`",
                label="nothing was drawn yet",
                table=held(table, seat),
            )
        if table.phase is END:
            return Reason(
                "one-play",
                "the play of this turn is over: bank a recipe, or end the turn",
                label="a second play",
                table=held(table, seat),
                since="the play of this turn ended here",
            )
        return super().untimely(table, seat, move)


def waiting(table: Turkey, seat: str) -> Reason | None:
    """The answer or choice that is due before anything else, if one is (4, 6, 8)."""
    if table.phase is CHOICE:
        return Reason(
            "choose-first",
            "one of the cards turned up must be played or kept first",
            label="the dive is not over",
            table=turned_up(table),
            since="these cards were turned up here",
        )
    if table.phase is ANSWER:
        what = f"the {table.played.top} against {table.attack.at}"
        ways = "swat, sendback or pass"
    elif table.phase is VERDICT:
        what, ways = f"the bank of {table.banking}", "inspect or pass"
    else:
        return None
    return Reason(
        "answer-due",
        f"{what} waits for an answer: {ways}",
        label="not an answer to it",
        table=held(table, seat),
        since=f"{what} has been waiting since here",
    )


def is_in_the_deck(table: Turkey, seat: str, card: str, *at: str | int) -> None:
    """A card is named by its code, and the deck has that card (1)."""
    if card not in table.cards.rank:
        raise Illegal(is_in_the_deck, _unknown, table, seat, card, *at)


def _unknown(table: Turkey, seat: str, card: str, *at: str | int) -> Reason:
    return Reason(
        "no-such-card",
        f"there is no card {card}",
        at=at,
        label="not in the deck",
        table=held(table, seat),
        advice=did_you_mean(card, table.cards.rank),
    )


def of_kind(table: Turkey, seat: str, card: str, kind: str, field: str) -> None:
    """Each verb names cards of its own kind (1)."""
    if card not in table.cards.kinds[kind]:
        is_in_the_deck(table, seat, card, field)
        raise Illegal(of_kind, _wrong_kind, table, seat, card, kind, field)


def _wrong_kind(table: Turkey, seat: str, card: str, kind: str, field: str) -> Reason:
    wanted = f"not {with_article(kind)} card"
    return Reason("wrong-kind", f"{card} is {wanted}", (field,), wanted)


def in_hand(table: Turkey, seat: str, card: str, count: int = 1, at: Place = ()) -> None:
    """A card that is played, shown or discarded is in the hand, as many times as named (1)."""
    if table.hands[seat].count(card) < count:
        is_in_the_deck(table, seat, card, *at)
        raise Illegal(in_hand, _not_held, table, seat, card, count, at)


def _not_held(table: Turkey, seat: str, card: str, count: int, at: Place) -> Reason:
    in_hand = table.hands[seat].count(card)
    return Reason(
        "not-held",
        f"the hand holds only {in_hand} {card}" if in_hand else f"the hand holds no {card}",
        at=at,
        label="not that many in the hand" if in_hand else "not in the hand",
        table=held(table, seat),
        since=f"the missing {card} left the hand here",
    )


def at_hand(table: Turkey, seat: str, card: str, *at: str) -> None:
    """A card that is played is in the seat's hand or, in a dive, among those turned up (1, 8)."""
    if table.phase is CHOICE:
        among_turned_up(table, seat, card, *at)
    elif card not in table.hands[seat]:
        in_hand(table, seat, card, 1, at)


def is_played(table: Turkey, seat: str, card: str, kind: str, field: str) -> None:
    """A card that is played is of its verb's kind, and at hand (1, 8)."""
    of_kind(table, seat, card, kind, field)
    at_hand(table, seat, card, field)


def among_turned_up(table: Turkey, seat: str, card: str, *at: str) -> None:
    """In a dive a card is chosen from those that were turned up last (8)."""
    if not any(may_be(other, card) for other in table.dives.cards):
        raise Illegal(among_turned_up, _not_turned_up, table, seat, card, *at)


def _not_turned_up(table: Turkey, seat: str, card: str, *at: str) -> Reason:
    return Reason(
        "not-turned-up",
        f"{card} is not one of the cards turned up",
        at=at,
        label="not turned up",
        table=turned_up(table),
    )


def own_recipe(table: Turkey, seat: str, recipe: str, field: str) -> None:
    """A seat builds on, banks and scraps own recipes that are out (3)."""
    slot = table.out.get(recipe)
    if slot is None or slot.team != table.team_of[seat]:
        of_kind(table, seat, recipe, "recipe", field)
        is_out(table, seat, recipe, _OWN, field)
        has_owner(table, seat, recipe, _OWN, field)


def opponents_recipe(table: Turkey, seat: str, recipe: str, field: str) -> None:
    """An attack is aimed at an opponent's recipe that is out (5)."""
    slot = table.out.get(recipe)
    if slot is None or slot.team == table.team_of[seat]:
        of_kind(table, seat, recipe, "recipe", field)
        is_out(table, seat, recipe, _THEIRS, field)
        has_owner(table, seat, recipe, _THEIRS, field)


def is_out(table: Turkey, seat: str, recipe: str, rule: str, field: str) -> None:
    """A recipe that is named is out (3, 5)."""
    if recipe not in table.out:
        raise Illegal(is_out, _wrong_recipe, table, seat, recipe, rule, field)


def has_owner(table: Turkey, seat: str, recipe: str, rule: str, field: str) -> None:
    """A recipe that is out belongs to the seat or to an opponent, as the rule requires (3, 5)."""
    slot = table.out.get(recipe)
    if slot is not None and (slot.team == table.team_of[seat]) != (rule == _OWN):
        raise Illegal(has_owner, _wrong_recipe, table, seat, recipe, rule, field)


def _wrong_recipe(table: Turkey, seat: str, recipe: str, rule: str, field: str) -> Reason:
    own, slot = rule == _OWN, table.out.get(recipe)
    if slot is None:
        message, since = f"{recipe} is not out", f"{recipe} was put away here"
    else:
        message = f"{recipe} is a recipe of {slot.team}"
        since = f"it became a recipe of {slot.team} here" if own else ""
    return Reason(
        rule,
        message,
        at=(field,),
        label="not the seat's own recipe" if own else "not an opponent's recipe",
        table=has_out(table, seat) if own else held(table, seat),
        since=since or None,
    )


def lies_on(table: Turkey, seat: str, card: str, recipe: str, field: str) -> None:
    """A card that is taken from a recipe lies on it (3)."""
    slot = table.out.get(recipe)
    if slot is None or not slot.has(card):
        is_in_the_deck(table, seat, card, field)
        raise Illegal(lies_on, _not_there, table, seat, card, recipe, field)


def _not_there(table: Turkey, seat: str, card: str, recipe: str, field: str) -> Reason:
    return Reason(
        "not-there",
        f"there is no {card} on {recipe}",
        at=(field,),
        label=f"not on {recipe}",
        table=f"sees {described(table, recipe)}",
        since=f"it left {recipe} here",
    )


def fits(
    table: Turkey, seat: str, card: str, recipe: str, double: str | None, over: str = ""
) -> None:
    """The ingredients on a recipe fit its slots together; a bonus always fits (3, 7).

    `over` is the card there whose place it takes, if any.
    """
    if double is not None:
        is_double(table, seat, card)
    ingredient, slot = table.cards.ingredients.get(card), table.out.get(recipe)
    if ingredient is not None and (
        slot is None or not slot.takes(ingredient, double=double is not None, over=over)
    ):
        raise Illegal(fits, _no_slot, table, seat, card, recipe, double, over)


def _no_slot(
    table: Turkey, seat: str, card: str, recipe: str, double: str | None, over: str
) -> Reason:
    what = f"two slots for {card}" if double else f"a slot for {card}"
    return Reason(
        "no-slot",
        f"{recipe} does not have {what}",
        at=("on" if over else "to",),
        label="it does not fit here",
        table=f"sees {described(table, recipe)}",
        since="the last slot for it was filled here",
    )


def is_double(table: Turkey, seat: str, card: str) -> None:
    """Only a double card is doubled (3)."""
    ingredient = table.cards.ingredients.get(card)
    if ingredient is None or not ingredient.double:
        raise Illegal(is_double, _no_double, table, seat, card)


def _no_double(table: Turkey, seat: str, card: str) -> Reason:
    return Reason(
        "only-doubles",
        f"{card} is not a double card: it fills one slot",
        at=("double",),
        label="for double cards only",
        table=held(table, seat),
    )


def has_place(table: Turkey, seat: str) -> None:
    """At most three recipes are out for a seat or a team (3)."""
    if not table.free_slots(seat):
        raise Illegal(has_place, _no_place, table, seat)


def _no_place(table: Turkey, seat: str) -> Reason:
    return Reason(
        "recipe-limit",
        f"{table.cards.max_recipes} recipes are out, and that is the limit",
        at=("recipe",),
        label="no place for it",
        table=has_out(table, seat),
        since="the last place was taken here",
    )


def held(table: Turkey, seat: str) -> str:
    """What a seat holds."""
    return f"holds {_listed(table.cards.in_order(table.hands[seat]))}"


def turned_up(table: Turkey) -> str:
    """The cards to choose from in a dive."""
    return f"sees {_listed(table.dives.cards)} turned up"


def has_out(table: Turkey, seat: str) -> str:
    """The recipes that a seat or its team has out."""
    return f"has {team_recipes(table, table.team_of[seat]) or 'no recipe out'}"


def team_recipes(table: Turkey, team: str) -> str:
    """The recipes that a team has out, if there are any."""
    recipes = [slot.recipe for slot in table.slots[team] if slot.recipe is not None]
    return "; ".join([described(table, recipe) for recipe in recipes])


def described(table: Turkey, recipe: str) -> str:
    """A recipe, with its slots and cards if it is out."""
    slot = table.out.get(recipe)
    if slot is None:
        return f"{recipe} not out"
    pairs = zip(slot.cards, slot.doubled, strict=True)
    cards = [f"{card} (doubled)" if double else card for card, double in pairs]
    return f"{recipe} ({needed(table.cards.recipes[recipe])}) with {_listed(cards)}"


def _listed(cards: Iterable[str]) -> str:
    return " ".join(cards) or "no cards"
