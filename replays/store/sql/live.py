"""Stores games in progress, and reads them."""

from re import fullmatch
from typing import Any

from replays.live.record_parts import RecordParts, StoredPly
from replays.store.live_model import (
    MATCH_ID,
    Call,
    Change,
    Event,
    Match,
    NewMatch,
    OtherVersion,
    Seat,
    SeatToken,
)
from replays.store.model import Clock, Page, Quota
from replays.store.query import MatchQuery
from replays.store.sql import live_writes as writes
from replays.store.sql.connection import Access, Connection, Transaction
from replays.store.sql.live_rows import EVENT, MATCH, PLY, event_of, match_of, stored_ply_of
from replays.store.sql.live_writes import Keep
from replays.store.sql.queries import behind, has_nul, in_order


class Matches:
    """Games in progress. A change is stored together with its version, or not at all.

    Plies and events of a match are read as of its version, whatever came since.
    """

    def __init__(self, access: Access, clock: Clock, quota: Quota, keep: Keep) -> None:
        self._access = access
        self._clock = clock
        self._quota = quota
        self._keep = keep

    def create(self, new: NewMatch, call: Call) -> bytes:
        """Keep a new match. Returns the answer to the call.

        If the owner used the key before for the same call, nothing is done, and the earlier answer
        is returned. Raises KeyReused if the key was used for another call, OverQuota if the owner
        has too many running matches, and SeedInUse if a running match of the owner has the seed.
        Of a guest also OverQuota if too many guests come, and NameTaken if the name is.
        """
        return self._access.do(lambda work: writes.create(work, new, call, self._quota))

    def answered(self, owner: str, key: str, fingerprint: str) -> bytes | None:
        """The answer of `create` when the owner used this key; None if they did not.

        Raises KeyReused as `create` does.
        """
        with self._access.reading() as db:
            return writes.recalled(db, owner, key, fingerprint)

    def get(self, match: str) -> Match | None:
        """The match of this id, or None."""
        if fullmatch(MATCH_ID, match) is None:
            return None
        with self._access.reading() as db:
            row = db.execute(
                f"SELECT {MATCH} FROM game_table t WHERE t.id = :id",  # noqa: S608 - of constants
                {"id": match},
            ).fetchone()
        return None if row is None else match_of(row)

    def record_parts(self, match: Match, at: int | None = None) -> RecordParts:
        """The record as it stands, or as it stood at a version."""
        with self._access.reading() as db:
            rows = db.execute(
                f"SELECT {PLY} FROM table_ply p JOIN game_table t"  # noqa: S608 - of constants
                f" ON t.key = p.game_table WHERE t.id = :id AND {_STANDS} ORDER BY p.ply",
                {"id": match.id, "at": at or match.version},
            ).fetchall()
        setup, *plies = map(stored_ply_of, rows) if rows else [StoredPly(b"", "")]
        return RecordParts(
            header=match.header,
            seed=match.seed if rows else None,
            sent=tuple(plies),
            opening=setup.entry,
            dealt=setup.seen,
            gone=match.gone,
        )

    def versions(self, match: Match) -> list[int]:
        """The version that brought each ply that stands, from the first ply on."""
        with self._access.reading() as db:
            rows = db.execute(
                "SELECT p.version FROM table_ply p JOIN game_table t ON t.key = p.game_table"  # noqa: S608 - of constants
                f" WHERE t.id = :id AND p.ply > 0 AND {_STANDS} ORDER BY p.ply",
                {"id": match.id, "at": match.version},
            )
            return [version for (version,) in rows]

    def unchanged_since(self, match: Match, since: int) -> int:
        """How many plies are unchanged since a version."""
        with self._access.reading() as db:
            (count,) = db.execute(
                "SELECT count(*) FROM table_ply p JOIN game_table t ON t.key = p.game_table"
                " WHERE t.id = :id AND p.ply > 0 AND p.version <= :since"
                " AND (p.undone IS NULL OR p.undone > :now)",
                {"id": match.id, "since": since, "now": match.version},
            ).fetchone()
        return int(count)

    def plies_sent(self, match: Match) -> int:
        """The number of plies ever sent, plies that were taken back included."""
        with self._access.reading() as db:
            (count,) = db.execute(
                "SELECT count(*) FROM table_ply p JOIN game_table t ON t.key = p.game_table"
                " WHERE t.id = :id AND p.ply > 0",
                {"id": match.id},
            ).fetchone()
        return int(count)

    def events(self, match: Match, since: int = 0) -> list[Event]:
        """The events after a version, up to that of the match."""
        with self._access.reading() as db:
            rows = db.execute(
                f"SELECT {EVENT} FROM table_event e WHERE version > :since AND version <= :now"  # noqa: S608 - of constants
                " AND game_table = (SELECT key FROM game_table WHERE id = :id) ORDER BY version",
                {"id": match.id, "since": since, "now": match.version},
            )
            return [event_of(row) for row in rows]

    def change(self, match: Match, change: Change) -> None:
        """Make an event, and the replay if the game ends with it.

        Raises OtherVersion if the match has changed meanwhile, and as `Store.add` does.
        """
        self._access.do(lambda work: writes.change(work, match, change, self._keep))

    def drop(self, match: Match) -> None:
        """Forget a match, unless it has changed meanwhile; a guest's, with its replay."""
        now = self._clock()
        self._access.do(lambda work: writes.drop(work, match, now))

    def dealt_end(self, replay: str, owner: str | None = None) -> int | None:
        """When the dealt game ended that became this replay, in a match of this owner or of all.

        The last one, if several matches have it; None if none has.
        """
        with self._access.reading() as db:
            (moved,) = db.execute(
                "SELECT max(moved) FROM game_table WHERE replay = :replay AND kind = 'dealt'"
                " AND (CAST(:owner AS TEXT) IS NULL OR owner = :owner)",
                {"replay": replay, "owner": owner},
            ).fetchone()
        return None if moved is None else int(moved)

    def give_token(self, match: Match, seat: str, digest: str, *, invitation: bool = False) -> None:
        """Store a token or invitation for a seat, and revoke the one of that kind before.

        Raises OtherVersion if the digest is known, and for an invitation to a seat that is taken.
        """
        token = writes.NewSeatToken(seat, digest, invitation, self._clock())

        def give(work: Transaction) -> None:
            if invitation and any(seat == taken.seat for taken in _seats(work.db, match)):
                raise OtherVersion("somebody sits there now")
            writes.give_token(work, match.id, token)

        self._access.do(give)

    def let_move(self, match: Match, seat: str, digest: str) -> None:
        """Store an invitation that moves a taken seat to another device, once.

        It replaces the one before, and is revoked when the seat gets another token. Raises
        OtherVersion if the digest is known.
        """
        token = writes.NewSeatToken(seat, digest, invitation=True, now=self._clock())
        self._access.do(lambda work: writes.give_token(work, match.id, token))

    def move_seat(self, invitation: SeatToken, digest: str) -> bool:
        """Give a seat a token for an invitation that moves it, in the place of the one before.

        Returns whether the invitation was not revoked yet. Raises OtherVersion if the digest is
        known.
        """
        token = writes.NewSeatToken(invitation.seat, digest, invitation=False, now=self._clock())

        def move(work: Transaction) -> bool:
            if not writes.revoke(work, invitation.number, token.now):
                return False
            writes.give_token(work, invitation.match, token)
            return True

        return self._access.do(move)

    def seats(self, match: Match) -> list[Seat]:
        """The seats of a dealt match that are taken."""
        with self._access.reading() as db:
            return _seats(db, match)

    def token(self, digest: str) -> SeatToken | None:
        """The seat's token of this digest, or None."""
        with self._access.reading() as db:
            row = db.execute(
                "SELECT t.id, t.owner, k.seat, k.id, k.revoked IS NOT NULL, k.invitation,"
                " k.invitation AND EXISTS (SELECT 1 FROM table_token o WHERE NOT o.invitation"
                " AND o.game_table = k.game_table AND o.seat = k.seat AND o.id < k.id), k.created"
                " FROM table_token k JOIN game_table t ON t.key = k.game_table"
                " WHERE k.digest = :digest",
                {"digest": digest},
            ).fetchone()
        if row is None:
            return None
        game_table, owner, seat, number, revoked, invitation, moves, created = row
        return SeatToken(
            match=game_table,
            owner=owner,
            seat=seat,
            number=number,
            revoked=bool(revoked),
            invitation=bool(invitation),
            moves=bool(moves),
            created=created,
        )

    def idle(self, before: int, guests: int, owner: str | None = None) -> list[Match]:
        """Some matches at which nothing happened since a time, of this owner or of all.

        They run, wait for the seed of a sealed game, or have a replay that was held back. For
        matches of guests, `guests` is that time, which is no earlier.
        """
        with self._access.reading() as db:
            rows = db.execute(
                f"SELECT {MATCH} FROM game_table t WHERE {_WAITS} AND moved <= :guests"  # noqa: S608 - of constants
                " AND (by_guest OR moved <= :before)"
                " AND (CAST(:owner AS TEXT) IS NULL OR owner = :owner) ORDER BY moved LIMIT 10",
                {"before": before, "guests": guests, "owner": owner},
            )
            return [match_of(row) for row in rows]

    def with_computer(self, since: int, until: int) -> list[Match]:
        """The running matches with a computer whose last event was between two times."""
        with self._access.reading() as db:
            rows = db.execute(
                f"SELECT {MATCH} FROM game_table t WHERE computer <> '{{}}' AND termination IS NULL"  # noqa: S608 - of constants
                " AND moved BETWEEN :since AND :until ORDER BY moved",
                {"since": since, "until": until},
            )
            return [match_of(row) for row in rows]

    def shares_seed(self, match: Match, seed: str | None = None) -> bool:
        """Whether another match that runs has the seed of a match, or the one given for it."""
        with self._access.reading() as db:
            return writes.shares_seed(db, match.id, seed or match.seed)

    def page(self, query: MatchQuery, after: int | None = None, limit: int = 100) -> Page[Match]:
        """At most `limit` matches after the one with the number `after`."""
        conditions = [] if query.own else ["t.visibility = 'public'", _SHOWN]
        values: dict[str, Any] = {"limit": limit + 1}
        for condition, given in query.conditions(self._access.dialect):
            conditions.append(str(condition))  # no filter of matches is a Lookup
            values |= given
        if after is not None:
            conditions.append(behind("t.number", query.order))
            values["after"] = after
        if has_nul(values):
            return Page((), None)
        where = " AND ".join(conditions) or "TRUE"
        with self._access.reading() as db:
            rows = db.execute(
                f"SELECT {MATCH} FROM game_table t WHERE {where}"  # noqa: S608 - of constants
                f" {in_order('t.number', query.order)}",
                values,
            ).fetchall()
        matches = tuple([match_of(row) for row in rows[:limit]])
        return Page(matches, matches[-1].number if len(rows) > limit else None)


