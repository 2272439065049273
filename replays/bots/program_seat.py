"""A seat that a program plays, at a table here or at a service."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from notation.diagnostics import Diagnostic
from notation.render.visible import visible
from notation.text_writer import write_text
from replays.bots.messages import End, Go, Lines, RefusedMove, Start
from replays.bots.program import MAX_REFUSALS, Forfeit, Program
from replays.local.table import Observation, Refused

_SHOWN = 60
"""The characters that a message shows of an illegal answer."""


class IllegalAnswer(NamedTuple):
    """A move that was refused, after so many plies, and why."""

    ply: int
    move: str
    problem: Diagnostic


class ProgramSeat:
    """Tells a program what its seat knows, and plays what it answers.

    Attributes:
        program: the program.
        moves: for how many moves it was asked; `seconds` and `slowest` are what these took, in all
            and at most.
        illegal: its answers that were refused.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.moves, self.seconds, self.slowest = 0, 0.0, 0.0
        self.illegal: list[IllegalAnswer] = []
        self._limit = 0.0
        self._lines: Lines | None = None

    def start(self, seen: Observation, seconds: float) -> None:
        """Begin a game, or go on with one, with this time for each move. Raises Forfeit."""
        self._limit = seconds
        record = replace(seen.record, result=None)
        self._lines = Lines(record)
        text, options = write_text(record), record.options
        self.program.start(Start(seen.game, seen.seat, record.seats, options, text, seconds))

    def move(self, seen: Observation, play: Callable[[str], object]) -> str:
        """Have it make a move, which `play` plays; returns its note.

        If `play` raises Refused, the program may answer again, three times in all. Raises Forfeit.
        """
        go = self._go(seen)
        try:
            return self._move(go, play)
        finally:
            took = self.program.seconds
            self.moves, self.seconds = self.moves + 1, self.seconds + took
            self.slowest = max(self.slowest, took)

    def end(self, seen: Observation, winners: tuple[str, ...], reason: str) -> None:
        """Tell it how the game ended."""
        self.program.end(End(self._news(seen), winners, seen.scores, reason))

    def _move(self, go: Go, play: Callable[[str], object]) -> str:
        answer = self.program.move(go)
        for left in range(MAX_REFUSALS - 1, -1, -1):
            try:
                play(answer.move)
            except Refused as refused:
                problem = refused.problem
                self.illegal.append(IllegalAnswer(go.ply, answer.move, problem))
                if not left:
                    self.program.kill()
                    what = f"`{visible(answer.move, _SHOWN)}` ({problem.code})"
                    raise Forfeit(f"{MAX_REFUSALS} illegal moves, the last was {what}") from None
                again = RefusedMove(go.id, problem.code, problem.message, problem.nearest, left)
                answer = self.program.move_again(again)
            else:
                break
        return answer.note

    def _go(self, seen: Observation) -> Go:
        assert seen.due is not None  # noqa: S101 - for mypy: the seat is to act
        return Go(
            self.moves + 1,
            len(seen.record.moves),
            self._news(seen),
            seen.due,
            seen.legal,
            seen.lists_all,
            dict(seen.zones),
            seen.scores,
            self._limit,
            write_text(seen.record) if self.program.wants_memory else "",
        )

    def _news(self, seen: Observation) -> tuple[str, ...]:
        return () if self._lines is None else self._lines.since(seen.record)
