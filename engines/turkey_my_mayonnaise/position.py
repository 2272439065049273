"""The numbers and labels of a position (section 9 of rules.md). Knows no table."""

from collections.abc import Container, Iterator, Mapping, Sequence

from engines.table import Counter
from engines.turkey_my_mayonnaise.cards import named
from engines.turkey_my_mayonnaise.recipe_slot import RecipeSlot


def flags(name: str, seats: Sequence[str], raised: Container[str]) -> list[Counter]:
    """A counter for each seat: 1 if it is one of those raised, else 0."""
    return [Counter(name, int(seat in raised), seat, 1) for seat in seats]


def of_slot(slot: RecipeSlot, stopped: int) -> Iterator[Counter]:
    """Which cards are doubled, and the seat that must miss a turn before the recipe is banked."""
    name, owner = slot.zone.name, slot.zone.owner
    doubled = sum(1 << at for at, double in enumerate(slot.doubled) if double)
    yield Counter(f"{name}-doubled", doubled, owner)
    yield Counter(f"{name}-stopped", stopped, owner)


def of_dives(sizes: Sequence[int], most: int) -> Iterator[Counter]:
    """How many cards of each open dive are left, the dive itself included."""
    for level in range(most):
        yield Counter(f"open-{level + 1}", 1 + sizes[level] if level < len(sizes) else 0)


def labels(
    faces: Mapping[str, str], slot: RecipeSlot | None, cards: Sequence[str]
) -> Sequence[str]:
    """Each code with what the card is worth; of a recipe, what it needs, or still needs."""
    if slot is None or slot.recipe is None:
        return [faces[card] for card in cards]
    shown = {slot.recipe: f"{slot.recipe} {still_needed(slot)}"}
    for card, double in zip(slot.cards, slot.doubled, strict=True):
        if double:
            shown[card] = f"{card} doubled"
    return [shown.get(card) or faces[card] for card in cards]


def still_needed(slot: RecipeSlot) -> str:
    """What a recipe that is out still needs, counting its tofu, or that it is ready."""
    if slot.complete:
        return "ready"
    missing, tofu = slot.missing, slot.tofu
    return f"{sum(missing) - tofu} of {named(missing)}" if tofu else named(missing)
