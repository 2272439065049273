"""The ten kinds of point sides, and what they score. Knows no card, no table.

A kind scores the veggies of one seat, `own`. `seats` are the veggies of all seats, `own` included,
for kinds that compare them (`compares`). `terms` say the same in words: points, and what for.
"""

# ruff: noqa: ARG002, D102 - every kind has the same methods, described once above

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, ClassVar, TypeAlias

from msgspec import Meta, Struct

Counts: TypeAlias = Mapping[str, int]
"""How many of each veggie a seat has; every veggie is named."""

Terms: TypeAlias = list[tuple[int, str]]

Some = Annotated[int, Meta(ge=1, le=100)]
Worth = Annotated[int, Meta(ge=-100, le=100)]


class _Kind(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    id: str
    joint: ClassVar[str] = "per"
    compares: ClassVar[bool] = False

    def veggies(self) -> Iterable[str]:
        """The veggies that the point side names."""
        return ()


class Most(_Kind, frozen=True, tag="most"):
    """The most of a veggie; a tie counts, even at none (ruling 2)."""

    joint: ClassVar[str] = "for"
    compares: ClassVar[bool] = True
    of: str
    points: Worth

    def score(self, own: Counts, seats: Sequence[Counts]) -> int:
        return self.points if own[self.of] == max(seat[self.of] for seat in seats) else 0

    def veggies(self) -> Iterable[str]:
        return (self.of,)

    def terms(self) -> Terms:
        return [(self.points, f"most {self.of}")]


class Fewest(_Kind, frozen=True, tag="fewest"):
    """The fewest of a veggie; a tie counts, and so does none (rulings 2 and 5)."""

    joint: ClassVar[str] = "for"
    compares: ClassVar[bool] = True
    of: str
    points: Worth

    def score(self, own: Counts, seats: Sequence[Counts]) -> int:
        return self.points if own[self.of] == min(seat[self.of] for seat in seats) else 0

    def veggies(self) -> Iterable[str]:
        return (self.of,)

    def terms(self) -> Terms:
        return [(self.points, f"fewest {self.of}")]


class Parity(_Kind, frozen=True, tag="parity"):
    """An even or an odd number of a veggie; none of it scores 0 (ruling 3)."""

    joint: ClassVar[str] = "for"
    of: str
    even: Worth
    odd: Worth

    def score(self, own: Counts, seats: Sequence[Counts]) -> int:
        count = own[self.of]
        if count == 0:
            return 0
        return self.odd if count % 2 else self.even

    def veggies(self) -> Iterable[str]:
        return (self.of,)

    def terms(self) -> Terms:
        return [(self.even, f"even {self.of}"), (self.odd, f"odd {self.of}")]


class Weights(_Kind, frozen=True, tag="weights"):
    """A number of points, perhaps negative, for each of a veggie (ruling 5)."""

    weights: dict[str, Worth]

    def score(self, own: Counts, seats: Sequence[Counts]) -> int:
        return sum(weight * own[veggie] for veggie, weight in self.weights.items())

    def veggies(self) -> Iterable[str]:
        return self.weights

    def terms(self) -> Terms:
        return [(weight, veggie) for veggie, weight in self.weights.items()]


class Set(_Kind, frozen=True, tag="set"):
    """Each whole set of these veggies; it repeats (ruling 4)."""

    need: Annotated[dict[str, Some], Meta(min_length=1)]
    points: Worth

    def score(self, own: Counts, seats: Sequence[Counts]) -> int:
        return self.points * min(own[veggie] // need for veggie, need in self.need.items())

    def veggies(self) -> Iterable[str]:
        return self.need

    def terms(self) -> Terms:
        return [(self.points, "+".join(v for v, need in self.need.items() for _ in range(need)))]


class CompleteSet(_Kind, frozen=True, tag="complete_set"):
    """Each set of one of every veggie (ruling 4)."""

    points: Worth

    def score(self, own: Counts, seats: Sequence[Counts]) -> int:
        return self.points * min(own.values())

    def terms(self) -> Terms:
        return [(self.points, "complete set")]


class TypesAtLeast(_Kind, frozen=True, tag="types_at_least"):
    """Each veggie of which the seat has at least this number."""

    least: Some
    points: Worth

    def score(self, own: Counts, seats: Sequence[Counts]) -> int:
        return self.points * sum(count >= self.least for count in own.values())

    def terms(self) -> Terms:
        return [(self.points, f"veggie with {self.least} or more")]


class TypesMissing(_Kind, frozen=True, tag="types_missing"):
    """Each veggie that the seat has none of."""

    points: Worth

    def score(self, own: Counts, seats: Sequence[Counts]) -> int:
        return self.points * sum(count == 0 for count in own.values())

    def terms(self) -> Terms:
        return [(self.points, "missing veggie")]


class MostTotal(_Kind, frozen=True, tag="most_total"):
    """The most veggies of all kinds together; a tie counts (ruling 2)."""

    joint: ClassVar[str] = "for"
    compares: ClassVar[bool] = True
    points: Worth

    def score(self, own: Counts, seats: Sequence[Counts]) -> int:
        most = max(sum(seat.values()) for seat in seats)
        return self.points if sum(own.values()) == most else 0

    def terms(self) -> Terms:
        return [(self.points, "most veggies")]


class FewestTotal(_Kind, frozen=True, tag="fewest_total"):
    """The fewest veggies of all kinds together; a tie counts (ruling 2)."""

    joint: ClassVar[str] = "for"
    compares: ClassVar[bool] = True
    points: Worth

    def score(self, own: Counts, seats: Sequence[Counts]) -> int:
        fewest = min(sum(seat.values()) for seat in seats)
        return self.points if sum(own.values()) == fewest else 0

    def terms(self) -> Terms:
        return [(self.points, "fewest veggies")]


PointSide: TypeAlias = (
    Most
    | Fewest
    | Parity
    | Weights
    | Set
    | CompleteSet
    | TypesAtLeast
    | TypesMissing
    | MostTotal
    | FewestTotal
)


def face(side: PointSide) -> str:
    """A point side in a few characters.

    >>> face(Weights("CB07", {"carrot": 3, "onion": -2}))
    '3/carrot -2/onion'
    """
    return " ".join(f"{points}/{what}" for points, what in side.terms())


def explain(side: PointSide) -> str:
    """What a point side scores, in words.

    >>> explain(Weights("CB07", {"carrot": 3, "onion": -2}))
    '3 per carrot, -2 per onion'
    >>> explain(Most("CB01", "carrot", 10))
    '10 for most carrot'
    """
    return ", ".join(f"{points} {side.joint} {what}" for points, what in side.terms())
