"""Draws a bar on standard error for long work, if that is a terminal."""

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

import click

from notation.render.visible import visible

if TYPE_CHECKING:
    from rich.progress import Progress

T = TypeVar("T")

_BETWEEN = 0.1
"""Seconds from one drawing to the next."""


class Bar:
    """Shows the part of `total` that is done. Draws nothing if it is 0, or without a terminal."""

    def __init__(self, total: int = 0) -> None:
        self._done = 0
        self._total = total
        self._drawing: Progress | None = None
        self._due = 0.0

    def __call__(self, done: int, total: int) -> None:
        """Move the bar to `done` of `total`."""
        self._done, self._total = done, total
        if done >= total or not sys.stderr.isatty():
            return
        now = monotonic()
        if now >= self._due:
            self._due = now + _BETWEEN
            self._draw()

    def advance(self, count: int) -> None:
        """Move the bar on by `count`."""
        self(self._done + count, self._total)

    def over(self, items: Iterable[T], total: int, before: int = 0) -> Iterator[T]:
        """The items; each moves the bar. `before` items were done before."""
        for done, item in enumerate(items, before + 1):
            self(done, max(done, total))
            yield item
        self.clear()

    def note(self, text: str) -> None:
        """Print a line on standard error, after clearing the bar."""
        self.clear()
        click.echo(visible(text), err=True)

    def clear(self) -> None:
        """Clear the bar, to print something in its place."""
        if self._drawing is not None:
            self._drawing.stop()

    def _draw(self) -> None:
        if self._drawing is None:
            self._drawing = _drawing()
            context = click.get_current_context(silent=True)
            if context is not None:
                context.call_on_close(self.clear)  # however the command ends
        self._drawing.start()
        task = self._drawing.task_ids[0]
        self._drawing.update(task, completed=self._done, total=self._total, refresh=True)


def _drawing() -> "Progress":
    from rich.console import Console  # noqa: PLC0415 - slow to import, and only for long work
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn  # noqa: PLC0415 - likewise

    progress = Progress(
        BarColumn(bar_width=None),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        auto_refresh=False,  # a thread would be in the way of forked processes
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    progress.add_task("")
    return progress
