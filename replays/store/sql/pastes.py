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

_LEAST = 1 << 10
"""Bytes that a paste counts at least, so that there are at most 65,536."""


class Pastes:
    """The pastes, each at an address that only those know who were told.

    Whoever made one has a word that erases it; only the digest of that is kept. An erased one goes
    on to count among those that its client made that day, without its log.
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
            "pasted": now,
            "size": len(log),
            "client": digest_of(client),
            "eraser": digest_of(word),
            "log": log,
        }

        def insert(work: Transaction) -> Paste:
            _remove(work, now - LIFE)
            own = "SELECT count(*) FROM paste WHERE client = :client"
            (number,) = work.db.execute(own, values).fetchone()
            if self._most is not None and number >= self._most:
                raise OverQuota("pastes", self._most)
            _make_room(work, MAX_PASTES - max(len(log), _LEAST))
            work.insert("paste", [values])
            return Paste(name, log, len(log), now)

        return self._access.do(insert)

    def get(self, name: str) -> Paste | None:
        """The paste at this address; None if there is none, or it is a day old."""
        values = {"id": name, "since": self._clock() - LIFE}
        if has_nul(values):
            return None
        sql = (
            "SELECT id, log, size, pasted FROM paste"
            " WHERE id = :id AND pasted > :since AND eraser IS NOT NULL"
        )
        with self._access.reading() as db:
            row = db.execute(sql, values).fetchone()
        return None if row is None else Paste(row[0], bytes(row[1]), row[2], row[3])

    def erase(self, name: str, word: str) -> bool:
        """Erase the paste that this word erases. False if there is none."""
        values = {"id": name, "eraser": digest_of(word), "nothing": b""}
        if has_nul({"id": name}):
            return False
        sql = (
            "UPDATE paste SET log = :nothing, size = 0, eraser = NULL"
            " WHERE id = :id AND eraser = :eraser"
        )
        return self._access.do(lambda work: work.db.execute(sql, values).rowcount > 0)

    def list(self) -> list[Paste]:
        """All pastes, the oldest first, without their logs."""
        sql = "SELECT id, size, pasted FROM paste WHERE eraser IS NOT NULL ORDER BY pasted, id"
        with self._access.reading() as db:
            return [Paste(name, b"", size, pasted) for name, size, pasted in db.execute(sql)]

    def clear(self) -> int:
        """Erase all pastes. Returns how many there were."""
        there = len(self.list())
        self._access.do(lambda work: _remove(work, self._clock()))
        return there

    def sweep(self) -> None:
        """Erase what is a day old, if there is any."""
        values = {"until": self._clock() - LIFE}
        with self._access.reading() as db:
            sql = "SELECT 1 FROM paste WHERE pasted <= :until LIMIT 1"
            old = db.execute(sql, values).fetchone()
        if old is not None:
            self._access.do(lambda work: _remove(work, values["until"]))


def _remove(work: Transaction, until: int) -> None:
    """Remove the pastes made until a time, that one included."""
    work.db.execute("DELETE FROM paste WHERE pasted <= :until", {"until": until})


def _make_room(work: Transaction, most: int) -> None:
    """Remove the oldest pastes until the others take no more than this many bytes.

    What is read is in an index: with the logs in between, it took 33 ms of the one writer.
    """
    rows = work.db.execute("SELECT id, size FROM paste ORDER BY pasted DESC, id DESC")
    kept = 0
    for name, size in rows.fetchall():
        kept += max(size, _LEAST)
        if kept > most:
            work.db.execute("DELETE FROM paste WHERE id = :id", {"id": name})
