"""The answers of a service: problems, and what became of uploads."""

from collections.abc import Iterable, Iterator
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct

from cli.inputs import Unreadable
from notation.diagnostics import Diagnostic

Id = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""The id of a replay."""

LONGEST = 1 << 23
"""The most bytes that a service needs for an answer, or for a line of one."""

T = TypeVar("T")


class Strange(Unreadable):
    """An answer that no CGN service gives. Exit code 2."""

    def __init__(self, url: str, what: str) -> None:
        super().__init__(f"{url} does not answer as a CGN service does: {what}")


class Problem(Struct, frozen=True):
    """Why something was refused: what is wrong, and the diagnostics of a record."""

    detail: str
    diagnostics: tuple[Diagnostic, ...] = ()


class Stored(Struct, frozen=True):
    """A stored upload: the id of the replay, whether it is new, others of the same game."""

    id: Id
    created: bool
    same_game: tuple[Id, ...] = ()


class Line(Struct, frozen=True):
    """A line of the answer to an import: a record and its status, or that all are answered."""

    record: int = 0
    status: int = 0
    complete: bool = False
    records: int = 0


class Count(Struct, frozen=True):
    """How many replays a query finds."""

    total: int


def decoded(raw: bytes, kind: type[T], url: str) -> T:
    """The value of this kind in an answer. Raises Strange if it is not one."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Strange(url, str(error)) from None


def problem_in(raw: bytes) -> Problem | None:
    """The problem in an answer; None if there is none, or none with a text."""
    try:
        problem = msgspec.json.decode(raw, type=Problem)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return problem if problem.detail else None


def lines_of(pieces: Iterable[bytes], url: str) -> Iterator[bytes]:
    """The lines of an answer, each with its LF, without what follows the last LF.

    Raises Strange if a line does not end.
    """
    rest = b""
    for piece in pieces:
        *lines, rest = (rest + piece).split(b"\n")
        yield from (line + b"\n" for line in lines)
        if len(rest) > LONGEST:
            raise Strange(url, "a line does not end")
