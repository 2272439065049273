"""How the seats stand at each position, as the graph of the scores draws it."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

Standings: TypeAlias = tuple[tuple[int | None, ...], ...]
"""Of each position a number a seat; None where the view does not see one."""


def standings(scores: Standings) -> Standings:
    """How far each score is from the best one of its position: 0 or less.

    If a view does not see all scores, they are the scores themselves.

    >>> standings(((0, 0), (7, 4)))
    ((0, 0), (0, -3))
    """
    found = []
    for position in scores:
        seen = [score for score in position if score is not None]
        if len(seen) < len(position):
            return scores
        found.append(tuple([score - max(seen) for score in seen]))
    return tuple(found)


def bounds(positions: Iterable[Sequence[int | None]]) -> tuple[int, int]:
    """The lowest number of these positions, at most 0, and the highest one.

    >>> bounds([(0, None), (-2, None), (7, None)])
    (-2, 7)
    """
    seen = [score for scores in positions for score in scores if score is not None]
    return min([0, *seen]), max(seen, default=0)
