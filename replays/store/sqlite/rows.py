"""How a replay lies in its row, and how it is read from there again."""

import sqlite3
from collections.abc import Iterable
from typing import Any
from unicodedata import normalize

from msgspec import Struct
from msgspec.json import Decoder, encode

from notation.record import SEATS
from replays.store.model import Entry, Replay, Upload, Viewer, Visibility
from replays.validate import INCOMPLETE, VALID

ENTRY = (
    "r.id, r.game, r.finished, r.visibility, r.uploaded, r.number, r.revision, r.facts,"
    " h.visibility AS hold"
)
"""The columns of an entry: `r` is the replay, `h` the viewer's hold, where there is one."""

BODIES = "r.body, r.public_body"
"""The columns of its bodies."""

FROM = "replay r LEFT JOIN hold h ON h.replay = r.key AND h.holder = :viewer"
"""The tables that all of these stand in."""


class Facts(Struct, frozen=True):
    """What no query asks for, kept together as JSON."""

    rules: str
    deck: str | None
    options: dict[str, str]
    players: tuple[str, ...]
    tags: dict[str, str]
    plies: int
    winners: tuple[str, ...]
    scores: tuple[int, ...]
    public_scores: tuple[int | None, ...]


_FACTS = Decoder(Facts)


def fold(text: str) -> str:
    """What counts where names are compared: neither case, nor how an accent is coded.

    >>> fold("ZOË") == fold("zoe\u0308")
    True
    """
    return normalize("NFC", normalize("NFC", text).casefold())


def columns_of(upload: Upload) -> dict[str, Any]:
    """The columns that an upload fills, by their names."""
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
    event = upload.tags.get("Event")
    return {
        "id": upload.id,
        "game_digest": upload.game_digest,
        "game": upload.game,
        "seats": len(upload.players),
        "finished": int(upload.verdict == VALID),
        "event": None if event is None else fold(event),
        "date": upload.tags.get("Date"),
        "facts": encode(facts),
        "body": upload.body,
        "public_body": upload.public_body,
    }


def players_of(upload: Upload) -> list[tuple[str, int, int]]:
    """Of each player of an upload, the folded name, the seat, and whether they won."""
    return [
        (fold(name), seat, int(SEATS[seat] in upload.winners))
        for seat, name in enumerate(upload.players)
    ]


def most_open(wishes: Iterable[Visibility]) -> Visibility:
    """The most open of what the holders wish for."""
    return min(wishes, key=list(Visibility).index)


def entry_of(row: sqlite3.Row, viewer: Viewer) -> Entry:
    """The entry in a row with the columns `ENTRY`, as the viewer may know it."""
    facts = _FACTS.decode(row["facts"])
    return Entry(
        id=row["id"],
        game=row["game"],
        rules=facts.rules,
        deck=facts.deck,
        options=facts.options,
        players=facts.players,
        tags=facts.tags,
        verdict=VALID if row["finished"] else INCOMPLETE,
        plies=facts.plies,
        winners=facts.winners,
        scores=facts.scores if _sees_all(row, viewer) else facts.public_scores,
        visibility=Visibility(row["visibility"]),
        uploaded=row["uploaded"],
        number=row["number"],
        revision=row["revision"],
    )


def body_of(row: sqlite3.Row, viewer: Viewer) -> bytes:
    """The body in a row with the columns `ENTRY` and `BODIES`, as the viewer may know it."""
    body: bytes = row["body"] if _sees_all(row, viewer) else row["public_body"]
    return body


def replay_of(row: sqlite3.Row, viewer: Viewer) -> Replay:
    """The replay in such a row."""
    return Replay(
        entry=entry_of(row, viewer),
        body=body_of(row, viewer),
        whole=_sees_all(row, viewer),
        hold=None if row["hold"] is None else Visibility(row["hold"]),
    )


def _sees_all(row: sqlite3.Row, viewer: Viewer) -> bool:
    return viewer.admin or row["hold"] is not None or bool(row["finished"])
