"""Bots at the seats of a game: programs, and the players that are built in."""

from typing import Protocol

from notation.chance import below, key_of, words
from notation.moves import Move
from replays.bots.program import Program
from replays.bots.program_seat import ProgramSeat
from replays.local.built_in import built_in_move
from replays.local.table import LocalTable


class Bot(Protocol):
    """Plays one seat of a game, and then one of the next."""

    @property
    def name(self) -> str:
        """What it calls itself."""

    def start(self, table: LocalTable, seat: str, seconds: float) -> None:
        """Sit down at a new game, with this time for each move. Raises Forfeit."""

    def move(self, table: LocalTable) -> str:
        """Play a move of its seat, which is to act; returns a note on it. Raises Forfeit."""

    def end(self, table: LocalTable, winners: tuple[str, ...], reason: str) -> None:
        """The game is over; `reason` says why, if its rules did not end it."""

    def close(self) -> None:
        """There will be no more games."""


_PLAYOUTS = 100
"""Games that the strong player tries for a move: some 0.1 s of CPU in Triggs."""


class BuiltInBot:
    """A built-in player, one of BUILT_IN. The same seed gives the same moves."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._seat = ""
        self._random = FixedRandomness("")

    def start(self, table: LocalTable, seat: str, seconds: float) -> None:
        """Take random numbers from the seed of the game, and others for each seat."""
        del seconds  # its moves follow from the seed alone
        self._seat = seat
        self._random = FixedRandomness(f"{seat} {table.record().seed}")

    def move(self, table: LocalTable) -> str:
        """Play a move; there is no note."""
        table.play(self._choose(table))
        return ""

    def _choose(self, table: LocalTable) -> str | Move:
        return built_in_move(table, self.name, self._random, _PLAYOUTS)

    def end(self, table: LocalTable, winners: tuple[str, ...], reason: str) -> None:
        """Nothing is to be done."""

    def close(self) -> None:
        """Nothing is to be done."""


class ProgramBot:
    """A program at a seat of a game that is played here; `seat` counts its moves."""

    def __init__(self, program: Program) -> None:
        self.seat = ProgramSeat(program)
        self._letter = ""

    @property
    def name(self) -> str:
        """As it said hello, or else its command."""
        program = self.seat.program
        return (program.hello.name if program.hello else "") or program.command

    def start(self, table: LocalTable, seat: str, seconds: float) -> None:
        """Tell the program that a game begins."""
        self._letter = seat
        self.seat.start(table.observe(seat), seconds)

    def move(self, table: LocalTable) -> str:
        """Have the program make a move."""
        return self.seat.move(table.observe(self._letter), table.play)

    def end(self, table: LocalTable, winners: tuple[str, ...], reason: str) -> None:
        """Tell the program how the game ended."""
        self.seat.end(table.observe(self._letter), winners, reason)

    def close(self) -> None:
        """End the program."""
        self.seat.program.close()


class FixedRandomness:
    """Random numbers from a text, the same everywhere."""

    def __init__(self, seed: str) -> None:
        self._words = words(key_of(seed, "cgn-player:"), 0)

    def randrange(self, stop: int) -> int:
        """A number from 0 to stop - 1."""
        return below(stop, self._words)

    def getrandbits(self, count: int) -> int:
        """A number with this many random bits."""
        number = 0
        for _ in range(0, count, 32):
            number = number << 32 | next(self._words)
        return number >> -count % 32
