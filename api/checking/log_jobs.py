"""The work of pasted logs, run by checkers, which split the form too: 1 MB took 0.14 s to split."""

import re
from io import BytesIO

from msgspec import Struct
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser
from werkzeug.http import parse_options_header

from api.checking.jobs import RawDecks, decks_of
from api.checking.page_jobs import packed
from api.checking.weights import DRAWN
from engines.decks import OWN_DECKS
from notation.outcome import as_reading
from notation.read import raw_records
from notation.record import SEATS
from notation.text_reader import RawText, read_chunk
from pages.pasted import Pasted, pasted_page
from pages.start import check_page

FIELDS = 8
"""Fields of the form, which has four; thousands of them took 1.6 s to read."""

_BYTES = 80
"""Bytes of a form, or of the page that shows one again, that weigh 1."""

_SEAT = re.compile(rb'^\[[A-J] "', re.MULTILINE)


class TooManyFields(Exception):
    """A form has more fields than any of ours."""


class Log(Struct, frozen=True):
    """A log that was sent: its bytes, and the number of the record and the ply to show of it."""

    raw: bytes
    record: int
    ply: int


def weight_of_form(body: bytes) -> int:
    """The weight of splitting a form, or of showing what was in it."""
    return len(body) // _BYTES


def weight_of_drawing(raw: bytes) -> int:
    r"""The weight of drawing a log beside checking it: its plies, for each seat.

    >>> weight_of_drawing(b'[A "Ana"]\n[B "Bo"]\n\n1. A: draw left\n')
    320
    """
    seats = min(max(len(_SEAT.findall(raw)), 2), len(SEATS))
    return DRAWN * seats * raw.count(b"\n")


def split(kind: str, body: bytes, __: RawDecks) -> Log:
    """The log in a form of this Content-Type. Raises TooManyFields."""
    if body.count(b"&") >= FIELDS and kind.startswith("application/x-www-form-urlencoded"):
        raise TooManyFields
    parser = FormDataParser(_in_memory, len(body), max_form_parts=FIELDS)
    name, options = parse_options_header(kind)
    try:
        _, form, files = parser.parse(BytesIO(body), name, len(body), options)
    except RequestEntityTooLarge:
        raise TooManyFields from None
    file = files.get("file")
    raw = file.read() if file else form.get("log", "").replace("\r\n", "\n").encode()
    return Log(raw, form.get("record", 0, type=int), form.get("ply", 0, type=int))


def _in_memory(*_: object, **__: object) -> BytesIO:
    """What a file of the form is read into."""
    return BytesIO()


def pasted(log: Log, root: str, raw_decks: RawDecks) -> bytes:
    """The page of one of the records of a log, by its number from 1, at a ply, as gzip."""
    found = list(raw_records(BytesIO(log.raw)))
    record = min(max(log.record, 1), len(found))
    one = found[record - 1]
    reading = (
        read_chunk(one.chunk, "", record, mends=True)
        if isinstance(one, RawText)
        else as_reading(one)
    )
    decks = OWN_DECKS if reading.record is None else decks_of(reading.record, raw_decks)
    shown = Pasted(log.raw.decode("utf-8", "replace"), record, len(found), log.ply)
    return packed(pasted_page(root, shown, reading, decks).encode())


def form_again(log: str, root: str, wrong: str, _: RawDecks) -> bytes:
    """The page of the form with a log that something is wrong with, as gzip."""
    return packed(check_page(root, log, wrong).encode())
