"""Turns replays into frames as JSON, and tells the legal moves of positions."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec import Raw
from msgspec.json import Encoder
from msgspec.structs import replace

from api.films import Film
from engines.decks import Decks
from engines.table import Table
from notation.record import Record
from replays.frames import PUBLIC, Frame, film, frames
from replays.replay import Replay

if TYPE_CHECKING:
    from replays.views import CounterView, ZoneView

ALL = "all"
"""The view that hides nothing, as it is named in requests."""

_SECOND = 1000
_ENCODE = Encoder().encode


@dataclass(frozen=True, slots=True)
class Scene:
    """A record that frames are made of, the decks that it may name, and the view."""

    record: Record
    decks: Decks
    view: str

    def film(self) -> Film:
        """Every frame from ply 0 on."""
        return tuple(map(Writer().write, film(self.record, self.decks, self._seen)))

    def part(self, first: int, last: int) -> Film:
        """The frames of the plies from `first` to `last`, without making the others."""
        replay = Replay(self.record, self.decks)
        replay.seek(first)
        found = zip(range(first, last + 1), frames(replay, self._seen), strict=False)
        write = Writer().write
        return tuple(write(frame) for _, frame in found)

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


class Writer:
    """Writes the frames of a film as JSON. What it wrote before, it knows by heart."""

    def __init__(self) -> None:
        self._zones: list[tuple[ZoneView | None, bytes]] = []
        self._counters: tuple[tuple[CounterView, ...], bytes] = ((), b"[]")

    def write(self, frame: Frame) -> bytes:
        """A frame as a JSON object."""
        known = self._zones or [(None, b"")] * len(frame.zones)
        self._zones = [
            last if last[0] is zone else (zone, _ENCODE(zone))
            for zone, last in zip(frame.zones, known, strict=True)
        ]
        if self._counters[0] is not frame.counters:
            self._counters = (frame.counters, _ENCODE(frame.counters))
        told = replace(
            frame,
            view=frame.view or ALL,
            at=None if frame.at is None else frame.at / _SECOND,
            zones=Raw(b"[%b]" % b",".join([text for _, text in self._zones])),
            counters=Raw(self._counters[1]),
        )
        return _ENCODE(told)
