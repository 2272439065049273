"""The tables of a store, told once: in SQLite's words, and translated for PostgreSQL.

Copies, checks and rows read the names of tables and columns off this text.
"""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from replays.store.model import StoreUnusable

STEP = "schema_12"
"""The one step of migrations, from nothing to these tables.

Until the first release, another schema is another name of this step, and the name before it goes to
`FORMER`. A step that was released is never changed: add another.
"""

FORMER = {
    "start",
    "start_with_who_left",
    *(f"schema_{number}" for number in range(3, 12)),
}
"""The names of the steps of earlier schemas, or their beginnings. None was released."""

SCHEMA = """
CREATE TABLE arrival (
    last INTEGER NOT NULL,
    version INTEGER NOT NULL
) STRICT;
INSERT INTO arrival VALUES (0, 0);

CREATE TABLE replay (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    number INTEGER NOT NULL UNIQUE,
    revision INTEGER NOT NULL,
    visibility TEXT NOT NULL,
    uploaded INTEGER NOT NULL,
    game TEXT NOT NULL,
    deck TEXT,
    seats INTEGER NOT NULL,
    finished BOOLEAN NOT NULL,
    undetermined BOOLEAN NOT NULL,
    date TEXT,
    origin TEXT,
    game_digest TEXT NOT NULL,
    facts BLOB NOT NULL,
    size INTEGER NOT NULL,
    open BOOLEAN NOT NULL DEFAULT FALSE
) STRICT;
CREATE INDEX replay_listed ON replay (visibility, number);
CREATE INDEX replay_uploaded ON replay (visibility, uploaded, number);
CREATE INDEX replay_game ON replay (visibility, game, number);
CREATE INDEX replay_same_game ON replay (game_digest, number);
CREATE INDEX replay_origin ON replay (origin, number) WHERE origin IS NOT NULL;
CREATE INDEX replay_year ON replay (visibility, substr(date, 1, 4), number) WHERE date IS NOT NULL;
CREATE INDEX replay_month ON replay (visibility, substr(date, 1, 7), number) WHERE date IS NOT NULL;
CREATE INDEX replay_day ON replay (visibility, substr(date, 1, 10), number) WHERE date IS NOT NULL;
CREATE INDEX replay_unfinished ON replay (visibility, number) WHERE NOT finished;
CREATE INDEX replay_undetermined ON replay (visibility, number) WHERE undetermined;
CREATE INDEX replay_revision ON replay (revision);
CREATE INDEX replay_deck ON replay (deck) WHERE deck IS NOT NULL;

CREATE TABLE body (
    replay INTEGER PRIMARY KEY REFERENCES replay ON DELETE CASCADE,
    body BLOB NOT NULL,
    public_body BLOB
) STRICT;

CREATE TABLE player (
    name TEXT NOT NULL,
    number INTEGER NOT NULL REFERENCES replay (number) ON DELETE CASCADE ON UPDATE CASCADE,
    seat INTEGER NOT NULL,
    won BOOLEAN NOT NULL,
    PRIMARY KEY (name, number, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX player_number ON player (number);

CREATE TABLE tag (
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    number INTEGER NOT NULL REFERENCES replay (number) ON DELETE CASCADE ON UPDATE CASCADE,
    PRIMARY KEY (name, value, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX tag_number ON tag (number);

CREATE TABLE hold (
    replay INTEGER NOT NULL REFERENCES replay ON DELETE CASCADE,
    holder TEXT NOT NULL,
    visibility TEXT NOT NULL,
    since INTEGER NOT NULL,
    number INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (replay, holder)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX hold_holder ON hold (holder, number);

CREATE TABLE gone (
    version INTEGER PRIMARY KEY,
    id TEXT NOT NULL
) STRICT;

CREATE TABLE owner (
    name TEXT PRIMARY KEY,
    replays INTEGER NOT NULL,
    bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE used_key (
    holder TEXT NOT NULL,
    name TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    answer BLOB NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (holder, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX used_key_used ON used_key (used);

CREATE TABLE token (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner TEXT NOT NULL,
    scopes TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    expires INTEGER,
    revoked INTEGER
) STRICT;
CREATE INDEX token_owner ON token (owner);

CREATE TABLE deck (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    raw BLOB NOT NULL,
    holder TEXT NOT NULL,
    added INTEGER NOT NULL
) STRICT;
CREATE INDEX deck_holder ON deck (holder);

CREATE TABLE paste (
    id TEXT PRIMARY KEY,
    pasted INTEGER NOT NULL,
    size INTEGER NOT NULL,
    client TEXT NOT NULL,
    eraser TEXT,
    log BLOB NOT NULL
) STRICT;
CREATE INDEX paste_pasted ON paste (pasted, id, size);
CREATE INDEX paste_client ON paste (client);

CREATE TABLE review (
    replay INTEGER PRIMARY KEY REFERENCES replay ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    rules TEXT NOT NULL,
    version INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    asked INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    finished BOOLEAN NOT NULL
) STRICT;
CREATE INDEX review_revision ON review (revision);
CREATE INDEX review_unfinished ON review (turn, asked) WHERE NOT finished;

CREATE TABLE ply_review (
    replay INTEGER NOT NULL REFERENCES replay ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    review BLOB NOT NULL,
    PRIMARY KEY (replay, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE review_request (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    owner TEXT NOT NULL,
    asked INTEGER NOT NULL
) STRICT;
CREATE INDEX review_request_owner ON review_request (owner);
CREATE INDEX review_request_asked ON review_request (asked);

CREATE TABLE claim (
    work TEXT PRIMARY KEY,
    host TEXT NOT NULL,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE opening (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    network TEXT NOT NULL,
    opened INTEGER NOT NULL
) STRICT;
CREATE INDEX opening_network ON opening (network);
CREATE INDEX opening_opened ON opening (opened);

CREATE TABLE game_table (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    number INTEGER NOT NULL UNIQUE,
    revision INTEGER NOT NULL,
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    owner TEXT NOT NULL,
    by_guest BOOLEAN NOT NULL DEFAULT FALSE,
    computer TEXT NOT NULL DEFAULT '{}',
    visibility TEXT NOT NULL,
    players TEXT NOT NULL,
    header BLOB NOT NULL,
    asked BLOB NOT NULL,
    seed TEXT,
    origin TEXT,
    secret TEXT,
    catalogue BLOB NOT NULL,
    clock BOOLEAN NOT NULL,
    created INTEGER NOT NULL,
    moved INTEGER NOT NULL,
    version INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    termination TEXT,
    winners TEXT NOT NULL,
    replay TEXT,
    gone TEXT NOT NULL DEFAULT '',
    made_by TEXT,
    UNIQUE (owner, made_by)
) STRICT;
CREATE INDEX game_table_listed ON game_table (visibility, number);
CREATE INDEX game_table_owner ON game_table (owner, number);
CREATE INDEX game_table_running ON game_table (moved) WHERE termination IS NULL;
CREATE INDEX game_table_computer ON game_table (moved)
    WHERE computer <> '{}' AND termination IS NULL;
CREATE INDEX game_table_guest ON game_table (moved) WHERE by_guest;
CREATE INDEX game_table_guest_running ON game_table (moved) WHERE by_guest AND termination IS NULL;
CREATE INDEX game_table_revision ON game_table (revision);
CREATE INDEX game_table_replay ON game_table (replay) WHERE replay IS NOT NULL;

CREATE TABLE table_player (
    name TEXT NOT NULL,
    game_table INTEGER NOT NULL REFERENCES game_table ON DELETE CASCADE,
    PRIMARY KEY (name, game_table)
) STRICT, WITHOUT ROWID;
CREATE INDEX table_player_table ON table_player (game_table);

CREATE TABLE table_event (
    game_table INTEGER NOT NULL REFERENCES game_table ON DELETE CASCADE,
    version INTEGER NOT NULL,
    act TEXT NOT NULL,
    time INTEGER NOT NULL,
    token TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    answer BLOB NOT NULL,
    details BLOB NOT NULL,
    PRIMARY KEY (game_table, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE table_ply (
    game_table INTEGER NOT NULL REFERENCES game_table ON DELETE CASCADE,
    version INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    entry BLOB NOT NULL,
    sender TEXT NOT NULL,
    tail BLOB NOT NULL,
    seen BLOB NOT NULL,
    undone INTEGER,
    PRIMARY KEY (game_table, version, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE table_token (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game_table INTEGER NOT NULL REFERENCES game_table ON DELETE CASCADE,
    seat TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    invitation BOOLEAN NOT NULL,
    created INTEGER NOT NULL,
    revoked INTEGER
) STRICT;
CREATE INDEX table_token_seat ON table_token (game_table, seat);

CREATE TABLE table_seat (
    game_table INTEGER NOT NULL REFERENCES game_table ON DELETE CASCADE,
    seat TEXT NOT NULL,
    promise TEXT NOT NULL,
    nonce TEXT,
    PRIMARY KEY (game_table, seat)
) STRICT, WITHOUT ROWID;
"""
"""All tables but `words`, the index of the words of replays, which is each database's own."""

