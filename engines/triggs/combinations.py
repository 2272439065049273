"""Which cards make a value: one card, or the sum of two (rule sheet, Action C: Crossing off)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

Combination: TypeAlias = tuple[str, ...]
"""One card, or two, that together make a value."""


def makings(value: str) -> tuple[Combination, ...]:
    """The combinations that make a value, each once, in the order in which moves are listed.

    >>> makings("5")
    (('5',), ('3', '2'), ('4', '1'))
    """
    total = int(value)
    pairs = ((str(large), str(total - large)) for large in range((total + 1) // 2, total))
    return ((value,), *pairs)


@cache
def spellings(value: str) -> frozenset[Combination]:
    """The combinations that make a value, pairs in both orders."""
    found = makings(value)
    return frozenset((*found, *(combination[::-1] for combination in found)))


def selections(
    kinds: Sequence[Combination], hand: Mapping[str, int], most: int
) -> Iterator[tuple[Combination, ...]]:
    """Every choice of at most so many combinations that a hand affords, each once, in order.

    `hand` counts the cards of each value.

    >>> list(selections(makings("2"), {"1": 2, "2": 1}, 2))
    [(('2',),), (('2',), ('1', '1')), (('1', '1'),)]
    """
    for index, kind in enumerate(kinds):
        rest = _without(hand, kind)
        if rest is None:
            continue
        yield (kind,)
        if most > 1:
            for others in selections(kinds[index:], rest, most - 1):
                yield (kind, *others)


def _without(hand: Mapping[str, int], combination: Combination) -> dict[str, int] | None:
    """The hand without these cards, or None where it lacks one."""
    rest = dict(hand)
    for card in combination:
        if not rest.get(card):
            return None
        rest[card] -= 1
    return rest
