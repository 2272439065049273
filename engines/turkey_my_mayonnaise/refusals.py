"""Why a move is refused. The numbers in brackets are the sections of rules.md.

Each function is called only for a move that is illegal, with the table still untouched.
"""

from typing import TYPE_CHECKING

from engines.legacy import Illegal
from engines.turkey_my_mayonnaise import reasons
from engines.turkey_my_mayonnaise.cards import DUMPSTER, REACTIONS, SPREE, WILD
from engines.turkey_my_mayonnaise.due import Due
from engines.turkey_my_mayonnaise.moves import REFRESHED
from engines.turkey_my_mayonnaise.reasons import sure

if TYPE_CHECKING:
    from engines.turkey_my_mayonnaise.moves import (
        Add,
        Bank,
        Bonus,
        Discard,
        Draw,
        DumpsterDive,
        End,
        Keep,
        Pass,
        PlayRecipe,
        Refresh,
        Replace,
        Scrap,
        ShoppingSpree,
    )
    from engines.turkey_my_mayonnaise.table import TurkeyMyMayonnaise


def of_draw(table: "TurkeyMyMayonnaise", move: "Draw") -> Illegal:
    """Why there is no draw now (2)."""
    del move
    return sure(_no_start(table))


def of_refresh(table: "TurkeyMyMayonnaise", move: "Refresh") -> Illegal:
    """Why this refresh is illegal (1, 2)."""
    reason = _no_start(table)
    if reason is not None:
        return reason
    for at, card in enumerate(move.cards if len(move.cards) == REFRESHED else ()):
        often = move.cards[: at + 1].count(card)
        reason = reason or reasons.not_in_hand(table, card, "cards", at, often=often)
    return reason or Illegal(
        "refresh-three",
        f"a refresh is of three cards, not {len(move.cards)}",
        at=("cards",),
        label="three cards are due",
        table=reasons.held(table),
    )


def _no_start(table: "TurkeyMyMayonnaise") -> reasons.Reason:
    if table.due is Due.DRAW:
        return None
    return reasons.waiting(table) or Illegal(
        "drawn",
        "a turn begins with one draw, and this one has had it",
        label="only at the start of a turn",
        table=reasons.held(table),
        cause=reasons.cause(
            "the draw of this turn was here", lambda then: then.due is not Due.DRAW
        ),
    )


def of_discard(table: "TurkeyMyMayonnaise", move: "Discard") -> Illegal:
    """Why this discard is illegal (1, 2)."""
    if table.due is Due.CHOICE:
        return sure(reasons.waiting(table))
    return sure(reasons.no_play(table) or reasons.not_in_hand(table, move.card, "card"))


def of_end(table: "TurkeyMyMayonnaise", move: "End") -> Illegal:
    """Why the turn does not end so (2)."""
    del move
    return reasons.waiting(table) or Illegal(
        "end-early",
        "the turn goes on: a play or a discard is due",
        label="the turn is not over",
        table=reasons.held(table),
    )


def of_pass(table: "TurkeyMyMayonnaise", move: "Pass") -> Illegal:
    """Why there is no pass (2)."""
    del move
    return reasons.waiting(table) or Illegal(
        "no-pass",
        "no answer is asked for, and the hand is not empty",
        label="nothing to pass on",
        table=reasons.held(table),
    )


def of_bank(table: "TurkeyMyMayonnaise", move: "Bank") -> Illegal:
    """Why this recipe cannot be banked (4)."""
    recipe = move.recipe
    reason = reasons.waiting(table) or reasons.not_own(table, recipe, "recipe")
    if reason is not None:
        return reason
    place = table.out[recipe]
    if place.stopped is None:
        return Illegal(
            "incomplete",
            f"the need of {recipe} is not covered",
            at=("recipe",),
            label="not complete",
            table=f"has {reasons.described(table, place)}",
            cause=reasons.cause(
                f"from here on {recipe} was not complete",
                lambda then: recipe not in then.out or not then.out[recipe].complete,
            ),
        )
    letter = place.stopped.letter
    return Illegal(
        "stopped",
        f"the bank of {recipe} was stopped, and {letter} has not missed a turn since",
        at=("recipe",),
        label="not yet",
        table=f"has {reasons.described(table, place)}",
        cause=reasons.cause(
            "the bank was stopped here",
            lambda then: recipe in then.out and then.out[recipe].stopped is not None,
        ),
    )


