"""The work of pasted logs, run by checkers, which split the form too: 1 MB took 0.14 s to split."""

import re
from io import BytesIO

from msgspec import Struct
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser
from werkzeug.http import parse_options_header

from api.checking.job import RawDecks, costs, decks_of
from api.checking.page_jobs import DRAWN, packed
from api.checking.record_jobs import weight_sent
from engines.registry import OWN_DECKS
from notation.outcome import as_reading
from notation.read import raw_records, sniffed
from notation.record import SEATS
from pages.pasted import KeptUntil, Pasted, pasted_page
from pages.start import check_page

FIELDS = 8
"""Fields of the form, which has four; thousands of them took 1.6 s to read."""

_BYTES = 80
"""Bytes of a form, or of the page that shows one again, that weigh 1."""

_PACKED = b"\x1f\x8b"
"""How gzip begins."""

_SEAT = re.compile(rb'^\[[A-J] "', re.MULTILINE)


class TooManyFields(Exception):
    """A form has more fields than any of ours."""


class Log(Struct, frozen=True):
    """A log that was sent, the number of the record and the ply to show, and whether to keep it."""

    raw: bytes
    record: int
    ply: int
    keep: bool = False


def _log(log: Log, _: str, **_options: object) -> int:
    r"""Checking a log, and drawing its plies for each seat.

    >>> _log(Log(b'[A "Ana"]\n[B "Bo"]\n\n1. A: draw left\n', 1, 0), "")
    324
    """
    form, __ = sniffed(BytesIO(log.raw))
    seats = min(max(len(_SEAT.findall(log.raw)), 2), len(SEATS))
    return weight_sent(log.raw, form) + DRAWN * seats * log.raw.count(b"\n")


@costs(lambda _, body: len(body) // _BYTES)
def split(__: RawDecks, kind: str, body: bytes) -> Log:
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
    record, ply = form.get("record", 0, type=int), form.get("ply", 0, type=int)
    return Log(raw, record, ply, keep="keep" in form)


def _in_memory(*_: object, **__: object) -> BytesIO:
    """What a file of the form is read into."""
    return BytesIO()


@costs(_log)
def pasted(
    raw_decks: RawDecks, log: Log, root: str, *, keeps: bool, kept: KeptUntil | None = None
) -> bytes:
    """The page of one of the records of a log, by its number from 1, at a ply, as gzip.

    It offers to keep the log if the service `keeps` logs, or says until when it is `kept`.
    """
    found = list(raw_records(BytesIO(log.raw)))
    record = min(max(log.record, 1), len(found))
    one = found[record - 1]
    reading = as_reading(one, mends=True)
    decks = OWN_DECKS if reading.record is None else decks_of(reading.record, raw_decks)
    text = log.raw.decode("utf-8", "replace")
    shown = Pasted(text, record, len(found), log.ply, keeps=keeps, kept=kept)
    return packed(pasted_page(root, shown, reading, decks).encode())


@costs(lambda log, *_, **__: len(log) // _BYTES)
def form_again(_: RawDecks, log: bytes, root: str, wrong: str, *, keeps: bool) -> bytes:
    """The page of the form with a log that something is wrong with, as gzip.

    It does not show a log that is packed.
    """
    text = "" if is_packed(log) else log.decode("utf-8", "replace")
    return packed(check_page(root, text, wrong, keeps=keeps).encode())


def is_packed(log: bytes) -> bool:
    """Whether a log is gzip."""
    return log.startswith(_PACKED)
