"""Makes rows of replays, and replays of rows."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.json import Decoder, encode

from notation.origin import FROM_TAG, Origin
from notation.record import SEATS
from replays.store.model import Added, Entry, Replay, StoredSummary, Upload, Viewer, Visibility
from replays.store.query import MAX_NAME, MAX_TAG
from replays.store.sql.connection import Row
from replays.store.words import fold
from replays.validate import INCOMPLETE, UNDETERMINED, VALID

ENTRY = (
    "r.id, r.game, r.finished, r.undetermined, r.visibility, r.uploaded, r.number, r.revision,"
    " r.facts, h.visibility, h.since, h.revision,"
    " r.open"
)
"""The columns of an entry: `r` is the replay, `h` the viewer's hold, if there is one.

Only these, and by position: all columns of the schema by name take a third longer for a page.
"""

BODIES = "b.body, b.public_body"
"""The columns of its bodies, which follow those of the entry."""

HOLD = "LEFT JOIN hold h ON h.replay = r.key AND h.holder = :viewer"
"""The join of the viewer's hold to the replay."""

BODY = "JOIN body b ON b.replay = r.key"
"""The join of its bodies to the replay."""

_WIDTH = ENTRY.count(",") + 1


class Facts(Struct, frozen=True):
    """The fields that no query needs, stored together as JSON."""

    rules: str
    deck: str | None
    options: dict[str, str]
    players: tuple[str, ...]
    tags: dict[str, str]
    plies: int
    winners: tuple[str, ...]
    scores: tuple[int | None, ...]
    public_scores: tuple[int | None, ...]


_FACTS = Decoder(Facts)


def columns_of(upload: Upload) -> dict[str, Any]:
    """The columns of `replay` that an upload fills, by their names."""
    facts = Facts(
        rules=upload.rules,
        deck=upload.deck,
        options=dict(upload.options),
        players=upload.players,
        tags=dict(upload.tags),
        plies=upload.plies,
        winners=upload.winners,
        scores=upload.scores,
        public_scores=upload.public_scores,
    )
    origin = Origin.parse(upload.tags.get(FROM_TAG, ""))
    return {
        "id": upload.id,
        "game_digest": upload.game_digest,
        "game": upload.game,
        "deck": upload.deck,
        "seats": len(upload.players),
        "finished": bool(upload.winners),
        "undetermined": upload.verdict == UNDETERMINED,
        "date": upload.tags.get("Date"),
        "origin": None if origin is None else origin.digest,
        "facts": encode(facts),
        "size": upload.size,
    }


def players_of(upload: Upload) -> list[tuple[str, int, bool]]:
    """The folded name and the seat of each player of an upload, and whether they won."""
    return [
        (fold(name), seat, SEATS[seat] in upload.winners)
        for seat, name in enumerate(upload.players)
    ]


def tags_of(upload: Upload) -> list[tuple[str, str]]:
    """The name and the folded value of each tag of an upload by which it is found.

    An index of PostgreSQL takes 2,700 bytes; the longest of these has 64 and, folded, 2,400.
    """
    return [
        (name, fold(value))
        for name, value in upload.tags.items()
        if len(name) <= MAX_TAG and len(value) <= MAX_NAME
    ]


def most_open(wishes: Iterable[Visibility]) -> Visibility:
    """The most open visibility that a holder asks for."""
    return min(wishes, key=list(Visibility).index)


def entry_of(row: Row, viewer: Viewer) -> Entry:
    """The entry in a row that begins with the columns `ENTRY`, as the viewer may know it."""
    replay, game, finished, unsure, visibility, uploaded, number, revision, *rest = row[:_WIDTH]
    packed, hold, since, changed, _ = rest
    facts = _FACTS.decode(packed)
    apart = hold is not None and visibility != Visibility.PUBLIC
    return Entry(
        id=replay,
        game=game,
        rules=facts.rules,
        deck=facts.deck,
        options=facts.options,
        players=facts.players,
        tags=facts.tags,
        verdict=_verdict(finished, unsure),
        plies=facts.plies,
        winners=facts.winners,
        scores=facts.scores if _sees_all(row, viewer) else facts.public_scores,
        visibility=Visibility(visibility),
        uploaded=since if apart else uploaded,
        number=number,
        revision=revision_of(revision, changed),
        hold=None if hold is None else Visibility(hold),
    )


def known_of(added: Added, finished: object, undetermined: object, packed: bytes) -> StoredSummary:
    """The summary of a replay, from its columns."""
    return StoredSummary(added, _verdict(finished, undetermined), _FACTS.decode(packed).plies)


def _verdict(finished: object, undetermined: object) -> str:
    if undetermined:
        return UNDETERMINED
    return VALID if finished else INCOMPLETE


def revision_of(replay: int, hold: int | None) -> int:
    """The revision that a viewer sees, from the replay's and from that of their own hold."""
    return replay if hold is None else max(replay, hold)


def number_of(row: Row) -> int:
    """The number in a row that begins with the columns `ENTRY`."""
    number: int = row[_NUMBER]
    return number


def size_of(row: Row) -> int:
    """The bytes of the header in a row that begins with the columns `ENTRY`."""
    return len(row[_HEADER])


def body_of(row: Row, viewer: Viewer) -> bytes:
    """The body in a row of the columns `ENTRY` and `BODIES`, as the viewer may know it."""
    body, public_body = row[_WIDTH:]
    visible: bytes = body if _sees_all(row, viewer) else public_body
    return visible


def replay_of(row: Row, viewer: Viewer) -> Replay:
    """The replay in such a row."""
    return Replay(
        entry=entry_of(row, viewer), body=body_of(row, viewer), whole=_sees_all(row, viewer)
    )


_FINISHED, _NUMBER, _HEADER, _HOLD, _OPEN = 2, 6, 8, 9, 12


def _sees_all(row: Row, viewer: Viewer) -> bool:
    return viewer.admin or row[_HOLD] is not None or bool(row[_FINISHED] or row[_OPEN])
