"""Bots at the seats of a game: programs, and the players that are built in."""

from typing import NamedTuple, Protocol

from msgspec.structs import replace

from notation.chance import below, key_of, words
from notation.diagnostics import Diagnostic
from notation.render.visible import visible
from notation.text_writer import write_text
from replays.bots.messages import End, Go, Lines, RefusedMove, Start
from replays.bots.program import MAX_REFUSALS, Forfeit, Program
from replays.local.table import LocalTable, Observation, Refused

_SHOWN = 60
"""The characters that a message shows of an illegal answer."""


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


class BuiltInBot:
    """A built-in player, `sensible` or `random`. The same seed gives the same moves."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._random = FixedRandomness("")

    def start(self, table: LocalTable, seat: str, seconds: float) -> None:
        """Take random numbers from the seed of the game, and others for each seat."""
        del seconds  # it takes microseconds
        self._random = FixedRandomness(f"{seat} {table.record().seed}")

    def move(self, table: LocalTable) -> str:
        """Play a move; there is no note."""
        table.play(table.suggest(self._random, self.name))
        return ""

    def end(self, table: LocalTable, winners: tuple[str, ...], reason: str) -> None:
        """Nothing is to be done."""

    def close(self) -> None:
        """Nothing is to be done."""


class IllegalAnswer(NamedTuple):
    """A move that was refused, after so many plies, and why."""

    ply: int
    move: str
    problem: Diagnostic


class ProgramBot:
    """A program that is told what its seat knows, and answers with moves.

    Attributes:
        moves: for how many moves it was asked; `seconds` and `slowest` are what these took, in all
            and at most.
        illegal: its answers that were refused.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._seat, self._limit = "", 0.0
        self._lines: Lines | None = None
        self.moves, self.seconds, self.slowest = 0, 0.0, 0.0
        self.illegal: list[IllegalAnswer] = []

    @property
    def name(self) -> str:
        """As it said hello, or else its command."""
        hello = self._program.hello
        return (hello.name if hello else "") or self._program.command

    def start(self, table: LocalTable, seat: str, seconds: float) -> None:
        """Tell the program that a game begins."""
        self._seat, self._limit = seat, seconds
        record = replace(table.observe(seat).record, result=None)
        self._lines = Lines(record)
        start = Start(record.game, seat, record.seats, record.options, write_text(record), seconds)
        self._program.start(start)

    def move(self, table: LocalTable) -> str:
        """Ask the program, up to three times if its answers are illegal."""
        go = self._go(table.observe(self._seat))
        try:
            return self._move(table, go)
        finally:
            took = self._program.seconds
            self.moves, self.seconds = self.moves + 1, self.seconds + took
            self.slowest = max(self.slowest, took)

    def _move(self, table: LocalTable, go: Go) -> str:
        answer = self._program.move(go)
        for left in range(MAX_REFUSALS - 1, -1, -1):
            try:
                table.play(answer.move)
            except Refused as refused:
                problem = refused.problem
                self.illegal.append(IllegalAnswer(go.ply, answer.move, problem))
                if not left:
                    self._program.kill()
                    what = f"`{visible(answer.move, _SHOWN)}` ({problem.code})"
                    raise Forfeit(f"{MAX_REFUSALS} illegal moves, the last was {what}") from None
                again = RefusedMove(go.id, problem.code, problem.message, problem.nearest, left)
                answer = self._program.move_again(again)
            else:
                break
        return answer.note

    def end(self, table: LocalTable, winners: tuple[str, ...], reason: str) -> None:
        """Tell the program how the game ended."""
        seen = table.observe(self._seat)
        self._program.end(End(self._news(seen), winners, seen.scores, reason))

    def close(self) -> None:
        """End the program."""
        self._program.close()

    def _go(self, seen: Observation) -> Go:
        assert seen.due is not None  # noqa: S101 - for mypy: the seat is to act
        ply = len(seen.record.moves)
        return Go(
            self.moves + 1,
            ply,
            self._news(seen),
            seen.due,
            seen.legal,
            seen.lists_all,
            dict(seen.zones),
            seen.scores,
            self._limit,
            write_text(seen.record) if self._program.wants_memory else "",
        )

    def _news(self, seen: Observation) -> tuple[str, ...]:
        return () if self._lines is None else self._lines.since(seen.record)


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
