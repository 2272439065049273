"""Facts about recipes that their cards do not show: the slots they fill. Knows no table.

The numbers in brackets are the sections of rules.md.
"""

from functools import lru_cache
from typing import Annotated

from msgspec import Struct

from engines.turkey_my_mayonnaise.cards import CATEGORIES, TOFU, WILD, Cards, named
from notation.json_shape import doc


class SlotDetails(Struct, frozen=True, gc=False):
    """A slot of a recipe."""

    category: Annotated[str, doc("What it is for.", "meat")]
    card: Annotated[str | None, doc("The card that fills it; null: none does.", "ham")]
    doubled: Annotated[bool, doc("Whether that card fills two slots.")]


class SandwichDetails(Struct, frozen=True, gc=False):
    """A recipe that is out."""

    need: Annotated[tuple[SlotDetails, ...], doc("The slots that have to be filled.")]
    extras: Annotated[tuple[SlotDetails, ...], doc("The slots that may be filled.")]
    beside: Annotated[tuple[str, ...], doc("The bonuses and penalties on it.", ["bonus-5"])]
    worth: Annotated[int, doc("What it would bank.", 23)]
    to_go: Annotated[int, doc("How many cards it needs until it can be banked; 0: it is ready.")]
    stopped: Annotated[
        str | None, doc("The seat that must miss a turn before it banks this; null: none.")
    ]


@lru_cache(256)
def sandwich(
    cards: Cards,
    recipe: str,
    on: tuple[str, ...],
    doubled: tuple[bool, ...],
    worth: int,
    stopped: str | None,
) -> SandwichDetails:
    """A recipe with the cards on it, in the order in which they came (3, 4).

    Cards fill slots of the need part first. Tofu, which may fill any slot, is shown in an open one.
    """
    facts = cards.recipes[recipe]
    filling = [
        (card, double)
        for card, double in zip(on, doubled, strict=True)
        if card in cards.ingredients
        for _ in range(2 if double else 1)
    ]
    need = _filled(cards, named(facts.need).split(), filling)
    extra = [slots - need for slots, need in zip(facts.slots, facts.need, strict=True)][:WILD]
    extras = _filled(cards, named(extra).split(), filling)
    need, extras = _with_tofu(need, filling), _with_tofu(extras, filling)
    beside = tuple([card for card in on if card not in cards.ingredients])
    to_go = sum([slot.card is None for slot in need])
    return SandwichDetails(tuple(need), tuple(extras), beside, worth, to_go, stopped)


def _filled(
    cards: Cards, categories: list[str], filling: list[tuple[str, bool]]
) -> list[SlotDetails]:
    """These slots with the first cards of their category; the cards are used up."""
    slots = []
    for category in categories:
        number = CATEGORIES.index(category)
        at = next((f for f in filling if cards.ingredients[f[0]].category == number), None)
        if at is not None:
            filling.remove(at)
        slots.append(SlotDetails(category, *(at or (None, False))))
    return slots


def _with_tofu(slots: list[SlotDetails], filling: list[tuple[str, bool]]) -> list[SlotDetails]:
    """These slots with tofu, which is used up, in the open ones."""
    filled = []
    for slot in slots:
        tofu = slot.card is None and (TOFU, False) in filling
        if tofu:
            filling.remove((TOFU, False))
        filled.append(SlotDetails(slot.category, TOFU, doubled=False) if tofu else slot)
    return filled
