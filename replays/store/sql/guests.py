"""What guests have in a store: tables that they opened without a token, and their replays."""

from replays.store.live_model import Match
from replays.store.model import Clock
from replays.store.sql.connection import Access, Connection, Transaction
from replays.store.sql.guest_writes import DAY, forget_openings
from replays.store.sql.live_rows import MATCH, match_of
from replays.store.sql.live_writes import drop
from replays.store.sql.queries import has_nul

KEPT = 30 * DAY
"""Seconds for which the ended table of a guest is kept, with its replay."""

_AT_ONCE = 10
"""Tables that are erased together."""


class Guests:
    """The tables of guests, and how long their replays are kept."""

    def __init__(self, access: Access, clock: Clock) -> None:
        self._access = access
        self._clock = clock

    def tables(self) -> list[Match]:
        """All tables of guests, the one that was quiet for longest first."""
        with self._access.reading() as db:
            return _tables(db)

    def old(self) -> list[Match]:
        """Some tables of guests that ended so long ago that they are to be erased."""
        with self._access.reading() as db:
            rows = db.execute(
                f"SELECT {MATCH} FROM game_table t WHERE t.by_guest AND t.moved <= :until"  # noqa: S608 - of constants
                f" AND t.termination IS NOT NULL ORDER BY t.moved LIMIT {_AT_ONCE}",
                {"until": self._clock() - KEPT},
            )
            return [match_of(row) for row in rows]

    def clear(self) -> int:
        """Erase all tables of guests, with their replays and tokens. Returns how many there were.

        Replays that somebody else holds stay.
        """
        now = self._clock()

        def erase(work: Transaction) -> int:
            tables = _tables(work.db)
            for match in tables:
                drop(work, match, now)
            return len(tables)

        return self._access.do(erase)

    def sweep(self) -> None:
        """Forget from which networks tables were opened a day ago, if there is any such table."""
        values = {"past": self._clock() - DAY}
        with self._access.reading() as db:
            sql = "SELECT 1 FROM opening WHERE opened <= :past LIMIT 1"
            old = db.execute(sql, values).fetchone()
        if old is not None:
            self._access.do(lambda work: forget_openings(work, values["past"]))

    def kept_until(self, replay: str) -> int | None:
        """When a replay is erased that only guests hold; None if it is another one."""
        values = {"replay": replay}
        if has_nul(values):
            return None
        with self._access.reading() as db:
            (moved,) = db.execute(
                "SELECT max(moved) FROM game_table WHERE replay = :replay AND by_guest"
                " AND NOT EXISTS (SELECT 1 FROM hold h JOIN replay r ON r.key = h.replay"
                " WHERE r.id = :replay AND h.holder NOT IN (SELECT owner FROM game_table"
                " WHERE replay = :replay AND by_guest))",
                values,
            ).fetchone()
        return None if moved is None else int(moved) + KEPT


def _tables(db: Connection) -> list[Match]:
    rows = db.execute(f"SELECT {MATCH} FROM game_table t WHERE t.by_guest ORDER BY t.moved, t.key")  # noqa: S608 - of constants
    return [match_of(row) for row in rows.fetchall()]
