"""Writes frames as JSON. Unchanged parts are not written again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec import Raw
from msgspec.json import Encoder
from msgspec.structs import asdict, replace

from engines.registry import Decks
from engines.table import Table
from notation.record import Ply, Record
from replays.view.frames import Frame, film, frames, legal_moves
from replays.view.moves import PlayedPly, lines, moves
from replays.view.playhead import Playhead
from replays.view.views import name_of, seen_by

if TYPE_CHECKING:
    from replays.view.zone_views import CounterView, ZoneView

_ENCODE = Encoder().encode


@dataclass(frozen=True, slots=True)
class Scene:
    """A record that frames are made of, the decks that it may name, and the view."""

    record: Record
    decks: Decks
    view: str

    @property
    def plies(self) -> int:
        """How many plies the record has."""
        return sum(isinstance(entry, Ply) for entry in self.record.plies)

    def moves(self, line: str) -> Sequence[PlayedPly]:
        """All moves of the game, or of the line with this JSON pointer.

        Empty if nobody can follow the record to that line. Raises Fault if the record is wrong.
        """
        game = list(moves(self.record, self.decks, self._seen))
        return next((one.moves for one in lines(game) if one.key == line), ())

    def written(self, first: int, last: int, *, legal: bool) -> Iterator[bytes]:
        """The frames of the plies from `first` to `last`, with the legal moves if asked for.

        They end where nobody can follow the record. Raises Fault if it is wrong.
        """
        write = Writer().write
        if not legal:
            for _, frame in zip(range(first, last + 1), self.frames(first), strict=False):
                yield write(frame)
            return
        replay = Playhead(self.record, self.decks)
        replay.seek(first)
        if replay.ply < first:
            return
        for _, frame in zip(range(first, last + 1), frames(replay, self._seen), strict=False):
            yield write(frame, **self._legal(replay.table))

    def frames(self, first: int) -> Iterator[Frame]:
        """The frames from a ply on, as `written` has them."""
        if first == 0:
            yield from film(self.record, self.decks, self._seen)
            return
        replay = Playhead(self.record, self.decks)
        replay.seek(first)
        if replay.ply == first:
            yield from frames(replay, self._seen)

    def _legal(self, table: Table) -> dict[str, object]:
        """The legal moves, and whether these are all."""
        listed = legal_moves(table, self._seen)
        lists_all = None if listed is None else table.known(lambda: table.lists_all)
        return {"legal": listed, "lists_all": lists_all}

    @property
    def _seen(self) -> str | None:
        return seen_by(self.view)


class Writer:
    """Writes the frames of a replay as JSON, one after another."""

    def __init__(self) -> None:
        self._zones: Sequence[ZoneView | None] = ()
        self._counters: Sequence[CounterView] | None = None
        self._written_zones: list[Raw] = []
        self._written_counters = Raw()

    def write(self, frame: Frame, **more: object) -> bytes:
        """A frame as a JSON object, with these fields behind its own."""
        self._learn(frame)
        zones, counters = self._written_zones, self._written_counters
        written = replace(frame, view=name_of(frame.view), zones=zones, counters=counters)
        return _ENCODE({**asdict(written), **more} if more else written)

    def _learn(self, frame: Frame) -> None:
        """Write the zones and counters that changed since the frame before."""
        if not self._zones:
            self._zones, self._written_zones = [None] * len(frame.zones), [Raw()] * len(frame.zones)
        for index, (zone, last) in enumerate(zip(frame.zones, self._zones, strict=True)):
            if zone is not last:
                self._written_zones[index] = Raw(_ENCODE(zone))
        if frame.counters is not self._counters:
            self._written_counters = Raw(_ENCODE(frame.counters))
        self._zones, self._counters = frame.zones, frame.counters
