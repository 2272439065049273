"""Stores games in progress, and reads them."""

from itertools import groupby
from operator import itemgetter
from re import fullmatch
from typing import Any

from msgspec.json import decode

from notation.chance import seed_hash
from replays.store.model import Clock, KeyReused, OverQuota, Page, Quota, Visibility
from replays.store.sql import table_writes as writes
from replays.store.sql.connection import Access, Connection, Row, Transaction
from replays.store.sql.queries import behind, has_nul, in_order
from replays.store.sql.rows import fold
from replays.store.sql.table_writes import Keep
from replays.store.sql.usage import RESERVED, tables_of, usage_of
from replays.store.table_model import (
    TABLE_ID,
    Act,
    Call,
    Change,
    Event,
    Kind,
    NewTable,
    OtherVersion,
    Position,
    Seat,
    SeatToken,
    SeedInUse,
    Table,
    TableQuery,
)
from replays.tables.own_records import Own
from replays.tables.views import Shown
from replays.tables.whole import Sent, Whole

_TABLE = (
    "t.id, t.kind, t.game, t.players, t.owner, t.visibility, t.header, t.seed, t.secret,"
    " t.catalogue, t.clock, t.created, t.moved, t.version, t.plies, t.number,"
    " t.termination, t.winners, t.replay, t.gone"
)
_EVENT = (
    "version, act, time, token, fingerprint, answer, details, NOT EXISTS (SELECT 1 FROM table_ply p"
    " WHERE p.game_table = e.game_table AND p.version = e.version AND p.undone <= :now)"
)


