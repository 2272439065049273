"""The review of a game, as its page has it."""

from msgspec import Struct

from replays.review import PlyReview


class Review(Struct, frozen=True):
    """How far the review of a game is, of so many plies, and the plies that gave most away so far.

    `is_begun` says whether somebody has asked for it, `can_ask` whether its reader may.
    """

    done: int
    plies: int
    rows: tuple[PlyReview, ...]
    is_begun: bool
    can_ask: bool

    @property
    def is_finished(self) -> bool:
        """Whether all plies are reviewed."""
        return self.is_begun and self.done >= self.plies

    @property
    def is_running(self) -> bool:
        """Whether it goes on."""
        return self.is_begun and not self.is_finished

    @property
    def title(self) -> str:
        """What it is, or how far.

        >>> Review(37, 90, (), is_begun=True, can_ask=False).title
        'Review: 37 of 90 plies'
        """
        if self.is_running:
            return f"Review: {self.done} of {self.plies} plies"
        return "Review: what mattered most" if self.is_finished else "Review"
