"""Checks the file and copies it."""

import gzip
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, suppress
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import DecodeError
from msgspec.json import decode
from sqlite_utils import Database

from engines.deck import BadDeck, parse_deck
from engines.decks import Decks
from notation.json_reader import read_json_lines
from replays.store.model import Progress, StoreUnusable, Upload, Visibility
from replays.store.prepare import prepare
from replays.store.protocol import UserDecks
from replays.store.sql.connection import Access, Connection
from replays.store.sql.rows import columns_of, most_open, players_of
from replays.store.sqlite.connections import make_private
from replays.store.sqlite.errors import store_errors

_AT_ONCE = 100
_PAGES = 256
_GZIPPED = ("body", "public_body")
_JSON = ("facts",)

_Named: TypeAlias = dict[str, Any]


def check(access: Access, decks: UserDecks, progress: Progress) -> Iterator[str]:
    """As Store.check does."""
    try:
        with access.reading() as db:
            found = [*_check_file(db), *_check_decks(db), *_check_owners(db)]
        yield from found
        yield from _check_replays(access, decks, progress)
    except StoreUnusable as error:
        yield f"reading stopped: {error}"
    try:
        access.do(
            lambda work: work.db.execute("INSERT INTO words (words) VALUES ('integrity-check')")
        )
    except StoreUnusable:
        yield "the index of words is damaged"


def backup(db: Database, path: Path, progress: Progress) -> None:
    """As Store.backup does, from a connection that reads."""
    if path.exists():
        raise FileExistsError(path)
    draft = path.with_name(f".{path.name}.part")
    draft.unlink(missing_ok=True)
    db.execute("BEGIN")  # so that later writes neither are in the copy nor restart it
    try:
        db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        make_private(draft)
        with store_errors(), closing(sqlite3.connect(draft)) as copy:
            db.conn.backup(
                copy, pages=_PAGES, progress=lambda _, left, total: progress(total - left, total)
            )
        draft.rename(path)
    finally:
        db.rollback()
        draft.unlink(missing_ok=True)


def _check_file(db: Connection) -> Iterator[str]:
    for (found,) in db.execute("PRAGMA integrity_check"):
        if found != "ok":
            yield f"SQLite finds: {found}"
    for table, row, parent, _ in db.execute("PRAGMA foreign_key_check"):
        yield f"row {row} of {table} refers to a row of {parent} that is not there"


def _check_decks(db: Connection) -> Iterator[str]:
    for name, raw in db.execute("SELECT name, raw FROM deck"):
        try:
            deck = parse_deck(raw)
            Decks([deck])
        except BadDeck as bad:
            yield f"deck {name}: {bad.message}"
        else:
            if deck.name != name:
                yield f"deck {name}: its file is that of {deck.name}"


def _check_owners(db: Connection) -> Iterator[str]:
    """The owners whose replays and bytes are not what they hold."""
    rows = db.execute(
        """
        SELECT name FROM (
            SELECT name, replays, bytes FROM owner WHERE replays <> 0 OR bytes <> 0
            UNION ALL
            SELECT h.holder, count(*), sum(r.size) FROM hold h JOIN replay r ON r.key = h.replay
            GROUP BY h.holder
        ) GROUP BY name, replays, bytes HAVING count(*) <> 2
        """
    )
    for name in sorted({name for (name,) in rows}):
        yield f"owner {name}: what they hold is not counted right"


def _check_replays(access: Access, decks: UserDecks, progress: Progress) -> Iterator[str]:
    done, last = 0, -1
    while True:
        with access.reading() as db:
            (left,) = db.execute("SELECT count(*) FROM replay WHERE key > ?", [last]).fetchone()
            rows = _rows(db, last)
        progress(done, done + left)
        if not rows:
            return
        for row in rows:
            yield from (f"replay {row['id']}: {fault}" for fault in _faults(row, decks))
        done, last = done + len(rows), rows[-1]["key"]


def _rows(db: Connection, after: int) -> list[_Named]:
    """Some replays, with everything that is kept of each."""
    cursor = db.execute(
        """
        SELECT r.*, b.body, b.public_body, w.text AS words,
            (SELECT json_group_array(visibility) FROM hold WHERE replay = r.key) AS wishes,
            (SELECT json_group_array(json_array(name, seat, won))
             FROM player WHERE number = r.number) AS players
        FROM replay r LEFT JOIN body b ON b.replay = r.key
        LEFT JOIN words w ON w.rowid = r.number
        WHERE r.key > ? ORDER BY r.key LIMIT ?
        """,
        [after, _AT_ONCE],
    )
    return [dict(row) for row in cursor]


def _faults(row: _Named, decks: UserDecks) -> Iterator[str]:
    """What is wrong with a replay: everything that is kept of it is made again from its body."""
    wishes = [Visibility(wish) for wish in decode(row["wishes"])]
    if not wishes:
        yield "nobody holds it"
    elif row["visibility"] != most_open(wishes):
        yield f"it is {row['visibility']}, and should be {most_open(wishes)}"
    upload = _upload(row["body"] or b"", decks)
    if upload is None:
        yield "its body is no valid record"
        return
    found = {**row, "players": sorted(map(tuple, decode(row["players"])))}
    right = columns_of(upload) | {
        "body": upload.body,
        "public_body": upload.public_body,
        "size": len(row["body"]) + len(row["public_body"] or b""),
        "players": sorted(players_of(upload)),
        "words": upload.words,
    }
    for name, value in right.items():
        if _plain(name, found[name]) != _plain(name, value):
            yield f"its `{name}` is not what its body gives"


def _upload(body: bytes, decks: UserDecks) -> Upload | None:
    (reading,) = read_json_lines(BytesIO(_unpacked(body)), "body.jsonl")
    if reading.record is None:
        return None
    return prepare(reading, decks.decks_for(reading.record.deck)).upload


def _plain(name: str, value: Any) -> Any:  # noqa: ANN401 - any column
    """The value as it is compared.

    Bodies are unpacked, since each version of zlib packs in its own way. Facts are parsed: their
    tags are in the order of the upload, and a body has them sorted.
    """
    if name in _GZIPPED and value is not None:
        return _unpacked(value)
    with suppress(DecodeError):
        return decode(value) if name in _JSON else value
    return None


def _unpacked(packed: bytes) -> bytes:
    """The content; empty if it is damaged."""
    try:
        return gzip.decompress(packed)
    except (OSError, EOFError, zlib.error):
        return b""
