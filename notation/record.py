"""A game as it was written down: header, plies, result. Knows no spelling and no rules."""

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

SEATS = "ABCDEFGHIJ"
"""Every seat letter, in turn order from the start seat."""

UNKNOWN_CARD = "_"
"""Stands for a card that the writer did not know."""

FORMAT_VERSION = "1"
"""The one CGN version this reader knows."""


class Shuffle(Struct, frozen=True):
    """The recorded outcome of one shuffle: the pile's name, and its cards, top first.

    `reveals` are the cards that lie open to everyone because of it; empty if none were written.
    """

    pile: str
    order: tuple[str, ...]
    reveals: tuple[str, ...] = ()


class Ply(Struct, frozen=True, omit_defaults=True):
    """One choice by one seat, as it was written down.

    The fields have the names and the order of its keys in JSON, where defaults are left out.
    `move` has single spaces; `reveals` is empty where none were written; `at` counts
    milliseconds since the start; each variation replaces this ply.
    """

    seat: str
    move: str
    reveals: tuple[str, ...] = ()
    irregular: bool = False
    mark: str = ""
    comments: tuple[str, ...] = ()
    at: int | None = None
    variations: tuple[tuple["Ply | Shuffle", ...], ...] = ()


Entry: TypeAlias = Ply | Shuffle
"""One line of play: a choice of a seat, or a shuffle recorded where it happened."""


class Result(Struct, frozen=True):
    """The end line: the winners' seats (none: not finished) and one score a seat."""

    winners: tuple[str, ...]
    scores: tuple[int, ...]


class Record(Struct, frozen=True, kw_only=True):
    """One game as written down, the same whichever spelling it was read from.

    `seats` are the players' names, seat A first; `options` belong to the game, `tags` are
    free. `None` stands for a header line that is absent.
    """

    game: str
    rules: str
    seats: tuple[str, ...]
    deck: str | None = None
    options: dict[str, str] = {}
    seed: str | None = None
    seed_hash: str | None = None
    termination: str | None = None
    tags: dict[str, str] = {}
    comments: tuple[str, ...] = ()
    plies: tuple[Entry, ...] = ()
    result: Result | None = None

    def player(self, seat: str) -> str:
        """The name written for this seat letter."""
        return self.seats[SEATS.index(seat)]


Path: TypeAlias = tuple[int, ...]
"""Where an entry stands: its index, then pairs of variation and index, from the main line down."""


def walk(entries: tuple[Entry, ...], start: Path = ()) -> Iterator[tuple[Path, Entry]]:
    """Every entry with its path, in the order in which the text form writes them.

    The variations of a ply follow the shuffle lines that stand directly after it.

    >>> b = Ply("A", "draw", variations=((Ply("A", "pass"),),))
    >>> [path for path, _ in walk((b, Shuffle("deck", ("1", "2")), Ply("B", "draw")))]
    [(0,), (1,), (0, 0, 0), (2,)]
    """
    pending: tuple[Path, Ply] | None = None
    for index, entry in enumerate(entries):
        path = (*start, index)
        if isinstance(entry, Ply):
            yield from _variations(pending)
            pending = (path, entry)
        yield path, entry
    yield from _variations(pending)


def _variations(owner: tuple[Path, Ply] | None) -> Iterator[tuple[Path, Entry]]:
    if owner is not None:
        path, ply = owner
        for number, line in enumerate(ply.variations):
            yield from walk(line, (*path, number))


Where: TypeAlias = tuple[str | int, ...]
"""Steps from a record to one of its values, those of a JSON pointer: `("seats", 1)`."""


def where_of(path: Path) -> Where:
    """The steps to the entry at this path.

    >>> where_of((3, 0, 1))
    ('plies', 3, 'variations', 0, 1)
    """
    steps: list[str | int] = ["plies", path[0]]
    for variation, index in zip(path[1::2], path[2::2], strict=True):
        steps += ["variations", variation, index]
    return tuple(steps)


def path_of(where: Where) -> Path:
    """The path of the entry in which these steps end; empty if they lead to none.

    >>> path_of(("plies", 3, "variations", 0, 1, "move")), path_of(("seats", 1))
    ((3, 0, 1), ())
    """
    inside = where[:1] == ("plies",)
    return tuple(step for step in where if isinstance(step, int)) if inside else ()
