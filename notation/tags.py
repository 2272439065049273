"""Header names: what kind a name is, which are reserved, and which are usual."""

from collections.abc import Iterable
from re import ASCII
from re import compile as _compile

from notation.nearest import nearest
from notation.record import SEATS, Where

REQUIRED = ("CGN", "Game", "Rules")
RESERVED = (*REQUIRED, "Deck", "Seed", "SeedHash", "Termination")
USUAL = ("Event", "Site", "Date", "Round", "Source", "Annotator", "Time", "Table")
TERMINATIONS = ("resigned", "time", "abandoned", "adjudicated")

_OPTION = _compile(r"[a-z][a-z0-9_\-]*", ASCII)
_FREE = _compile(r"[A-Z][A-Za-z0-9_\-]*", ASCII)


def is_seat(name: str) -> bool:
    """Whether the name is a seat letter, A to J."""
    return len(name) == 1 and name in SEATS


def is_option(name: str) -> bool:
    """Whether the name is in lower case, so an option of the game."""
    return _OPTION.fullmatch(name) is not None


def is_free(name: str) -> bool:
    """Whether the name is that of a free tag."""
    return _FREE.fullmatch(name) is not None and name not in RESERVED and not is_seat(name)


def meant(name: str, known: Iterable[str] = (*RESERVED, *USUAL)) -> str | None:
    """The reserved or usual name that a free tag's name is nearly, but not quite.

    >>> meant("Sed"), meant("Evnet"), meant("Club")
    ('Seed', 'Event', None)
    """
    names = tuple(known)
    if name in names:
        return None
    lowered = {known_name.lower(): known_name for known_name in names}
    found = nearest(name.lower(), lowered, most=1, cutoff=0.75)
    return lowered[found[0]] if found else None


def header_where(name: str) -> Where:
    """The steps to what a header line of this name says.

    >>> header_where("SeedHash"), header_where("B"), header_where("variant"), header_where("Event")
    (('seedHash',), ('seats', 1), ('options', 'variant'), ('tags', 'Event'))
    """
    if is_seat(name):
        return "seats", SEATS.index(name)
    if is_option(name):
        return "options", name
    if name in RESERVED:
        return ({"CGN": "cgn", "SeedHash": "seedHash"}.get(name, name.lower()),)
    return "tags", name
