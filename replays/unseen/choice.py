"""Answers where a record leaves something open, and numbers from a fixed generator."""

from collections.abc import Sequence
from typing import NamedTuple, Self

_WAYS = 8
"""Ways in which a line is followed if the record leaves open what happened."""

_TURNS = 8
"""More ways after a refused ply, each with another answer before that ply."""

_MASK = (1 << 64) - 1


class FixedRandom:
    """Numbers from a fixed generator, the same everywhere."""

    def __init__(self, seed: int) -> None:
        self._state = seed * 2862933555777941757 + 3037000493 & _MASK

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self._state = self._state * 6364136223846793005 + 1442695040888963407 & _MASK
        return (self._state >> 33) % n

    def shuffle(self, cards: list[str]) -> None:
        """Shuffle cards in place."""
        for n in range(len(cards), 1, -1):
            other = self.below(n)
            cards[n - 1], cards[other] = cards[other], cards[n - 1]


class Way(NamedTuple):
    """The answers with which a line is followed where the record leaves open what happened.

    The answer is yes in way 0, no in way 1, and random in the others. In way 0, `turns` are the
    first answers, and `turned` counts their changes.
    """

    number: int = 0
    turns: tuple[bool, ...] = ()
    turned: int = 0

    def answer(self, at: int, choice: FixedRandom) -> bool:
        """The answer at this place, counted from 0."""
        if at < len(self.turns):
            return self.turns[at]
        return self.number == 0 or (self.number > 1 and bool(choice.below(2)))

    def following(self, answers: Sequence[bool], *, refused: bool) -> Self | None:
        """The way to try next, after one with these answers; None if there are no more.

        If the line was refused in way 0, its last yes becomes a no.

        >>> Way().following([True, True, False], refused=True)
        Way(number=0, turns=(True, False), turned=1)
        >>> Way().following([False], refused=True)
        Way(number=1, turns=(), turned=0)
        """
        if refused and not self.number and True in answers and self.turned < _TURNS:
            last = len(answers) - 1 - [*reversed(answers)].index(True)
            return self._replace(turns=(*answers[:last], False), turned=self.turned + 1)
        return type(self)(self.number + 1) if self.number + 1 < _WAYS else None


FIRST_WAY = Way()
