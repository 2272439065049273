"""Adds the uploads of many callers with a few statements, however many they are."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from msgspec.json import decode, encode

from notation.typed_json import decode_as
from replays.store.model import (
    KEY_LIFE,
    MAX_SAME_GAME,
    Added,
    DeckMissing,
    Key,
    KeyReused,
    OverQuota,
    Quota,
    StoredSummary,
    StoreError,
    Upload,
    Viewer,
    Visibility,
)
from replays.store.sql.connection import Connection, Transaction
from replays.store.sql.dialect import Dialect
from replays.store.sql.queries import same_game
from replays.store.sql.rows import columns_of, known_of, players_of, tags_of
from replays.store.sql.writes import StoredReplay, count_in, hold


def recall(db: Connection, holder: str, key: Key, now: int) -> list[Added] | None:
    """The answer to the holder when this key was used; None if it was not.

    Raises KeyReused if it was used for something else.
    """
    row = db.execute(
        "SELECT fingerprint, answer FROM used_key"
        " WHERE holder = :holder AND name = :name AND used > :past",
        {"holder": holder, "name": key.name, "past": now - KEY_LIFE},
    ).fetchone()
    if row is None:
        return None
    fingerprint, answer = row
    if fingerprint != key.fingerprint:
        raise KeyReused("this key was used for something else")
    return decode_as(list[Added], answer)


def remember(db: Connection, holder: str, key: Key, added: list[Added], now: int) -> None:
    """Store an answer, and delete answers older than `KEY_LIFE`."""
    db.execute("DELETE FROM used_key WHERE used <= :past", {"past": now - KEY_LIFE})
    db.execute(
        "INSERT INTO used_key (holder, name, fingerprint, answer, used)"
        " VALUES (:holder, :name, :fingerprint, :answer, :now)",
        {
            "holder": holder,
            "name": key.name,
            "fingerprint": key.fingerprint,
            "answer": encode(added),
            "now": now,
        },
    )


_USERS = "sha256:"
"""The beginning of the name of a user's deck."""

_ID, _WHO = "p.value ->> 0", "p.value ->> 1"

Outcome: TypeAlias = list[Added] | StoreError
_Pair: TypeAlias = tuple[str, str]


@dataclass(slots=True, eq=False)
class Addition:
    """The uploads of one call."""

    holder: str
    visibility: Visibility
    key: Key | None
    now: int
    uploads: list[Upload]


def add_all(work: Transaction, additions: Sequence[Addition], quota: Quota) -> list[Outcome]:
    """Keep the uploads of each addition, all or none, and return their outcomes.

    The refusal of one addition is its outcome, and does not affect the others.
    """
    outcomes: dict[Addition, Outcome] = {}
    to_do, again = [], []
    keys = set[_Pair]()
    for addition in additions:
        name = None if addition.key is None else (addition.holder, addition.key.name)
        if name in keys:
            again.append(addition)
        elif (answer := _answered(work.db, addition)) is not None:
            outcomes[addition] = answer
        else:
            to_do.append(addition)
        if name is not None:
            keys.add(name)
    outcomes |= _Batch(work, to_do, quota).add()
    if again:  # whose answer exists now
        outcomes |= zip(again, add_all(work, again, quota), strict=True)
    return [outcomes[addition] for addition in additions]


def known(
    db: Connection, dialect: Dialect, ids: Iterable[str], holder: str
) -> dict[str, StoredSummary]:
    """As Store.known does."""
    rows = db.execute(
        "SELECT r.id, r.game_digest, r.finished, r.undetermined, r.facts"  # noqa: S608 - of constants
        f" FROM {dialect.each} JOIN replay r ON r.id = {_ID}"
        " JOIN hold h ON h.replay = r.key AND h.holder = :holder",
        {"rows": _json([id_] for id_ in ids), "holder": holder},
    ).fetchall()
    others = _same_games(db, dialect, {(game, holder) for _, game, *_ in rows})
    return {
        replay: known_of(_held(replay, others[game, holder]), finished, unsure, facts)
        for replay, game, finished, unsure, facts in rows
    }


def _answered(db: Connection, addition: Addition) -> Outcome | None:
    """The earlier answer for the addition's key; None if it was not used."""
    if addition.key is None:
        return None
    try:
        return recall(db, addition.holder, addition.key, addition.now)
    except KeyReused as error:
        return error


