"""A place in a record: the line of play, its variation if any, the ply, and the view."""

import shlex
from dataclasses import dataclass, replace
from itertools import islice

from cli.inputs import STANDARD_INPUT
from cli.load import Loaded
from cli.stepper.listing import Entry, entries, noted
from notation.record import UNKNOWN_CARD
from notation.render.visible import visible
from replays.legs import line_to
from replays.view.frames import Frame, frame, frames
from replays.view.playhead import Playhead
from replays.view.zone_views import ZoneView


@dataclass(frozen=True, slots=True)
class _Left:
    """The line of play that was left for a variation, and which of how many variations it is."""

    loaded: Loaded
    ply: int
    number: int
    of: int


class Place:
    """A place in a record.

    Attributes:
        loaded: the record; in a variation, the line that leads through it.
        view: whose view is shown.
        hiding: whether what is to come is hidden.
    """

    def __init__(self, loaded: Loaded, view: str | None) -> None:
        self.loaded = loaded
        self.view = view
        self.hiding = False
        self._says = False
        self._listed: list[Entry] = []
        self._left: list[_Left] = []

    @property
    def ply(self) -> int:
        """After how many plies the record is shown."""
        return self.loaded.replay.ply

    @property
    def frame(self) -> Frame:
        """The position that is shown."""
        return frame(self.loaded.replay, self.view)

    @property
    def written(self) -> str:
        """The ply that is shown, as it is written, `_` for a hidden card; empty at the start."""
        drawn = self.frame
        if drawn.move is None:
            return ""
        mark = f" {drawn.mark}" if drawn.mark else ""
        cards = " ".join([" ->", *(card or UNKNOWN_CARD for card in drawn.reveals)])
        line = f"{drawn.ply}. {drawn.seat}: {drawn.move}{cards if drawn.reveals else ''}{mark}"
        return visible(line)

    @property
    def says(self) -> bool:
        """Whether comments are shown: in the view of a seat only if asked for."""
        return self.view is None or self._says

    @property
    def broken(self) -> bool:
        """Whether the mistake of the record comes next."""
        last = min(self.loaded.good, self.loaded.replay.plies)
        return self.loaded.problem is not None and self.ply == last

    @property
    def entries(self) -> list[Entry]:
        """The moves of the record up to its mistake, if any; those to come too, unless hidden."""
        listed = self.whole_list()
        return listed[: self.ply + 1] if self.hiding else listed

    def whole_list(self) -> list[Entry]:
        """The moves of the line of play, those to come too."""
        if not self._listed:
            listed = entries(self.game, self.view, comments=self.says)
            for left in self._left:
                line = listed[left.ply].lines[left.number]
                listed = [*listed[: left.ply], *line.entries]
            self._listed = listed
        return self._listed

    @property
    def game(self) -> Loaded:
        """The record itself, also in a variation."""
        return self._left[0].loaded if self._left else self.loaded

    @property
    def instead(self) -> tuple[int, int, int] | None:
        """In a variation: the ply that it replaces, its number from 1, and how many there are."""
        if not self._left:
            return None
        left = self._left[-1]
        return left.ply, left.number + 1, left.of

    def enter(self, number: int) -> None:
        """Enter the variation of this number at this ply."""
        ply, lines = self.ply, self.whole_list()[self.ply].lines
        line, whole = lines[number], self.game
        record, _ = line_to(whole.replay.record, (*line.start, 0))
        replay = Playhead(record, whole.decks)
        replay.seek(ply)
        self._left.append(_Left(self.loaded, ply, number, len(lines)))
        self._listed = [*self._listed[:ply], *line.entries]
        plies = replay.plies
        self.loaded = replace(whole, replay=replay, plies=plies, good=plies, problem=None)

    def leave(self) -> None:
        """Go back to the line that was left for a variation, to the ply that this replaces."""
        if self._left:
            left = self._left.pop()
            self.loaded, self._listed = left.loaded, []
            self.loaded.replay.seek(left.ply)

    def way(self, card: int) -> str:
        """Where a card has been up to this ply, by its number in the view shown."""
        replay = Playhead(self.loaded.replay.record, self.loaded.decks)
        shown = islice(frames(replay, self.view), self.ply + 1)
        titles = {zone.key: _place(zone) for zone in self.frame.zones}
        moves = [(one.ply, move) for one in shown for move in one.moved if move.number == card]
        if not moves:
            return "it lies where it was dealt"
        stops = [f"ply {ply} to {titles[move.to.zone]}" for ply, move in moves]
        code = next((move.card for _, move in reversed(moves) if move.card), None)
        known = self.loaded.replay.game.catalogue.get(code or "")
        name = "a card" if code is None else code
        if known is not None and known.name != code:
            name = f"{known.name} ({code})"
        return f"{name}: from {titles[moves[0][1].from_.zone]}, {', '.join(stops)}"

    @property
    def view_name(self) -> str:
        """The view in words."""
        if self.view in self.loaded.replay.table.seats:
            return f"what {self.view} sees"
        return "what everyone sees" if self.view else "everything"

    def stops(self) -> list[int]:
        """The plies with a mark, a comment or a variation, and that of the mistake."""
        loaded = self.loaded
        mistake = [] if loaded.problem is None else [min(loaded.good, loaded.replay.plies)]
        return sorted({*noted(self.entries), *mistake})

    @property
    def command(self) -> str | None:
        """The command that shows this position; None if the record came from standard input."""
        path = self.loaded.path
        if path == STANDARD_INPUT:
            return None
        path = f"./{path}" if path.startswith("-") else path
        command = ["cgn", "step", path, "--ply", str(self.game.replay.ply)]
        if self.loaded.number > 1:
            command += ["--record", str(self.loaded.number)]
        if self.view is not None:
            command += ["--view", self.view]
        return shlex.join(command)

    def look(self, view: str | None, *, comments: bool) -> None:
        """Show this view, with or without comments."""
        self.view, self._says, self._listed = view, comments, []

    def take(self, loaded: Loaded) -> None:
        """Show another record."""
        self.loaded, self._listed, self._left = loaded, [], []
        if self.view not in loaded.views:
            self.view = None


def _place(zone: ZoneView) -> str:
    return f"{zone.title} of {zone.owner}" if zone.owner else zone.title
