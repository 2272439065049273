"""The tables, step by step. A step that was released is never changed: add another."""

from gzip import decompress
from io import BytesIO

from sqlite_utils import Database, Migrations

from engines.deck import parse_deck
from engines.decks import OWN_DECKS, Decks
from notation.json_reader import read_json_lines
from replays.store.prepare import prepare
from replays.store.sql.rows import columns_of
from replays.store.words import joined

_START = """
CREATE TABLE replay (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    number INTEGER NOT NULL UNIQUE,
    revision INTEGER NOT NULL,
    visibility TEXT NOT NULL,
    uploaded INTEGER NOT NULL,
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    finished INTEGER NOT NULL,
    event TEXT,
    date TEXT,
    game_digest TEXT NOT NULL,
    facts BLOB NOT NULL,
    body BLOB NOT NULL,
    public_body BLOB
) STRICT;
CREATE INDEX replay_listed ON replay (visibility, number);
CREATE INDEX replay_game ON replay (visibility, game, number);
CREATE INDEX replay_same_game ON replay (game_digest);

CREATE TABLE player (
    name TEXT NOT NULL,
    replay INTEGER NOT NULL REFERENCES replay ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    won INTEGER NOT NULL,
    PRIMARY KEY (name, replay, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX player_replay ON player (replay);

CREATE TABLE hold (
    replay INTEGER NOT NULL REFERENCES replay ON DELETE CASCADE,
    holder TEXT NOT NULL,
    visibility TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (replay, holder)
) STRICT, WITHOUT ROWID;
CREATE INDEX hold_holder ON hold (holder);

CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = 'unicode61 remove_diacritics 2');

CREATE TABLE arrival (last INTEGER NOT NULL) STRICT;
INSERT INTO arrival VALUES (0);

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

CREATE TABLE deck (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    raw BLOB NOT NULL,
    holder TEXT NOT NULL,
    added INTEGER NOT NULL
) STRICT;
"""

_COUNTER = """
ALTER TABLE arrival ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
UPDATE arrival SET version = max(last, (SELECT coalesce(max(revision), 0) FROM replay));

CREATE TABLE body (
    replay INTEGER PRIMARY KEY REFERENCES replay ON DELETE CASCADE,
    body BLOB NOT NULL,
    public_body BLOB
) STRICT;
INSERT INTO body SELECT key, body, public_body FROM replay;
ALTER TABLE replay DROP COLUMN body;
ALTER TABLE replay DROP COLUMN public_body;
ALTER TABLE replay ADD COLUMN size INTEGER NOT NULL DEFAULT 0;
UPDATE replay SET size = (
    SELECT length(body) + coalesce(length(public_body), 0) FROM body WHERE replay = key
);
ALTER TABLE replay ADD COLUMN deck TEXT;
UPDATE replay SET deck = json_extract(CAST(facts AS TEXT), '$.deck');
CREATE INDEX replay_event ON replay (visibility, event, number) WHERE event IS NOT NULL;
CREATE INDEX replay_year ON replay (visibility, substr(date, 1, 4), number) WHERE date IS NOT NULL;
CREATE INDEX replay_month ON replay (visibility, substr(date, 1, 7), number) WHERE date IS NOT NULL;
CREATE INDEX replay_day ON replay (visibility, substr(date, 1, 10), number) WHERE date IS NOT NULL;
CREATE INDEX replay_unfinished ON replay (visibility, number) WHERE NOT finished;
CREATE INDEX replay_revision ON replay (revision);
CREATE INDEX replay_deck ON replay (deck) WHERE deck IS NOT NULL;

CREATE TABLE gone (
    version INTEGER PRIMARY KEY,
    id TEXT NOT NULL
) STRICT;

ALTER TABLE player RENAME TO old_player;
CREATE TABLE player (
    name TEXT NOT NULL,
    number INTEGER NOT NULL REFERENCES replay (number) ON DELETE CASCADE ON UPDATE CASCADE,
    seat INTEGER NOT NULL,
    won INTEGER NOT NULL,
    PRIMARY KEY (name, number, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO player
    SELECT name, number, seat, won FROM old_player JOIN replay ON key = old_player.replay;
DROP TABLE old_player;
CREATE INDEX player_number ON player (number);

ALTER TABLE hold ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
ALTER TABLE hold ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
UPDATE hold SET (number, revision) = (
    SELECT number, revision FROM replay WHERE key = hold.replay
);
DROP INDEX hold_holder;
CREATE UNIQUE INDEX hold_holder ON hold (holder, number);

CREATE TABLE owner (
    name TEXT PRIMARY KEY,
    replays INTEGER NOT NULL,
    bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO owner
    SELECT holder, count(*), sum(size) FROM hold JOIN replay ON key = hold.replay GROUP BY holder;
CREATE INDEX deck_holder ON deck (holder);

ALTER TABLE words RENAME TO old_words;
CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = 'ascii', columnsize = 0);
"""

