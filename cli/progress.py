"""Bars on standard error for long work, drawn only on a terminal."""

import sys
from typing import TYPE_CHECKING, BinaryIO, cast

import click

if TYPE_CHECKING:
    from io import BufferedReader

    from click._termui_impl import ProgressBar  # click names the type of its bar nowhere else

_LONG = 4 << 20


class Progress:
    """How many of `total` bytes have been read. Draws nothing for short work."""

    def __init__(self, total: int) -> None:
        self._bar: ProgressBar[int] | None = None
        if total >= _LONG and sys.stderr.isatty():
            self._bar = _bar(total)

    def watch(self, stream: BinaryIO) -> BinaryIO:
        """The same stream, whose reading moves the bar."""
        return stream if self._bar is None else cast("BinaryIO", _Watched(stream, self))

    def advance(self, count: int) -> None:
        """Move the bar by so many bytes."""
        if self._bar is not None:
            self._bar.update(count)

    def clear(self) -> None:
        """Wipe the bar off its line, so that something else can be printed there."""
        _wipe(self._bar)

    def finish(self) -> None:
        """Wipe the bar off for good."""
        self.clear()
        self._bar = None


class Meter:
    """How much of a long work is done: call it with that, and with how much there is in all."""

    def __init__(self) -> None:
        self._bar: ProgressBar[int] | None = None

    def __call__(self, done: int, total: int) -> None:
        """Move the bar to where the work is."""
        if self._bar is None and total > done and sys.stderr.isatty():
            self._bar = _bar(total)
        if self._bar is not None:
            self._bar.length = total
            self._bar.update(done - self._bar.pos)

    def clear(self) -> None:
        """Wipe the bar off its line, so that something else can be printed there."""
        _wipe(self._bar)

    def finish(self) -> None:
        """Wipe the bar off for good."""
        self.clear()
        self._bar = None


def _bar(total: int) -> "ProgressBar[int]":
    bar: ProgressBar[int] = click.progressbar(
        length=total,
        file=sys.stderr,
        item_show_func=None,
        bar_template="%(bar)s  %(info)s",
        width=0,
    )
    bar.render_progress()
    return bar


def _wipe(bar: "ProgressBar[int] | None") -> None:
    if bar is not None:
        click.echo("\r\033[K", nl=False, err=True)


class _Watched:
    """A stream of bytes that tells a bar how many were read."""

    def __init__(self, stream: BinaryIO, progress: Progress) -> None:
        self._stream = cast("BufferedReader", stream)
        self._progress = progress

    def read(self, size: int = -1) -> bytes:
        return self._told(self._stream.read(size))

    def read1(self, size: int = -1) -> bytes:
        return self._told(self._stream.read1(size))

    def readline(self, size: int = -1) -> bytes:
        return self._told(self._stream.readline(size))

    def _told(self, data: bytes) -> bytes:
        self._progress.advance(len(data))
        return data
