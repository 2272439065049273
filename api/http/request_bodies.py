"""The body of a request: all of it, unpacked, and no larger than is allowed."""

import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from hashlib import sha256
from io import BufferedReader, RawIOBase
from tempfile import SpooledTemporaryFile
from typing import IO, Any, BinaryIO, cast
from urllib.parse import parse_qs

from flask import request

from api.http.responses import GZIP
from api.policy.rates import CHARGE, COUNTED_BYTES, COUNTED_WORK
from api.problems import Problem, no_room, over_limit
from api.service import service
from notation.fault import Fault
from notation.json_syntax import parse
from notation.places import JsonSource

IN_MEMORY = 1 << 18
"""Bytes of a body that are held in memory; larger bodies go to a temporary file."""

JSON_BODY = "json_body"
"""The name of the limit of small bodies, which the serving process parses itself."""

SMALL, OF_A_TABLE = 1 << 14, 1 << 18
"""Bytes of a JSON body; of one with the header of a table, or plies.

4 MB took 0.27 s to read, and 7,500 unknown keys, in 64 KB, 0.04 s to refuse.
"""

LOG = 1 << 20
"""Bytes of a log that is pasted on a page."""

_BLOCK = 1 << 16
_PACKED_BLOCK = 1 << 12

_MEMBER = 1 << 10
"""Bytes that a member of gzip counts as: 190,000 empty ones took 2.5 s, and held nothing."""


def body(limit: str = "max_body", at_most: int | None = None) -> BinaryIO:
    """The body of this request, unpacked, to be closed; `limit` is the setting that bounds it.

    `at_most` bounds it further. What it has more unpacked than packed counts as more requests.
    Raises Problem where it is too large (413), not gzip (400), packed otherwise (415), or where
    there is no room to hold it meanwhile (507).
    """
    most = allowed_bytes(limit, at_most)
    if most == at_most:
        limit = JSON_BODY
    packing = request.headers.get("Content-Encoding", "identity").strip().lower()
    if packing in ("", "identity"):
        return BufferedReader(cast("RawIOBase", request.stream))
    if packing not in ("gzip", "x-gzip"):
        detail = "the Content-Encoding here is gzip or identity"
        raise Problem(415, detail, {"Accept-Encoding": "gzip, identity"})
    return _unpacked(limit, most)


def allowed_bytes(limit: str, at_most: int | None = None) -> int:
    """The most bytes that this request's body may have: a setting, or less if `at_most` is less.

    Raises Problem (413) over it.
    """
    most: int = getattr(service().settings, limit)
    if at_most is not None and at_most < most:
        most, limit = at_most, JSON_BODY
    if (request.content_length or 0) > most:
        raise over_limit("bytes in the body", limit, most)
    return most


def hashed(stream: BinaryIO, begun: bytes) -> tuple[BinaryIO, str]:
    """The same body, to be closed, and the SHA-256 of `begun` and all of it, in hex.

    Raises Problem where there is no room to hold it meanwhile (507).
    """
    digest = sha256(begun)
    out = cast("BinaryIO", SpooledTemporaryFile(IN_MEMORY))  # noqa: SIM115 - its reader closes it
    with ExitStack() as raising, stream:
        raising.callback(out.close)
        while block := stream.read(_BLOCK):
            digest.update(block)
            try:
                out.write(block)
            except OSError:
                raise no_room() from None
        out.seek(0)
        raising.pop_all()
    return out, digest.hexdigest()


def json_value(raw: bytes, status: int = 400) -> Any:  # noqa: ANN401 - any JSON value
    """The JSON value that a body spells. Raises Problem, with this status, where it spells none."""
    try:
        return parse(raw, JsonSource("", 1))
    except Fault as fault:
        place = fault.place
        where = f"line {place.line}, column {place.column}: " if place and place.column else ""
        raise Problem(status, f"the body is not JSON: {where}{fault.message}") from None


def form_fields() -> dict[str, list[str]]:
    """The fields of a form, empty ones too. Raises Problem (413) where they are too long."""
    with body(at_most=SMALL) as stream:
        raw = stream.read(SMALL + 1)
    if len(raw) > SMALL:
        raise over_limit("bytes in the body", JSON_BODY, SMALL)
    return parse_qs(raw.decode(errors="replace"), keep_blank_values=True)


def _count_nothing(_: int) -> None:
    """Count nothing: this client has no rate limit."""


def _unpacked(limit: str, most: int) -> BinaryIO:
    """The body of gzip, unpacked to its end before anything is made of it."""
    out = cast("BinaryIO", SpooledTemporaryFile(IN_MEMORY))  # noqa: SIM115 - its reader closes it
    with ExitStack() as raising:
        raising.callback(out.close)
        size = 0
        try:
            for member in _members(request.stream):
                size += _MEMBER
                for block in member:
                    size += len(block)
                    if size > most + _MEMBER:
                        raise over_limit("bytes in the body, unpacked", limit, most)
                    out.write(block)
        except (EOFError, zlib.error):
            raise Problem(400, "the body is not gzip, or is cut short") from None
        except OSError:
            raise no_room() from None
        if not out.tell():
            raise Problem(400, "the gzipped body is empty")
        more = size // COUNTED_BYTES - (request.content_length or 0) // COUNTED_BYTES
        request.environ.get(CHARGE, _count_nothing)(more * COUNTED_WORK)
        out.seek(0)
        raising.pop_all()
    return out


def _members(packed: IO[bytes]) -> Iterator[Iterator[bytes]]:
    """The members of gzip, each block by block; one is read to its end before the next.

    Raises zlib.error if it is damaged, EOFError if it is cut short.
    """
    data = packed.read(_PACKED_BLOCK)

    def blocks(unpacker: "zlib._Decompress") -> Iterator[bytes]:
        nonlocal data
        while not unpacker.eof:
            data = data or packed.read(_PACKED_BLOCK)
            if not data:
                raise EOFError
            yield unpacker.decompress(data)
            data = unpacker.unused_data

    while data:
        yield blocks(zlib.decompressobj(GZIP))
        data = data or packed.read(_PACKED_BLOCK)
