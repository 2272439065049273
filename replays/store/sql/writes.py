"""Changes holds of replays. Each function runs in a transaction of its caller."""

from dataclasses import dataclass
from re import fullmatch
from typing import Any, Self

from replays.store.model import (
    MAX_CHANGES,
    OverQuota,
    Quota,
    StaleRevision,
    Viewer,
    Visibility,
)
from replays.store.sql.connection import Connection, Transaction
from replays.store.sql.queries import DIGEST, get
from replays.store.sql.rows import HOLD, most_open, revision_of


@dataclass(frozen=True, slots=True)
class StoredReplay:
    """A stored replay, and the visibility of the viewer's hold, if there is one.

    `revision` is as the viewer sees it.
    """

    key: int
    id: str
    size: int
    visibility: Visibility
    revision: int
    hold: Visibility | None

    @classmethod
    def find(cls, db: Connection, replay: str, viewer: str | None) -> Self | None:
        """The replay of this id, or None."""
        if fullmatch(DIGEST, replay) is None:
            return None
        row = db.execute(
            "SELECT r.key, r.size, r.visibility, r.revision, h.visibility, h.revision"  # noqa: S608 - of constants
            f" FROM replay r {HOLD} WHERE r.id = :id",
            {"id": replay, "viewer": viewer},
        ).fetchone()
        if row is None:
            return None
        key, size, visibility, revision, hold, changed = row
        return cls(
            key,
            replay,
            size,
            Visibility(visibility),
            revision_of(revision, changed),
            None if hold is None else Visibility(hold),
        )


def hold(
    work: Transaction, stored: StoredReplay, holder: str, visibility: Visibility, now: int
) -> None:
    """Add a holder to a stored replay."""
    row = {
        "replay": stored.key,
        "holder": holder,
        "visibility": visibility,
        "since": now,
        "number": work.next_number(),
        "revision": work.next_version(),
    }
    work.insert("hold", [row])
    count_in(work.db, holder, 1, stored.size)
    _settle(work, stored, now)


def keep(work: Transaction, replay: str, holder: str, quota: Quota, now: int) -> bool:
    """Add a reader of a replay to its holders, as `Store.keep` does."""
    found = get(work.db, replay, Viewer(holder))
    stored = StoredReplay.find(work.db, replay, holder)
    if found is None or stored is None or not found.whole:
        return False
    if stored.hold is None:
        _check_room(work.db, holder, quota, stored.size)
        hold(work, stored, holder, Visibility.UNLISTED, now)
    return True


def _check_room(db: Connection, owner: str, quota: Quota, size: int) -> None:
    """Raise OverQuota if an owner has no room for one more replay of this size."""
    sql = "SELECT replays, bytes FROM owner WHERE name = :owner"
    replays, held = db.execute(sql, {"owner": owner}).fetchone() or (0, 0)
    if quota.replays is not None and replays >= quota.replays:
        raise OverQuota("replays", quota.replays)
    if quota.bytes is not None and held + size > quota.bytes:
        raise OverQuota("bytes", quota.bytes)


def set_visibility(
    work: Transaction, stored: StoredReplay, viewer: Viewer, visibility: Visibility, now: int
) -> None:
    """Change the visibility of the viewer's hold, or of every hold, unless it is so already."""
    wishes = _wishes(work.db, stored.key) if stored.hold is None else [stored.hold]
    if wishes == [visibility]:
        return
    work.db.execute(
        "UPDATE hold SET visibility = :visibility, revision = :revision"  # noqa: S608 - of constants
        f" WHERE {_holds(stored)} AND visibility <> :visibility",
        {"visibility": visibility, "revision": work.next_version(), **_whose(stored, viewer)},
    )
    _settle(work, stored, now)


