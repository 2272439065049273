"""Something that does not hold of a game, as a check finds it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any


class Broken(Exception):
    """Something does not hold: what was found, and what to do.

    `place` is where in the package: a function, or a file with the number of a line.
    """

    def __init__(
        self,
        message: str,
        advice: str,
        place: Callable[..., Any] | tuple[Path, int] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.advice = advice
        self.place = place
