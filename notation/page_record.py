"""A record within a web page: an exported game brings it along, and every reader finds it.

>>> from io import BytesIO
>>> page = f'<!doctype html><script id="record" type="text/cgn">{packed("[CGN 1]")}</script>'
>>> within(BytesIO(page.encode())).read()
b'[CGN 1]'
"""

import re
from base64 import b64decode, b64encode
from io import BufferedReader, BytesIO
from typing import BinaryIO

from notation.streams import Rejoined, decompressed, gzipped

_LEVEL = 9
_HEAD = 64
"""The bytes from the first of which a page is known."""

_MOST = 16 << 20
"""The most bytes of a page, and of its record: an exported game takes up to 1 MB."""

_DOCTYPE = b"<!doctype html"
_RECORD = re.compile(rb'<script id="record" type="text/cgn">([\w+/=]+)</script>')


def packed(text: str) -> str:
    """The text of a record as it stands within a page: gzip, in base64."""
    return b64encode(gzipped(text.encode(), _LEVEL)).decode()


def within(stream: BinaryIO) -> BinaryIO:
    """The record within a page; a stream that is no page, or one without a record, as it is.

    So is one whose record is damaged, or far longer than a record can be.
    """
    head = stream.read(_HEAD)
    if not head.lstrip().lower().startswith(_DOCTYPE):
        return BufferedReader(Rejoined(head, stream))
    page = head + stream.read(_MOST)
    found = _RECORD.search(page)
    record = b"" if found is None else _unpacked(found[1])
    return BytesIO(record) if record else BufferedReader(Rejoined(page, stream))


def _unpacked(base64: bytes) -> bytes:
    """The text of a record; empty if it is damaged or too long."""
    try:
        record = decompressed(BytesIO(b64decode(base64))).read(_MOST + 1)
    except (OSError, ValueError):
        return b""
    return b"" if len(record) > _MOST else record
