"""Media types: that of a body, and the one that a client prefers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from flask import request
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from api.problems import Problem
from notation.read import Form

JSON = "application/json"
TOML = "application/toml"
FORM = "application/x-www-form-urlencoded"
TEXT_RECORD = "text/vnd.cgn"
JSON_RECORD = "application/vnd.cgn+json"
JSON_LINES = "application/jsonl"
ND_JSON = "application/x-ndjson"
BYTES = "application/octet-stream"
SVG, PNG, WEBP, GIF = "image/svg+xml", "image/png", "image/webp", "image/gif"

ALIASES = (JSON_RECORD, ND_JSON)
"""Other names of types, which the description leaves out."""

_UTF_8 = ("utf-8", "utf8", "us-ascii")
_CHARSET = re.compile(rf"""; *charset *= *"?({"|".join(_UTF_8)})"?(?=[ ;,]|$)""", re.IGNORECASE)
"""A charset in Accept, which says nothing: every answer is in UTF-8."""


@dataclass(frozen=True)
class Kind:
    """A media type that is served; of two with the same type, one has a parameter."""

    type: str
    parameter: tuple[str, str] | None = None

    def __str__(self) -> str:
        return f"{self.type}; {'='.join(self.parameter)}" if self.parameter else self.type

    @property
    def content_type(self) -> str:
        """The Content-Type of a body in this spelling."""
        return f"{self}; charset=utf-8" if self.type.startswith("text/") else str(self)


@dataclass(frozen=True)
class Spelling(Kind):
    """A media type of records, and their form in it."""

    form: Form = Form.TEXT


PAGE = Kind(JSON)
TEXT = Spelling(TEXT_RECORD)
PLAIN = Spelling("text/plain")
CANONICAL = Spelling(TEXT_RECORD, ("form", "canonical"))
DOCUMENT = Spelling(JSON, form=Form.JSON)
DOCUMENTS = (DOCUMENT, Spelling(JSON_RECORD, form=Form.JSON))
LINES = (Spelling(JSON_LINES, form=Form.JSON_LINES), Spelling(ND_JSON, form=Form.JSON_LINES))

K = TypeVar("K", bound=Kind)


def content_kind(kinds: Sequence[K]) -> K:
    """The kind that the Content-Type of the request names.

    Raises Problem (415) if it is another type, or its charset is not UTF-8.
    """
    known = ", ".join(dict.fromkeys(kind.type for kind in kinds))
    named = next((kind for kind in kinds if kind.type == request.mimetype), None)
    if named is None:
        sent = f"not {request.mimetype}" if request.mimetype else "and the request names none"
        headers = {"Accept-Post": known} if request.method == "POST" else {}
        raise Problem(415, f"the Content-Type here is one of {known}, {sent}", headers)
    charset = request.mimetype_params.get("charset", "utf-8")
    if charset.lower() not in _UTF_8:
        raise Problem(415, f"the charset here is utf-8, not {charset}")
    return named


def accepted(kinds: Sequence[K]) -> K:
    """The kind that the client's Accept prefers.

    Raises Problem (406) if it takes none of them.
    """
    header = _CHARSET.sub("", request.headers.get("Accept") or "*/*")
    names = [str(kind) for kind in kinds]
    best = parse_accept_header(header, MIMEAccept).best_match(names)
    if best is None:
        raise Problem(406, f"this is available as {', '.join(names)}")
    return kinds[names.index(best)]
