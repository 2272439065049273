"""Changes games in progress. Each function runs in a transaction of its caller."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from msgspec.json import decode, encode

from notation.chance import seed_hash
from replays.live.playing import Asked
from replays.live.record_parts import RecordParts, StoredPly
from replays.store.live_model import (
    Act,
    Call,
    Change,
    Ended,
    Match,
    NewMatch,
    OtherVersion,
    Seated,
    SeedInUse,
)
from replays.store.model import KeyReused, OverQuota, Quota, Upload, Visibility
from replays.store.sql.connection import Connection, Transaction
from replays.store.sql.guest_writes import admit, release
from replays.store.sql.live_rows import columns_of, columns_of_ply
from replays.store.sql.queries import RESERVED, usage_of
from replays.store.sql.writes import note_gone
from replays.store.words import fold
from replays.view.views import ALL

Keep: TypeAlias = Callable[[Transaction, Upload, str, Visibility, int], None]
"""Keeps the replay of a match that ended, for its owner. Raises StoreError if it cannot."""


def create(work: Transaction, new: NewMatch, call: Call, quota: Quota) -> bytes:
    """Store a new match, its deal, and its first event. Returns the answer to the call.

    If its owner used the key before, nothing is done. Raises KeyReused, OverQuota, SeedInUse and
    NameTaken as `Matches.create` does.
    """
    if new.key is not None:
        answer = recalled(work.db, new.owner, new.key, call.fingerprint)
        if answer is not None:
            return answer
    if new.guest is not None:
        admit(work, new.owner, new.guest, quota, call.time)
    _check_room(work.db, new.owner, quota, call.time)
    _check_seed(work.db, new)
    key = work.next_number()
    columns = {"key": key, "number": key, "revision": work.next_version()}
    work.insert("game_table", [columns | columns_of(new, call.time)])
    names = {fold(player) for player in new.players}
    work.insert("table_player", [{"game_table": key, "name": name} for name in sorted(names)])
    at = {"game_table": key, "version": 1}
    _add_event(work, at, Act.CREATED, call, b"{}")
    for seat, digest in new.invitations.items():
        give_token(work, new.id, NewSeatToken(seat, digest, invitation=True, now=call.time))
    for seated in new.seated:
        _sit(work, new.id, key, seated, call.time)
    if new.parts.is_dealt:
        _add_setup(work, at, new.parts)
    for ply, sent in enumerate(new.parts.sent, start=1):
        _add_ply(work, {**at, "ply": ply}, sent)
    return call.answer


def _check_room(db: Connection, owner: str, quota: Quota, now: int) -> None:
    """Raise OverQuota if the owner has no room for one more running match and its replay.

    Only a new match is refused for lack of room: a game that began can always end.
    """
    used = usage_of(db, owner, now)
    if quota.tables is not None and used.tables >= quota.tables:
        raise OverQuota("tables", quota.tables)
    matches = used.tables + 1
    if quota.replays is not None and used.replays + matches > quota.replays:
        raise OverQuota("replays", quota.replays)
    if quota.bytes is not None and used.bytes + matches * RESERVED > quota.bytes:
        raise OverQuota("bytes", quota.bytes)


def _check_seed(db: Connection, new: NewMatch) -> None:
    """Raise SeedInUse if a running match of the owner has this seed.

    The end of either game would reveal the cards of the other. That of one that goes on from a
    replay can be read there.
    """
    if new.origin is not None:
        return
    rows = db.execute(
        "SELECT header, seed FROM game_table"
        " WHERE owner = :owner AND termination IS NULL AND origin IS NULL",
        {"owner": new.owner},
    )
    own = _seed_hash(new.parts.header, new.parts.seed)
    if own is not None and any(_seed_hash(*row) == own for row in rows):
        raise SeedInUse("a table that runs has this seed")


def _seed_hash(header: bytes, seed: str | None) -> str | None:
    """The SHA-256 of the seed that a match has, or is sealed with; None without one."""
    if seed is not None:
        return seed_hash(seed)
    sealed: str | None = decode(header).get("seedHash")
    return sealed


def recalled(db: Connection, owner: str, key: str, fingerprint: str) -> bytes | None:
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


def change(work: Transaction, match: Match, change: Change, keep: Keep) -> None:
    """Make an event of a match. Raises OtherVersion if the stored match has another version."""
    db, version = work.db, match.version + 1
    row = db.execute(
        "SELECT key FROM game_table WHERE id = :id AND version = :version",
        {"id": match.id, "version": match.version},
    ).fetchone()
    if row is None:
        raise OtherVersion("somebody changed the table in the meantime")
    (key,) = row
    if change.keep < match.plies:
        db.execute(
            "UPDATE table_ply SET undone = :version"
            " WHERE game_table = :key AND ply > :keep AND undone IS NULL",
            {"key": key, "version": version, "keep": change.keep},
        )
    at = {"game_table": key, "version": version}
    for ply, sent in enumerate(change.sent, start=change.keep + 1):
        _add_ply(work, {**at, "ply": ply}, sent)
    _add_event(work, at, change.act, change.call, change.details)
    db.execute(
        "UPDATE game_table SET version = :version, plies = :plies, moved = :now,"
        " revision = :revision, seed = coalesce(:seed, seed), gone = coalesce(:gone, gone),"
        " asked = coalesce(:asked, asked) WHERE key = :key",
        {
            "key": key,
            "version": version,
            "plies": change.keep + len(change.sent),
            "now": change.call.time,
            "revision": work.next_version(),
            "seed": change.seed,
            "gone": "".join(change.gone) or None,
            "asked": change.asked,
        },
    )
    if change.seated is not None:
        _sit(work, match.id, key, change.seated, change.call.time)
    if change.nonce is not None:
        seat, nonce = change.nonce
        db.execute(
            "UPDATE table_seat SET nonce = :nonce WHERE game_table = :key AND seat = :seat",
            {"key": key, "seat": seat, "nonce": nonce},
        )
    if change.deal is not None:
        _deal(work, at, change.deal)
    if change.ended is not None:
        upload = change.ended.upload
        if upload is not None:
            if shares_seed(db, match.id, change.seed or match.seed):
                raise OtherVersion("another table that runs has the seed of this one")
            keep(work, upload, match.owner, match.visibility, change.call.time)
        _end(db, key, change.ended)


def shares_seed(db: Connection, match: str, seed: str | None) -> bool:
    """Whether another match that runs has this seed, which a replay would publish.

    Where either goes on from a replay, it is published there.
    """
    row = db.execute(
        "SELECT 1 FROM game_table t WHERE t.seed = :seed AND t.id <> :id"
        " AND t.termination IS NULL AND t.origin IS NULL AND NOT EXISTS"
        " (SELECT 1 FROM game_table o WHERE o.id = :id AND o.origin IS NOT NULL)",
        {"seed": seed, "id": match},
    ).fetchone()
    return row is not None


def _end(db: Connection, key: int, ended: Ended) -> None:
    """End the match. If there is a replay, it is read from now on instead of the match."""
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
        db.execute(
            "UPDATE game_table SET asked = :asked WHERE key = :key",
            {"asked": encode({ALL: Asked(None, upload.scores)}), "key": key},
        )


def drop(work: Transaction, match: Match, now: int) -> None:
    """Delete a match, if it still has this version, and note that it is gone.

    What a guest has by it goes, too.
    """
    gone = work.db.execute(
        "DELETE FROM game_table WHERE id = :id AND version = :version",
        {"id": match.id, "version": match.version},
    )
    if gone.rowcount:
        note_gone(work, match.id)
        if match.by_guest:
            release(work, match, now)


class NewSeatToken(NamedTuple):
    """A token, or an invitation, that is given for a seat."""

    seat: str
    digest: str
    invitation: bool
    now: int


def give_token(work: Transaction, match: str, token: NewSeatToken) -> None:
    """Store a token or invitation for a seat of the match of this id, and revoke the one before.

    An invitation that is newer than the token of its seat moves it: it is revoked with the token.
    The one with which somebody sat down is not, since their call may be repeated.

    Raises OtherVersion if the digest is known, or there is no such match.
    """
    values = {"id": match, **token._asdict()}
    work.db.execute(
        "UPDATE table_token SET revoked = :now WHERE seat = :seat AND revoked IS NULL"
        " AND game_table = (SELECT key FROM game_table WHERE id = :id)"
        " AND (invitation = :invitation OR id > (SELECT max(o.id) FROM table_token o"
        " WHERE NOT o.invitation AND o.seat = :seat AND o.game_table = table_token.game_table))",
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


def revoke(work: Transaction, token: int, now: int) -> bool:
    """Revoke the token of this number. Returns whether it was not revoked before."""
    done = work.db.execute(
        "UPDATE table_token SET revoked = :now WHERE id = :token AND revoked IS NULL",
        {"token": token, "now": now},
    )
    return bool(done.rowcount)


def _sit(work: Transaction, match: str, key: int, seated: Seated, now: int) -> None:
    """Seat a player. The invitation still shows the public view, for a retry."""
    give_token(work, match, NewSeatToken(seated.seat, seated.digest, invitation=False, now=now))
    row = {"game_table": key, "seat": seated.seat, "promise": seated.promise}
    work.insert("table_seat", [row])


def _deal(work: Transaction, at: dict[str, Any], deal: RecordParts) -> None:
    """Store the seed and the cards dealt."""
    work.db.execute(
        "UPDATE game_table SET header = :header, seed = :seed WHERE key = :game_table",
        {**at, "header": deal.header, "seed": deal.seed},
    )
    _add_setup(work, at, deal)


def _add_setup(work: Transaction, at: dict[str, Any], parts: RecordParts) -> None:
    """Store the state before the first ply, as ply 0."""
    _add_ply(work, {**at, "ply": 0}, StoredPly(parts.opening, "", seen=parts.dealt))


def _add_event(work: Transaction, at: dict[str, Any], act: Act, call: Call, details: bytes) -> None:
    row = {
        **at,
        "act": act,
        "time": call.time,
        "token": call.token,
        "fingerprint": call.fingerprint,
        "answer": call.answer,
        "details": details,
    }
    work.insert("table_event", [row])


def _add_ply(work: Transaction, at: dict[str, Any], sent: StoredPly) -> None:
    work.insert("table_ply", [{**at, **columns_of_ply(sent)}])
