"""Turns replays into frames as JSON, and tells the legal moves of positions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.json import Encoder
from msgspec.structs import replace

from api.films import Film, Written
from engines.decks import Decks
from notation.record import SEATS, Record
from replays.frames import PUBLIC, Frame, film, frames, legal_moves
from replays.playhead import Playhead

if TYPE_CHECKING:
    from replays.zone_views import CounterView, ZoneView

ALL = "all"
"""The view that hides nothing, as it is named in requests."""

_ZONES, _COUNTERS, _END = b'"zones":[', b'],"counters":', b"}"
_NOTHING = _ZONES + _COUNTERS + b"[]" + _END
"""How a frame ends that has neither zones nor counters: they are its last fields."""

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
        replay = Playhead(self.record, self.decks)
        replay.seek(first)
        found = zip(range(first, last + 1), frames(replay, self._seen), strict=False)
        write = Writer().write
        return tuple(write(frame) for _, frame in found)

    def legal(self, first: int, last: int) -> Iterator[bytes]:
        """The legal moves of each position as JSON; null where the view sees not whose turn."""
        replay = Playhead(self.record, self.decks)
        replay.seek(first)
        for _ in range(first, last + 1):
            yield _ENCODE(legal_moves(replay.table, self._seen))
            replay.forward()

    @property
    def _seen(self) -> str | None:
        return None if self.view == ALL else self.view


def views(seats: int) -> tuple[str, ...]:
    """Every view that there is of a game for so many.

    >>> views(2)
    ('all', 'public', 'A', 'B')
    """
    return (ALL, PUBLIC, *SEATS[:seats])


def with_legal(frame: Written, moves: bytes) -> Written:
    """A frame with its legal moves.

    >>> with_legal((b'{"ply":', b"0", b"}"), b"[]")
    (b'{"ply":', b'0', b',"legal":', b'[]', b'}')
    """
    return (*frame[:-1], b',"legal":', moves, _END)


class Writer:
    """Writes the frames of a film as JSON. What it wrote before, it knows by heart."""

    def __init__(self) -> None:
        self._zones: Sequence[ZoneView | None] = ()
        self._counters: Sequence[CounterView] | None = None
        self._texts: list[bytes] = []
        self._numbers = b""

    def write(self, frame: Frame) -> Written:
        """A frame as a JSON object."""
        self._learn(frame)
        bare = replace(frame, view=frame.view or ALL, zones=(), counters=())
        head = _ENCODE(bare).removesuffix(_NOTHING)
        return (head, _ZONES, *self._texts, _COUNTERS, self._numbers, _END)

    def _learn(self, frame: Frame) -> None:
        """Write the zones and counters that were others in the frame before."""
        if not self._texts:
            self._zones, self._texts = [None] * len(frame.zones), [b""] * len(frame.zones)
        for index, (zone, last) in enumerate(zip(frame.zones, self._zones, strict=True)):
            if zone is not last:
                self._texts[index] = (b"," if index else b"") + _ENCODE(zone)
        if frame.counters is not self._counters:
            self._numbers = _ENCODE(frame.counters)
        self._zones, self._counters = frame.zones, frame.counters
