"""Finds replays: makes SQL of queries, and replays of rows. Counts what an owner holds."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from re import fullmatch
from typing import Any, NamedTuple

from replays.store.model import (
    MAX_CHANGES,
    MAX_NUMBER,
    MAX_PAGE,
    MAX_PAGE_BYTES,
    MAX_SAME_GAME,
    Changes,
    Entry,
    Order,
    Page,
    Replay,
    Usage,
    Viewer,
)
from replays.store.query import UPLOADED, Query
from replays.store.sql.connection import Connection, Row, Values
from replays.store.sql.dialect import Dialect, Lookup
from replays.store.sql.rows import (
    BODIES,
    BODY,
    ENTRY,
    HOLD,
    body_of,
    entry_of,
    number_of,
    replay_of,
    size_of,
)

DIGEST = "[0-9a-f]{64}"
"""The pattern of an id."""

_PUBLIC = "r.visibility = 'public'"
_KNOWN = "(r.visibility <> 'private' OR h.holder IS NOT NULL OR :admin)"
"""The conditions on replays that a viewer finds: by any query, and by id."""

_TOLD = f"CASE WHEN {_PUBLIC} OR h.holder IS NULL THEN {UPLOADED} ELSE h.since END"
"""The time of upload of a replay that may not be public, as its entry tells it."""

_NUMBERED = "r.number BETWEEN :lowest AND :highest"
"""The condition on the numbers of public replays that were uploaded at some time.

Without it, a list would walk along all later replays. Clocks go wrong, so numbers and times may
differ in their order: `_bounds` finds the numbers in an index alone, 250,000 of them in 50 ms.
"""

_ALL = f"{ENTRY}, {BODIES}"
_HELD = "h.number"

_STRETCHES = 10_000, 200_000
"""The lengths of the first and second range of numbers searched for a page from several sets.

A word that most replays have is a set of a million, but its latest thousands mostly fill a page."""


@dataclass(frozen=True, slots=True)
class _Walk:
    """The tables of a query and its conditions; `number` is the column that it walks along.

    The replays' own numbers are compared with the `sets`, from the number `:low` to `:high`.
    """

    tables: str
    number: str
    conditions: list[str]
    sets: list[Lookup]
    values: dict[str, Any]

    def sql(self, columns: str, order: Order, *joins: str) -> str:
        """The statement that finds the first `:limit` rows."""
        columns = columns.replace("r.number", self.number)
        tables = " ".join([self.tables, *joins])
        sets = [one.among for one in self.sets]
        where = " AND ".join([*self.conditions, *sets]) or "TRUE"
        return f"SELECT {columns} FROM {tables} WHERE {where} {in_order(self.number, order)}"  # noqa: S608 - of constants


def behind(number: str, order: Order) -> str:
    """The condition on rows after the row whose `number` is `:after`."""
    return f"{number} {'<' if order is Order.NEWEST else '>'} :after"


def in_order(number: str, order: Order) -> str:
    """The clause that gives the first `:limit` rows in this order."""
    return f"ORDER BY {number} {'DESC' if order is Order.NEWEST else 'ASC'} LIMIT :limit"


class Finder:
    """Finds replays in a database."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect

    def page(
        self, db: Connection, query: Query, viewer: Viewer, after: int | None, limit: int
    ) -> Page[Entry]:
        """As Store.page does; the range was checked."""
        rows = self._rows(db, ENTRY, query, viewer, after, limit + 1)
        size = accumulate(map(size_of, rows[:limit]))
        entries = tuple(
            [
                entry_of(row, viewer)
                for at, (row, bytes_so_far) in enumerate(zip(rows, size, strict=False))
                if at == 0 or bytes_so_far <= MAX_PAGE_BYTES
            ]
        )
        return Page(entries, entries[-1].number if len(rows) > len(entries) else None)

    def bodies(
        self, db: Connection, query: Query, viewer: Viewer, after: int | None, limit: int
    ) -> list[tuple[int, bytes]]:
        """The numbers and bodies of at most `limit` replays."""
        rows = self._rows(db, _ALL, query, viewer, after, limit, BODY)
        return [(number_of(row), body_of(row, viewer)) for row in rows]

    def count(self, db: Connection, query: Query, viewer: Viewer, most: int | None) -> int:
        """As Store.count does."""
        walk = self._walk(query, viewer, None)
        if has_nul(walk.values):
            return 0
        inner = walk.sql("1", query.order)
        values = walk.values | _bounds(db, walk) | {"limit": MAX_NUMBER if most is None else most}
        (number,) = db.execute(f"SELECT count(*) FROM ({inner}) AS found", values).fetchone()  # noqa: S608 - of constants
        return int(number)

    def _rows(
        self,
        db: Connection,
        columns: str,
        query: Query,
        viewer: Viewer,
        after: int | None,
        limit: int,
        *joins: str,
    ) -> list[Row]:
        walk = self._walk(query, viewer, after)
        if has_nul(walk.values):
            return []
        bounds, statement = _bounds(db, walk), walk.sql(columns, query.order, *joins)
        values = walk.values | bounds | {"limit": limit}
        if not walk.sets or walk.number == _HELD:  # the number of a hold is not its replay's
            return db.execute(statement, values).fetchall()
        rows: list[Row] = []
        (last,) = db.execute("SELECT last FROM arrival").fetchone()
        lowest, highest = bounds.get("lowest", 0), bounds.get("highest", last)
        for low, high in _stretches(query.order, after, lowest, highest):
            rows = db.execute(statement, values | {"low": low, "high": high}).fetchall()
            if len(rows) == limit:
                break
        return rows

    def _walk(self, query: Query, viewer: Viewer, after: int | None) -> _Walk:
        conditions, lookups = list[str](), list[Lookup]()
        values = {"viewer": viewer.name, "admin": viewer.admin, "low": 0, "high": MAX_NUMBER}
        for condition, given in query.conditions(self._dialect):
            if isinstance(condition, Lookup):
                lookups.append(condition)
            else:
                conditions.append(condition)
            values |= given
        if query.own or query.ids is not None:
            conditions = [one.replace(UPLOADED, _TOLD) for one in conditions]
        elif any(UPLOADED in one for one in conditions):
            conditions.append(_NUMBERED)
        tables, number = f"replay r {HOLD}", "r.number"
        if query.own and not viewer.admin:
            tables, number = "hold h JOIN replay r ON r.key = h.replay", _HELD
            conditions.append("h.holder = :viewer")
        elif len(lookups) == 1 and not conditions:
            only = lookups.pop()
            tables = (
                f"{only.table} {self._dialect.join} replay r ON r.number = {only.column} {HOLD}"
            )
            number = only.column
            conditions.append(only.where)
        if not query.own:
            conditions.append(_PUBLIC if query.ids is None else _KNOWN)
        if after is not None:
            conditions.append(behind(number, query.order))
            values["after"] = after
        return _Walk(tables, number, conditions, lookups, values)


