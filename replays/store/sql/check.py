"""Checks everything in a store by deriving it again from the bodies."""

import gzip
import zlib
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from typing import Any, TypeAlias

from msgspec import DecodeError
from msgspec.json import decode

from engines.deck import BadDeck, parse_deck
from engines.registry import Decks
from notation.fault import Fault
from notation.json_reader import read_json_lines
from replays.live.own_records import views_of_own
from replays.live.record_parts import RecordParts
from replays.store.live_model import Match
from replays.store.model import Progress, StoreUnusable, Upload, Visibility
from replays.store.prepare import prepare
from replays.store.sql.connection import Connection, snapshot
from replays.store.sql.decks import UserDecks
from replays.store.sql.rows import columns_of, most_open, players_of, tags_of
from replays.store.sql.schema import COLUMNS
from replays.store.sql.store import Store
from replays.view.playhead import Playhead


def check_matches(store: Store) -> Iterator[str]:
    """The faults of games in progress, ended ones included."""
    with store.reading() as db:
        ids = [name for (name,) in db.execute("SELECT id FROM game_table ORDER BY key")]
    for name in ids:
        match = store.matches.get(name)
        if match is not None:
            faults = [*_match_faults(store, match)]
            if store.matches.get(name) == match:  # nothing happened there meanwhile
                yield from (f"table {name}: {fault}" for fault in faults)


def _match_faults(store: Store, match: Match) -> Iterator[str]:
    versions = [event.version for event in store.matches.events(match)]
    if versions != [*range(1, match.version + 1)]:
        yield f"it has the version {match.version}, and other events"
    parts = store.matches.record_parts(match)
    if len(parts.sent) != match.plies:
        yield f"it has {match.plies} plies, and {len(parts.sent)} are kept"
        return
    if match.kind.has_own_records:
        yield from _incomplete(parts, match)
    if match.is_dealt and not match.kind.has_own_records:
        yield from _illegal(parts, store.decks)


def _incomplete(parts: RecordParts, match: Match) -> Iterator[str]:
    """The views whose own record lacks a ply."""
    seen = [parts.dealt, *[one.seen for one in parts.sent]]
    for view in views_of_own(len(match.players)):
        if not all(view in one for one in seen):
            yield f"the record of the view {view} lacks a ply"


def _illegal(parts: RecordParts, decks: UserDecks) -> Iterator[str]:
    """The rules that the plies break."""
    try:
        record = parts.record()
        replay = Playhead(record, decks.decks_for(record.deck))
        replay.seek(replay.plies)
        if replay.fault is not None:
            yield f"ply {replay.ply + 1} is not legal: {replay.fault.message}"
    except (Fault, ValueError) as error:
        yield f"its record cannot be played: {error}"


_AT_ONCE = 100
"""Replays that are read at a time."""
_GZIPPED = ("body", "public_body")
_JSON = ("facts",)
_KEPT = COLUMNS["replay"].names

_Named: TypeAlias = dict[str, Any]
_Part: TypeAlias = tuple[Any, ...]


def check(store: Store, progress: Progress) -> Iterator[str]:
    """As Store.check does, without the checks that are particular to one database."""
    try:
        with store.reading() as db:
            faults = [*_check_decks(db), *_check_owners(db)]
        yield from faults
        yield from _check_replays(store, progress)
        yield from check_matches(store)
    except StoreUnusable as error:
        yield f"reading stopped: {error}"


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
    """The owners whose counts of replays and bytes are wrong."""
    rows = db.execute(
        """
        SELECT name FROM (
            SELECT name, replays, bytes FROM owner WHERE replays <> 0 OR bytes <> 0
            UNION ALL
            SELECT h.holder, count(*), sum(r.size) FROM hold h JOIN replay r ON r.key = h.replay
            GROUP BY h.holder
        ) AS counted GROUP BY name, replays, bytes HAVING count(*) <> 2
        """
    )
    for name in sorted({name for (name,) in rows}):
        yield f"owner {name}: the count of what they hold is wrong"


