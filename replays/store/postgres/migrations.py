"""The steps from an empty database to the tables of this version."""

import re

from psycopg import Connection, errors

from replays.store.model import StoreUnusable
from replays.store.postgres.connections import connected
from replays.store.postgres.dialect import store_errors
from replays.store.sql.schema import STEP, check_steps, for_postgres

_WORDS = """
CREATE TABLE words (
    rowid BIGINT PRIMARY KEY,
    text TEXT NOT NULL,
    single TEXT[] GENERATED ALWAYS AS (string_to_array(text, ' ')) STORED
);
CREATE INDEX words_single ON words USING gin (single);
"""

_STORAGE = """
ALTER TABLE body ALTER COLUMN body SET STORAGE EXTERNAL;
ALTER TABLE body ALTER COLUMN public_body SET STORAGE EXTERNAL;
"""
"""Bodies are packed already, so PostgreSQL need not pack them."""

STEPS = {STEP: for_postgres() + _WORDS + _STORAGE}
"""Every step, by its name, in order."""

_STEPS_DONE = """
CREATE TABLE IF NOT EXISTS cgn_migration (
    name TEXT PRIMARY KEY,
    position BIGINT NOT NULL
);
INSERT INTO cgn_migration VALUES ('lock', 0) ON CONFLICT DO NOTHING;
"""
_MADE_BY_ANOTHER = (errors.UniqueViolation, errors.DuplicateTable, errors.DuplicateObject)
"""The errors if another process makes the tables at the same time; any of them may come."""

_LOCK = "SELECT position FROM cgn_migration WHERE name = 'lock' FOR UPDATE"


def migrate(address: str) -> None:
    """Bring the tables up to this version, or make them.

    Raises StoreUnusable if they were made by another version, or the database is that of something
    else, and StoreBusy if it cannot be reached.
    """
    with store_errors(), connected(address) as connection:
        _check_owner(connection)
        try:
            connection.execute(_STEPS_DONE)
        except _MADE_BY_ANOTHER:
            connection.execute(_STEPS_DONE)
        with connection.transaction():
            connection.execute(_LOCK)
            _apply(connection)


def is_there(address: str) -> bool:
    """Whether the database has our tables. Raises as `migrate` does."""
    with store_errors(), connected(address) as connection:
        return _has_ours(connection)


def _apply(connection: Connection) -> None:
    """Do the steps that were not done yet."""
    rows = connection.execute(
        "SELECT name FROM cgn_migration WHERE position > 0 ORDER BY position"
    ).fetchall()
    done = [name for (name,) in rows]
    check_steps(done, STEPS, "the tables were", "them")
    for position, (name, sql) in enumerate(STEPS.items(), start=1):
        if name not in done:
            # Sort and compare texts by code point, as everywhere else.
            connection.execute(re.sub(r" TEXT(\[\])?", r' TEXT\1 COLLATE "C"', sql).encode())
            connection.execute("INSERT INTO cgn_migration VALUES (%s, %s)", [name, position])


def _check_owner(connection: Connection) -> None:
    """Raise StoreUnusable if the database has tables, and none of them is ours."""
    tables = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
    if connection.execute(tables).fetchall() != [(0,)] and not _has_ours(connection):
        raise StoreUnusable("the database belongs to something else: it has other tables")


def _has_ours(connection: Connection) -> bool:
    return connection.execute("SELECT to_regclass('cgn_migration')").fetchall() != [(None,)]
