"""Finds replays: from a query to SQL, and from rows to what was asked for."""

import sqlite3
from re import fullmatch
from typing import Any, TypeAlias

from sqlite_utils import Database

from replays.store.model import (
    MAX_NUMBER,
    MAX_PAGE,
    MAX_SAME_GAME,
    Order,
    Page,
    Query,
    Replay,
    Viewer,
    Visibility,
)
from replays.store.sqlite.rows import BODIES, ENTRY, FROM, body_of, entry_of, fold, replay_of

Values: TypeAlias = dict[str, Any]

DIGEST = "[0-9a-f]{64}"
"""How an id looks."""

_BODIES = f"{ENTRY}, {BODIES}"

_CONDITIONS = {
    "game": "r.game = :game",
    "seats": "r.seats = :seats",
    "finished": "r.finished = :finished",
    "event": "r.event = :event",
    "date": "r.date >= :date AND r.date < :date_end",
    "player": "r.key IN (SELECT replay FROM player WHERE name = :player)",
    "winner": "r.key IN (SELECT replay FROM player WHERE name = :winner AND won)",
    "text": "r.key IN (SELECT rowid FROM words WHERE words MATCH :text)",
}


def check_range(after: int | None, limit: int) -> None:
    """Raise ValueError where a page cannot begin there, or have so many."""
    if not 1 <= limit <= MAX_PAGE:
        raise ValueError(f"limit: 1 to {MAX_PAGE:,}")
    if after is not None and not 0 <= after <= MAX_NUMBER:
        raise ValueError(f"after: 0 to {MAX_NUMBER:,}")


def get(db: Database, replay: str, viewer: Viewer) -> Replay | None:
    """As Store.get does."""
    if fullmatch(DIGEST, replay) is None:
        return None
    row = db.execute(
        f"SELECT {_BODIES} FROM {FROM} WHERE r.id = :id",  # noqa: S608 - of constants
        {"id": replay, "viewer": viewer.name},
    ).fetchone()
    if row is None:
        return None
    found = replay_of(row, viewer)
    hidden = found.entry.visibility is Visibility.PRIVATE and not (found.own or viewer.admin)
    return None if hidden else found


def page(db: Database, query: Query, viewer: Viewer, after: int | None, limit: int) -> Page:
    """As Store.page does; the range was checked."""
    rows = _rows(db, ENTRY, query, viewer, after, limit + 1)
    entries = tuple(entry_of(row, viewer) for row in rows[:limit])
    return Page(entries, entries[-1].number if len(rows) > limit else None)


def bodies(
    db: Database, query: Query, viewer: Viewer, after: int | None, limit: int
) -> list[tuple[int, bytes]]:
    """The number and body of so many replays."""
    rows = _rows(db, _BODIES, query, viewer, after, limit)
    return [(row["number"], body_of(row, viewer)) for row in rows]


def count(db: Database, query: Query, viewer: Viewer) -> int:
    """As Store.count does."""
    where, values = _where(query, viewer, None)
    sql = f"SELECT count(*) FROM replay r WHERE {where}"  # noqa: S608 - of constants
    (found,) = db.execute(sql, values).fetchone()
    return int(found)


def same_game(
    db: Database, game_digest: str, viewer: Viewer, but: str | None = None
) -> tuple[str, ...]:
    """As Store.same_game does, without the replay of the id `but`."""
    rows = db.execute(
        f"""
        SELECT r.id FROM {FROM}
        WHERE r.game_digest = :game AND r.id IS NOT :but
        AND (r.visibility = :public OR h.holder IS NOT NULL OR :admin)
        ORDER BY r.number DESC LIMIT {MAX_SAME_GAME}
        """,  # noqa: S608 - of constants
        {
            "game": game_digest,
            "but": but,
            "public": Visibility.PUBLIC,
            "viewer": viewer.name,
            "admin": viewer.admin,
        },
    )
    return tuple(replay for (replay,) in rows)


def _rows(
    db: Database, columns: str, query: Query, viewer: Viewer, after: int | None, limit: int
) -> list[sqlite3.Row]:
    where, values = _where(query, viewer, after)
    order = "DESC" if query.order is Order.NEWEST else "ASC"
    sql = f"SELECT {columns} FROM {FROM} WHERE {where} ORDER BY r.number {order} LIMIT :limit"  # noqa: S608 - of constants
    return db.execute(sql, values | {"limit": limit}).fetchall()


def _where(query: Query, viewer: Viewer, after: int | None) -> tuple[str, Values]:
    values: Values = {"viewer": viewer.name}
    conditions = []
    if not query.own:
        conditions.append("r.visibility = :public")
        values["public"] = Visibility.PUBLIC
    elif not viewer.admin:
        conditions.append("r.key IN (SELECT replay FROM hold WHERE holder = :viewer)")
    if after is not None:
        conditions.append(f"r.number {'<' if query.order is Order.NEWEST else '>'} :after")
        values["after"] = after
    asked = _asked(query)
    conditions += [_CONDITIONS[name] for name in asked]
    if query.date is not None:
        values["date_end"] = query.date[:-1] + chr(ord(query.date[-1]) + 1)
    return " AND ".join(conditions) or "TRUE", values | asked


def _asked(query: Query) -> Values:
    """What the query says of each column, as it is compared there."""
    found: Values = {
        "game": query.game,
        "seats": query.seats,
        "finished": query.finished,
        "date": query.date,
        "event": query.event and fold(query.event),
        "player": query.player and fold(query.player),
        "winner": query.winner and fold(query.winner),
        "text": query.text and phrases(query.text),
    }
    return {name: value for name, value in found.items() if value is not None}


def phrases(text: str) -> str:
    """The words as quoted phrases of FTS5, all of which have to be there.

    >>> print(phrases("Tuesday club* NEAR"))
    "Tuesday" "club*" "NEAR"
    """
    words = text.replace("\0", " ").split()
    return " ".join(_quoted(word) for word in words or [""])


def _quoted(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'