def give_up(work: Transaction, stored: StoredReplay, viewer: Viewer, now: int) -> None:
    """Remove the viewer's hold, or every hold. The replay goes with its last hold."""
    whose = _whose(stored, viewer)
    work.db.execute(
        "UPDATE owner SET replays = replays - 1,"  # noqa: S608 - of constants
        f" bytes = bytes - :size WHERE name IN (SELECT holder FROM hold WHERE {_holds(stored)})",
        whose | {"size": stored.size},
    )
    work.db.execute(f"DELETE FROM hold WHERE {_holds(stored)}", whose)  # noqa: S608 - of constants
    if _wishes(work.db, stored.key):
        _settle(work, stored, now)
    else:
        _remove(work, stored)


def to_change(
    db: Connection, replay: str, viewer: Viewer, revision: int | None
) -> StoredReplay | None:
    """The replay if the viewer may change it, else None.

    Raises StaleRevision if it has another revision than the one given.
    """
    stored = StoredReplay.find(db, replay, viewer.name)
    if stored is None or (stored.hold is None and not viewer.admin):
        return None
    if revision not in (None, stored.revision):
        raise StaleRevision(
            f"the replay was changed meanwhile: it has the revision {stored.revision}"
        )
    return stored


def count_in(db: Connection, owner: str, replays: int, size: int) -> None:
    """Add to the counts of an owner's holdings."""
    db.execute(
        "INSERT INTO owner (name, replays, bytes) VALUES (:owner, :replays, :size)"
        " ON CONFLICT (name) DO UPDATE SET replays = owner.replays + excluded.replays,"
        " bytes = owner.bytes + excluded.bytes",
        {"owner": owner, "replays": replays, "size": size},
    )


def _holds(stored: StoredReplay) -> str:
    """The condition on holds to change: the viewer's own or, for an admin without one, all."""
    return "replay = :key" if stored.hold is None else "replay = :key AND holder = :viewer"


def _whose(stored: StoredReplay, viewer: Viewer) -> dict[str, Any]:
    return {"key": stored.key} | ({} if stored.hold is None else {"viewer": viewer.name})


def _settle(work: Transaction, stored: StoredReplay, now: int) -> None:
    """Give the replay the most open visibility that a holder wishes for.

    A replay that becomes public gets a new number, so that readers of new replays find it.
    """
    wished = most_open(_wishes(work.db, stored.key))
    if wished is stored.visibility:
        return
    values = {"key": stored.key, "visibility": wished, "revision": work.next_version()}
    sets = "visibility = :visibility, revision = :revision"
    if wished is Visibility.PUBLIC:
        values |= {"number": work.next_number(), "now": now}
        work.db.execute(
            "UPDATE words SET rowid = :number"
            " WHERE rowid = (SELECT number FROM replay WHERE key = :key)",
            {"key": stored.key, "number": values["number"]},
        )
        sets += ", number = :number, uploaded = :now"
    work.db.execute(f"UPDATE replay SET {sets} WHERE key = :key", values)  # noqa: S608 - of constants


def _remove(work: Transaction, stored: StoredReplay) -> None:
    """Remove a replay that nobody holds, and note that it is gone."""
    key = {"key": stored.key}
    (origin,) = work.db.execute("SELECT origin FROM replay WHERE key = :key", key).fetchone()
    work.db.execute(
        "DELETE FROM words WHERE rowid = (SELECT number FROM replay WHERE key = :key)", key
    )
    work.db.execute("DELETE FROM replay WHERE key = :key", key)
    note_gone(work, stored.id)
    if origin is not None:
        note_gone(work, origin)  # not gone, but its page named this one


def note_gone(work: Transaction, id_: str) -> None:
    """Note that a replay or a table is gone, for as long as changes are listed."""
    version = work.next_version()
    work.insert("gone", [{"version": version, "id": id_}])
    work.db.execute(
        "DELETE FROM gone WHERE version <= :version", {"version": version - MAX_CHANGES}
    )


def _wishes(db: Connection, key: int) -> list[Visibility]:
    rows = db.execute("SELECT DISTINCT visibility FROM hold WHERE replay = :key", {"key": key})
    return [Visibility(visibility) for (visibility,) in rows.fetchall()]