_POSTGRES = (
    (r"INTEGER PRIMARY KEY AUTOINCREMENT", "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"),
    (r"\bINTEGER\b", "BIGINT"),
    (r"\bBLOB\b", "BYTEA"),
    (r"\) STRICT(, WITHOUT ROWID)?;", ");"),
)


def for_sqlite() -> str:
    """The schema for SQLite, which has numbers for booleans."""
    return SCHEMA.replace(" BOOLEAN", " INTEGER")


def for_postgres() -> str:
    """The schema for PostgreSQL."""
    text = SCHEMA
    for ours, theirs in _POSTGRES:
        text = re.sub(ours, theirs, text)
    return text


class Columns(NamedTuple):
    """The columns of a table.

    Attributes:
        names: all columns.
        flags: the columns that are true or false, for which SQLite has numbers.
        key: the columns of the primary key.
        parent: if rows belong to those of another table, and are deleted with them: the column
            here, that table, and the column there.
        counter: the column that the database numbers by itself.
    """

    names: tuple[str, ...]
    flags: frozenset[str] = frozenset()
    key: tuple[str, ...] = ()
    parent: tuple[str, str, str] | None = None
    counter: str | None = None


_TABLE = re.compile(r"^CREATE TABLE (\w+) \(\n(.*?)^\)", re.MULTILINE | re.DOTALL)
_COLUMN = re.compile(r"^    ([a-z_]+) ([A-Z]+)(.*)", re.MULTILINE)
_KEY = re.compile(r"PRIMARY KEY \((.+)\)")
_PARENT = re.compile(r"REFERENCES (\w+)(?: \((\w+)\))?")


