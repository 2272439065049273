"""A bot that is a program: its process, and the lines it is told and says."""

import os
import shlex
import signal
import subprocess
from contextlib import suppress
from select import POLLIN, POLLOUT, poll
from time import monotonic
from typing import Self

from notation.render.visible import visible
from replays.bots.messages import (
    MAX_MESSAGE,
    MEMORY,
    PROTOCOL,
    Answer,
    BadMessage,
    End,
    Go,
    Hello,
    Quit,
    RefusedMove,
    Said,
    Start,
    Told,
    line_of,
    said,
)

HELLO_SECONDS = 10.0
"""How long a bot may take to say hello: the import of a large library takes some seconds."""

MAX_REFUSALS = 3
"""With how many illegal answers to one question a bot forfeits."""

_NO_HELLO = (
    f"it did not say hello within {HELLO_SECONDS:g} s; does it flush each line that it prints?"
)
_QUIT_SECONDS = 0.5
"""How long a bot may take to end once it is told to."""

_BLOCK = 1 << 16
_SHOWN = 60
"""The characters that a message shows of what a bot said."""


class Forfeit(Exception):
    """A bot cannot go on with its game.

    Attributes:
        reason: what it did, as in "it did not move in time".
        termination: how the game ends because of that: `time` or `adjudicated`.
    """

    def __init__(self, reason: str, termination: str = "adjudicated") -> None:
        super().__init__(reason)
        self.reason, self.termination = reason, termination