def _bounds(db: Connection, walk: _Walk) -> dict[str, int]:
    """The values of `_NUMBERED`, if that is among the conditions."""
    if _NUMBERED not in walk.conditions:
        return {}
    timed = " AND ".join([one for one in walk.conditions if UPLOADED in one])
    # without + 0, PostgreSQL walks along the numbers to the first one of that time
    least_and_greatest = "min(r.number + 0), max(r.number + 0)"
    sql = f"SELECT {least_and_greatest} FROM replay r WHERE {_PUBLIC} AND {timed}"  # noqa: S608 - of constants
    lowest, highest = db.execute(sql, walk.values).fetchone()
    return {"lowest": lowest or 0, "highest": highest or -1}


def _stretches(
    order: Order, after: int | None, lowest: int, highest: int
) -> Iterator[tuple[int, int]]:
    """The ranges of numbers in which to look for a page, growing, the last one open-ended."""
    if order is Order.NEWEST:
        high = highest if after is None else min(after, highest)
        yield from ((high - size, high) for size in _STRETCHES if lowest + size < high)
        yield lowest, high
    else:
        low = max(after or 0, lowest)
        yield from ((low, low + size) for size in _STRETCHES if low + size < highest)
        yield low, highest


def has_nul(values: Values) -> bool:
    """Whether a value has a NUL, which no stored text has, and which PostgreSQL refuses."""
    return any(isinstance(value, str) and "\0" in value for value in values.values())


def check_range(after: int | None, limit: int) -> None:
    """Raise ValueError if a page cannot begin there, or have this number of entries."""
    if not 1 <= limit <= MAX_PAGE:
        raise ValueError(f"limit: 1 to {MAX_PAGE:,}")
    if after is not None and not 0 <= after <= MAX_NUMBER:
        raise ValueError(f"after: 0 to {MAX_NUMBER:,}")


def get(db: Connection, replay: str, viewer: Viewer) -> Replay | None:
    """As Store.get does. A private replay of others counts as missing."""
    if fullmatch(DIGEST, replay) is None:
        return None
    row = db.execute(
        f"SELECT {_ALL} FROM replay r {HOLD} {BODY} WHERE r.id = :id"  # noqa: S608 - of constants
        f" AND {_KNOWN}",
        {"id": replay, "viewer": viewer.name, "admin": viewer.admin},
    ).fetchone()
    return None if row is None else replay_of(row, viewer)


