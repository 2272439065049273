"""Changes what is held: each function within a transaction of its caller."""

from dataclasses import dataclass
from re import fullmatch
from typing import Self

from sqlite_utils import Database

from replays.store.model import Added, Changed, Upload, Viewer, Visibility
from replays.store.sqlite.queries import DIGEST, same_game
from replays.store.sqlite.rows import FROM, columns_of, most_open, players_of


@dataclass(frozen=True, slots=True)
class Stored:
    """A replay that is there, and what the viewer's hold asks for, if they have one."""

    key: int
    visibility: Visibility
    revision: int
    hold: Visibility | None

    @classmethod
    def find(cls, db: Database, replay: str, viewer: str | None) -> Self | None:
        """The replay of this id, or None."""
        if fullmatch(DIGEST, replay) is None:
            return None
        columns = "r.key, r.visibility, r.revision, h.visibility"
        row = db.execute(
            f"SELECT {columns} FROM {FROM} WHERE r.id = :id",  # noqa: S608 - of constants
            {"id": replay, "viewer": viewer},
        ).fetchone()
        if row is None:
            return None
        key, visibility, revision, hold = row
        return cls(
            key, Visibility(visibility), revision, None if hold is None else Visibility(hold)
        )


def add(db: Database, upload: Upload, holder: str, visibility: Visibility, now: int) -> Added:
    """Keep an upload, as Store.add does."""
    stored = Stored.find(db, upload.id, holder)
    others = same_game(db, upload.game_digest, Viewer(holder), but=upload.id)
    if stored is None:
        key = _insert(db, upload, visibility, now)
        _hold(db, key, holder, visibility, now)
    elif stored.hold is None:
        _hold(db, stored.key, holder, visibility, now)
        _settle(db, stored, now)
    return Added(
        upload.id,
        created=stored is None or (stored.hold is None and stored.visibility is Visibility.PRIVATE),
        held=stored is not None and stored.hold is not None,
        same_game=others,
    )


def set_visibility(
    db: Database, stored: Stored, viewer: Viewer, visibility: Visibility, now: int
) -> None:
    """Change what the viewer's hold asks for, or every hold."""
    db.execute(
        f"UPDATE hold SET visibility = :visibility WHERE {_holds(stored)}",  # noqa: S608 - of constants
        {"visibility": visibility, "key": stored.key, "viewer": viewer.name},
    )
    _settle(db, stored, now)


def give_up(db: Database, stored: Stored, viewer: Viewer, now: int) -> None:
    """Give up the viewer's hold, or every one; with the last one the replay goes."""
    db.execute(
        f"DELETE FROM hold WHERE {_holds(stored)}",  # noqa: S608 - of constants
        {"key": stored.key, "viewer": viewer.name},
    )
    if _wishes(db, stored.key):
        _settle(db, stored, now)
    else:
        db.execute("DELETE FROM replay WHERE key = ?", [stored.key])
        db.execute("DELETE FROM words WHERE rowid = ?", [stored.key])


def to_change(db: Database, replay: str, viewer: Viewer, revision: int | None) -> Stored | None:
    """The replay, if the viewer may change it, else None.

    Raises Changed where it has another revision than the one given.
    """
    stored = Stored.find(db, replay, viewer.name)
    if stored is None or (stored.hold is None and not viewer.admin):
        return None
    if revision not in (None, stored.revision):
        raise Changed(f"the replay was changed meanwhile: it has the revision {stored.revision}")
    return stored


def _holds(stored: Stored) -> str:
    """Which holds a change is made to: one's own, or, for an admin without one, all."""
    return "replay = :key" if stored.hold is None else "replay = :key AND holder = :viewer"


def _insert(db: Database, upload: Upload, visibility: Visibility, now: int) -> int:
    values = columns_of(upload) | {
        "number": _arrival(db),
        "revision": 1,
        "visibility": visibility,
        "uploaded": now,
    }
    columns, marks = ", ".join(values), ", ".join(f":{name}" for name in values)
    sql = f"INSERT INTO replay ({columns}) VALUES ({marks}) RETURNING key"  # noqa: S608 - of constants
    ((key,),) = db.execute(sql, values).fetchall()
    db.conn.executemany(
        "INSERT INTO player (replay, name, seat, won) VALUES (?, ?, ?, ?)",
        [(key, *player) for player in players_of(upload)],
    )
    db.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", [key, upload.words])
    return int(key)


def _hold(db: Database, key: int, holder: str, visibility: Visibility, now: int) -> None:
    db.execute("INSERT INTO hold VALUES (?, ?, ?, ?)", [key, holder, visibility, now])


def _settle(db: Database, stored: Stored, now: int) -> None:
    """Give the replay the most open visibility that a holder wishes for.

    Where that makes it public it comes anew, for whoever reads on from the last that came.
    """
    wished = most_open(_wishes(db, stored.key))
    values = {"key": stored.key, "visibility": wished}
    sets = "visibility = :visibility, revision = revision + 1"
    if wished is Visibility.PUBLIC is not stored.visibility:
        sets += ", number = :number, uploaded = :now"
        values |= {"number": _arrival(db), "now": now}
    db.execute(f"UPDATE replay SET {sets} WHERE key = :key", values)  # noqa: S608 - of constants


def _wishes(db: Database, key: int) -> list[Visibility]:
    rows = db.execute("SELECT DISTINCT visibility FROM hold WHERE replay = ?", [key])
    return [Visibility(visibility) for (visibility,) in rows.fetchall()]


def _arrival(db: Database) -> int:
    """The next number, which no replay ever had."""
    ((number,),) = db.execute("UPDATE arrival SET last = last + 1 RETURNING last").fetchall()
    return int(number)
