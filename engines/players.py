"""The players of simulated games: each picks a legal move for the seat to act."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from notation.moves import Move

Choose: TypeAlias = Callable[[int], int]
"""An index below n, from the stream of a simulation."""

Player: TypeAlias = Callable[[Any, Choose], Move]
"""Picks a legal move for the seat to act, given the table of the game."""

T = TypeVar("T")


class Randomness(Protocol):
    """Where random numbers come from, such as `random.Random` or `random.SystemRandom`."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to stop - 1."""

    def getrandbits(self, count: int, /) -> int:
        """A number with this many random bits."""


def best(choices: Sequence[T], worth: Callable[[T], int], choose: Choose, *, within: int = 0) -> T:
    """The best choice; `choose` decides among choices worth at most `within` less.

    >>> best(["fig", "plum", "pear"], len, lambda n: n - 1)
    'pear'
    """
    worths = [worth(choice) for choice in choices]
    least = max(worths) - within
    good = [choice for choice, value in zip(choices, worths, strict=True) if value >= least]
    return good[choose(len(good))] if len(good) > 1 else good[0]
