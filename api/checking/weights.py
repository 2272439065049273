"""The weights of work on a game, in 10 µs of a checker: measured, and told nowhere else."""

import gzip

PLAYED = 8
"""A ply that is played in front of frames, with all that they need of it."""
WORDED = 6
"""A ply in words."""
FRAMED = 25
"""A ply as a frame."""
LISTED = 50
"""A ply as a frame with its legal moves."""
DIGESTED = 20
"""The digest of a position."""
REPLAYED = 2
"""A ply of a table that is played to check what follows."""
SEARCHED = 10
"""A ply of a table that is followed in the record of one view, where the plies tell the cards."""
DRAWN = 40
"""A seat of a ply drawn on a page."""
DRAWN_PAGE = 900
"""A page beside its frames."""
VARIED = 35
"""A ply of a variation in a list of moves."""
DEALT = 200
"""The deal of a table."""
ANSWERED = 10
"""A record that cannot be read, and its answer."""

_UNSEEN = 20
"""How many times as much the variations of a record that leaves cards out weigh."""


def weight_of_live(plies: int, *, own: bool) -> int:
    """The weight of playing a table of so many plies in one view.

    Where views have their `own` records, that of the view is followed, and the public one, which
    says who is asked.

    >>> weight_of_live(99, own=False), weight_of_live(99, own=True)
    (200, 2000)
    """
    return (2 * SEARCHED if own else REPLAYED) * (plies + 1)


def weight_of_frames(last: int, number: int, *, legal: bool = False) -> int:
    """The weight of so many frames, up to this ply; with the legal moves if asked for.

    >>> weight_of_frames(88, 2, legal=True)
    804
    """
    return PLAYED * last + number * (LISTED if legal else FRAMED)


def weight_of_variations(body: bytes) -> int:
    """The weight of the moves of all lines of a stored body, its variations included, in words.

    Where cards are unseen, each variation is followed from the deal on.

    >>> line = b'{"seat":"A","move":"draw _","variations":[[{"seat":"A","move":"draw 3"}]]}'
    >>> weight_of_variations(gzip.compress(line)), weight_of_variations(
    ...     gzip.compress(line.replace(b"draw _", b"draw 2"))
    ... )
    (1400, 70)
    """
    raw = gzip.decompress(body)
    return VARIED * raw.count(b'"seat":') * (_UNSEEN if b'_"' in raw else 1)


def size_of(body: bytes) -> int:
    """The bytes that a stored body has unpacked, as gzip says at its end."""
    return int.from_bytes(body[-4:], "little")


def weight_of(body: bytes) -> int:
    """The weight of reading a stored body, and writing it again."""
    return size_of(body) // 50
