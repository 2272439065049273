"""Idempotency keys: the answer given for each, for as long as that is remembered."""

from msgspec.json import encode

from notation.typed_json import decode_as
from replays.store.model import KEY_LIFE, Added, Key, KeyReused
from replays.store.sql.connection import Connection


def recall(db: Connection, holder: str, key: Key, now: int) -> list[Added] | None:
    """The answer to the holder when this key was used; None if it was not.

    Raises KeyReused if it was used for something else.
    """
    row = db.execute(
        "SELECT fingerprint, answer FROM used_key"
        " WHERE holder = :holder AND name = :name AND used > :past",
        {"holder": holder, "name": key.name, "past": now - KEY_LIFE},
    ).fetchone()
    if row is None:
        return None
    fingerprint, answer = row
    if fingerprint != key.fingerprint:
        raise KeyReused("this key was used for something else")
    return decode_as(list[Added], answer)


def remember(db: Connection, holder: str, key: Key, added: list[Added], now: int) -> None:
    """Keep an answer, and forget those older than `KEY_LIFE`."""
    db.execute("DELETE FROM used_key WHERE used <= :past", {"past": now - KEY_LIFE})
    db.execute(
        "INSERT INTO used_key (holder, name, fingerprint, answer, used)"
        " VALUES (:holder, :name, :fingerprint, :answer, :now)",
        {
            "holder": holder,
            "name": key.name,
            "fingerprint": key.fingerprint,
            "answer": encode(added),
            "now": now,
        },
    )