class SqlTables:
    """Games in progress, as in the protocol."""

    def __init__(self, access: Access, clock: Clock, quota: Quota, keep: Keep) -> None:
        self._access = access
        self._clock = clock
        self._quota = quota
        self._keep = keep

    def create(self, new: NewTable, call: Call) -> bytes:
        """As in the protocol."""

        def insert(work: Transaction) -> bytes:
            if new.key is not None:
                answer = _recalled(work.db, new.owner, new.key, call.fingerprint)
                if answer is not None:
                    return answer
            most = self._quota.tables
            if most is not None and tables_of(work.db, new.owner) >= most:
                raise OverQuota("tables", most)
            _check_room(work.db, new.owner, self._quota, call.time)
            _check_seed(work.db, new)
            writes.create(work, new, call)
            return call.answer

        return self._access.do(insert)

    def answered(self, owner: str, key: str, fingerprint: str) -> bytes | None:
        """As in the protocol."""
        with self._access.reading() as db:
            return _recalled(db, owner, key, fingerprint)

    def get(self, table: str) -> Table | None:
        """As in the protocol."""
        if fullmatch(TABLE_ID, table) is None:
            return None
        with self._access.reading() as db:
            row = db.execute(
                f"SELECT {_TABLE} FROM game_table t WHERE t.id = :id",  # noqa: S608 - of constants
                {"id": table},
            ).fetchone()
        return None if row is None else _table_of(row)

    def whole(self, table: Table, at: int | None = None) -> Whole:
        """As in the protocol."""
        with self._access.reading() as db:
            rows = db.execute(
                "SELECT entry, sender, tail FROM table_ply p JOIN game_table t"  # noqa: S608 - of constants
                f" ON t.key = p.game_table WHERE t.id = :id AND {_STANDS} ORDER BY p.ply",
                {"id": table.id, "at": at or table.version},
            ).fetchall()
        sent = tuple([Sent(*row) for row in rows[1:]])
        return Whole(table.header, table.seed, sent, rows[0][0] if rows else b"", table.gone)

    def positions(
        self, table: Table, view: str, at: int | None = None, first: int = 0
    ) -> list[Position]:
        """As in the protocol."""
        return self._positions(
            table,
            f"{_STANDS} AND p.ply >= :first",
            {"view": view, "at": at or table.version, "first": first},
        )

    def last(self, table: Table) -> list[Shown]:
        """As in the protocol."""
        rows = self._shown(
            table,
            "SELECT s.view, s.move, s.frame, s.highest FROM game_table t"  # noqa: S608 - of constants
            " JOIN table_ply p ON p.game_table = t.key AND p.ply = :ply"
            " JOIN table_shown s ON s.game_table = t.key AND s.version = p.version"
            f" AND s.ply = p.ply WHERE t.id = :id AND {_STANDS} ORDER BY s.view",
            {"ply": table.plies, "at": table.version},
        )
        return [Shown(*row) for row in rows]

    def owns(self, table: Table, at: int | None = None) -> list[Own]:
        """As in the protocol."""
        rows = self._shown(
            table,
            "SELECT s.view, s.entries FROM game_table t"  # noqa: S608 - of constants
            " JOIN table_ply p ON p.game_table = t.key"
            " JOIN table_shown s ON s.game_table = t.key AND s.version = p.version"
            f" AND s.ply = p.ply WHERE t.id = :id AND {_STANDS} ORDER BY s.view, p.ply",
            {"at": at or table.version},
        )
        views = groupby(rows, key=itemgetter(0))
        return [Own(view, tuple([entries for _, entries in own])) for view, own in views]

    def happened(self, table: Table, view: str, since: int) -> list[Position]:
        """As in the protocol."""
        where = "p.version > :since AND p.version <= :now"
        return self._positions(table, where, {"view": view, "since": since, "now": table.version})

    def _positions(self, table: Table, where: str, values: dict[str, Any]) -> list[Position]:
        rows = self._shown(
            table,
            "SELECT p.version, p.ply, s.move, s.frame, p.undone FROM game_table t"  # noqa: S608 - of constants
            " JOIN table_ply p ON p.game_table = t.key"
            " JOIN table_shown s ON s.game_table = t.key AND s.version = p.version"
            f" AND s.ply = p.ply AND s.view = :view WHERE t.id = :id AND {where}"
            " ORDER BY p.version, p.ply",
            values,
        )
        return [Position(*row) for row in rows]

    def _shown(self, table: Table, sql: str, values: dict[str, Any]) -> list[Row]:
        """Rows of what views are shown of a table.

        Raises OtherVersion if they are gone, since the game has ended after the table was read.
        """
        with self._access.reading() as db:
            rows = db.execute(sql, {"id": table.id, **values}).fetchall()
            if not rows and not table.open:
                running = "SELECT 1 FROM game_table WHERE id = :id AND replay IS NULL"
                if db.execute(running, {"id": table.id}).fetchone() is None:
                    raise OtherVersion("the game has ended in the meantime")
        return rows

    def kept(self, table: Table, since: int) -> int:
        """As in the protocol."""
        with self._access.reading() as db:
            (count,) = db.execute(
                "SELECT count(*) FROM table_ply p JOIN game_table t ON t.key = p.game_table"
                " WHERE t.id = :id AND p.ply > 0 AND p.version <= :since"
                " AND (p.undone IS NULL OR p.undone > :now)",
                {"id": table.id, "since": since, "now": table.version},
            ).fetchone()
        return int(count)

    def sent(self, table: Table) -> int:
        """As in the protocol."""
        with self._access.reading() as db:
            (count,) = db.execute(
                "SELECT count(*) FROM table_ply p JOIN game_table t ON t.key = p.game_table"
                " WHERE t.id = :id AND p.ply > 0",
                {"id": table.id},
            ).fetchone()
        return int(count)

    def events(self, table: Table, since: int = 0) -> list[Event]:
        """As in the protocol."""
        with self._access.reading() as db:
            rows = db.execute(
                f"SELECT {_EVENT} FROM table_event e WHERE version > :since AND version <= :now"  # noqa: S608 - of constants
                " AND game_table = (SELECT key FROM game_table WHERE id = :id) ORDER BY version",
                {"id": table.id, "since": since, "now": table.version},
            )
            return [_event_of(row) for row in rows]

    def change(self, table: Table, change: Change) -> None:
        """As in the protocol."""
        self._access.do(lambda work: writes.change(work, table, change, self._keep))

    def drop(self, table: Table) -> None:
        """As in the protocol."""
        self._access.do(lambda work: writes.drop(work, table))

    def dealt_end(self, replay: str, owner: str | None = None) -> int | None:
        """As in the protocol."""
        with self._access.reading() as db:
            (moved,) = db.execute(
                "SELECT max(moved) FROM game_table WHERE replay = :replay AND kind = 'dealt'"
                " AND (CAST(:owner AS TEXT) IS NULL OR owner = :owner)",
                {"replay": replay, "owner": owner},
            ).fetchone()
        return None if moved is None else int(moved)

    def give_token(self, table: Table, seat: str, digest: str, *, invitation: bool = False) -> None:
        """As in the protocol."""
        given = writes.Given(seat, digest, invitation, self._clock())

        def give(work: Transaction) -> None:
            if invitation and any(seat == taken.seat for taken in _seats(work.db, table)):
                raise OtherVersion("somebody sits there now")
            writes.give_token(work, table.id, given)

        self._access.do(give)

    def seats(self, table: Table) -> list[Seat]:
        """As in the protocol."""
        with self._access.reading() as db:
            return _seats(db, table)

    def token(self, digest: str) -> SeatToken | None:
        """As in the protocol."""
        with self._access.reading() as db:
            row = db.execute(
                "SELECT t.id, t.owner, k.seat, k.id, k.revoked IS NOT NULL, k.invitation"
                " FROM table_token k JOIN game_table t ON t.key = k.game_table"
                " WHERE k.digest = :digest",
                {"digest": digest},
            ).fetchone()
        if row is None:
            return None
        game_table, owner, seat, number, revoked, invitation = row
        return SeatToken(game_table, owner, seat, number, bool(revoked), bool(invitation))

    def idle(self, before: int, owner: str | None = None) -> list[Table]:
        """As in the protocol."""
        with self._access.reading() as db:
            rows = db.execute(
                f"SELECT {_TABLE} FROM game_table t WHERE {_WAITS} AND moved <= :before"  # noqa: S608 - of constants
                " AND (CAST(:owner AS TEXT) IS NULL OR owner = :owner) ORDER BY moved LIMIT 10",
                {"before": before, "owner": owner},
            )
            return [_table_of(row) for row in rows]

    def shares_seed(self, table: Table, seed: str | None = None) -> bool:
        """As in the protocol."""
        with self._access.reading() as db:
            return writes.shares_seed(db, table.id, seed or table.seed)

    def page(self, query: TableQuery, after: int | None = None, limit: int = 100) -> Page[Table]:
        """As in the protocol."""
        conditions = [] if query.own else ["t.visibility = 'public'", _SHOWN]
        values: dict[str, Any] = {"limit": limit + 1}
        for name, value in (("game", query.game), ("owner", query.owner)):
            if value is not None:
                conditions.append(f"t.{name} = :{name}")
                values[name] = value
        if query.running is not None:
            conditions.append(f"t.termination IS {'' if query.running else 'NOT '}NULL")
        if query.player is not None:
            conditions.append("t.key IN (SELECT game_table FROM table_player WHERE name = :player)")
            values["player"] = fold(query.player)
        if after is not None:
            conditions.append(behind("t.number", query.order))
            values["after"] = after
        if has_nul(values):
            return Page((), None)
        where = " AND ".join(conditions) or "TRUE"
        with self._access.reading() as db:
            rows = db.execute(
                f"SELECT {_TABLE} FROM game_table t WHERE {where}"  # noqa: S608 - of constants
                f" {in_order('t.number', query.order)}",
                values,
            ).fetchall()
        tables = tuple([_table_of(row) for row in rows[:limit]])
        return Page(tables, tables[-1].number if len(rows) > limit else None)


