"""Counts the holdings of an owner for quotas."""

from replays.store.model import Usage
from replays.store.sql.connection import Connection

RESERVED = 65_536
"""The bytes that a running match counts as: more than the replay of a long game."""


def decks_of(db: Connection, owner: str) -> int:
    """The number of decks that the owner added."""
    sql = "SELECT count(*) FROM deck WHERE holder = :owner"
    (count,) = db.execute(sql, {"owner": owner}).fetchone()
    return int(count)


def matches_of(db: Connection, owner: str) -> int:
    """The number of the owner's running tables."""
    sql = "SELECT count(*) FROM game_table WHERE owner = :owner AND termination IS NULL"
    (count,) = db.execute(sql, {"owner": owner}).fetchone()
    return int(count)


def tokens_of(db: Connection, owner: str, now: int) -> int:
    """The number of the owner's usable tokens."""
    sql = (
        "SELECT count(*) FROM token WHERE owner = :owner"
        " AND revoked IS NULL AND (expires IS NULL OR expires > :now)"
    )
    (count,) = db.execute(sql, {"owner": owner, "now": now}).fetchone()
    return int(count)


def usage_of(db: Connection, owner: str, now: int) -> Usage:
    """All holdings of the owner."""
    sql = "SELECT replays, bytes FROM owner WHERE name = :owner"
    replays, size = db.execute(sql, {"owner": owner}).fetchone() or (0, 0)
    return Usage(
        replays, size, decks_of(db, owner), matches_of(db, owner), tokens_of(db, owner, now)
    )
