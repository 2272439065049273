"""A bar on standard error for long work, drawn only on a terminal."""

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
            self._bar = click.progressbar(
                length=total,
                file=sys.stderr,
                item_show_func=None,
                bar_template="%(bar)s  %(info)s",
                width=0,
            )
            self._bar.render_progress()

    def watch(self, stream: BinaryIO) -> BinaryIO:
        """The same stream, whose reading moves the bar."""
        return stream if self._bar is None else cast("BinaryIO", _Watched(stream, self))

    def advance(self, count: int) -> None:
        """Move the bar by so many bytes."""
        if self._bar is not None:
            self._bar.update(count)

    def clear(self) -> None:
        """Wipe the bar off its line, so that something else can be printed there."""
        if self._bar is not None:
            click.echo("\r\033[K", nl=False, err=True)

    def finish(self) -> None:
        """Wipe the bar off for good."""
        self.clear()
        self._bar = None


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
