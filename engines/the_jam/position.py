"""The numbers of a position, beside what the zones tell (rules.md, 15)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engines.table import Counter
from engines.the_jam.due import Due

if TYPE_CHECKING:
    from engines.the_jam.sides import Side
    from engines.the_jam.table import TheJam


def counters(table: "TheJam") -> list[Counter]:
    """The numbers that belong to the variant."""
    ages = Counter("ages", _digits(_ages(table), 1 + len(table.seats) * _places(table)))
    if table.variant == "kids":
        return [ages]
    seats = len(table.seats)
    found = [
        Counter("at-turn", _index(table, table.side), most=seats),
        Counter("due", table.due, most=max(Due)),
        bid(table),
        Counter("bidder", _index(table, table.bidder), most=seats),
        Counter("bid-jams", _jams_bid(table)),
        Counter("arrived", table.side.pantry.arrivals(table.turn)),
        ages,
    ]
    if table.variant == "travel":
        found.append(Counter("traded", int(table.traded), most=1))
    return found


def bid(table: "TheJam") -> Counter:
    """The points of the last bid for Karlsman; 0 where there is none (9)."""
    return Counter("bid", table.cards.points(table.bid))


def _digits(digits: Iterable[int], base: int) -> int:
    """The number that these digits make, the first one the highest."""
    number = 0
    for digit in digits:
        number = number * base + digit
    return number


def _index(table: "TheJam", side: "Side | None") -> int:
    return 0 if side is None else 1 + table.seats.index(side.seat)


def _jams_bid(table: "TheJam") -> int:
    """The jams of the last bid in the order named, each by its number among the bidder's."""
    if table.bidder is None:
        return 0
    jams = list(dict.fromkeys(table.recipes_of(table.bidder, "jam")))
    return _digits((1 + jams.index(jam) for jam in table.bid), 1 + len(jams))


def _places(table: "TheJam") -> int:
    """How many places each seat has: one for what is fresh, and two for each kind of like cards."""
    return 1 + 2 * len(table.cards.copies)


def _ages(table: "TheJam") -> list[int]:
    """The places of the recipes whose age matters, the oldest recipe first.

    They are those that are fresh, and those of which the deck has several.
    """
    kinds = {card: 2 * index for index, card in enumerate(table.cards.copies)}
    found: list[tuple[int, int]] = []
    for index, side in enumerate(table.sides.values()):
        first = 1 + index * _places(table)
        for card, age, fresh in side.pantry.ages():
            if fresh or card in kinds:
                found.append((age, first if fresh else first + 1 + kinds[card]))
        for card, age in zip(side.given.cards[::-1], side.given_ages, strict=True):
            if card in kinds:
                found.append((age, first + 2 + kinds[card]))
    return [place for _, place in sorted(found)]