def _columns(table: str) -> Columns:
    """The columns in the definition of a table."""
    found = _COLUMN.findall(table)
    key = _KEY.search(table)
    parents = [(name, _PARENT.search(rest)) for name, _, rest in found]
    return Columns(
        names=tuple([name for name, _, _ in found]),
        flags=frozenset([name for name, kind, _ in found if kind == "BOOLEAN"]),
        key=tuple(
            key[1].split(", ") if key else [name for name, _, rest in found if " KEY" in rest]
        ),
        parent=next(
            ((name, parent[1], parent[2] or "key") for name, parent in parents if parent), None
        ),
        counter=next((name for name, _, rest in found if "AUTOINCREMENT" in rest), None),
    )


COLUMNS = {name: _columns(table) for name, table in _TABLE.findall(SCHEMA)}
"""The columns of each table, by its name."""

COLUMNS["words"] = Columns(("rowid", "text"), key=("rowid",), parent=("rowid", "replay", "number"))

_CARRY_OVER = (
    "Nothing was changed. To carry the records over, run `cgn store export -o all.cgn.jsonl"
    " --decks decks` with the older version, then `cgn store import all.cgn.jsonl --visibility"
    " private` with this one, CGN_DECKS=decks and another --data. Holders, visibility, tokens and"
    ' games in progress are not carried over: see "An older store" in docs/operators.md'
)


def check_steps(done: Sequence[str], ours: Collection[str], made: str, it: str) -> None:
    """Raise StoreUnusable if a store has had steps that are not ours.

    `made` begins the message, such as "the file was", and `it` is the pronoun for its subject.
    """
    others = [name for name in done if name not in ours]
    if not FORMER.isdisjoint(others):
        raise StoreUnusable(
            f"{made} made by an older version of cgn: read {it} with that version. {_CARRY_OVER}"
        )
    if others:
        raise StoreUnusable(
            f"{made} made by a newer version of cgn, with the step `{others[0]}`: "
            f"read {it} with that version"
        )
