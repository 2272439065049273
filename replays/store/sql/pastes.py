"""Logs that somebody pasted and keeps for a day, to show them to others. They are no replays."""

from replays.store.model import Clock, OverQuota, Paste, Quota
from replays.store.sql.connection import Access, Transaction
from replays.store.sql.queries import has_nul
from replays.store.tokens import digest_of

MAX_PASTE = 256 << 10
"""Bytes of a paste: a game of The Jam with every move commented takes 60 kB."""

MAX_PASTES = 64 << 20
"""Bytes of all pastes; for a new one, the oldest go."""

LIFE = 24 * 60 * 60
"""Seconds for which a paste is kept."""

_COLUMNS = "id, log, size, pasted"


class Pastes:
    """The pastes, each at an address that only those know who were told.

    Whoever made one gets a word that erases it; only the digest of that is kept.
    """

    def __init__(self, access: Access, clock: Clock, quota: Quota) -> None:
        self._access = access
        self._clock = clock
        self._most = quota.pastes

    def keep(self, log: bytes, client: str, name: str, word: str) -> Paste:
        """Keep a log for a day, at an address and with a word that erases it, both random.

        Pastes that are a day old are erased, and the oldest ones if all together are too large.
        Raises OverQuota if the log is larger than MAX_PASTE, or if the client has made as many
        within a day as it may.
        """
        if len(log) > MAX_PASTE:
            raise OverQuota("bytes of a paste", MAX_PASTE)
        now = self._clock()
        values = {
            "id": name,
            "log": log,
            "size": len(log),
            "client": digest_of(client),
            "eraser": digest_of(word),
            "pasted": now,
        }

        def insert(work: Transaction) -> Paste:
            _erase_old(work, now - LIFE)
            own = "SELECT count(*) FROM paste WHERE client = :client"
            (number,) = work.db.execute(own, values).fetchone()
            if self._most is not None and number >= self._most:
                raise OverQuota("pastes", self._most)
            _make_room(work, MAX_PASTES - len(log))
            work.insert("paste", [values])
            return Paste(name, log, len(log), now)

        return self._access.do(insert)

    def get(self, name: str) -> Paste | None:
        """The paste at this address; None if there is none, or it is a day old."""
        values = {"id": name, "since": self._clock() - LIFE}
        if has_nul(values):
            return None
        sql = f"SELECT {_COLUMNS} FROM paste WHERE id = :id AND pasted > :since"  # noqa: S608 - of constants
        with self._access.reading() as db:
            row = db.execute(sql, values).fetchone()
        return None if row is None else Paste(row[0], bytes(row[1]), row[2], row[3])

    def erase(self, name: str, word: str) -> bool:
        """Erase the paste that this word erases. False if there is none."""
        values = {"id": name, "eraser": digest_of(word)}
        if has_nul(values):
            return False
        sql = "DELETE FROM paste WHERE id = :id AND eraser = :eraser"
        return self._access.do(lambda work: work.db.execute(sql, values).rowcount > 0)

    def list(self) -> list[Paste]:
        """All pastes, the oldest first, without their logs."""
        sql = "SELECT id, size, pasted FROM paste ORDER BY pasted, id"
        with self._access.reading() as db:
            return [Paste(name, b"", size, pasted) for name, size, pasted in db.execute(sql)]

    def clear(self, older_than: int | None = None) -> int:
        """Erase all pastes, or those made before this time. Returns how many there were."""
        until = self._clock() + 1 if older_than is None else older_than
        return self._access.do(lambda work: _erase_old(work, until))

    def sweep(self) -> None:
        """Erase what is a day old, if there is any."""
        since = self._clock() - LIFE
        with self._access.reading() as db:
            sql = "SELECT 1 FROM paste WHERE pasted <= :since LIMIT 1"
            old = db.execute(sql, {"since": since}).fetchone()
        if old is not None:
            self.clear(since + 1)


def _erase_old(work: Transaction, until: int) -> int:
    """Erase pastes made before a time."""
    return work.db.execute("DELETE FROM paste WHERE pasted < :until", {"until": until}).rowcount


def _make_room(work: Transaction, most: int) -> None:
    """Erase the oldest pastes until the others take no more than this many bytes."""
    rows = work.db.execute("SELECT id, size FROM paste ORDER BY pasted DESC, id DESC")
    kept = 0
    for name, size in rows.fetchall():
        kept += size
        if kept > most:
            work.db.execute("DELETE FROM paste WHERE id = :id", {"id": name})
