"""The plies of a game that is played here, and what its seats saw of them."""

from typing import NamedTuple

from msgspec.structs import replace

from engines.game import Game
from engines.registry import Decks
from notation.record import Entry, Ply, Record
from replays.local.memory import Memory, Played
from replays.set_up import is_recorded
from replays.view.frames import Frame, frame
from replays.view.playhead import Playhead


class Beginning(NamedTuple):
    """The record, without an end line, after which a game was played here."""

    record: Record
    game: Game
    decks: Decks


class History:
    """A game up to some ply. The next ply makes a new one, which leads back to this one.

    Copies of a game share their history, of which nothing changes but what makes it quick.

    Attributes:
        beginning: how the game began.
        before: the history that this ply was added to; None at the beginning.
        played: the ply; None at the beginning.
        plies: how many there are, with those of the beginning.
        parts: whether more than one game may go on from here.
        memory: what the seats remember here, if that is kept.
    """

    __slots__ = ("before", "beginning", "memory", "parts", "played", "plies")

    def __init__(
        self,
        beginning: Beginning,
        plies: int,
        before: "History | None" = None,
        played: Played | None = None,
    ) -> None:
        self.beginning, self.plies = beginning, plies
        self.before, self.played = before, played
        self.parts = False
        self.memory: Memory | None = None

    def then(self, played: Played) -> "History":
        """The history with one more ply."""
        return History(self.beginning, self.plies + 1, self, played)

    def record(self) -> Record:
        """The whole record so far, without an end line."""
        begun, game, _ = self.beginning
        with_shuffles = is_recorded(begun.seed, begun.plies)
        entries: list[Entry] = []
        for one in [history.played for history in self._line() if history.played]:
            reveals = tuple([card for card, _ in one.reveals])
            entries.append(Ply(one.seat, game.moves.write(one.move), reveals))
            entries += one.shuffles if with_shuffles else ()
        return replace(begun, plies=(*begun.plies, *entries))

    def seen_by(self, seat: str) -> Record:
        """The record so far as a seat saw and remembers it, with the scores that it knows."""
        return self._remembered().record(seat)

    def frame(self, seat: str) -> Frame:
        """The position in a seat's view."""
        head = Playhead(self.record(), self.beginning.decks)
        head.seek(head.plies)
        return frame(head, seat)

    def _remembered(self) -> Memory:
        """The memory of the seats here: that of the last history that has one, and what followed.

        It moves here, but where games part, a copy of it stays for the others.
        """
        first, *following = self._line(to_memory=True)
        memory = first.memory or Memory(self.beginning.record, self.beginning.decks)
        left = first
        for history in following:
            left.memory = memory.copy() if left.parts else None
            if history.played is not None:
                memory.follow(history.played)
            left = history
        self.memory = memory
        return memory

    def _line(self, *, to_memory: bool = False) -> "list[History]":
        """The histories that lead here from the beginning, or from the last one with a memory."""
        at, line = self, [self]
        while at.before is not None and not (to_memory and at.memory is not None):
            at = at.before
            line.append(at)
        return line[::-1]