def of_scrap(table: "TurkeyMyMayonnaise", move: "Scrap") -> Illegal:
    """Why this recipe cannot be scrapped (3)."""
    reason = reasons.waiting(table) or reasons.not_own(table, move.recipe, "recipe")
    return reason or Illegal(
        "scrap-late",
        "a recipe is scrapped before the play of the turn",
        label="the play is over",
        table=reasons.held(table),
        cause=reasons.cause("the play of this turn ended here", lambda then: then.due is Due.END),
    )


def of_recipe(table: "TurkeyMyMayonnaise", move: "PlayRecipe") -> Illegal:
    """Why this recipe cannot be started (3)."""
    cards = table.cards.recipes
    return sure(
        reasons.not_playable(table, move.recipe, "recipe", "recipe", cards)
        or reasons.no_place(table)
    )


def of_add(table: "TurkeyMyMayonnaise", move: "Add") -> Illegal:
    """Why this ingredient cannot be added there (3)."""
    cards = table.cards.ingredients
    return sure(
        reasons.not_playable(table, move.card, "card", "ingredient", cards)
        or reasons.not_own(table, move.to, "to")
        or reasons.no_slot(table, move.card, move.to, "to", move.double)
    )


def of_replace(table: "TurkeyMyMayonnaise", move: "Replace") -> Illegal:
    """Why this ingredient cannot replace that one (3)."""
    cards = table.cards.ingredients
    reason = (
        reasons.not_playable(table, move.card, "card", "ingredient", cards)
        or reasons.not_own(table, move.on, "on")
        or reasons.absent(table, move.over, move.on, "over")
    )
    if reason is not None:
        return reason
    card, old = cards[move.card], cards.get(move.over)
    if old is not None and old.category == card.category != WILD and old.points < card.points:
        return sure(reasons.no_slot(table, move.card, move.on, "on", move.double))
    return Illegal(
        "better-card",
        f"{move.card} does not replace {move.over}",
        at=("over",),
        label="of another category, or not worth less",
        table=f"has {reasons.described(table, table.out[move.on])}",
    )


def of_bonus(table: "TurkeyMyMayonnaise", move: "Bonus") -> Illegal:
    """Why this bonus cannot be played there (3)."""
    cards = table.cards.bonuses
    return sure(
        reasons.not_playable(table, move.card, "card", "bonus", cards)
        or reasons.not_own(table, move.to, "to")
    )


def of_dumpster(table: "TurkeyMyMayonnaise", move: "DumpsterDive") -> Illegal:
    """Why there is no dive into the dumpster (8)."""
    del move
    return sure(reasons.not_to_play(table, DUMPSTER))


def of_spree(table: "TurkeyMyMayonnaise", move: "ShoppingSpree") -> Illegal:
    """Why there is no shopping spree (8)."""
    del move
    return sure(reasons.not_to_play(table, SPREE))


def of_keep(table: "TurkeyMyMayonnaise", move: "Keep") -> Illegal:
    """Why this card is not kept, or that one not discarded for it (1, 8)."""
    if table.due is not Due.CHOICE:
        return reasons.waiting(table) or Illegal(
            "keep-in-dive",
            "nothing is turned up to be kept",
            label="no dive is open",
            table=reasons.held(table),
        )
    kept = move.card in REACTIONS
    return sure(
        reasons.unknown(table, move.card, "card")
        or reasons.wrong_kind(move.card, "reaction", "card", fits=kept)
        or reasons.not_to_play(table, move.card, "card")
        or reasons.not_in_hand(table, move.discard, "discard")
    )
