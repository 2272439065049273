"""The body of a request: all of it, unpacked, and no larger than is allowed."""

import zlib
from contextlib import ExitStack
from gzip import BadGzipFile, GzipFile
from hashlib import sha256
from io import BufferedReader, RawIOBase
from tempfile import SpooledTemporaryFile
from typing import Any, BinaryIO, cast

from flask import request

from api.problems import Problem, no_room, over_limit
from api.service import service
from notation.fault import Fault
from notation.json_syntax import parse
from notation.places import JsonSource

IN_MEMORY = 1 << 18
"""Bytes of a body that are held in memory; larger ones lie in a file meanwhile."""

_BLOCK = 1 << 16


def body(limit: str = "max_body") -> BinaryIO:
    """The body of this request, unpacked, to be closed; `limit` is the setting that bounds it.

    Raises Problem where it is too large (413), not gzip (400), packed otherwise (415), or where
    there is no room to hold it meanwhile (507).
    """
    most = allowed_bytes(limit)
    packing = request.headers.get("Content-Encoding", "identity").strip().lower()
    if packing in ("", "identity"):
        return BufferedReader(cast("RawIOBase", request.stream))
    if packing not in ("gzip", "x-gzip"):
        detail = "the Content-Encoding here is gzip or identity"
        raise Problem(415, detail, {"Accept-Encoding": "gzip, identity"})
    return _unpacked(limit, most)


def allowed_bytes(limit: str) -> int:
    """The value of the setting that bounds this request's body. Raises Problem (413) over it."""
    most: int = getattr(service().settings, limit)
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


def _unpacked(limit: str, most: int) -> BinaryIO:
    """The body of gzip, unpacked to its end before anything is made of it."""
    out = cast("BinaryIO", SpooledTemporaryFile(IN_MEMORY))  # noqa: SIM115 - its reader closes it
    with ExitStack() as raising:
        raising.callback(out.close)
        try:
            packed = GzipFile(fileobj=request.stream)
            while block := packed.read(_BLOCK):
                out.write(block)
                if out.tell() > most:
                    raise over_limit("bytes in the body, unpacked", limit, most)
        except (BadGzipFile, EOFError, zlib.error):
            raise Problem(400, "the body is not gzip, or is cut short") from None
        except OSError:
            raise no_room() from None
        if not out.tell():
            raise Problem(400, "the gzipped body is empty")
        out.seek(0)
        raising.pop_all()
    return out