def _check_replays(store: Store, progress: Progress) -> Iterator[str]:
    done, last = 0, -1
    while True:
        with store.reading() as db, snapshot(db, store.dialect):
            left = "SELECT count(*) FROM replay WHERE key > :last"
            (count,) = db.execute(left, {"last": last}).fetchone()
            rows = _rows(db, last)
        progress(done, done + count)
        if not rows:
            return
        for row in rows:
            yield from (f"replay {row['id']}: {fault}" for fault in _faults(row, store.decks))
        done, last = done + len(rows), rows[-1]["key"]


def _rows(db: Connection, after: int) -> list[_Named]:
    """Some replays, each with all its columns."""
    columns = ", ".join(f"r.{name}" for name in _KEPT)
    fetched = db.execute(
        f"SELECT {columns}, b.body, b.public_body, w.text FROM replay r"  # noqa: S608 - of constants
        " LEFT JOIN body b ON b.replay = r.key LEFT JOIN words w ON w.rowid = r.number"
        " WHERE r.key > :after ORDER BY r.key LIMIT :limit",
        {"after": after, "limit": _AT_ONCE},
    ).fetchall()
    names = (*_KEPT, *_GZIPPED, "words")
    rows = [dict(zip(names, row, strict=True)) for row in fetched]
    stretch = {"after": after, "last": rows[-1]["key"] if rows else after}
    wishes, players = defaultdict[int, list[str]](list), defaultdict[int, list[_Part]](list)
    tags = defaultdict[int, list[_Part]](list)
    for key, wish in db.execute(
        "SELECT replay, visibility FROM hold WHERE replay > :after AND replay <= :last", stretch
    ):
        wishes[key].append(wish)
    for key, *player in db.execute(
        "SELECT r.key, p.name, p.seat, p.won FROM replay r JOIN player p ON p.number = r.number"
        " WHERE r.key > :after AND r.key <= :last",
        stretch,
    ):
        players[key].append((*player,))
    for key, *tag in db.execute(
        "SELECT r.key, t.name, t.value FROM replay r JOIN tag t ON t.number = r.number"
        " WHERE r.key > :after AND r.key <= :last",
        stretch,
    ):
        tags[key].append((*tag,))
    parts: dict[str, defaultdict[int, Any]] = {"wishes": wishes, "players": players, "tags": tags}
    return [row | {name: of[row["key"]] for name, of in parts.items()} for row in rows]


def _faults(row: _Named, decks: UserDecks) -> Iterator[str]:
    """The faults of a replay: everything stored about it is derived again from its body."""
    wishes = [Visibility(wish) for wish in row["wishes"]]
    if not wishes:
        yield "nobody holds it"
    elif row["visibility"] != most_open(wishes):
        yield f"it is {row['visibility']}, and should be {most_open(wishes)}"
    upload = _upload(row["body"] or b"", decks)
    if upload is None:
        yield "its body is no valid record"
        return
    stored = {**row, "players": sorted(row["players"]), "tags": sorted(row["tags"])}
    packed = replace(upload, body=row["body"], public_body=row["public_body"])
    right = columns_of(packed) | {
        "body": upload.body,
        "public_body": upload.public_body,
        "players": sorted(players_of(upload)),
        "tags": sorted(tags_of(upload)),
        "words": upload.words,
    }
    for name, value in right.items():
        if _plain(name, stored[name]) != _plain(name, value):
            yield f"its `{name}` is not what its body gives"


def _upload(body: bytes, decks: UserDecks) -> Upload | None:
    (reading,) = read_json_lines(BytesIO(_unpacked(body)), "body.jsonl")
    if reading.record is None:
        return None
    return prepare(reading, decks.decks_for(reading.record.deck)).upload


def _plain(name: str, value: Any) -> Any:  # noqa: ANN401 - any column
    """A value in the form in which it is compared.

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
