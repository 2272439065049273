"""The plies of a game that is played here, and what its seats saw of them."""

from typing import NamedTuple

from msgspec.structs import replace

from engines.game import Game
from engines.registry import Decks
from notation.record import Entry, Ply, Record, Result
from replays.local.memory import Memory, Played
from replays.set_up import is_recorded
from replays.view.frames import Frame, frame
from replays.view.playhead import Playhead


class Beginning(NamedTuple):
    """The record, without an end line, after which a game was played here."""

    record: Record
    game: Game
    decks: Decks


class Line:
    """A line of play: games that were copied go on with lines of their own.

    Attributes:
        fork: the history from which it goes on; None for the first line.
        last: its last history.
        memory: what the seats remember of it, up to some ply; None if nobody asked yet.
    """

    __slots__ = ("fork", "last", "memory")

    def __init__(self, fork: "History | None") -> None:
        self.fork = fork
        self.last: History | None = None
        self.memory: Memory | None = None


class History:
    """A game up to some ply, which leads back to the ply before; it never changes.

    Attributes:
        beginning: how the game began.
        line: the line of play that it is on.
        before: the history without the last ply; None at the beginning.
        played: that ply; None at the beginning.
        plies: how many there are, with those of the beginning.
    """

    __slots__ = ("before", "beginning", "line", "played", "plies")

    def __init__(
        self,
        beginning: Beginning,
        plies: int,
        line: Line,
        before: "History | None" = None,
        played: Played | None = None,
    ) -> None:
        self.beginning, self.plies, self.line = beginning, plies, line
        self.before, self.played = before, played
        line.last = self

    def extended(self, played: Played) -> "History":
        """The history with one more ply: on a line of its own, if another game went on here."""
        line = self.line if self.line.last is self else Line(self)
        return History(self.beginning, self.plies + 1, line, self, played)

    def record(self) -> Record:
        """The whole record so far, without an end line."""
        start, game, _ = self.beginning
        with_shuffles = is_recorded(start.seed, start.plies)
        entries: list[Entry] = []
        for one in self._plies_after(self._first_plies):
            reveals = tuple([card for card, _ in one.reveals])
            entries.append(Ply(one.seat, game.moves.write(one.move), reveals))
            entries += one.shuffles if with_shuffles else ()
        return replace(start, plies=(*start.plies, *entries))

    def seen_by(self, seat: str, result: Result) -> Record:
        """The record so far as a seat saw and remembers it, with this end line."""
        return self._remembered().record(seat, self.plies, result)

    def frame(self, seat: str) -> Frame:
        """The position in a seat's view."""
        head = Playhead(self.record(), self.beginning.decks)
        head.seek(head.plies)
        return frame(head, seat)

    @property
    def _first_plies(self) -> int:
        """How many plies the record has with which the game began."""
        return sum(isinstance(entry, Ply) for entry in self.beginning.record.plies)

    def _remembered(self) -> Memory:
        """The memory of the seats of this line, which has followed it at least up to here."""
        memory = self.line.memory
        if memory is None:
            memory = self.line.memory = self._new_memory()
        for one in self._plies_after(memory.plies):
            memory.follow(one)
        return memory

    def _new_memory(self) -> Memory:
        """A memory for a new line: a copy of the one at its fork, if that has gone no further."""
        fork = self.line.fork
        if fork is not None:
            other = fork.line.memory
            if other is None or other.plies <= fork.plies:
                return fork._remembered().copy()  # noqa: SLF001 - of its own class
        return Memory(self.beginning.record, self.beginning.decks)

    def _plies_after(self, plies: int) -> list[Played]:
        """The plies after so many, in order."""
        found: list[Played] = []
        at = self
        while at.plies > plies and at.before is not None and at.played is not None:
            found.append(at.played)
            at = at.before
        return found[::-1]


class SeenHistory(NamedTuple):
    """A history as a seat saw it, with the end line that the seat may know."""

    history: History
    seat: str
    result: Result

    @property
    def plies(self) -> int:
        """How many plies there are."""
        return self.history.plies

    @property
    def decks(self) -> Decks:
        """The users' decks that the record may name."""
        return self.history.beginning.decks

    def record(self) -> Record:
        """The record as the seat saw and remembers it."""
        return self.history.seen_by(self.seat, self.result)

    def frame(self) -> Frame:
        """The position in the seat's view."""
        return self.history.frame(self.seat)