class _Batch:
    """Additions that are made together: first all new uploads at once, then the others."""

    def __init__(self, work: Transaction, additions: Sequence[Addition], quota: Quota) -> None:
        self._work = work
        self._db = work.db
        pairs = {(upload.id, one.holder) for one in additions for upload in one.uploads}
        self._held = _there(self._db, work.dialect, pairs)
        self._refused = self._refusals(additions, quota)
        self._additions = [one for one in additions if one not in self._refused]
        self._new: dict[str, tuple[Upload, Addition]] = {}
        self._siblings: defaultdict[str, list[str]] = defaultdict(list)

    def add(self) -> dict[Addition, Outcome]:
        """Make the additions, and return the outcome of each."""
        pairs = {(u.game_digest, one.holder) for one in self._additions for u in one.uploads}
        others = _same_games(self._db, self._work.dialect, pairs)
        usual = {
            one: [self._plan(one, upload, others) for upload in one.uploads]
            for one in self._additions
            if self._is_usual(one)
        }
        _insert_all(self._work, self._new.values())
        outcomes: dict[Addition, Outcome] = dict(self._refused)
        for one in self._additions:
            added = usual.get(one)
            if added is None:
                added = [_add_one(self._work, upload, one) for upload in one.uploads]
            if one.key is not None:
                remember(self._db, one.holder, one.key, added, one.now)
            outcomes[one] = added
        return outcomes

    def _is_usual(self, addition: Addition) -> bool:
        """Whether each upload is new, or held by its uploader already.

        Otherwise, if others hold one or somebody sends it twice, the uploads are added one by one:
        in another order their uploader would learn which of them others keep private.
        """
        ids = {upload.id for upload in addition.uploads}
        return len(ids) == len(addition.uploads) and not any(
            id_ in self._new or self._held.get((id_, addition.holder)) is False for id_ in ids
        )

    def _plan(self, addition: Addition, upload: Upload, others: dict[_Pair, list[str]]) -> Added:
        """The outcome of an upload that is new, which is noted, or held already."""
        siblings = self._siblings[upload.game_digest]
        seen = [
            *(id_ for id_ in reversed(siblings) if self._sees(addition, id_)),
            *others[upload.game_digest, addition.holder],
        ]
        if (upload.id, addition.holder) in self._held:
            return _held(upload.id, seen)
        self._new[upload.id] = (upload, addition)
        siblings.append(upload.id)
        return Added(upload.id, created=True, held=False, same_game=tuple(seen[:MAX_SAME_GAME]))

    def _sees(self, addition: Addition, replay: str) -> bool:
        """Whether the uploader can find a replay that is new in the same batch."""
        _, by = self._new[replay]
        return by.visibility is Visibility.PUBLIC or by.holder == addition.holder

    def _refusals(self, additions: Sequence[Addition], quota: Quota) -> dict[Addition, StoreError]:
        """The additions that are refused, each with the error."""
        decks = {u.deck for one in additions for u in one.uploads if (u.deck or "")[:7] == _USERS}
        missing = decks - _decks_among(self._work, decks) if decks else decks
        refused: dict[Addition, StoreError] = {
            one: DeckMissing("a record is on a deck that is not there: add the deck first")
            for one in additions
            if missing and not missing.isdisjoint(upload.deck for upload in one.uploads)
        }
        if quota.replays is not None or quota.bytes is not None:
            room = _Room(self._work, quota, {one.holder for one in additions})
            for one in additions:
                new = {u.id: u for u in one.uploads if not self._held.get((u.id, one.holder))}
                over = None if one in refused else room.take(one.holder, new)
                if over is not None:
                    refused[one] = over
        return refused


class _Room:
    """The room that owners have left."""

    def __init__(self, work: Transaction, quota: Quota, owners: set[str]) -> None:
        rows = work.db.execute(
            f"SELECT name, replays, bytes FROM {work.dialect.each} JOIN owner ON name = {_ID}",  # noqa: S608 - of constants
            {"rows": _json([owner] for owner in owners)},
        )
        self._quota = quota
        self._used = {name: (replays, size) for name, replays, size in rows}

    def take(self, owner: str, uploads: dict[str, Upload]) -> OverQuota | None:
        """Take room for new uploads, or return the error that there is not enough."""
        if not uploads:
            return None
        replays, size = self._used.get(owner, (0, 0))
        replays += len(uploads)
        size += sum(upload.size for upload in uploads.values())
        if self._quota.replays is not None and replays > self._quota.replays:
            return OverQuota("replays", self._quota.replays)
        if self._quota.bytes is not None and size > self._quota.bytes:
            return OverQuota("bytes", self._quota.bytes)
        self._used[owner] = (replays, size)
        return None


