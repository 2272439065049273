"""Answers: JSON or bytes, packed for those who take it, with what caches need to know."""

import gzip
import zlib
from collections.abc import Mapping
from hashlib import sha256

from flask import Response, request
from werkzeug.datastructures import ETags

from api.content_types import JSON
from notation.render.json import printable

WORTH_PACKING = 1_024
"""Bytes from which on an answer is packed."""

PIECE = 1 << 16
"""Bytes of a large answer that are sent at once."""

_LEVEL = 5
_GZIP = 16 + zlib.MAX_WBITS
CACHING = {
    "Cache-Control": "no-cache",
    "Vary": "Accept, Accept-Encoding, Authorization, Origin",
}


def takes_gzip() -> bool:
    """Whether the client takes gzip."""
    return request.accept_encodings.quality("gzip") > 0


def answer(
    value: object,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A value as JSON, every character that acts or hides escaped."""
    return sent(printable(value) + b"\n", JSON, status=status, headers=headers)


def sent(
    data: bytes | list[bytes],
    kind: str,
    tag: str | None = None,
    *,
    is_packed: bool = False,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Bytes of a media type; of what was asked for with If-None-Match, only that it is the same.

    They may come in pieces: what is large need not be copied into one. `tag` tells the bytes from
    others that can be had here (else their digest does); what `is_packed` is gzip already.
    """
    pieces = data if isinstance(data, list) else [data]
    pack = (is_packed or sum(map(len, pieces)) >= WORTH_PACKING) and takes_gzip()
    told = {**CACHING, **(headers or {})}
    if request.method in ("GET", "HEAD"):
        told["ETag"] = etag(tag or sha256(b"".join(pieces)).hexdigest()[:32], pack=pack)
        if _is_known(request.if_none_match, told["ETag"]):
            return Response(status=304, headers=told)
    if pack:
        pieces = pieces if is_packed else [packed(b"".join(pieces))]
        told["Content-Encoding"] = "gzip"
    elif is_packed:
        pieces = [unpacked(b"".join(pieces))]
    return Response(pieces, status, told, content_type=kind)


def etag(tag: str, *, pack: bool) -> str:
    """The ETag of what `tag` names, gzip or not.

    >>> etag("a1", pack=True)
    '"a1-gz"'
    """
    return f'"{tag}{"-gz" if pack else ""}"'


def packed(data: bytes) -> bytes:
    """The data as gzip."""
    return gzip.compress(data, _LEVEL, mtime=0)


def unpacked(data: bytes) -> bytes:
    """What one member of gzip holds, for a third of what gzip.decompress takes."""
    return zlib.decompress(data, _GZIP)


def _is_known(tags: ETags, tag: str) -> bool:
    return tags.contains_weak(tag.strip('"')) or bool(tags.star_tag)