class Program:
    """A bot in a process of its own, which begins when it is first needed, and plays many games.

    It is ended, with every process that it started, when it breaks the protocol, and begins anew
    with the next game. Leaving the context ends it.

    Attributes:
        command: the command line that starts it, as a shell would split it.
        hello: what it said of itself when it last began; None before.
    """

    def __init__(self, command: str) -> None:
        """Raises ValueError if the command is empty, or has a quote that is not closed."""
        self._words = shlex.split(command)
        if not self._words:
            raise ValueError("the command is empty")
        self.command = command
        self.hello: Hello | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._rest = b""
        self._asked = self._until = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def wants_memory(self) -> bool:
        """Whether each `go` is to have the whole record."""
        return self.hello is not None and MEMORY in self.hello.wants

    def begin(self) -> Hello:
        """Start the process if there is none, and hear its hello. Raises Forfeit if that fails."""
        if self._process is None or self.hello is None:
            self._open()
            until = monotonic() + HELLO_SECONDS
            self._send(Hello(PROTOCOL), until)
            hello = self._heard(until, _NO_HELLO)
            if not isinstance(hello, Hello):
                raise self._broken(f"it was to say hello, and said {_shown(line_of(hello))}")
            if hello.protocol != PROTOCOL:
                raise self._broken(f"it speaks protocol {hello.protocol}, not {PROTOCOL}")
            self.hello = hello
        return self.hello

    def start(self, start: Start) -> None:
        """Tell it that a game begins. Raises Forfeit if it cannot be told."""
        self.begin()
        self._send(start, monotonic() + HELLO_SECONDS)

    def move(self, go: Go) -> Answer:
        """Ask for a move, which may be illegal. Raises Forfeit."""
        self._asked = monotonic()
        self._until = self._asked + go.time
        self._send(go, self._until)
        return self._answer(go.id, self._until)

    def move_again(self, refused: RefusedMove) -> Answer:
        """Ask for another move after an illegal one, in the time that is left. Raises Forfeit."""
        self._send(refused, self._until)
        return self._answer(refused.id, self._until)

    @property
    def seconds(self) -> float:
        """The seconds since it was last asked for a move."""
        return monotonic() - self._asked

    def end(self, end: End) -> None:
        """Tell it that the game is over, if it still runs."""
        if self._process is not None:
            with suppress(Forfeit):
                self._send(end, monotonic() + _QUIT_SECONDS)

    def close(self) -> bool:
        """End the process: first by asking, and then in any case.

        Returns whether it ended when it was asked.
        """
        process, ended = self._process, True
        if process is not None:
            ended = False
            with suppress(Forfeit, subprocess.TimeoutExpired):
                self._send(Quit(), monotonic() + _QUIT_SECONDS)
                if process.stdin is not None:
                    process.stdin.close()
                process.wait(_QUIT_SECONDS)
                ended = True
        self.kill()
        return ended

    def kill(self) -> None:
        """End the process, and all that it started, at once."""
        process, self._process, self._rest = self._process, None, b""
        if process is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    def _open(self) -> None:
        try:
            process = subprocess.Popen(  # noqa: S603 - the program that the user names
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # so that its own processes end with it, and not by Ctrl-C
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            here = f"./{self._words[0]}"
            advice = f"; did you mean `{here}`?" if os.access(here, os.X_OK) else ""
            raise Forfeit(f"it cannot be started: {why}{advice}") from None
        self._process = process
        for stream in (process.stdin, process.stdout):
            assert stream is not None  # noqa: S101 - for mypy: it is a pipe
            os.set_blocking(stream.fileno(), False)

    def _send(self, message: Told, until: float) -> None:
        """Write a line. Raises Forfeit if the process has ended, or does not read in time."""
        process = self._process
        if process is None or process.stdin is None:
            raise self._broken("it ended")
        data, to = line_of(message), process.stdin.fileno()
        while data:
            try:
                data = data[os.write(to, data) :]
            except BlockingIOError:
                self._wait(to, POLLOUT, until, "it did not read what it was told in time")
            except OSError:
                raise self._broken(self._how_it_ended()) from None

    def _answer(self, asked: int, until: float) -> Answer:
        answer = self._heard(until, "it did not move in time")
        if not isinstance(answer, Answer):
            raise self._broken(f"it was asked for a move, and said {_shown(line_of(answer))}")
        if answer.id != asked:
            raise self._broken(f"it was asked for move {asked}, and answered {answer.id}")
        return answer

    def _heard(self, until: float, late: str) -> Said:
        """Its next message of a known type. Raises Forfeit."""
        while True:
            line = self._line(until, late)
            try:
                message = said(line)
            except BadMessage as bad:
                raise self._broken(f"it said {_shown(line)}: {bad}") from None
            if message is not None:
                return message

    def _line(self, until: float, late: str) -> bytes:
        process = self._process
        if process is None or process.stdout is None:
            raise self._broken("it ended")
        out = process.stdout.fileno()
        searched = 0
        while (end := self._rest.find(b"\n", searched)) < 0:
            searched = len(self._rest)
            if searched > MAX_MESSAGE:
                raise self._broken(f"it said a line of more than {MAX_MESSAGE:,} bytes")
            self._wait(out, POLLIN, until, late)
            try:
                block = os.read(out, _BLOCK)
            except BlockingIOError:
                continue
            if not block:
                raise self._broken(self._how_it_ended())
            self._rest += block
        line, self._rest = self._rest[:end], self._rest[end + 1 :]
        if len(line) > MAX_MESSAGE:
            raise self._broken(f"it said a line of more than {MAX_MESSAGE:,} bytes")
        return line

    def _wait(self, stream: int, event: int, until: float, late: str) -> None:
        """Wait for a stream. Raises Forfeit once the time is up."""
        waiting = poll()
        waiting.register(stream, event)
        left = until - monotonic()
        if left <= 0 or not waiting.poll(left * 1000):
            raise self._broken(late, "time")

    def _how_it_ended(self) -> str:
        """Why its pipes are closed."""
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                code = self._process.wait(_QUIT_SECONDS)
                if code < 0:
                    return f"it was ended by signal {-code}"
                return f"it ended with exit code {code}"
        return "it closed its output"

    def _broken(self, reason: str, termination: str = "adjudicated") -> Forfeit:
        """The forfeit of a bot that is of no more use; its process is ended."""
        self.kill()
        return Forfeit(reason, termination)


def _shown(line: bytes) -> str:
    """The beginning of what a bot said, as a message quotes it."""
    return f"`{visible(line.decode(errors='replace').rstrip(), _SHOWN)}`"
