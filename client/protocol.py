"""Parts of a service's answers that only a client reads, and the errors that a client raises."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from notation.diagnostics import Diagnostic
from notation.read import Form
from notation.typed_json import decode_as

MEDIA_TYPES = {
    Form.TEXT: "text/vnd.cgn",
    Form.JSON: "application/vnd.cgn+json",
    Form.JSON_LINES: "application/jsonl",
}
"""The media type of each form."""

REPLAYS = "/v1/replays"
"""The path of a service's replays."""

LONGEST = 1 << 25
"""The most bytes that a service needs for an answer, or for a line of one."""

UNREADABLE = "/problems/invalid-record"
"""The type of problem of a record that cannot be read, and so is not sent."""

T = TypeVar("T")


class ServiceError(Exception):
    """A request to a service failed. `message` begins with the service's address."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Unreachable(ServiceError):
    """A temporary failure that outlasted all attempts."""


class UnexpectedAnswer(ServiceError):
    """An answer that does not come from a CGN service."""

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(f"{url} does not answer as a CGN service does: {reason}")


class Problem(Struct, frozen=True):
    """The reason for a refusal, and the diagnostics of a record."""

    detail: str
    diagnostics: tuple[Diagnostic, ...] = ()
    type: str = "about:blank"

    @property
    def kind(self) -> str:
        """The name of the type, which docs/service.md lists.

        >>> Problem("the disk is full", type="/problems/no-room").kind
        'no-room'
        """
        return self.type.rpartition("/")[2]


class Rejected(ServiceError):
    """The service refuses a request, with this HTTP status and problem."""

    def __init__(self, url: str, status: int, problem: Problem) -> None:
        super().__init__(f"{url}: {problem.detail} ({status})")
        self.status = status
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Received:
    """A record as the service spells it, and the cursor after it."""

    data: bytes
    after: str


class ImportLine(Struct, frozen=True):
    """A line of the answer to an import: a record and its status, or the count of all records."""

    record: int = 0
    status: int = 0
    complete: bool = False
    records: int = 0


class Validation(Struct, frozen=True):
    """The report on each record, as docs/service.md describes it."""

    records: list[dict[str, Any]]


def decoded(raw: bytes, kind: type[T], url: str) -> T:
    """The value of this kind in an answer. Raises UnexpectedAnswer if it is not one."""
    if not raw:
        raise UnexpectedAnswer(url, "the answer is empty")
    try:
        return decode_as(kind, raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnexpectedAnswer(url, str(error)) from None


def problem_in(raw: bytes) -> Problem | None:
    """The problem in an answer; None if there is none, or none with a text."""
    try:
        problem = decode_as(Problem, raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return problem if problem.detail else None


def lines_of(pieces: Iterable[bytes], url: str) -> Iterator[bytes]:
    """The lines of an answer, each with its LF; bytes after the last LF are left out.

    Raises UnexpectedAnswer if a line does not end.
    """
    rest = bytearray()
    for piece in pieces:
        *lines, last = piece.split(b"\n")
        for line in lines:
            yield bytes(rest) + line + b"\n"
            rest.clear()
        rest += last
        if len(rest) > LONGEST:
            raise UnexpectedAnswer(url, "a line does not end")
