"""The work of pasted logs, run by checkers, which split the form too: 1 MB took 0.14 s to split."""

import re
from io import BytesIO
from typing import TYPE_CHECKING, TypeAlias

from msgspec import MsgspecError, Struct
from msgspec.json import decode
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser
from werkzeug.http import parse_options_header

from api.checking.job import RawDecks, costs, decks_of
from api.checking.page_jobs import DRAWN, packed
from api.checking.record_jobs import weight_sent
from engines.registry import OWN_DECKS
from notation.edits import Edit, edited
from notation.page_record import within
from notation.read import sniffed
from notation.record import SEATS
from pages.pasted import KeptUntil, digest_of, pasted_page
from pages.pasted import pasted as read_pasted
from pages.start import check_page, keep_page

if TYPE_CHECKING:
    from werkzeug.datastructures import FileStorage, MultiDict

Form: TypeAlias = "MultiDict[str, str]"
Files: TypeAlias = "MultiDict[str, FileStorage]"

FIELDS = 8
"""Fields of the form, which has five; thousands of them took 1.6 s to read."""

BYTES = 80
"""Bytes of a form, or of the page that shows one again, that weigh 1."""

_PACKED = b"\x1f\x8b"
"""How gzip begins."""

_SEAT = re.compile(rb'^\[[A-J] "', re.MULTILINE)


class TooManyFields(Exception):
    """A form has more fields or files than it may have; the message says how many those are."""


class Log(Struct, frozen=True):
    """A log that was sent, and what is to be done with it.

    Attributes:
        raw: the log, with the edit made that came with it.
        record, ply: the number of the record to show, and the ply.
        keep: whether to keep it for a day.
        token: the token of whoever wants to keep a record of it, if it came with the form.
    """

    raw: bytes
    record: int
    ply: int
    keep: bool = False
    token: str = ""


def _log(log: Log, _: str, **_options: object) -> int:
    r"""Checking a log, and drawing its plies for each seat.

    >>> _log(Log(b'[A "Ana"]\n[B "Bo"]\n\n1. A: draw left\n', 1, 0), "")
    324
    """
    form, __ = sniffed(BytesIO(log.raw))
    seats = min(max(len(_SEAT.findall(log.raw)), 2), len(SEATS))
    return weight_sent(log.raw, form) + DRAWN * seats * log.raw.count(b"\n")


@costs(lambda _, body: len(body) // BYTES)
def split(__: RawDecks, kind: str, body: bytes) -> Log:
    """The log in a form of this Content-Type, or within the page in it. Raises TooManyFields."""
    refusal = TooManyFields(f"a form here has at most {FIELDS} fields")
    form, files = parsed(kind, body, FIELDS, refusal)
    file = files.get("file")
    sent = file.read() if file else _mended(form).encode()
    raw = within(BytesIO(sent)).read()
    record = form.get("record", form.get("shown", 0, type=int), type=int)
    ply = form.get("ply", 0, type=int)
    return Log(raw, record, ply, keep="keep" in form, token=form.get("token", "").strip())


def parsed(kind: str, body: bytes, most: int, refusal: TooManyFields) -> tuple[Form, Files]:
    """The fields and files of a form of this Content-Type. Raises `refusal` if there are more."""
    if body.count(b"&") >= most and kind.startswith("application/x-www-form-urlencoded"):
        raise refusal
    parser = FormDataParser(_in_memory, len(body), max_form_parts=most)
    name, options = parse_options_header(kind)
    try:
        _, form, files = parser.parse(BytesIO(body), name, len(body), options)
    except RequestEntityTooLarge:
        raise refusal from None
    return form, files


def _mended(form: Form) -> str:
    """The log in a form, with the edit made that came with it.

    The log stays as it is if the edit is of another text, or is none.
    """
    log = form.get("log", "").replace("\r\n", "\n")
    if "edit" not in form or form.get("of") != digest_of(log):
        return log
    try:
        return edited(log, decode(form["edit"], type=Edit))
    except (MsgspecError, RecursionError):
        return log


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
    reading, shown = read_pasted(log.raw, log.record, log.ply, keeps=keeps, kept=kept)
    decks = OWN_DECKS if reading.record is None else decks_of(reading.record, raw_decks)
    return packed(pasted_page(root, shown, reading, decks).encode())


@costs(lambda log, *_, **__: len(log) // BYTES)
def form_again(_: RawDecks, log: bytes, root: str, wrong: str, *, keeps: bool) -> bytes:
    """The page of the form with a log that something is wrong with, as gzip.

    It does not show a log that is packed.
    """
    text = "" if is_packed(log) else log.decode("utf-8", "replace")
    return packed(check_page(root, text, wrong, keeps=keeps).encode())


@costs(lambda log, *_: len(log.raw) // BYTES)
def form_to_keep(_: RawDecks, log: Log, root: str, wrong: str) -> bytes:
    """The page that asks for the token of whoever wants to keep a record of a log, as gzip."""
    text = log.raw.decode("utf-8", "replace")
    return packed(keep_page(root, text, log.record, wrong).encode())


def is_packed(log: bytes) -> bool:
    """Whether a log is gzip."""
    return log.startswith(_PACKED)
