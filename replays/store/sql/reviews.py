"""Reviews of replays: who asked for them, what is done of them, and which host makes them."""

from typing import Any

from replays.store.model import Clock, OverQuota, Quota, Review
from replays.store.sql.connection import Access, Connection, Row, Transaction
from replays.store.sql.queries import has_nul

DAY = 24 * 60 * 60
"""Seconds for which a request counts."""

CLAIMED = 60
"""Seconds for which a host has the claim to make reviews, from its last ply on.

A ply takes a second, and some more where other work comes first. Of a host that died, another one
goes on after so many.
"""

_WORK = "reviews"
_COLUMNS = (
    "r.id, v.rules, v.version, v.asked, v.plies, v.revision,"
    " (SELECT count(*) FROM ply_review p WHERE p.replay = v.replay)"
)
_FROM = f"SELECT {_COLUMNS} FROM review v JOIN replay r ON r.key = v.replay"  # noqa: S608 - of constants
_KEY = "(SELECT key FROM replay WHERE id = :replay)"


class Reviews:
    """The reviews of replays, each erased with its replay, and what is yet to be done of them.

    One host at a time makes them, ply after ply: the one with the claim.
    """

    def __init__(self, access: Access, clock: Clock, quota: Quota) -> None:
        self._access = access
        self._clock = clock
        self._most = quota.reviews

    def ask(self, replay: str, owner: str, rules: str, version: int, plies: int) -> Review | None:
        """Have a replay reviewed, unless it is or was with these versions.

        Returns its review; None if there is no such replay. Raises OverQuota if the owner has
        asked for as many new ones within a day as they may.
        """
        now = self._clock()

        def begin(work: Transaction) -> Review | None:
            known = _find(work.db, replay)
            if known is not None and (known.rules, known.version) == (rules, version):
                return known
            if not _is_stored(work.db, replay):
                return None
            turn = self._count(work, owner, now)
            _begin(
                work,
                {
                    "replay": replay,
                    "rules": rules,
                    "version": version,
                    "turn": turn,
                    "asked": now,
                    "plies": plies,
                },
            )
            return _find(work.db, replay)

        return self._access.do(begin)

    def _count(self, work: Transaction, owner: str, now: int) -> int:
        """Count a request of an owner. Returns its number within the last day."""
        _forget(work, now - DAY)
        values = {"owner": owner, "now": now}
        (number,) = work.db.execute(
            "SELECT count(*) FROM review_request WHERE owner = :owner", values
        ).fetchone()
        if self._most is not None and number >= self._most:
            raise OverQuota(_WORK, self._most)
        work.db.execute("INSERT INTO review_request (owner, asked) VALUES (:owner, :now)", values)
        return int(number) + 1

    def room_at(self, owner: str) -> int:
        """When the oldest request of an owner no longer counts; now if none does."""
        now = self._clock()
        with self._access.reading() as db:
            (oldest,) = db.execute(
                "SELECT min(asked) FROM review_request WHERE owner = :owner AND asked > :past",
                {"owner": owner, "past": now - DAY},
            ).fetchone()
        return now if oldest is None else int(oldest) + DAY

    def sweep(self) -> None:
        """Forget who asked for reviews a day ago, if anybody did."""
        values = {"past": self._clock() - DAY}
        with self._access.reading() as db:
            sql = "SELECT 1 FROM review_request WHERE asked <= :past LIMIT 1"
            old = db.execute(sql, values).fetchone()
        if old is not None:
            self._access.do(lambda work: _forget(work, values["past"]))

    def get(self, replay: str) -> Review | None:
        """The review of a replay; None if nobody has asked for one."""
        if has_nul({"replay": replay}):
            return None
        with self._access.reading() as db:
            return _find(db, replay)

    def rows(self, replay: str) -> list[bytes]:
        """What is stored of each ply that is done, in order."""
        if has_nul({"replay": replay}):
            return []
        sql = f"SELECT review FROM ply_review WHERE replay = {_KEY} ORDER BY ply"  # noqa: S608 - of constants
        with self._access.reading() as db:
            return [bytes(review) for (review,) in db.execute(sql, {"replay": replay})]

    def claim(self, host: str) -> Review | None:
        """The unfinished review whose turn it is, for the host that is to make its next ply.

        None if all are finished, or another host has the claim. The first requests of each owner
        come before the second ones of others.
        """
        if self._next() is None:
            return None
        if not self._access.do(lambda work: _claim(work, host, self._clock())):
            return None
        return self._next()

    def release(self, host: str) -> None:
        """Give up the claim of a host, so that others need not wait."""
        sql = "DELETE FROM claim WHERE work = :work AND host = :host"
        self._access.do(lambda work: work.db.execute(sql, {"work": _WORK, "host": host}))

    def add(self, review: Review, row: bytes, host: str) -> bool:
        """Store what was found of the next ply of a review, and extend the claim of the host.

        False if nothing was stored: the host has the claim no longer, the replay is gone, or the
        review has begun anew or gone on meanwhile.
        """
        now = self._clock()

        def insert(work: Transaction) -> bool:
            if not _claim(work, host, now) or _find(work.db, review.replay) != review:
                return False
            values = {"replay": review.replay, "ply": review.done + 1, "row": row}
            work.db.execute(
                f"INSERT INTO ply_review (replay, ply, review) VALUES ({_KEY}, :ply, :row)",  # noqa: S608 - of constants
                values,
            )
            if review.done + 1 == review.plies:
                finished = {"replay": review.replay, "revision": work.next_version(), "yes": True}
                sql = (
                    f"UPDATE review SET finished = :yes, revision = :revision WHERE replay = {_KEY}"  # noqa: S608 - of constants
                )
                work.db.execute(sql, finished)
            return True

        return self._access.do(insert)

    def begin_anew(self, review: Review, version: int) -> None:
        """Begin an unfinished review anew, with another version; that counts for nobody."""

        def begin(work: Transaction) -> None:
            if _find(work.db, review.replay) == review:
                sql = f"SELECT turn FROM review WHERE replay = {_KEY}"  # noqa: S608 - of constants
                (turn,) = work.db.execute(sql, {"replay": review.replay}).fetchone()
                _begin(
                    work,
                    {
                        "replay": review.replay,
                        "rules": review.rules,
                        "version": version,
                        "turn": turn,
                        "asked": review.asked,
                        "plies": review.plies,
                    },
                )

        self._access.do(begin)

    def _next(self) -> Review | None:
        with self._access.reading() as db:
            sql = f"{_FROM} WHERE NOT v.finished ORDER BY v.turn, v.asked, v.replay LIMIT 1"
            return _review(db.execute(sql).fetchone())


