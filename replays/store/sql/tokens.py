"""The tokens."""

from collections.abc import Sequence

from msgspec.json import decode, encode

from replays.store.model import MAX_NUMBER, Clock, Order, OverQuota, Page, Quota
from replays.store.sql.connection import Access, Row, Transaction
from replays.store.sql.queries import behind, check_range, has_nul, in_order
from replays.store.sql.usage import tokens_of
from replays.store.tokens import Token

_COLUMNS = "id, owner, scopes, created, expires, revoked"


class SqlTokens:
    """Tokens, as in the protocol."""

    def __init__(self, access: Access, clock: Clock, quota: Quota) -> None:
        self._access = access
        self._clock = clock
        self._most = quota.tokens

    def create(
        self, owner: str, scopes: Sequence[str], digest: str, expires: int | None = None
    ) -> Token:
        """As in the protocol."""
        if expires is not None and not 0 <= expires <= MAX_NUMBER:
            raise ValueError(f"expires: 0 to {MAX_NUMBER:,}")
        now = self._clock()
        values = {
            "owner": owner,
            "scopes": encode(scopes).decode(),
            "digest": digest,
            "created": now,
            "expires": expires,
        }

        def insert(work: Transaction) -> Token:
            if self._most is not None and tokens_of(work.db, owner, now) >= self._most:
                raise OverQuota("tokens", self._most)
            rows = work.db.execute(
                "INSERT INTO token (owner, scopes, digest, created, expires)"  # noqa: S608 - of constants
                f" VALUES (:owner, :scopes, :digest, :created, :expires) RETURNING {_COLUMNS}",
                values,
            )
            return _token(rows.fetchall()[0])

        return self._access.do(insert)

    def list(self) -> list[Token]:
        """As in the protocol."""
        with self._access.reading() as db:
            rows = db.execute(f"SELECT {_COLUMNS} FROM token ORDER BY id")  # noqa: S608 - of constants
            return [_token(row) for row in rows]

    def page(
        self,
        owner: str | None = None,
        after: int | None = None,
        limit: int = 100,
        order: Order = Order.OLDEST,
    ) -> Page[Token]:
        """As in the protocol."""
        check_range(after, limit)
        values = {"owner": owner, "limit": limit + 1, "after": after}
        if has_nul(values):
            return Page((), None)
        where = f"(CAST(:after AS BIGINT) IS NULL OR {behind('id', order)})"
        with self._access.reading() as db:
            rows = db.execute(
                f"SELECT {_COLUMNS} FROM token"  # noqa: S608 - of constants
                f" WHERE (CAST(:owner AS TEXT) IS NULL OR owner = :owner) AND {where}"
                f" {in_order('id', order)}",
                values,
            )
            tokens = [_token(row) for row in rows]
        more = len(tokens) > limit
        return Page(tuple(tokens[:limit]), tokens[limit - 1].id if more else None)

    def revoke(self, number: int, owner: str | None = None) -> bool:
        """As in the protocol."""
        if not 0 <= number <= MAX_NUMBER:
            return False
        sql = (
            "UPDATE token SET revoked = :now WHERE id = :id AND revoked IS NULL"
            " AND (CAST(:owner AS TEXT) IS NULL OR owner = :owner)"
        )
        values = {"now": self._clock(), "id": number, "owner": owner}
        return self._access.do(lambda work: work.db.execute(sql, values).rowcount > 0)

    def find(self, digest: str) -> Token | None:
        """As in the protocol."""
        with self._access.reading() as db:
            row = db.execute(
                f"SELECT {_COLUMNS} FROM token WHERE digest = :digest",  # noqa: S608 - of constants
                {"digest": digest},
            ).fetchone()
        return None if row is None else _token(row)


def _token(row: Row) -> Token:
    number, owner, scopes, created, expires, revoked = row
    return Token(number, owner, tuple(decode(scopes)), created, expires, revoked)
