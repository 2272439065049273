"""Lets a function play as a bot: it is asked on standard input, and answers on standard output."""

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import BinaryIO

from replays.bots.messages import (
    MEMORY,
    PROTOCOL,
    Answer,
    Go,
    Hello,
    Quit,
    RefusedMove,
    Said,
    Start,
    line_of,
    told,
)
from replays.bots.seen_record import SeenRecord
from replays.local.table import Observation


def run_bot(choose: Callable[[Observation], str], name: str = "") -> None:
    """Play for whoever asks on standard input, until it says `quit`, or nothing more.

    `choose` is asked for each move of the bot's seat, and gives one of `legal`, or another legal
    move as it is written. If its move is refused, it is asked once more. What it prints goes to
    standard error, since standard output belongs to the protocol (docs/bots.md). Raises BadMessage
    if the input is not of the protocol.
    """
    out = sys.stdout.buffer
    with redirect_stdout(sys.stderr):
        _Run(choose, name, out).answer(sys.stdin.buffer)


class _Run:
    """A function that plays, and the game that it plays now."""

    def __init__(self, choose: Callable[[Observation], str], name: str, out: BinaryIO) -> None:
        self._choose, self._name, self._out = choose, name, out
        self._start: Start | None = None
        self._go: Go | None = None

    def answer(self, lines: BinaryIO) -> None:
        """Answer each line, to the last."""
        for line in lines:
            message = told(line)
            if isinstance(message, Quit):
                return
            if isinstance(message, Hello):
                self._say(Hello(PROTOCOL, self._name, wants=(MEMORY,)))
            elif isinstance(message, Start):
                self._start = message
            elif isinstance(message, Go):
                self._go = message
                self._move(message)
            elif isinstance(message, RefusedMove):
                print(f"refused: {message.message}", file=sys.stderr)  # noqa: T201 - for its author
                if self._go is not None:
                    self._move(self._go)

    def _move(self, go: Go) -> None:
        if self._start is not None:
            self._say(Answer(go.id, self._choose(_observation(self._start, go))))

    def _say(self, message: Said) -> None:
        self._out.write(line_of(message))
        self._out.flush()


def _observation(start: Start, go: Go) -> Observation:
    return Observation(
        start.seat,
        start.game,
        due=go.due,
        legal=go.legal,
        lists_all=go.lists_all,
        zones=go.zones,
        scores=go.scores,
        seen=SeenRecord(start.seat, go.record, go.ply),
    )
