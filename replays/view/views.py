"""The views of a game: what is shown to a seat, to everyone, or to somebody who sees all cards.

Requests, answers and the command line name views as here. Of tables and frames, a view is a seat,
`public`, or None: it sees everything.
"""

from notation.record import SEATS

ALL = "all"
"""The view that hides nothing."""

PUBLIC = "public"
"""The view that sees only what lies open to everyone."""

OWNER = "owner"
"""The view of an owner who did not bring the seed: the open cards, and those the owner wrote."""


def views_of(seats: int) -> tuple[str, ...]:
    """Every view of a game with this number of seats.

    >>> views_of(2)
    ('all', 'public', 'A', 'B')
    """
    return (ALL, PUBLIC, *SEATS[:seats])


def seen_by(view: str) -> str | None:
    """The view of this name, as tables and frames have it."""
    return None if view in (ALL, OWNER) else view


def name_of(view: str | None) -> str:
    """The name of a view that tables and frames have."""
    return ALL if view is None else view
