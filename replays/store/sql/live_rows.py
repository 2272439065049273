"""Makes rows of games in progress, and games of rows."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from msgspec import Raw
from msgspec.json import decode, encode

from notation.origin import Origin
from notation.typed_json import decode_as
from replays.live.kinds import KINDS
from replays.live.record_parts import StoredPly
from replays.store.live_model import Act, Event, Match, NewMatch
from replays.store.model import Visibility
from replays.store.sql.connection import Row

_NAMES = [field.name for field in fields(Match)]

MATCH = ", ".join(f"t.{name}" for name in _NAMES)
"""The columns of a match `t`."""

EVENT = (
    "version, act, time, token, fingerprint, answer, details, NOT EXISTS (SELECT 1 FROM table_ply p"
    " WHERE p.game_table = e.game_table AND p.version = e.version AND p.undone <= :now)"
)
"""The columns of an event `e`, as of the version `:now`."""

_READ: dict[str, Callable[[Any], object]] = {
    "kind": KINDS.__getitem__,
    "players": lambda names: tuple(decode(names)),
    "visibility": Visibility,
    "clock": bool,
    "by_guest": bool,
    "computer": decode,
    "origin": lambda text: None if text is None else Origin.parse(text),
    "winners": tuple,
    "gone": tuple,
}
"""Makes the value of a Match from a column that stores it in another form."""


def match_of(row: Row) -> Match:
    """The match in a row of the columns `MATCH`."""
    values = dict(zip(_NAMES, row, strict=True))
    return Match(**(values | {name: read(values[name]) for name, read in _READ.items()}))


def columns_of(new: NewMatch, now: int) -> dict[str, Any]:
    """The columns of `game_table` that a new match fills, by their names."""
    return {
        "id": new.id,
        "kind": new.kind.name,
        "game": new.game,
        "owner": new.owner,
        "by_guest": new.guest is not None,
        "computer": encode(new.computer).decode(),
        "visibility": new.visibility,
        "players": encode(new.players).decode(),
        "header": new.parts.header,
        "asked": new.asked,
        "seed": new.parts.seed,
        "origin": None if new.origin is None else str(new.origin),
        "secret": new.secret,
        "catalogue": new.catalogue,
        "clock": new.clock,
        "created": now,
        "moved": now,
        "version": 1,
        "plies": len(new.parts.sent),
        "winners": "",
        "made_by": new.key,
    }


def event_of(row: Row) -> Event:
    """The event in a row of the columns `EVENT`."""
    version, act, time, token, fingerprint, answer, details, stands = row
    return Event(version, Act(act), time, token, fingerprint, answer, decode(details), bool(stands))


PLY = "entry, sender, tail, seen"
"""The columns of a ply."""


def stored_ply_of(row: Row) -> StoredPly:
    """The ply in a row of the columns `PLY`."""
    entry, sender, tail, seen = row
    return StoredPly(entry, sender, tail, _seen_of(seen))


def columns_of_ply(sent: StoredPly) -> dict[str, Any]:
    """The columns of `table_ply` that a ply fills, by their names."""
    seen = _seen_json(sent.seen)
    return {"entry": sent.entry, "sender": sent.sender, "tail": sent.tail, "seen": seen}


def _seen_json(seen: Mapping[str, bytes | None]) -> bytes:
    """The entries of a ply in the record of each view, by view; null if the ply contradicted it."""
    return encode({view: None if own is None else Raw(own) for view, own in seen.items()})


def _seen_of(raw: bytes) -> dict[str, bytes | None]:
    lists = {view: bytes(own) for view, own in decode_as(dict[str, Raw], raw).items()}
    return {view: None if own == b"null" else own for view, own in lists.items()}
