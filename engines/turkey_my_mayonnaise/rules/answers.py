"""Answers to an attack (section 6 of rules.md)."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from engines.play import Illegal, Play, Reason, Reveals, Seen
from engines.turkey_my_mayonnaise import words
from engines.turkey_my_mayonnaise.cards import SEND_BACK, STEAL, SWATTER
from engines.turkey_my_mayonnaise.flow import aim, cancel
from engines.turkey_my_mayonnaise.moves import SendBack, Swat
from engines.turkey_my_mayonnaise.rules.attacks import is_prey, prey_on
from engines.turkey_my_mayonnaise.rules.checks import (
    fits,
    held,
    in_hand,
    lies_on,
    own_recipe,
    team_recipes,
    waiting,
)
from engines.turkey_my_mayonnaise.rules.reach import own_recipes, recipes_of, transfers
from engines.turkey_my_mayonnaise.state import ANSWER, Attack, Turkey
from engines.wording import Sentence
from notation.moves import Move

M = TypeVar("M", bound=Move)

_TARGETS = {
    ("on",): "sendback on=RECIPE",
    ("card", "source", "to"): "sendback CARD from=RECIPE to=RECIPE",
    ("card", "source"): "sendback CARD from=RECIPE",
}
"""The fields that name the target of each kind of card, and how they are written."""


class Answer(Play[Turkey, M]):
    """A move by which a seat blocks an attack on its own or its partner's recipe."""

    phases = frozenset((ANSWER,))

    def untimely(self, table: Turkey, seat: str, move: M) -> Reason:
        return waiting(table, seat) or Reason(
            "no-answer-due",
            "no attack waits for an answer",
            label="nothing to block",
            table=held(table, seat),
        )


class Swatting(Answer[Swat]):
    """Cancel the attack."""

    move = Swat
    exact = True

    def check(self, table: Turkey, seat: str, move: Swat) -> None:
        in_hand(table, seat, SWATTER)

    def candidates(self, table: Turkey, seat: str) -> Sequence[Swat]:
        return (Swat(),) if SWATTER in table.hands[seat] else ()

    def apply(self, table: Turkey, seat: str, move: Swat) -> Reveals:
        table.discard.put(table.hands[seat].take(SWATTER))
        return cancel(table)

    def sentence(self, table: Turkey, seat: str, move: Swat, reveals: Seen) -> Sentence:
        return words.swatting(table.played.top or "", table.attack.by)


class SendingBack(Answer[SendBack]):
    """Turn the attack against the attacker, or let it fizzle if it has no target there."""

    move = SendBack
    exact = True

    def check(self, table: Turkey, seat: str, move: SendBack) -> None:
        in_hand(table, seat, SEND_BACK)
        names_target(table, seat, move)
        if not move.plain:
            may_be_target(table, seat, move)

    def candidates(self, table: Turkey, seat: str) -> Sequence[SendBack]:
        if SEND_BACK not in table.hands[seat]:
            return ()
        return [*_targets(table, seat)] or (SendBack(),)

    def apply(self, table: Turkey, seat: str, move: SendBack) -> Reveals:
        table.discard.put(table.hands[seat].take(SEND_BACK))
        if move.plain:
            if table.story is not None:
                table.story.append(words.fizzled(table.played.top or ""))
            return cancel(table)
        at = move.on or move.source or ""
        return aim(table, Attack(seat, at, move.card, move.to, move.double is not None))

    def sentence(self, table: Turkey, seat: str, move: SendBack, reveals: Seen) -> Sentence:
        if move.on:
            points = table.cards.penalties[table.played.top or ""]
            return words.sending_back_penalty(points, table.owned(move.on))
        if not move.card or not move.source:
            return words.sending_back_nothing(table.side(table.attack.by))
        source = table.owned(move.source)
        if not move.to:
            return words.sending_back_spoil(move.card, source)
        double = move.double is not None
        return words.sending_back_steal(move.card, source, move.to, double=double)


def names_target(table: Turkey, seat: str, move: SendBack) -> None:
    """The target is named as the card requires; none only if there is none (6)."""
    right = not [*_targets(table, seat)] if move.plain else _is_shaped(table, move)
    if not right:
        raise Illegal(names_target, _wrong_target, table, seat, move)


def _is_shaped(table: Turkey, move: SendBack) -> bool:
    named = [field for field in ("card", "on", "source", "to") if getattr(move, field)]
    return tuple(named) == _shape(table) and (move.double is None or move.to is not None)


def _shape(table: Turkey) -> tuple[str, ...]:
    """The fields that name a target of the card under way."""
    if table.played.top in table.cards.penalties:
        return ("on",)
    return ("card", "source", "to") if table.played.top == STEAL else ("card", "source")


def _wrong_target(table: Turkey, seat: str, move: SendBack) -> Reason:
    return Reason(
        "send-back-target",
        f"{table.played.top} is sent back with `{_TARGETS[_shape(table)]}`, "
        f"or without a target if {table.attack.by} has none",
        label="name the target as the attack would",
        table=_of_attacker(table),
    )


def may_be_target(table: Turkey, seat: str, move: SendBack) -> None:
    """An attack that is sent back meets the rules of its card (5, 6)."""
    recipe = move.on or move.source or ""
    attackers_recipe(table, seat, recipe, "on" if move.on else "source")
    if move.card is not None:
        lies_on(table, seat, move.card, recipe, "card")
        is_prey(table, seat, table.played.top or "", move.card, recipe)
    if move.card is not None and move.to is not None:
        own_recipe(table, seat, move.to, "to")
        fits(table, seat, move.card, move.to, move.double)


def attackers_recipe(table: Turkey, seat: str, recipe: str, field: str) -> None:
    """An attack is sent back to a recipe of the attacker or the attacker's team (6)."""
    slot = table.out.get(recipe)
    if slot is None or slot.team != _attacking_team(table):
        raise Illegal(attackers_recipe, _not_attackers, table, seat, recipe, field)


def _not_attackers(table: Turkey, seat: str, recipe: str, field: str) -> Reason:
    return Reason(
        "send-back-target",
        f"{recipe} is not a recipe of {table.attack.by}, who attacked",
        at=(field,),
        label="not the attacker's",
        table=_of_attacker(table),
    )


def _of_attacker(table: Turkey) -> str:
    team = _attacking_team(table)
    return f"sees of {team}: {team_recipes(table, team) or 'no recipe'}"


def _attacking_team(table: Turkey) -> str:
    return table.team_of[table.attack.by or table.turn]


def _targets(table: Turkey, seat: str) -> Iterator[SendBack]:
    """Every target that the attack under way can be sent back to."""
    attack, theirs = table.played.top, recipes_of(table, _attacking_team(table))
    if attack is None:
        return
    if attack in table.cards.penalties:
        for recipe, _ in theirs:
            yield SendBack(on=recipe)
    elif attack == STEAL:
        own = own_recipes(table, seat)
        for card, source, to, double in transfers(table, theirs, own, table.cards.prey[STEAL]):
            yield SendBack(card, source=source, to=to, double=double)
    else:
        for card, source in prey_on(table, attack, theirs):
            yield SendBack(card, source=source)