_WAITS = (
    "(termination IS NULL OR replay IS NULL AND NOT EXISTS (SELECT 1 FROM table_event e"
    " WHERE e.game_table = t.key AND e.act = 'published') AND CASE kind WHEN 'unseen' THEN FALSE"
    " WHEN 'sealed' THEN seed IS NULL ELSE seed IS NOT NULL AND NOT EXISTS (SELECT 1 FROM"
    " game_table o WHERE o.seed = t.seed AND o.termination IS NULL) END)"
)
"""Whether a table runs, or its replay waits for a seed or for another game to end."""

_SHOWN = (
    "(t.replay IS NULL"
    " OR EXISTS (SELECT 1 FROM replay r WHERE r.id = t.replay AND r.visibility = 'public'))"
)
"""Whether a public table's replay, if it has one, is still public."""

_STANDS = "p.version <= :at AND (p.undone IS NULL OR p.undone > :at)"
"""Whether a ply stands at a version."""


def _check_room(db: Connection, owner: str, quota: Quota, now: int) -> None:
    """Raise OverQuota if the owner has no room for the replays of one more running table.

    Asked here alone: a game that began can always end.
    """
    used = usage_of(db, owner, now)
    tables = used.tables + 1
    if quota.replays is not None and used.replays + tables > quota.replays:
        raise OverQuota("replays", quota.replays)
    if quota.bytes is not None and used.bytes + tables * RESERVED > quota.bytes:
        raise OverQuota("bytes", quota.bytes)


