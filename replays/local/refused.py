"""The refusal of a move, in words that are made of what its sender knows."""

from collections.abc import Callable
from functools import cached_property

from notation.diagnostics import Diagnostic


class Refused(Exception):
    """A move that cannot be made; the game is as it was.

    Attributes:
        code: the code of the problem, such as `triggs.sum` or `cgn.turn`.
    """

    def __init__(self, code: str, problem: Callable[[], Diagnostic]) -> None:
        super().__init__(code)
        self.code = code
        self._problem = problem

    @cached_property
    def problem(self) -> Diagnostic:
        """What is wrong, with its place in the seat's own record, and the nearest legal moves.

        It is made when it is read, because that replays the game.
        """
        return self._problem()

    def __str__(self) -> str:
        problem = self.problem
        advice = f" ({problem.help})" if problem.help else ""
        return f"{problem.code}: {problem.message}{advice}"