def _begin(work: Transaction, values: dict[str, Any]) -> None:
    """Begin a review, without anything of one before it."""
    values = {**values, "revision": work.next_version(), "no": False}
    work.db.execute(f"DELETE FROM ply_review WHERE replay = {_KEY}", values)  # noqa: S608 - of constants
    work.db.execute(f"DELETE FROM review WHERE replay = {_KEY}", values)  # noqa: S608 - of constants
    work.db.execute(
        "INSERT INTO review (replay, revision, rules, version, turn, asked, plies, finished)"  # noqa: S608 - of constants
        f" VALUES ({_KEY}, :revision, :rules, :version, :turn, :asked, :plies, :no)",
        values,
    )


def _claim(work: Transaction, host: str, now: int) -> bool:
    """Take or extend the claim, unless another host has it."""
    values = {"work": _WORK, "host": host, "now": now, "until": now + CLAIMED}
    return bool(
        work.db.execute(
            "INSERT INTO claim (work, host, until) VALUES (:work, :host, :until)"
            " ON CONFLICT (work) DO UPDATE SET host = excluded.host, until = excluded.until"
            " WHERE claim.host = excluded.host OR claim.until <= :now",
            values,
        ).rowcount
    )


def _forget(work: Transaction, past: int) -> None:
    """Forget the requests until a time."""
    work.db.execute("DELETE FROM review_request WHERE asked <= :past", {"past": past})


def _is_stored(db: Connection, replay: str) -> bool:
    sql = "SELECT 1 FROM replay WHERE id = :replay"
    return db.execute(sql, {"replay": replay}).fetchone() is not None


def _find(db: Connection, replay: str) -> Review | None:
    return _review(db.execute(f"{_FROM} WHERE r.id = :replay", {"replay": replay}).fetchone())


def _review(row: Row | None) -> Review | None:
    if row is None:
        return None
    replay, rules, version, asked, plies, revision, done = row
    return Review(
        replay=replay,
        rules=rules,
        version=version,
        asked=asked,
        done=done,
        plies=plies,
        revision=revision,
    )
