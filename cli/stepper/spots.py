"""Places on the screen that stand for plies."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the screen that stands for plies: for the first, or spread evenly over its width.

    `right` is the column after the last.
    """

    row: int
    left: int
    right: int
    first: int
    last: int

    def ply(self, column: int) -> int:
        """The ply of a column."""
        span = max(self.right - self.left - 1, 1)
        return self.first + (column - self.left) * (self.last - self.first) // span
