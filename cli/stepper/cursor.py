"""The cursor in a record: the line of play, its variation if any, the ply, and the view."""

import shlex
from dataclasses import dataclass, replace
from itertools import islice

from cli.inputs import STANDARD_INPUT
from cli.load import LoadedRecord
from cli.stepper.listing import ListedPly, listed_plies, noted
from notation.record import UNKNOWN_CARD
from notation.render.visible import visible
from replays.legs import line_to
from replays.view.frames import Frame, frame, frames
from replays.view.playhead import Playhead
from replays.view.zone_views import ZoneView


@dataclass(frozen=True, slots=True)
class _Fork:
    """The place where the cursor left a line of play for a variation: number `number` of `of`."""

    loaded: LoadedRecord
    ply: int
    number: int
    of: int


class Cursor:
    """A ply of a record, as a view shows it; moves to other plies, variations, views and records.

    Attributes:
        loaded: the record; in a variation, the line that leads through it.
        view: the view that is shown; None: everything.
        hiding: whether what is to come is hidden.
    """

    def __init__(self, loaded: LoadedRecord, view: str | None) -> None:
        self.loaded = loaded
        self.view = view
        self.hiding = False
        self._shows_comments = False
        self._listed: list[ListedPly] = []
        self._forks: list[_Fork] = []

    @property
    def replay(self) -> Playhead:
        """The playhead on the line of play."""
        return self.loaded.replay

    @property
    def ply(self) -> int:
        """The number of the ply that is shown; 0 before the first."""
        return self.replay.ply

    @property
    def last(self) -> int:
        """The last ply of the line of play before its mistake, if any."""
        return min(self.loaded.good, self.replay.plies)

    @property
    def at_end(self) -> bool:
        """Whether no valid ply follows."""
        return self.ply >= self.replay.plies

    @property
    def frame(self) -> Frame:
        """The position that is shown."""
        return frame(self.replay, self.view)

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
    def shows_comments(self) -> bool:
        """Whether comments are shown: in the view of a seat only if asked for."""
        return self.view is None or self._shows_comments

    @property
    def before_mistake(self) -> bool:
        """Whether the mistake of the record comes next."""
        return self.loaded.problem is not None and self.ply == self.last

    @property
    def listed(self) -> list[ListedPly]:
        """The plies of the line of play up to its mistake; if `hiding`, up to the ply shown."""
        listed = self.whole_list()
        return listed[: self.ply + 1] if self.hiding else listed

    def whole_list(self) -> list[ListedPly]:
        """The plies of the line of play up to its mistake, even if `hiding`."""
        if not self._listed:
            listed = listed_plies(self.game, self.view, comments=self.shows_comments)
            for fork in self._forks:
                variation = listed[fork.ply].variations[fork.number]
                listed = [*listed[: fork.ply], *variation.plies]
            self._listed = listed
        return self._listed

    @property
    def game(self) -> LoadedRecord:
        """The record with its main line, also in a variation."""
        return self._forks[0].loaded if self._forks else self.loaded

    @property
    def variation(self) -> tuple[int, int, int] | None:
        """The ply that this variation replaces, its number from 1, their count; None: main line."""
        if not self._forks:
            return None
        fork = self._forks[-1]
        return fork.ply, fork.number + 1, fork.of

    def enter(self, number: int) -> None:
        """Enter the variation of this number at this ply."""
        ply, variations = self.ply, self.whole_list()[self.ply].variations
        variation, whole = variations[number], self.game
        record, _ = line_to(whole.replay.record, (*variation.start, 0))
        replay = Playhead(record, whole.decks)
        replay.seek(ply)
        self._forks.append(_Fork(self.loaded, ply, number, len(variations)))
        self._listed = [*self._listed[:ply], *variation.plies]
        plies = replay.plies
        self.loaded = replace(whole, replay=replay, plies=plies, good=plies, problem=None)

    def leave(self) -> None:
        """Go back from a variation to the ply that it replaces."""
        if self._forks:
            fork = self._forks.pop()
            self.loaded, self._listed = fork.loaded, []
            self.replay.seek(fork.ply)

    def trace(self, card: int) -> str:
        """The zones in which a card has lain up to this ply; `card` is its number in the view."""
        replay = Playhead(self.replay.record, self.loaded.decks)
        shown = islice(frames(replay, self.view), self.ply + 1)
        titles = {zone.key: _place(zone) for zone in self.frame.zones}
        moves = [(one.ply, move) for one in shown for move in one.moved if move.number == card]
        if not moves:
            return "it lies where it was dealt"
        stops = [f"ply {ply} to {titles[move.to.zone]}" for ply, move in moves]
        code = next((move.card for _, move in reversed(moves) if move.card), None)
        known = self.replay.game.catalogue.get(code or "")
        name = "a card" if code is None else code
        if known is not None and known.name != code:
            name = f"{known.name} ({code})"
        return f"{name}: from {titles[moves[0][1].from_.zone]}, {', '.join(stops)}"

    @property
    def view_name(self) -> str:
        """The view in words."""
        if self.view in self.replay.table.seats:
            return f"what {self.view} sees"
        return "what everyone sees" if self.view else "everything"

    def stops(self) -> list[int]:
        """The plies with a mark, a comment or a variation, and the last ply before the mistake."""
        mistake = [] if self.loaded.problem is None else [self.last]
        return sorted({*noted(self.listed), *mistake})

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

    def next_view(self) -> None:
        """Show the next view; that of a seat without comments."""
        views = self.loaded.views
        self.view = views[(views.index(self.view) + 1) % len(views)]
        self._shows_comments, self._listed = False, []

    def toggle_comments(self) -> None:
        """Hide the comments in the view of a seat, or show them."""
        self._shows_comments, self._listed = not self.shows_comments, []

    def show(self, loaded: LoadedRecord) -> None:
        """Show another record."""
        self.loaded, self._listed, self._forks = loaded, [], []
        if self.view not in loaded.views:
            self.view = None


def _place(zone: ZoneView) -> str:
    return f"{zone.title} of {zone.owner}" if zone.owner else zone.title
