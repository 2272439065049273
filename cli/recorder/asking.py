"""Asks for lines: from a pipe, or on a terminal that does not move its cursor."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

from cli.recorder.recorder import Recorder


class Asker(ABC):
    """Asks for a line. Raises EOFError if there is none, and the user wants to pause."""

    quiet = False
    """Whether nobody reads the prompts."""

    @abstractmethod
    def ask(self, prompt: str, offer: str = "", recorder: Recorder | None = None) -> str:
        """The line typed after a prompt, which begins with what is offered."""


class Piped(Asker):
    """Lines of a file or of another program."""

    quiet = True

    def ask(self, prompt: str, offer: str = "", recorder: Recorder | None = None) -> str:
        """The next line."""
        del prompt, offer, recorder
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line


class Plain(Asker):
    """A terminal that does not move its cursor, or one without prompt_toolkit."""

    def ask(self, prompt: str, offer: str = "", recorder: Recorder | None = None) -> str:
        """The line typed; with the library readline, the offer is there to be edited."""
        del recorder
        with _prefilled(offer):
            return input(prompt)


@contextmanager
def _prefilled(text: str) -> Iterator[None]:
    try:
        import readline  # noqa: PLC0415 - not every system has it
    except ImportError:
        yield
        return
    readline.set_startup_hook(lambda: readline.insert_text(text))
    try:
        yield
    finally:
        readline.set_startup_hook()
