"""Puts the zones of a shape into words, where details say more than their cards do."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from cli.common import counted
from replays.view.zone_views import ZoneView

Title: TypeAlias = Callable[[str], str]
"""Gives the title of a card's code."""


def _tile(zone: ZoneView, title: Title) -> list[str]:
    """A stack of tiles with the sides on which it is free."""
    free = " and ".join(zone.details.free)
    below = [f", below it {title(card.code)}" for card in zone.cards[1:] if card.code]
    side = f"free on the {free}" if free else "not free"
    return [f": {title(zone.cards[0].code or '')}, {side}{''.join(below)}"]


def _sets(zone: ZoneView, title: Title) -> list[str]:
    """The sets and single tiles of a seat."""
    sets = [
        f", a set for {made.points}: {', '.join(map(title, made.tiles))}"
        for made in zone.details.sets
    ]
    left = ", ".join(map(title, zone.details.left))
    return [*sets, *([f", in no set: {left}"] if left else [])]


def _sandwich(zone: ZoneView, title: Title) -> list[str]:
    """A recipe that is out: what it is worth, and each of its slots."""
    details = zone.details
    recipe = next((card.code for card in reversed(zone.cards) if card.code), "") or ""
    state = f"{details.to_go} to go" if details.to_go else "ready"
    lines = [f", recipe {title(recipe)}: worth {details.worth}, {state}"]
    for part, slots in (("needs", details.need), ("may also have", details.extras)):
        filled = [f"{slot.category}, {title(slot.card) if slot.card else 'open'}" for slot in slots]
        if filled:
            lines.append(f" {part}: {'; '.join(filled)}")
    if details.beside:
        lines.append(f", beside it: {', '.join(map(title, details.beside))}")
    return lines


def _bids(zone: ZoneView, title: Title) -> list[str]:
    """A guest up for bids, and the last bid."""
    names = ", ".join(title(card.code) for card in zone.cards if card.code)
    bid = zone.details
    return [f": {names}{f', {bid.points} bid by {bid.bidder}' if bid.bidder else ''}"]


def _tasks(zone: ZoneView, title: Title) -> list[str]:
    """Each task, what is done of it and what is not."""
    tasks = [(f" {title(task.card)}", task) for task in zone.details.tasks]
    tasks += [(" tea party", party) for party in zone.details.parties]
    return [
        f",{name}: {', '.join(map(_part, task.parts))}; {counted(task.points, 'point')}"
        for name, task in tasks
    ]


def _part(part: Any) -> str:  # noqa: ANN401 - of a task, as the game has it
    what = part.fruit if part.kind == "card" else f"{part.fruit} {part.kind}"
    return f"{what} done" if part.by else f"{what} open"


IN_WORDS: Final[dict[str, Callable[[ZoneView, Title], list[str]]]] = {
    "tile": _tile,
    "sets": _sets,
    "sandwiches": _sandwich,
    "bids": _bids,
    "tasks": _tasks,
}
"""The words of a zone with details, by its shape: lines that each follow the zone's title."""
