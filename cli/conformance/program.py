"""Runs a program on one file of the suite."""

import json
import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from tempfile import TemporaryFile
from threading import Event, Lock, Thread, Timer
from typing import IO, Any, Self

from cli.conformance.facts import Answer
from cli.conformance.suite import DECKS, Case

FILE = "CGN_FILE"
"""The environment variable with the path of the file within the suite."""

DECK_FOLDER = "CGN_DECKS"
"""The environment variable with the folder of the users' decks."""

_MOST = 64 << 20
"""The most bytes of answers, so that a program that never stops cannot fill the memory."""
_TAIL = 2_000
"""The bytes kept of the end of standard error, to quote if there are no answers."""


class NoAnswer(Exception):
    """A program ends without an answer, hangs, or prints something else than answers."""


class CannotRun(Exception):
    """A program cannot be started at all."""


class Program:
    """A program that answers for a file on its standard input, within `seconds`.

    Leaving the context ends all running processes.
    """

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self._command = command
        self._seconds = seconds
        self._running: set[subprocess.Popen[bytes]] = set()
        self._lock = Lock()
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End all running processes, and start no more."""
        with self._lock:
            self._closed = True
            for process in self._running:
                _end(process)

    def __call__(self, case: Case) -> list[Answer]:
        """The answers to a file. Raises NoAnswer or CannotRun, with the reason."""
        with TemporaryFile() as given:
            given.write(case.raw)
            given.seek(0)
            process = self._start(case, given)
            try:
                return _answers(self._printed(process))
            finally:
                self._finish(process)

    def _start(self, case: Case, given: IO[bytes]) -> subprocess.Popen[bytes]:
        environment = {**os.environ, FILE: case.name, DECK_FOLDER: str(DECKS)}
        with self._lock:
            if self._closed:
                raise CannotRun("is not run: the others have ended")
            try:
                process = subprocess.Popen(  # noqa: S603 - the program that the user names
                    self._command,
                    stdin=given,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    env=environment,
                    process_group=0,  # so that its child processes can be ended too
                )
            except OSError as error:
                raise CannotRun(f"cannot be run: {error.strerror}") from None
            self._running.add(process)
        return process

    def _finish(self, process: subprocess.Popen[bytes]) -> None:
        with self._lock:
            _end(process)
            process.wait()
            self._running.discard(process)
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()

    def _printed(self, process: subprocess.Popen[bytes]) -> bytes:
        """The output of the process. Raises NoAnswer if it hangs, prints too much, or nothing."""
        assert process.stdout is not None  # noqa: S101 - for mypy: it is a pipe
        late = Event()
        timer = Timer(self._seconds, _end, (process, late))
        said = bytearray()
        listener = Thread(target=_listen, args=(process.stderr, said), daemon=True)
        listener.start()
        timer.start()
        try:
            printed = process.stdout.read(_MOST + 1)
            if len(printed) > _MOST:
                raise NoAnswer(f"printed more than {_MOST:,} bytes")
            code = process.wait()
        finally:
            timer.cancel()
        if late.is_set():
            raise NoAnswer(f"did not end within {self._seconds:g} seconds")
        if not printed.strip():
            _end(process)
            listener.join()
            raise NoAnswer(
                f"printed nothing, and ended with exit code {code}{_quoted(bytes(said))}"
            )
        return printed


def _end(process: subprocess.Popen[bytes], late: Event | None = None) -> None:
    """End a process and its children, and set `late`, if given."""
    if late is not None:
        late.set()
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _listen(stream: IO[bytes], said: bytearray) -> None:
    """Keep the last bytes of a stream in `said`."""
    with suppress(OSError, ValueError):
        while part := os.read(stream.fileno(), 1 << 16):
            said += part
            del said[:-_TAIL]


def _quoted(said: bytes) -> str:
    text = said.decode(errors="replace").strip()
    return f"; it said: {text}" if text else ""


def _answers(printed: bytes) -> list[Answer]:
    return [_answer(line) for line in printed.splitlines() if line.strip()]


def _answer(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise NoAnswer(f"printed a line that is not JSON: {line[:200]!r}") from None
    if not isinstance(value, dict):
        raise NoAnswer(f"printed a line that is not an object of JSON: {line[:200]!r}")
    return value
