"""What cards show on the table, in a few characters."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.turkey_my_mayonnaise.cards import named

if TYPE_CHECKING:
    from engines.turkey_my_mayonnaise.sandwich import Sandwich
    from engines.turkey_my_mayonnaise.table import TurkeyMyMayonnaise
    from engines.zone import Zone


def labels(table: "TurkeyMyMayonnaise", zone: "Zone", cards: Sequence[str]) -> list[str]:
    """Each code with what the card is worth; of a recipe, what it needs or still needs."""
    shown = table.cards.faces
    for recipe, place in table.out.items():
        if place.zone is zone:
            pairs = zip(place.cards, place.doubled, strict=True)
            doubled = {card: f"{card} doubled" for card, double in pairs if double}
            shown = {**shown, **doubled, recipe: f"{recipe} {still_needed(place)}"}
    return [shown[card] for card in cards]


def still_needed(place: "Sandwich") -> str:
    """What a recipe that is out lacks, tofu counted in, or that it is ready."""
    if place.complete:
        return "ready"
    missing, tofu = place.missing, place.tofu
    return f"{sum(missing) - tofu} of {named(missing)}" if tofu else named(missing)
