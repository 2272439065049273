"""The numbers that are part of a position (section 9 of rules.md)."""

from typing import TYPE_CHECKING

from engines.table import Counter
from engines.turkey_my_mayonnaise.cards import DIVES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engines.turkey_my_mayonnaise.sandwich import Sandwich
    from engines.turkey_my_mayonnaise.sides import Seat
    from engines.turkey_my_mayonnaise.table import TurkeyMyMayonnaise


def counters(table: "TurkeyMyMayonnaise") -> list[Counter]:
    """Every number, always in the same order."""
    banked = [Counter("banked", team.banked, team.letter) for team in table.teams]
    places = [counter for team in table.teams for p in team.places for counter in _of(table, p)]
    return [*banked, *owed(table), *places, *_under_way(table)]


def owed(table: "TurkeyMyMayonnaise") -> list[Counter]:
    """Whether each seat is to miss a turn, and whether its next draw is of four."""
    seats = table.players.values()
    misses = [Counter("misses-turn", int(seat.misses), seat.letter, 1) for seat in seats]
    return misses + [Counter("draws-4", int(seat.refreshed), seat.letter, 1) for seat in seats]


def _of(table: "TurkeyMyMayonnaise", place: "Sandwich") -> "Iterator[Counter]":
    """Which cards lie doubled, and who is to miss a turn before the recipe is banked."""
    name, owner = place.zone.name, place.zone.owner
    doubled = sum(1 << at for at, double in enumerate(place.doubled) if double)
    yield Counter(f"{name}-doubled", doubled, owner)
    yield Counter(f"{name}-stopped", _seat(table, place.stopped), owner)


def _under_way(table: "TurkeyMyMayonnaise") -> "Iterator[Counter]":
    attack, sizes = table.attack, table.dives.sizes
    prey = attack.at.cards.index(attack.prey) + 1 if attack and attack.prey else 0
    numbers = {
        "turn": _seat(table, table.turn),
        "due": int(table.due),
        "banking": _place(table, table.banking),
        "resume": int(table.resume) if table.banking else 0,
        "attack-by": _seat(table, attack.by) if attack else 0,
        "attack-at": _place(table, attack.at) if attack else 0,
        "attack-prey": prey,
        "attack-onto": _place(table, attack.onto) if attack else 0,
        "attack-double": int(attack.double) if attack else 0,
    }
    most = sum(table.cards.deck.count(dive) for dive in DIVES)
    for level in range(most):
        numbers[f"open-{level + 1}"] = 1 + sizes[level] if level < len(sizes) else 0
    return (Counter(name, value) for name, value in numbers.items())


def _seat(table: "TurkeyMyMayonnaise", seat: "Seat | None") -> int:
    """The number of a seat, from 1; 0: none."""
    return table.seats.index(seat.letter) + 1 if seat else 0


def _place(table: "TurkeyMyMayonnaise", place: "Sandwich | None") -> int:
    """The number of a place among those of all teams, from 1; 0: none."""
    places = [place for team in table.teams for place in team.places]
    return places.index(place) + 1 if place else 0