_WAITS = (
    "(termination IS NULL OR replay IS NULL AND NOT EXISTS (SELECT 1 FROM table_event e"
    " WHERE e.game_table = t.key AND e.act = 'published') AND CASE kind WHEN 'unseen' THEN FALSE"
    " WHEN 'sealed' THEN seed IS NULL ELSE seed IS NOT NULL AND NOT EXISTS (SELECT 1 FROM"
    " game_table o WHERE o.seed = t.seed AND o.termination IS NULL) END)"
)
"""Whether a match runs, or its replay waits for a seed or for another game to end."""

_SHOWN = (
    "(t.replay IS NULL"
    " OR EXISTS (SELECT 1 FROM replay r WHERE r.id = t.replay AND r.visibility = 'public'))"
)
"""Whether a public match's replay, if it has one, is still public."""

_STANDS = "p.version <= :at AND (p.undone IS NULL OR p.undone > :at)"
"""Whether a ply stands at a version."""


def _seats(db: Connection, match: Match) -> list[Seat]:
    rows = db.execute(
        "SELECT seat, promise, nonce FROM table_seat WHERE game_table ="
        " (SELECT key FROM game_table WHERE id = :id) ORDER BY seat",
        {"id": match.id},
    )
    return [Seat(*row) for row in rows]
