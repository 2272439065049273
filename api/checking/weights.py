"""The weights of work on a game, in 10 µs of a checker: measured, and told nowhere else."""

PLAYED = 8
"""A ply that is played in front of frames, with all that they need of it."""
WORDED = 6
"""A ply in words."""
FRAMED = 25
"""A ply as a frame."""
LISTED = 50
"""A ply as a frame with its legal moves."""
DIGESTED = 3
"""The digest of a position."""
REPLAYED = 2
"""A ply of a table that is played to check what follows."""
SHOWN = 50
"""A ply of a table that is shown to one view."""
SEARCHED = 10
"""A ply of a table that is followed in the record of one view, where the plies tell the cards."""
DRAWN = 100
"""A ply drawn on a page."""
DRAWN_PAGE = 900
"""A page beside its frames."""
VARIED = 10
"""A ply of a variation in the list of moves of a page."""
DEALT = 200
"""The deal of a table, shown to every view."""


def weight_of_frames(last: int, number: int, *, legal: bool = False) -> int:
    """The weight of so many frames, up to this ply; with the legal moves if asked for.

    >>> weight_of_frames(88, 2, legal=True)
    804
    """
    return PLAYED * last + number * (LISTED if legal else FRAMED)
