"""Turns replays into frames as JSON, and tells the legal moves of positions."""

from collections.abc import Iterator
from dataclasses import dataclass, fields

from msgspec.json import Encoder

from api.films import Film
from engines.decks import Decks
from engines.table import Table
from notation.record import Record
from replays.frames import PUBLIC, Frame, frames
from replays.replay import Replay

ALL = "all"
"""The view that hides nothing, as it is named in requests."""

_SECOND = 1000
_NAMES = tuple(part.name for part in fields(Frame))
_ENCODE = Encoder().encode


@dataclass(frozen=True, slots=True)
class Scene:
    """A record that frames are made of, the decks that it may name, and the view."""

    record: Record
    decks: Decks
    view: str

    def film(self) -> Film:
        """Every frame from ply 0 on."""
        return tuple(map(_encoded, frames(Replay(self.record, self.decks), self._seen)))

    def part(self, first: int, last: int) -> Film:
        """The frames of the plies from `first` to `last`, without making the others."""
        replay = Replay(self.record, self.decks)
        replay.seek(first)
        found = zip(range(first, last + 1), frames(replay, self._seen), strict=False)
        return tuple(_encoded(frame) for _, frame in found)

    def legal(self, first: int, last: int) -> Iterator[bytes]:
        """The legal moves of each position as JSON; null where the view sees not whose turn."""
        replay = Replay(self.record, self.decks)
        replay.seek(first)
        for _ in range(first, last + 1):
            yield _ENCODE(self._moves(replay.table))
            replay.forward()

    @property
    def _seen(self) -> str | None:
        return None if self.view == ALL else self.view

    def _moves(self, table: Table) -> list[str] | None:
        if table.to_act is not None and self.view not in (ALL, table.to_act):
            return None
        return [table.game.moves.write(move) for move in table.moves()]


def views(record: Record) -> tuple[str, ...]:
    """Every view that there is of a record."""
    return (ALL, PUBLIC, *(seat for seat, _ in zip("ABCDEFGHIJ", record.seats, strict=False)))


def with_legal(frame: bytes, moves: bytes) -> bytes:
    """A frame with its legal moves.

    >>> with_legal(b'{"ply":0}', b"[]")
    b'{"ply":0,"legal":[]}'
    """
    return frame[:-1] + b',"legal":' + moves + b"}"


def _encoded(frame: Frame) -> bytes:
    told = {name: getattr(frame, name) for name in _NAMES}
    told["view"] = frame.view or ALL
    told["at"] = None if frame.at is None else frame.at / _SECOND
    return _ENCODE(told)