def beginning_with(db: Connection, digits: str, viewer: Viewer) -> tuple[str, ...]:
    """As Store.beginning_with does."""
    rows = db.execute(
        f"""
        SELECT r.id FROM replay r {HOLD}
        WHERE r.id >= :digits AND r.id < :above
        AND (r.visibility = 'public' OR h.holder IS NOT NULL OR :admin)
        ORDER BY r.id LIMIT 2
        """,  # noqa: S608 - of constants
        # "g" comes after every hex digit
        {"digits": digits, "above": f"{digits}g", "viewer": viewer.name, "admin": viewer.admin},
    )
    return tuple(replay for (replay,) in rows)


def same_game(
    db: Connection, game_digest: str, viewer: Viewer, but: str | None = None
) -> tuple[str, ...]:
    """As Store.same_game does, without the replay of the id `but`."""
    rows = db.execute(
        f"""
        SELECT r.id FROM replay r {HOLD}
        WHERE r.game_digest = :game AND r.id <> :but
        AND (r.visibility = 'public' OR h.holder IS NOT NULL OR :admin)
        ORDER BY r.number DESC LIMIT {MAX_SAME_GAME}
        """,  # noqa: S608 - of constants
        {"game": game_digest, "but": but or "", "viewer": viewer.name, "admin": viewer.admin},
    )
    return tuple(replay for (replay,) in rows)


def changes(db: Connection, since: int | None) -> Changes:
    """As Store.changes does."""
    (version,) = db.execute("SELECT version FROM arrival").fetchone()
    if since is None or version - since > MAX_CHANGES:
        return Changes(version, None)
    rows = db.execute(
        "SELECT id FROM replay WHERE revision > :since UNION SELECT origin FROM replay"
        " WHERE revision > :since AND origin IS NOT NULL"  # its page names those that go on from it
        " UNION SELECT r.id FROM review v JOIN replay r ON r.key = v.replay"
        " WHERE v.revision > :since"
        " UNION SELECT id FROM game_table WHERE revision > :since"
        " UNION SELECT id FROM gone WHERE version > :since",
        {"since": since},
    )
    return Changes(version, tuple(replay for (replay,) in rows))


class Subject(NamedTuple):
    """A game and its players, by their names as lists search for them."""

    game: str
    players: frozenset[str]


_SUBJECTS = (
    "SELECT r.game, p.name FROM replay r LEFT JOIN player p ON p.number = r.number WHERE r.id = :id"
    " UNION SELECT t.game, p.name FROM game_table t LEFT JOIN table_player p"
    " ON p.game_table = t.key WHERE t.id = :id"
)


def subject(db: Connection, changed: str) -> Subject | None:
    """The game and the players of a replay or match; None if it is gone."""
    rows = db.execute(_SUBJECTS, {"id": changed}).fetchall()
    names = frozenset(name for _, name in rows if name is not None)
    return Subject(rows[0][0], names) if rows else None


RESERVED = 65_536
"""The bytes that a running match counts as: more than the replay of a long game."""


def decks_of(db: Connection, owner: str) -> int:
    """The number of decks that the owner added."""
    sql = "SELECT count(*) FROM deck WHERE holder = :owner"
    (count,) = db.execute(sql, {"owner": owner}).fetchone()
    return int(count)


def matches_of(db: Connection, owner: str) -> int:
    """The number of the owner's running tables."""
    sql = "SELECT count(*) FROM game_table WHERE owner = :owner AND termination IS NULL"
    (count,) = db.execute(sql, {"owner": owner}).fetchone()
    return int(count)


def tokens_of(db: Connection, owner: str, now: int) -> int:
    """The number of the owner's usable tokens."""
    sql = (
        "SELECT count(*) FROM token WHERE owner = :owner"
        " AND revoked IS NULL AND (expires IS NULL OR expires > :now)"
    )
    (count,) = db.execute(sql, {"owner": owner, "now": now}).fetchone()
    return int(count)


def usage_of(db: Connection, owner: str, now: int) -> Usage:
    """All holdings of the owner."""
    sql = "SELECT replays, bytes FROM owner WHERE name = :owner"
    replays, size = db.execute(sql, {"owner": owner}).fetchone() or (0, 0)
    return Usage(
        replays, size, decks_of(db, owner), matches_of(db, owner), tokens_of(db, owner, now)
    )