def _check_seed(db: Connection, new: NewTable) -> None:
    """Raise SeedInUse if a running table of the owner has this seed.

    The end of either game would reveal the cards of the other.
    """
    rows = db.execute(
        "SELECT header, seed FROM game_table WHERE owner = :owner AND termination IS NULL",
        {"owner": new.owner},
    )
    wanted = _seed_hash(new.whole.header, new.whole.seed)
    if wanted is not None and any(_seed_hash(*row) == wanted for row in rows):
        raise SeedInUse("a table that runs has this seed")


def _seed_hash(header: bytes, seed: str | None) -> str | None:
    """The SHA-256 of the seed that a table has, or is sealed with; None without one."""
    if seed is not None:
        return seed_hash(seed)
    sealed: str | None = decode(header).get("seedHash")
    return sealed


def _recalled(db: Connection, owner: str, key: str, fingerprint: str) -> bytes | None:
    """The answer to the call with which the owner used this key; None if it was not used.

    Raises KeyReused if that call was another one.
    """
    row = db.execute(
        "SELECT e.fingerprint, e.answer FROM game_table t"
        " JOIN table_event e ON e.game_table = t.key AND e.version = 1"
        " WHERE t.owner = :owner AND t.made_by = :key",
        {"owner": owner, "key": key},
    ).fetchone()
    if row is None:
        return None
    if row[0] != fingerprint:
        raise KeyReused("this key was used for something else")
    return bytes(row[1])


def _seats(db: Connection, table: Table) -> list[Seat]:
    rows = db.execute(
        "SELECT seat, promise, nonce FROM table_seat WHERE game_table ="
        " (SELECT key FROM game_table WHERE id = :id) ORDER BY seat",
        {"id": table.id},
    )
    return [Seat(*row) for row in rows]


def _table_of(row: Row) -> Table:
    (id_, kind, game, players, owner, visibility, header, seed, secret, catalogue, *rest) = row
    clock, created, moved, version, plies, number, termination, winners, replay, gone = rest
    return Table(
        id=id_,
        kind=Kind(kind),
        game=game,
        players=tuple(decode(players)),
        owner=owner,
        visibility=Visibility(visibility),
        header=header,
        seed=seed,
        secret=secret,
        catalogue=catalogue,
        clock=bool(clock),
        created=created,
        moved=moved,
        version=version,
        plies=plies,
        number=number,
        termination=termination,
        winners=tuple(winners),
        replay=replay,
        gone=tuple(gone),
    )


def _event_of(row: Row) -> Event:
    version, act, time, token, fingerprint, answer, details, stands = row
    return Event(version, Act(act), time, token, fingerprint, answer, decode(details), bool(stands))
