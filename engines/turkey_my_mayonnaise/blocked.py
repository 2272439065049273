"""Why an attack, an answer, or Turkey My Mayonnaise is refused, as in refusals.py."""

from typing import TYPE_CHECKING

from engines.legacy import Illegal
from engines.turkey_my_mayonnaise import reasons
from engines.turkey_my_mayonnaise.cards import SEND_BACK, STEAL, SWATTER, TMM, WILD
from engines.turkey_my_mayonnaise.due import Due
from engines.turkey_my_mayonnaise.reasons import Reason, sure

if TYPE_CHECKING:
    from engines.turkey_my_mayonnaise.moves import (
        ClaimRecipe,
        Inspect,
        MoveCard,
        Penalize,
        SendBack,
        Spoil,
        Steal,
        Swat,
        TakeCard,
    )
    from engines.turkey_my_mayonnaise.table import TurkeyMyMayonnaise


def of_penalize(table: "TurkeyMyMayonnaise", move: "Penalize") -> Illegal:
    """Why this penalty cannot be played there (5)."""
    cards = table.cards.penalties
    return sure(
        reasons.not_playable(table, move.card, "card", "penalty", cards)
        or reasons.not_theirs(table, move.on, "on")
    )


def of_steal(table: "TurkeyMyMayonnaise", move: "Steal") -> Illegal:
    """Why this card cannot be stolen so (5)."""
    return sure(
        reasons.not_to_play(table, STEAL)
        or reasons.not_theirs(table, move.source, "source")
        or _no_theft(table, move)
    )


def of_spoil(table: "TurkeyMyMayonnaise", move: "Spoil") -> Illegal:
    """Why this card cannot be spoiled so (5)."""
    cards = table.cards.spoils
    return sure(
        reasons.not_playable(table, move.spoiler, "spoiler", "spoil", cards)
        or reasons.not_theirs(table, move.source, "source")
        or _no_spoilage(table, move.spoiler, move)
    )


def _no_theft(table: "TurkeyMyMayonnaise", move: "Steal | SendBack") -> Reason:
    """Why a card on a recipe that may be attacked cannot be stolen from there."""
    card, source, to = move.card or "", move.source or "", move.to or ""
    return (
        reasons.absent(table, card, source, "card")
        or _no_prey(table, STEAL, card, source)
        or reasons.not_own(table, to, "to")
        or reasons.no_slot(table, card, to, "to", move.double)
    )


def _no_spoilage(table: "TurkeyMyMayonnaise", spoiler: str, move: "Spoil | SendBack") -> Reason:
    """Why a card on a recipe that may be attacked does not spoil there."""
    card, source = move.card or "", move.source or ""
    return reasons.absent(table, card, source, "card") or _no_prey(table, spoiler, card, source)


def _no_prey(table: "TurkeyMyMayonnaise", attack: str, card: str, recipe: str) -> Reason:
    """A card that a steal or spoil does not hit."""
    ingredient, category = table.cards.ingredients.get(card), table.cards.spoils.get(attack, WILD)
    if ingredient is not None and category in (WILD, ingredient.category):
        return None
    return Illegal(
        "no-prey",
        f"{attack} does not hit {card}",
        at=("card",),
        label="an ingredient is due" if category == WILD else "of another category",
        table=f"sees {reasons.described(table, table.out[recipe])}",
    )


def of_swat(table: "TurkeyMyMayonnaise", move: "Swat") -> Illegal:
    """Why nothing is swatted (6)."""
    del move
    return sure(_no_attack(table) or reasons.not_in_hand(table, SWATTER))


