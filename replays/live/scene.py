"""A game in progress as one of its views sees it: frames and moves made from the view's record.

They are made as those of a replay are. Two things differ: a comment is shown to its sender alone,
and of a game whose plies report the cards, the public record says who is asked.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from msgspec.structs import replace

from engines.registry import OWN_DECKS, Decks
from engines.table import Due
from engines.wording import Phrase, say
from notation.record import UNKNOWN_CARD, Ply, Record
from replays.live import own_records
from replays.live.record_parts import RecordParts
from replays.view.frames import Frame, asked_alone
from replays.view.frames import frames as frames_of
from replays.view.moves import PlayedPly
from replays.view.moves import moves as moves_of
from replays.view.narration import PlyView
from replays.view.playhead import Playhead
from replays.view.views import ALL, seen_by
from replays.view.zone_views import ZoneView


@dataclass(frozen=True, slots=True)
class LiveScene:
    """A match in a view, at some version.

    Attributes:
        parts: the match's record, in parts.
        view: the view.
        decks: users' decks that the record may name.
        record: the record; where each view has its own, that of the view.
        comments: those on each ply, from ply 0 on, that the view is shown.
    """

    parts: RecordParts
    view: str
    decks: Decks
    record: Record
    comments: tuple[tuple[str, ...], ...]

    def frames(self, first: int = 0) -> Iterator[Frame]:
        """The frames from a ply on."""
        view = None if self.view == ALL else self.view
        for frame in self._frames(first):
            yield replace(frame, view=view, comments=self.comments[frame.ply])

    def moves(self, first: int = 0) -> Iterator[PlayedPly]:
        """The moves from a ply on."""
        for move in islice(moves_of(self.record, self.decks, seen_by(self.view)), first, None):
            yield replace(move, comments=self.comments[move.ply])

    def _frames(self, first: int) -> Iterator[Frame]:
        replay = Playhead(self.record, self.decks)
        replay.seek(first)
        if replay.ply == first:
            yield from frames_of(replay, seen_by(self.view))
        if replay.fault is not None:
            raise replay.fault


class OwnScene(LiveScene):
    """A match in a view that has its own record."""

    def moves(self, first: int = 0) -> Iterator[PlayedPly]:
        """The moves from a ply on, read off the frames."""
        for frame in self.frames(first):
            yield PlayedPly(*[getattr(frame, name) for name in PlyView.__struct_fields__])

    def _frames(self, first: int) -> Iterator[Frame]:
        """The frames; on the last one, what the public record asks."""
        plies, due = self.comments, own_records.due(self.parts, self.decks)
        for frame in islice(self._followed(), first, None):
            yield frame if frame.ply < len(plies) - 1 else _asking(frame, due)

    def _followed(self) -> Iterator[Frame]:
        """The frames as far as somebody can follow the record, then those of the other plies."""
        plies = [entry for entry in self.record.plies if isinstance(entry, Ply)]
        replay = Playhead(self.record, self.decks)
        for frame in frames_of(replay, seen_by(self.view)):
            last = replace(frame, plies=len(plies))
            yield last
        for ply in plies[last.ply :]:
            last = _unfollowed(last, ply, self.record)
            yield last


def live_scene(parts: RecordParts, view: str, decks: Decks = OWN_DECKS) -> LiveScene:
    """A match in a view."""
    record = parts.record()
    plies = [entry for entry in record.plies if isinstance(entry, Ply)]
    comments = [
        ply.comments if sender == view else ()
        for ply, sender in zip(plies, parts.senders, strict=True)
    ]
    if parts.has_own_records:
        own = own_records.records_of(parts)[view]
        return OwnScene(parts, view, decks, own, ((), *comments))
    return LiveScene(parts, view, decks, record, ((), *comments))


def _asking(frame: Frame, due: Due | None) -> Frame:
    return replace(frame, due=due, to_act=asked_alone(due))


def _unfollowed(before: Frame, ply: Ply, record: Record) -> Frame:
    """The frame of a ply after which nobody can follow the game.

    It is the ply as it stands there; the cards lie as before, and no score is known.
    """
    seats = len(record.seats)
    frame = replace(
        before,
        ply=before.ply + 1,
        seat=ply.seat,
        move=ply.move,
        sentence=say(Phrase(record.player(ply.seat), seat=ply.seat), f": {ply.move}"),
        auto=(),
        reveals=tuple([None if card == UNKNOWN_CARD else card for card in ply.reveals]),
        shuffled=(),
        mark=ply.mark,
        at=ply.at,
        scores=(None,) * seats,
        open_scores=(None,) * seats,
        breakdown=((),) * seats,
        moved=(),
        zones=tuple(map(_still, before.zones)),
        counters=tuple([replace(one, before=one.value) for one in before.counters]),
    )
    return _asking(frame, own_records.anyone(seats))


def _still(zone: ZoneView) -> ZoneView:
    """A zone to which no card has come."""
    return replace(zone, cards=tuple([replace(card, changed=False) for card in zone.cards]))
