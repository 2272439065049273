"""Asks for lines: from a pipe, or on a terminal that does not move its cursor."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from cli.recorder.recorder import Recorder


class Asker(ABC):
    """Asks for a line. Raises EOFError if there is none, and the user wants to pause."""

    quiet = False
    """Whether prompts are left out, since nobody reads them."""

    def listening(self) -> AbstractContextManager[None]:
        """While it is entered, keys typed before a prompt comes up wait for that prompt."""
        return nullcontext()

    @abstractmethod
    def ask(self, prompt: str, offer: str = "", recorder: Recorder | None = None) -> str:
        """The line typed after a prompt; `offer` is there to be edited."""


class PipedAsker(Asker):
    """Takes lines from a file or another program."""

    quiet = True

    def ask(self, prompt: str, offer: str = "", recorder: Recorder | None = None) -> str:
        """The next line of standard input."""
        del prompt, offer, recorder
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line


class PlainAsker(Asker):
    """A terminal that does not move its cursor, or one without prompt_toolkit."""

    def ask(self, prompt: str, offer: str = "", recorder: Recorder | None = None) -> str:
        """The line typed; `offer` is there to be edited if Python has readline."""
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