def of_send_back(table: "TurkeyMyMayonnaise", move: "SendBack") -> Illegal:
    """Why nothing is sent back so (6)."""
    reason = _no_attack(table) or reasons.not_in_hand(table, SEND_BACK)
    if reason is not None or table.attack is None:
        return sure(reason)
    card, by = table.played.top or "", table.attack.by.letter
    shape, fields = _shape(table, card)
    named = {field for field in ("card", "on", "source", "to") if getattr(move, field)}
    if named != fields or (move.double and "to" not in fields):
        return Illegal(
            "send-back-target",
            f"{card} is sent back with `{shape}`, or without a target where {by} has none",
            label="it names its target as the attack would",
            table=_theirs(table),
        )
    recipe, field = (move.on, "on") if move.on else (move.source or "", "source")
    place = table.out.get(recipe)
    if place is None or place.team is not table.attack.by.team:
        return Illegal(
            "send-back-target",
            f"{recipe} is no recipe of {by}, who attacked",
            at=(field,),
            label="not the attacker's",
            table=_theirs(table),
        )
    return sure(_no_theft(table, move) if card == STEAL else _no_spoilage(table, card, move))


def _shape(table: "TurkeyMyMayonnaise", card: str) -> tuple[str, set[str]]:
    """How an attack with this card is sent back, and the fields that this fills."""
    if card in table.cards.penalties:
        return "sendback on=RECIPE", {"on"}
    if card == STEAL:
        return "sendback CARD from=RECIPE to=RECIPE", {"card", "source", "to"}
    return "sendback CARD from=RECIPE", {"card", "source"}


def _theirs(table: "TurkeyMyMayonnaise") -> str:
    """What the attacker has out."""
    team = table.attack.by.team if table.attack else table.turn.team
    places = [reasons.described(table, place) for place in team.places if place.zone]
    return f"sees of {team.letter}: {'; '.join(places) or 'no recipe'}"


def _no_attack(table: "TurkeyMyMayonnaise") -> Reason:
    if table.due is Due.ANSWER:
        return None
    return reasons.waiting(table) or Illegal(
        "no-answer-due",
        "no attack waits for an answer",
        label="nothing to block",
        table=reasons.held(table),
    )


def of_inspect(table: "TurkeyMyMayonnaise", move: "Inspect") -> Illegal:
    """Why no bank is stopped (4)."""
    del move
    return reasons.waiting(table) or Illegal(
        "no-answer-due",
        "no bank waits for an answer",
        label="nothing to inspect",
        table=reasons.held(table),
    )


def of_take(table: "TurkeyMyMayonnaise", move: "TakeCard") -> Illegal:
    """Why Turkey My Mayonnaise does not take this card (7)."""
    return sure(
        reasons.not_to_play(table, TMM)
        or reasons.not_theirs(table, move.source, "source")
        or _no_carrying(table, move)
    )


def of_move(table: "TurkeyMyMayonnaise", move: "MoveCard") -> Illegal:
    """Why Turkey My Mayonnaise does not move this card (7)."""
    reason = reasons.not_to_play(table, TMM) or reasons.not_own(table, move.source, "source")
    if reason is None and move.source == move.to:
        return Illegal(
            "two-recipes",
            f"a card moves from one recipe to another, and both are {move.to}",
            at=("to",),
            label="the same recipe",
            table=f"has {reasons.described(table, table.out[move.to])}",
        )
    return sure(reason or _no_carrying(table, move))


def _no_carrying(table: "TurkeyMyMayonnaise", move: "TakeCard | MoveCard") -> Reason:
    reason = reasons.absent(table, move.card, move.source, "card")
    known = table.cards
    if reason is None and not (move.card in known.ingredients or move.card in known.bonuses):
        reason = Illegal(
            "no-penalty",
            f"{move.card} is neither an ingredient nor a bonus",
            at=("card",),
            label="it stays where it is",
            table=f"sees {reasons.described(table, table.out[move.source])}",
        )
    return (
        reason
        or reasons.not_own(table, move.to, "to")
        or reasons.no_slot(table, move.card, move.to, "to", move.double)
    )


def of_claim(table: "TurkeyMyMayonnaise", move: "ClaimRecipe") -> Illegal:
    """Why Turkey My Mayonnaise does not take this recipe (7)."""
    reason = (
        reasons.not_to_play(table, TMM)
        or reasons.not_theirs(table, move.recipe, "recipe")
        or reasons.no_place(table)
    )
    return reason or Illegal(
        "bare-recipe",
        f"ingredients lie on {move.recipe}",
        at=("recipe",),
        label="not without ingredients",
        table=f"sees {reasons.described(table, table.out[move.recipe])}",
    )
