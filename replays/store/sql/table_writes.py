"""Changes games in progress: each function within a transaction of its caller."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from msgspec.json import encode
from msgspec.structs import asdict

from replays.store.model import Upload, Visibility
from replays.store.sql.connection import Connection, Transaction
from replays.store.sql.rows import fold
from replays.store.sql.writes import note_gone
from replays.store.table_model import (
    Act,
    Call,
    Change,
    Ended,
    NewTable,
    OtherVersion,
    Seated,
    Table,
)
from replays.tables.views import Begun, Shown
from replays.tables.whole import Sent, Whole

Keep: TypeAlias = Callable[[Transaction, Upload, str, Visibility, int], None]
"""Keeps the replay of a table that ended, for its owner. Raises StoreError if it cannot."""


def create(work: Transaction, new: NewTable, call: Call) -> None:
    """Keep a new table, its deal, and the event that created it."""
    key = work.next_number()
    work.db.execute(
        "INSERT INTO game_table (key, id, number, revision, kind, game, owner, visibility, players,"
        " header, seed, secret, catalogue, clock, created, moved, version, plies, winners, made_by)"
        " VALUES (:key, :id, :key, :revision, :kind, :game, :owner, :visibility, :players,"
        " :header, :seed, :secret, :catalogue, :clock, :now, :now, 1, 0, '', :made_by)",
        {
            "key": key,
            "id": new.id,
            "revision": work.next_version(),
            "kind": new.kind,
            "game": new.game,
            "owner": new.owner,
            "visibility": new.visibility,
            "players": encode(new.players).decode(),
            "header": new.whole.header,
            "seed": new.whole.seed,
            "secret": new.secret,
            "catalogue": new.catalogue,
            "clock": new.clock,
            "now": call.time,
            "made_by": new.key,
        },
    )
    for name in {fold(player) for player in new.players}:
        work.db.execute(
            "INSERT INTO table_player (name, game_table) VALUES (:name, :key)",
            {"name": name, "key": key},
        )
    _add_event(work.db, key, 1, Act.CREATED, call, b"{}")
    for seat, digest in new.invitations.items():
        give_token(work, new.id, Given(seat, digest, invitation=True, now=call.time))
    if new.shown:
        _add_ply(work.db, {"key": key, "version": 1, "ply": 0}, _setup(new.whole), new.shown)


def change(work: Transaction, table: Table, change: Change, keep: Keep) -> None:
    """Make an event of a table. Raises OtherVersion if it has another version than this one."""
    db, version = work.db, table.version + 1
    row = db.execute(
        "SELECT key FROM game_table WHERE id = :id AND version = :version",
        {"id": table.id, "version": table.version},
    ).fetchone()
    if row is None:
        raise OtherVersion("somebody changed the table in the meantime")
    (key,) = row
    if change.keep < table.plies:
        db.execute(
            "UPDATE table_ply SET undone = :version"
            " WHERE game_table = :key AND ply > :keep AND undone IS NULL",
            {"key": key, "version": version, "keep": change.keep},
        )
    for ply, (sent, shown) in enumerate(
        zip(change.sent, change.shown, strict=True), start=change.keep + 1
    ):
        at = {"key": key, "version": version, "ply": ply}
        _add_ply(db, at, sent, shown)
    _add_event(db, key, version, change.act, change.call, change.details)
    db.execute(
        "UPDATE game_table SET version = :version, plies = :plies, moved = :now,"
        " revision = :revision, seed = coalesce(:seed, seed), gone = coalesce(:gone, gone)"
        " WHERE key = :key",
        {
            "key": key,
            "version": version,
            "plies": change.keep + len(change.sent),
            "now": change.call.time,
            "revision": work.next_version(),
            "seed": change.seed,
            "gone": "".join(change.gone) or None,
        },
    )
    if change.seated is not None:
        _sit(work, table, key, change.seated, change.call.time)
    if change.nonce is not None:
        seat, nonce = change.nonce
        db.execute(
            "UPDATE table_seat SET nonce = :nonce WHERE game_table = :key AND seat = :seat",
            {"key": key, "seat": seat, "nonce": nonce},
        )
    if change.deal is not None:
        _deal(db, {"key": key, "version": version}, change.deal)
    if change.ended is not None:
        upload = change.ended.upload
        if upload is not None:
            if shares_seed(db, table.id, change.seed or table.seed):
                raise OtherVersion("another table that runs has the seed of this one")
            keep(work, upload, table.owner, table.visibility, change.call.time)
        _end(db, key, change.ended)


def shares_seed(db: Connection, table: str, seed: str | None) -> bool:
    """Whether another table that runs has this seed, which a replay would publish."""
    row = db.execute(
        "SELECT 1 FROM game_table WHERE seed = :seed AND id <> :id AND termination IS NULL",
        {"seed": seed, "id": table},
    ).fetchone()
    return row is not None


def _end(db: Connection, key: int, ended: Ended) -> None:
    """The table has ended: if it has a replay, that is read from now on, not what was shown."""
    upload = ended.upload
    db.execute(
        "UPDATE game_table SET termination = :termination, winners = :winners, replay = :replay"
        " WHERE key = :key",
        {
            "key": key,
            "termination": ended.termination,
            "winners": "".join(ended.winners if upload is None else upload.winners),
            "replay": None if upload is None else upload.id,
        },
    )
    if upload is not None:
        db.execute("UPDATE replay SET open = TRUE WHERE id = :id", {"id": upload.id})
        db.execute("DELETE FROM table_shown WHERE game_table = :key", {"key": key})


def drop(work: Transaction, table: Table) -> None:
    """Forget a table, if it still has this version, and note that it is gone."""
    gone = work.db.execute(
        "DELETE FROM game_table WHERE id = :id AND version = :version",
        {"id": table.id, "version": table.version},
    )
    if gone.rowcount:
        note_gone(work, table.id)


class Given(NamedTuple):
    """A token, or an invitation, that is given for a seat."""

    seat: str
    digest: str
    invitation: bool
    now: int


def give_token(work: Transaction, table: str, given: Given) -> None:
    """Keep a token of a seat of the table of this id, or an invitation, in place of the one before.

    Raises OtherVersion if there is one of this digest, or no such table.
    """
    values = {"id": table, **given._asdict()}
    work.db.execute(
        "UPDATE table_token SET revoked = :now WHERE seat = :seat AND revoked IS NULL"
        " AND invitation = :invitation"
        " AND game_table = (SELECT key FROM game_table WHERE id = :id)",
        values,
    )
    inserted = work.db.execute(
        "INSERT INTO table_token (game_table, seat, digest, invitation, created)"
        " SELECT key, :seat, :digest, :invitation, :now FROM game_table WHERE id = :id"
        " ON CONFLICT (digest) DO NOTHING",
        values,
    )
    if not inserted.rowcount:
        raise OtherVersion("this token is known, or the table is gone")


def _sit(work: Transaction, table: Table, key: int, seated: Seated, now: int) -> None:
    """Somebody sits down. The invitation goes on to open what everyone sees, for a retry."""
    give_token(work, table.id, Given(seated.seat, seated.digest, invitation=False, now=now))
    work.db.execute(
        "INSERT INTO table_seat (game_table, seat, promise) VALUES (:key, :seat, :promise)",
        {"key": key, "seat": seated.seat, "promise": seated.promise},
    )


def _deal(db: Connection, at: dict[str, Any], deal: Begun) -> None:
    """The table has its seed, and everyone their cards."""
    db.execute(
        "UPDATE game_table SET header = :header, seed = :seed WHERE key = :key",
        {"key": at["key"], "header": deal.whole.header, "seed": deal.whole.seed},
    )
    _add_ply(db, {**at, "ply": 0}, _setup(deal.whole), deal.shown)


def _setup(whole: Whole) -> Sent:
    """The state before the first ply, kept as a separate ply."""
    return Sent(whole.opening, "")


def _add_event(
    db: Connection, key: int, version: int, act: Act, call: Call, details: bytes
) -> None:
    db.execute(
        "INSERT INTO table_event"
        " (game_table, version, act, time, token, fingerprint, answer, details) VALUES"
        " (:key, :version, :act, :time, :token, :fingerprint, :answer, :details)",
        {
            "key": key,
            "version": version,
            "act": act,
            "time": call.time,
            "token": call.token,
            "fingerprint": call.fingerprint,
            "answer": call.answer,
            "details": details,
        },
    )


def _add_ply(
    db: Connection,
    at: dict[str, Any],
    sent: Sent,
    shown: tuple[Shown, ...],
) -> None:
    db.execute(
        "INSERT INTO table_ply (game_table, version, ply, entry, sender, tail)"
        " VALUES (:key, :version, :ply, :entry, :sender, :tail)",
        {**at, **asdict(sent)},
    )
    for one in shown:
        db.execute(
            "INSERT INTO table_shown"
            " (game_table, version, ply, view, move, frame, highest, entries) VALUES"
            " (:key, :version, :ply, :view, :move, :frame, :highest, :entries)",
            {**at, **asdict(one)},
        )
