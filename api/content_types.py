"""Media types: which one a body has, and which one a client would have."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from flask import request
from werkzeug.http import parse_accept_header, parse_options_header

from api.problems import Problem
from notation.read import Form

JSON = "application/json"
TOML = "application/toml"
TEXT_RECORD = "text/vnd.cgn"
JSON_RECORD = "application/vnd.cgn+json"
JSON_LINES = "application/jsonl"
ND_JSON = "application/x-ndjson"

_UTF_8 = ("utf-8", "utf8", "us-ascii")


@dataclass(frozen=True)
class Kind:
    """A media type in which something can be had; of two with a type, one has a parameter."""

    type: str
    parameter: tuple[str, str] | None = None

    def __str__(self) -> str:
        return f"{self.type}; {'='.join(self.parameter)}" if self.parameter else self.type

    @property
    def content_type(self) -> str:
        """The Content-Type of what is sent as this."""
        return f"{self}; charset=utf-8" if self.type.startswith("text/") else str(self)


@dataclass(frozen=True)
class Spelling(Kind):
    """A media type of records, and their form in it."""

    form: Form = Form.TEXT


PAGE = Kind(JSON)
TEXT = Spelling(TEXT_RECORD)
CANONICAL = Spelling(TEXT_RECORD, ("form", "canonical"))
DOCUMENT = Spelling(JSON_RECORD, form=Form.JSON)
DOCUMENTS = (DOCUMENT, Spelling(JSON, form=Form.JSON))
LINES = (Spelling(JSON_LINES, form=Form.JSON_LINES), Spelling(ND_JSON, form=Form.JSON_LINES))

K = TypeVar("K", bound=Kind)


def content_kind(kinds: Sequence[K]) -> K:
    """Which of these the body of the request is said to be.

    Raises Problem (415) where it is none of them, or in another charset than UTF-8.
    """
    name, parameters = parse_options_header(request.headers.get("Content-Type", ""))
    known = ", ".join(dict.fromkeys(kind.type for kind in kinds))
    found = next((kind for kind in kinds if kind.type == name.lower()), None)
    if found is None:
        told = f"not {name}" if name else "and the request names none"
        headers = {"Accept-Post": known} if request.method == "POST" else {}
        raise Problem(415, f"the Content-Type here is one of {known}, {told}", headers)
    charset = parameters.get("charset", "utf-8")
    if charset.lower() not in _UTF_8:
        raise Problem(415, f"the charset here is utf-8, not {charset}")
    return found


def accepted(kinds: Sequence[K]) -> K:
    """Which of these the client likes best; the first of those it likes alike.

    Raises Problem (406) where it takes none of them.
    """
    header = request.headers.get("Accept")
    if not header:
        return kinds[0]
    ranges = list(_ranges(header))
    likings = [_liking(kind, ranges) for kind in kinds]
    best = max(likings)
    if best <= 0:
        raise Problem(406, f"this can be had as {', '.join(map(str, kinds))}")
    return kinds[likings.index(best)]


@dataclass(frozen=True, slots=True)
class _Range:
    """An item of Accept: a type, or a part of one with `*`; its parameters; how well liked."""

    type: str
    parameters: tuple[tuple[str, str], ...]
    quality: float

    def closeness(self, kind: Kind) -> int:
        """How closely it describes a kind; 0 where it does not."""
        if self.parameters and self.parameters != (kind.parameter,):
            return 0
        if self.type == kind.type:
            return 3 + len(self.parameters)
        if self.type == f"{kind.type.partition('/')[0]}/*":
            return 2
        return int(self.type == "*/*")


def _ranges(header: str) -> Iterator[_Range]:
    for value, quality in parse_accept_header(header):
        name, parameters = parse_options_header(value)
        charset = parameters.pop("charset", "utf-8").lower()
        yield _Range(name.lower(), tuple(parameters.items()), quality if charset in _UTF_8 else 0)


def _liking(kind: Kind, ranges: Sequence[_Range]) -> float:
    """How well a kind is liked: as the item says that describes it most closely."""
    close = [(found.closeness(kind), found.quality) for found in ranges]
    return max((pair for pair in close if pair[0]), default=(0, 0.0))[1]