_TABLES = """
CREATE TABLE game_table (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    number INTEGER NOT NULL UNIQUE,
    revision INTEGER NOT NULL,
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    owner TEXT NOT NULL,
    visibility TEXT NOT NULL,
    players TEXT NOT NULL,
    header BLOB NOT NULL,
    seed TEXT,
    secret TEXT,
    catalogue BLOB NOT NULL,
    clock INTEGER NOT NULL,
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
    undone INTEGER,
    PRIMARY KEY (game_table, version, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE table_shown (
    game_table INTEGER NOT NULL REFERENCES game_table ON DELETE CASCADE,
    view TEXT NOT NULL,
    version INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    move BLOB NOT NULL,
    frame BLOB NOT NULL,
    highest INTEGER NOT NULL,
    entries BLOB,
    PRIMARY KEY (game_table, view, version, ply)
) STRICT;

CREATE TABLE table_token (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game_table INTEGER NOT NULL REFERENCES game_table ON DELETE CASCADE,
    seat TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    invitation INTEGER NOT NULL,
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

ALTER TABLE replay ADD COLUMN open INTEGER NOT NULL DEFAULT 0;
"""


def start(db: Database) -> None:
    """Replays with their players, holds and words; idempotency keys; tokens; decks."""
    db.executescript(_START)


def games_in_order(db: Database) -> None:
    """The replays of one game by their numbers, however many there are."""
    db.execute("DROP INDEX replay_same_game")
    db.execute("CREATE INDEX replay_same_game ON replay (game_digest, number)")


def one_counter(db: Database) -> None:
    """One counter gives numbers and versions; lists touch no bodies; words are split by us."""
    db.executescript(_COUNTER)
    rows = db.execute("SELECT number, old.text FROM old_words old JOIN replay ON key = old.rowid")
    for number, text in rows:
        db.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", [number, joined([text])])
    db.execute("DROP TABLE old_words")


def records_for_everyone(db: Database) -> None:
    """The public body of an unfinished game is a record that can be checked."""
    for (key,) in db.execute("SELECT key FROM replay WHERE NOT finished").fetchall():
        number, body, deck = db.execute(
            "SELECT replay.number, body.body, raw FROM replay JOIN body ON body.replay = key"
            " LEFT JOIN deck ON deck.name = replay.deck WHERE key = ?",
            [key],
        ).fetchone()
        (reading,) = read_json_lines(BytesIO(decompress(body)), "")
        upload = prepare(reading, OWN_DECKS if deck is None else Decks([parse_deck(deck)])).upload
        if upload is None:
            continue
        bodies = "UPDATE body SET public_body = ? WHERE replay = ?"
        db.execute(bodies, [upload.public_body, key])
        facts = "UPDATE replay SET facts = ?, size = length(?) + length(?) WHERE key = ?"
        db.execute(facts, [columns_of(upload)["facts"], body, upload.public_body, key])
        db.execute("UPDATE words SET text = ? WHERE rowid = ?", [upload.words, number])
    db.execute(
        "UPDATE owner SET bytes = (SELECT coalesce(sum(size), 0) FROM hold JOIN replay"
        " ON key = hold.replay WHERE hold.holder = owner.name)"
    )


def undetermined(db: Database) -> None:
    """Records that leave cards out may be undetermined."""
    db.execute("ALTER TABLE replay ADD COLUMN undetermined INTEGER NOT NULL DEFAULT 0")
    db.execute("CREATE INDEX replay_undetermined ON replay (visibility, number) WHERE undetermined")


def games_and_who_left(db: Database) -> None:
    """Tables with their events and plies, and replays of tables, which are open to everyone."""
    db.executescript(_TABLES)


STEPS = (
    start,
    games_in_order,
    one_counter,
    records_for_everyone,
    undetermined,
    games_and_who_left,
)
"""Every step from an empty file to the tables of this version, in order."""

FORMER = ("games_in_progress",)
"""Steps of versions that were never released: nothing carries their tables over."""

MIGRATIONS = Migrations("cgn")
"""The steps; sqlite-utils applies them, and keeps in the file which ones it has applied."""

for _step in STEPS:
    MIGRATIONS()(_step)
