"""Answers in JSON or bytes, gzipped for clients that accept it, with what caches need to know."""

import zlib
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from math import inf
from time import monotonic
from types import MappingProxyType
from typing import NamedTuple

from flask import Response, g, request
from msgspec import Struct
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header, parse_etags

from api.http.content_types import JSON
from notation.render.json import printable
from notation.streams import gzipped
from pages.environment import HTML, policy

_STEPS = ((30, 1), (2 * 60, 2), (10 * 60, 5))
"""Up to how many seconds without a change to ask again after how many."""

_LONGEST = 10

WORTH_PACKING = 1_024
"""The size in bytes from which an answer is gzipped."""

KEPT = "cgn.kept"
"""Environ key of an answer that may be cached."""

LEVEL = 5
GZIP = 16 + zlib.MAX_WBITS
CACHING = MappingProxyType(
    {"Cache-Control": "no-cache", "Vary": "Accept, Accept-Encoding, Authorization, Origin"}
)


class Sent(NamedTuple):
    """An answer as one client gets it."""

    status: int
    headers: dict[str, str]
    body: bytes


class Kept(Struct, frozen=True):
    """An answer to a GET for all clients that may have it.

    `tag` differs from those of other answers at its path; `sources` are what it was made
    from: the ids of replays and tables, or a name below. `body` is gzip if `packed`. `moved` is
    when that changed last, by the monotonic clock, if clients poll for it; `until` is until when it
    is sure to stay as it is unless something is sent.
    """

    kind: str
    tag: str
    body: bytes
    packed: bool
    headers: dict[str, str]
    sources: tuple[str, ...]
    moved: float | None = None
    until: float = inf

    def sent(self, encodings: Accept, known: str | None) -> Sent:
        """The answer for a client that takes these encodings, and knows what If-None-Match says."""
        pack = self.packed and encodings.quality("gzip") > 0
        headers = {**CACHING, **self.headers, "ETag": etag(self.tag, pack=pack)}
        if self.moved is not None:
            headers |= watched(monotonic() - self.moved)
        if known is not None and _is_known(headers["ETag"], known):
            return Sent(304, headers, b"")
        headers["Content-Type"] = self.kind
        if pack:
            headers["Content-Encoding"] = "gzip"
        return Sent(200, headers, self.body if pack or not self.packed else unpacked(self.body))


LISTS, FIXED = "lists", "fixed"
"""What an answer can be made from besides one replay: any of them, or none."""


def cache_until_changed(*sources: str, until: float = inf) -> None:
    """Let the cache keep this answer until one of its sources changes, or that monotonic time."""
    g.sources, g.until = sources, until


def cache_at_most(seconds: float) -> None:
    """Let the cache keep this answer for no longer than that."""
    g.until = min(g.until, monotonic() + seconds)


def saved_as(name: str) -> dict[str, str]:
    """The header that makes a browser save an answer as a file of this name."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}


@lru_cache(maxsize=64)
def encodings_of(header: str | None) -> Accept:
    """The parsed Accept-Encoding."""
    return parse_accept_header(header)


def answer(
    value: object,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A value as JSON, every character that acts or hides escaped."""
    return sent(printable(value) + b"\n", JSON, status=status, headers=headers)


def sent(  # noqa: PLR0913 - what there is to say of an answer
    data: bytes,
    kind: str,
    tag: str | None = None,
    *,
    is_packed: bool = False,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    moved: float | None = None,
    until: float = inf,
) -> Response:
    """Bytes of a media type; of what was asked for with If-None-Match, only that it is the same.

    `tag` differs from those of other answers at this path (by default, a digest); what
    `is_packed` is gzip already.
    """
    tag = tag or _digest(data)
    if not is_packed and len(data) >= WORTH_PACKING:
        data, is_packed = packed(data), True
    sources, until = g.get("sources", ()), min(until, g.get("until", inf))
    kept = Kept(kind, tag, data, is_packed, dict(headers or {}), sources, moved, until)
    if request.method in ("GET", "HEAD"):
        request.environ[KEPT] = kept
        same = kept.sent(request.accept_encodings, request.headers.get("If-None-Match"))
        return Response(same.body, same.status, same.headers)
    made = kept.sent(request.accept_encodings, None)
    untagged = {name: value for name, value in made.headers.items() if name != "ETag"}
    return Response(made.body, status, untagged | kept.headers)


def etag(tag: str, *, pack: bool) -> str:
    """The ETag of what `tag` names, gzip or not.

    >>> etag("a1", pack=True)
    '"a1-gz"'
    """
    return f'"{tag}{"-gz" if pack else ""}"'


def packed(data: bytes) -> bytes:
    """The data as gzip."""
    return gzipped(data, LEVEL)


def unpacked(data: bytes) -> bytes:
    """What one member of gzip holds, for a third of what gzip.decompress takes."""
    return zlib.decompress(data, GZIP)


def _is_known(tag: str, known: str) -> bool:
    """Whether an If-None-Match names this ETag."""
    tags = parse_etags(known)
    return bool(tags.star_tag) or tags.contains_weak(tag.strip('"'))


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:32]


def pause(quiet: float) -> int:
    """After how many seconds to ask again, if nothing has changed for `quiet` seconds.

    >>> pause(0), pause(30), pause(300), pause(3_600)
    (1, 2, 5, 10)
    """
    return next((seconds for until, seconds in _STEPS if quiet < until), _LONGEST)


def watched(quiet: float) -> dict[str, str]:
    """The headers of an answer that is the same for everyone.

    A cache that many share keeps it for a second whatever `max-age` says, so that it is never
    older than that and tells each browser when to ask again.
    """
    return {"Cache-Control": f"public, max-age={pause(quiet)}", "X-Accel-Expires": "1"}


def private(quiet: float) -> dict[str, str]:
    """The headers of an answer to whoever sent this token."""
    return {
        "Cache-Control": "private, no-store",
        "Vary": "Authorization",
        "Poll-After": str(pause(quiet)),
    }


def page(
    html: str | bytes,
    tag: str | None = None,
    *,
    status: int = 200,
    framed: bool = False,
    sends: bool = False,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A page: as text, or as gzip. `framed` and `sends` are as `policy` has them."""
    data, is_packed = (html, True) if isinstance(html, bytes) else (html.encode(), False)
    head = {**policy(framed=framed, sends=sends), **(headers or {})}
    return sent(data, HTML, tag, is_packed=is_packed, status=status, headers=head)


def lead(where: str) -> Response:
    """The answer that leads to another page of this service."""
    return Response(status=303, headers={"Location": where, "Cache-Control": "no-store"})
