"""The players of simulated games: each picks a legal move for the seat to act."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

from notation.moves import Move

Choose: TypeAlias = Callable[[int], int]
"""An index below n, from the stream of a simulation."""

Player: TypeAlias = Callable[[Any, Choose], Move]
"""Picks a legal move for the seat to act, given the table of the game."""

M = TypeVar("M", bound=Move)


def best(moves: Sequence[M], worth: Callable[[M], int], choose: Choose, *, within: int = 0) -> M:
    """The move worth most; among those worth as much, or at most `within` less, one by `choose`.

    >>> from notation.moves import Move
    >>> moves = [Move(), Move()]
    >>> best(moves, lambda move: 1, lambda n: n - 1) is moves[1]
    True
    """
    worths = [worth(move) for move in moves]
    least = max(worths) - within
    found = [move for move, value in zip(moves, worths, strict=True) if value >= least]
    return found[choose(len(found))] if len(found) > 1 else found[0]
