"""The tables, as they came to be. A migration that was released is never changed: add another."""

from sqlite_utils import Database, Migrations

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


def start(db: Database) -> None:
    """Replays with their players, holds and words; idempotency keys; tokens; decks."""
    db.executescript(_START)


def games_in_order(db: Database) -> None:
    """The replays of one game by their numbers, however many there are."""
    db.execute("DROP INDEX replay_same_game")
    db.execute("CREATE INDEX replay_same_game ON replay (game_digest, number)")


STEPS = (start, games_in_order)
"""Every step from an empty file to the tables of this version, in order."""

MIGRATIONS = Migrations("cgn")
"""The steps, as sqlite-utils applies them and remembers which it did."""

for _step in STEPS:
    MIGRATIONS()(_step)
