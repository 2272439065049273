"""Exports the records of a store, and imports records into one."""

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import islice

from engines.registry import OWN_DECKS, Decks
from notation.json_reader import read_json_lines
from notation.outcome import Reading
from notation.read import Form
from notation.record import Record
from notation.text_writer import write_text
from replays.store.model import Added, StoreDamaged, StoredSummary, Viewer, Visibility
from replays.store.prepare import Prepared, digest_of_whole, prepare, report_of_known
from replays.store.query import Query
from replays.store.sql.store import Store

_AT_ONCE = 100
"""Records in a batch of an import."""


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """The report on a record and, unless it is invalid, the outcome of its upload."""

    prepared: Prepared
    added: Added | None


def written(store: Store, query: Query, viewer: Viewer, form: Form) -> Iterator[bytes]:
    """Every record that a query finds, as text or JSON Lines, and a last line that says so.

    Raises StoreDamaged if a record cannot be read.
    """
    count = 0
    for number, body in store.bodies(query, viewer):
        yield line(number, body) if form is Form.JSON_LINES else _text(number, body, count)
        count += 1
    yield last_line(form, count)


def last_line(form: Form, count: int) -> bytes:
    r"""The last line of a stream of this number of records, as text or JSON Lines.

    >>> last_line(Form.TEXT, 1), last_line(Form.JSON_LINES, 2)
    (b'% complete: 1 record\n', b'{"complete": true, "records": 2}\n')
    """
    if form is Form.JSON_LINES:
        return json.dumps({"complete": True, "records": count}).encode() + b"\n"
    return f"% complete: {count} {'record' if count == 1 else 'records'}\n".encode()


def line(number: int, body: bytes) -> bytes:
    """The record in the body of the replay with this number, as a line of JSON.

    Raises StoreDamaged if it cannot be unpacked.
    """
    try:
        return gzip.decompress(body)
    except (OSError, EOFError, zlib.error):
        raise _damaged(number) from None


def record_of(number: int, body: bytes) -> Record:
    """The record in the body of the replay with this number.

    Raises StoreDamaged if it cannot be read.
    """
    (reading,) = read_json_lines(BytesIO(line(number, body)))
    if reading.record is None:
        raise _damaged(number)
    return reading.record


def _text(number: int, body: bytes, before: int) -> bytes:
    return ("\n" * (before > 0) + write_text(record_of(number, body))).encode()


def _damaged(number: int) -> StoreDamaged:
    return StoreDamaged(
        f"the replay with the number {number} is damaged; `cgn store check` says more"
    )


def take_in(
    store: Store,
    readings: Iterable[Reading],
    holder: str,
    visibility: Visibility = Visibility.PUBLIC,
) -> Iterator[ImportOutcome]:
    """Keep every record that is not invalid, a batch at a time, and yield each once it is safe.

    A record that the holder has already is not checked again. Raises StoreError as Store.add does;
    records that were yielded before are kept.
    """
    waiting = iter(readings)
    while batch := list(islice(waiting, _AT_ONCE)):
        yield from _take_some(store, batch, holder, visibility)


def _take_some(
    store: Store, readings: list[Reading], holder: str, visibility: Visibility
) -> Iterator[ImportOutcome]:
    digests = [digest_of_whole(reading) for reading in readings]
    known = store.known([digest for digest in digests if digest is not None], holder)
    taken = [
        _prepared(store, reading, digest, None if digest is None else known.get(digest))
        for reading, digest in zip(readings, digests, strict=True)
    ]
    uploads = [one.prepared.upload for one in taken if one.prepared.upload is not None]
    added = iter(store.add(uploads, holder, visibility))
    for one in taken:
        yield one if one.prepared.upload is None else ImportOutcome(one.prepared, next(added))


def _prepared(
    store: Store, reading: Reading, digest: str | None, known: StoredSummary | None
) -> ImportOutcome:
    """A record after its check; one that the holder has already is not checked."""
    if digest is not None and known is not None:
        return ImportOutcome(Prepared(report_of_known(reading, digest, known), None), known.added)
    return ImportOutcome(prepare(reading, _decks(store, reading), digest), None)


def _decks(store: Store, reading: Reading) -> Decks:
    record = reading.record
    return OWN_DECKS if record is None else store.decks.decks_for(record.deck)
