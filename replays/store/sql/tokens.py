"""Stores the tokens."""

from collections.abc import Sequence

from msgspec.json import decode, encode

from replays.store.model import MAX_NUMBER, Clock, Order, OverQuota, Page, Quota
from replays.store.sql.connection import Access, Row, Transaction
from replays.store.sql.queries import behind, check_range, has_nul, in_order
from replays.store.sql.usage import tokens_of
from replays.store.tokens import Token

_COLUMNS = "id, owner, scopes, created, expires, revoked"


class Tokens:
    """The tokens that open the service. Only the digest of each is kept."""

    def __init__(self, access: Access, clock: Clock, quota: Quota) -> None:
        self._access = access
        self._clock = clock
        self._most = quota.tokens

    def create(
        self, owner: str, scopes: Sequence[str], digest: str, expires: int | None = None
    ) -> Token:
        """Keep a token, whose `digest` `tokens.digest_of` gives.

        Raises ValueError if `expires` is not a time that can be kept, and OverQuota if the owner
        has too many usable tokens.
        """
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
        """All tokens, the oldest first, unusable ones included."""
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
        """The tokens of an owner, or of all owners.

        `after` and `limit` are as in `Store.page`, and so is the ValueError.
        """
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
        """Revoke the token of this id, if it is this owner's or no owner is given.

        False if there is none, or it is revoked already.
        """
        if not 0 <= number <= MAX_NUMBER:
            return False
        sql = (
            "UPDATE token SET revoked = :now WHERE id = :id AND revoked IS NULL"
            " AND (CAST(:owner AS TEXT) IS NULL OR owner = :owner)"
        )
        values = {"now": self._clock(), "id": number, "owner": owner}
        return self._access.do(lambda work: work.db.execute(sql, values).rowcount > 0)

    def find(self, digest: str) -> Token | None:
        """The token of this digest, usable or not; None if there is none."""
        with self._access.reading() as db:
            row = db.execute(
                f"SELECT {_COLUMNS} FROM token WHERE digest = :digest",  # noqa: S608 - of constants
                {"digest": digest},
            ).fetchone()
        return None if row is None else _token(row)


def _token(row: Row) -> Token:
    number, owner, scopes, created, expires, revoked = row
    return Token(number, owner, tuple(decode(scopes)), created, expires, revoked)
