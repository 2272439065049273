"""Decodes bytes as UTF-8, drops a byte order mark, and locates the first invalid byte."""

import re

from notation.diagnostics import Place
from notation.fault import Fault
from notation.streams import GZIP

BOM = b"\xef\xbb\xbf"

UTF_16 = "save the file as UTF-8; this looks like UTF-16"
"""The help for bytes of which `is_wide` is true."""

_WIDE = (b"\xff\xfe", b"\xfe\xff")

_BINARY = re.compile(rb"[\0-\x08\x0e-\x1a\x1c-\x1f]")
"""Control characters other than white space and escape, which no text contains."""


def decode(raw: bytes, file: str, first_line: int) -> str:
    """The text of the bytes, which begin on this line of a file.

    Raises Fault (`cgn.encoding`) if they are not UTF-8.
    """
    raw = raw.removeprefix(BOM)
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise _not_utf8(raw, error.start, file, first_line) from None


def _not_utf8(raw: bytes, at: int, file: str, first_line: int) -> Fault:
    start = raw.rfind(b"\n", 0, at) + 1
    column = len(raw[start:at].decode()) + 1
    place = Place(
        file=file,
        line=first_line + raw.count(b"\n", 0, at),
        column=column,
        end=column + 1,
        text=raw[start:].split(b"\n", 1)[0].rstrip(b"\r").decode(errors="replace"),
    )
    return Fault("cgn.encoding", f"byte 0x{raw[at]:02x} is not UTF-8", _advice(raw), place=place)


def _advice(raw: bytes) -> str:
    if raw.startswith(GZIP):
        return "this is packed with gzip: unpack it first"
    if is_wide(raw):
        return UTF_16
    if _BINARY.search(raw):
        return "this is not a text file: name a file of records"
    return "save the file as UTF-8"


def is_wide(raw: bytes) -> bool:
    """Whether bytes look like UTF-16: by the mark, or by zeros in every second place only.

    Pictures and random bytes have zeros in even and in odd places.
    """
    if raw.startswith(_WIDE):
        return True
    zeros = raw[::2].count(0), raw[1::2].count(0)
    return min(zeros) == 0 and max(zeros) > len(raw) // 4
