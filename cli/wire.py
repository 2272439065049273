"""What a service says, as it travels: problems, and what became of uploads."""

from collections.abc import Iterable, Iterator
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct

from cli.inputs import Unreadable
from notation.diagnostics import Diagnostic

Id = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""The id of a replay."""

LONGEST = 1 << 23
"""Bytes in an answer, or in a line of one, that no service needs to pass."""

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
    """An upload that is safe: the replay's id, whether it is new, others of the same game."""

    id: Id
    created: bool
    same_game: tuple[Id, ...] = ()


class Line(Struct, frozen=True):
    """A line of an import's answer: of which record, what became of it; or that it is the last."""

    record: int = 0
    status: int = 0
    complete: bool = False
    records: int = 0


class Count(Struct, frozen=True):
    """How many replays a query finds."""

    total: int


def decoded(raw: bytes, kind: type[T], url: str) -> T:
    """The value of this kind that an answer spells. Raises Strange where it spells none."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Strange(url, str(error)) from None


def problem_in(raw: bytes) -> Problem | None:
    """The problem that an answer spells; None where it spells none that tells anything."""
    try:
        problem = msgspec.json.decode(raw, type=Problem)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return problem if problem.detail else None


def lines_of(pieces: Iterable[bytes], url: str) -> Iterator[bytes]:
    """The lines of an answer, each with its LF; what comes after the last LF is left out.

    Raises Strange where a line does not end.
    """
    rest = b""
    for piece in pieces:
        *lines, rest = (rest + piece).split(b"\n")
        yield from (line + b"\n" for line in lines)
        if len(rest) > LONGEST:
            raise Strange(url, "a line does not end")