def _add_one(work: Transaction, upload: Upload, addition: Addition) -> Added:
    """Make the uploader a holder of a replay, if they are not one already."""
    stored = StoredReplay.find(work.db, upload.id, addition.holder)
    others = same_game(work.db, upload.game_digest, Viewer(addition.holder), but=upload.id)
    if stored is None:
        _insert_all(work, [(upload, addition)])
        return Added(upload.id, created=True, held=False, same_game=others)
    if stored.hold is not None:
        return _held(upload.id, others)
    hold(work, stored, addition.holder, addition.visibility, addition.now)
    hidden = stored.visibility is Visibility.PRIVATE
    return Added(upload.id, created=hidden, held=False, same_game=others)


def _held(replay: str, others: Iterable[str]) -> Added:
    same = tuple(other for other in others if other != replay)[:MAX_SAME_GAME]
    return Added(replay, created=False, held=True, same_game=same)


def _there(db: Connection, dialect: Dialect, pairs: set[_Pair]) -> dict[_Pair, bool]:
    """For each pair whose id is stored, whether the holder of the pair holds that replay."""
    rows = db.execute(
        f"SELECT r.id, {_WHO}, h.holder IS NOT NULL FROM {dialect.each}"  # noqa: S608 - of constants
        f" JOIN replay r ON r.id = {_ID}"
        f" LEFT JOIN hold h ON h.replay = r.key AND h.holder = {_WHO}",
        {"rows": _json(pairs)},
    )
    return {(replay, holder): bool(held) for replay, holder, held in rows}


def _same_games(db: Connection, dialect: Dialect, pairs: set[_Pair]) -> dict[_Pair, list[str]]:
    """The replays of each game that each holder can find, newest first, one more than is listed."""
    rows = db.execute(
        f"""
        SELECT {_ID}, {_WHO}, (
            SELECT {dialect.listed} FROM (
                SELECT r.id FROM replay r
                LEFT JOIN hold h ON h.replay = r.key AND h.holder = {_WHO}
                WHERE r.game_digest = {_ID}
                AND (r.visibility = 'public' OR h.holder IS NOT NULL)
                ORDER BY r.number DESC LIMIT {MAX_SAME_GAME + 1}
            ) AS newest
        ) FROM {dialect.each}
        """,  # noqa: S608 - of constants
        {"rows": _json(pairs)},
    )
    return {(game, holder): decode(others) for game, holder, others in rows}


def _json(rows: Iterable[Sequence[str | None]]) -> str:
    return encode(list(rows)).decode()


def _decks_among(work: Transaction, names: set[str | None]) -> set[str | None]:
    """The names whose decks are stored."""
    rows = work.db.execute(
        f"SELECT name FROM {work.dialect.each} JOIN deck ON name = {_ID}",  # noqa: S608 - of constants
        {"rows": _json([name] for name in names)},
    )
    return {name for (name,) in rows}


def _insert_all(work: Transaction, new: Iterable[tuple[Upload, Addition]]) -> None:
    """Insert the rows of uploads that are not stored yet."""
    numbered = [(work.next_number(), work.next_version(), *one) for one in new]
    if not numbered:
        return
    for table, rows in _rows(numbered).items():
        work.insert(table, rows)
    replays, sizes = Counter[str](), Counter[str]()
    for _, _, upload, addition in numbered:
        replays[addition.holder] += 1
        sizes[addition.holder] += upload.size
    for holder, count in replays.items():
        count_in(work.db, holder, count, sizes[holder])


def _rows(new: list[tuple[int, int, Upload, Addition]]) -> dict[str, Iterator[dict[str, Any]]]:
    """The rows of each table: the columns and their values."""
    return {
        "replay": (
            {
                "key": number,
                "number": number,
                "revision": version,
                "visibility": by.visibility,
                "uploaded": by.now,
                **columns_of(upload),
            }
            for number, version, upload, by in new
        ),
        "body": (
            {"replay": number, "body": upload.body, "public_body": upload.public_body}
            for number, _, upload, _ in new
        ),
        "player": (
            {"number": number, "name": name, "seat": seat, "won": won}
            for number, _, upload, _ in new
            for name, seat, won in players_of(upload)
        ),
        "tag": (
            {"number": number, "name": name, "value": value}
            for number, _, upload, _ in new
            for name, value in tags_of(upload)
        ),
        "hold": (
            {
                "replay": number,
                "number": number,
                "holder": by.holder,
                "visibility": by.visibility,
                "since": by.now,
                "revision": version,
            }
            for number, version, _, by in new
        ),
        "words": ({"rowid": number, "text": upload.words} for number, _, upload, _ in new),
    }
