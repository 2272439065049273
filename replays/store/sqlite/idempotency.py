"""Idempotency keys: what was answered when each was used, for as long as that is remembered."""

from msgspec.json import decode, encode
from sqlite_utils import Database

from replays.store.model import KEY_LIFE, Added, Key, KeyReused


def recall(db: Database, holder: str, key: Key, now: int) -> list[Added] | None:
    """What was answered to the holder when this key was used; None where it was not.

    Raises KeyReused where it was used for something else.
    """
    row = db.execute(
        "SELECT fingerprint, answer FROM used_key WHERE holder = ? AND name = ? AND used > ?",
        [holder, key.name, now - KEY_LIFE],
    ).fetchone()
    if row is None:
        return None
    fingerprint, answer = row
    if fingerprint != key.fingerprint:
        raise KeyReused("this key was used for something else")
    return decode(answer, type=list[Added])


def remember(db: Database, holder: str, key: Key, added: list[Added], now: int) -> None:
    """Keep what is answered, and forget what is older than `KEY_LIFE`."""
    db.execute("DELETE FROM used_key WHERE used <= ?", [now - KEY_LIFE])
    db.execute(
        "INSERT INTO used_key VALUES (?, ?, ?, ?, ?)",
        [holder, key.name, key.fingerprint, encode(added), now],
    )
