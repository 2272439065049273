"""The tokens in the file."""

import sqlite3
from collections.abc import Sequence

from msgspec.json import decode, encode
from sqlite_utils import Database

from replays.store.model import MAX_NUMBER, Clock, Token
from replays.store.sqlite.connections import Connections
from replays.store.sqlite.writer import Writer

_COLUMNS = "id, owner, scopes, created, expires, revoked"


class SqliteTokens:
    """Tokens, as the protocol has it."""

    def __init__(self, connections: Connections, writer: Writer, clock: Clock) -> None:
        self._connections = connections
        self._writer = writer
        self._clock = clock

    def create(
        self, owner: str, scopes: Sequence[str], digest: str, expires: int | None = None
    ) -> Token:
        """As the protocol has it."""
        if expires is not None and not 0 <= expires <= MAX_NUMBER:
            raise ValueError(f"expires: 0 to {MAX_NUMBER:,}")
        values = [owner, encode(scopes).decode(), digest, self._clock(), expires]

        def insert(db: Database) -> Token:
            sql = (
                "INSERT INTO token (owner, scopes, digest, created, expires) VALUES (?, ?, ?, ?, ?)"
            )
            rows = db.execute(f"{sql} RETURNING {_COLUMNS}", values)
            return _token(rows.fetchall()[0])

        return self._writer.do(insert)

    def list(self) -> list[Token]:
        """As the protocol has it."""
        with self._connections.reading() as db:
            rows = db.execute(f"SELECT {_COLUMNS} FROM token ORDER BY id")  # noqa: S608 - of constants
            return [_token(row) for row in rows]

    def revoke(self, number: int) -> bool:
        """As the protocol has it."""
        if not 0 <= number <= MAX_NUMBER:
            return False
        sql = "UPDATE token SET revoked = ? WHERE id = ? AND revoked IS NULL"
        now = self._clock()
        return self._writer.do(lambda db: db.execute(sql, [now, number]).rowcount > 0)

    def find(self, digest: str) -> Token | None:
        """As the protocol has it."""
        with self._connections.reading() as db:
            row = db.execute(
                f"SELECT {_COLUMNS} FROM token WHERE digest = ?",  # noqa: S608 - of constants
                [digest],
            ).fetchone()
        return None if row is None else _token(row)


def _token(row: sqlite3.Row) -> Token:
    number, owner, scopes, created, expires, revoked = row
    return Token(number, owner, tuple(decode(scopes)), created, expires, revoked)
