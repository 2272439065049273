"""The file of a game that is being recorded. The file on disk always has whole lines.

Lines are added by one write, which is synchronised with the disk. Everything else replaces the
file by a new one written next to it. A last line without its line feed was cut off when a
process ended, and does not count.
"""

import os
from contextlib import suppress
from errno import ENOSPC
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from typing import Self

from cli.inputs import Unreadable, unreadable
from notation.encoding import BOM


class FileChanged(Exception):
    """Another program has changed the file; `Journal.load` reads it again."""


class Journal:
    """The file at a path, which no other `cgn record` can write until this is closed.

    Attributes:
        text: the whole lines of the file.
        torn: the beginning of a line that was cut off; empty if there is none.
    """

    def __init__(self, path: Path) -> None:
        """Open the file, which is made if it is not there. Raises Unreadable if that fails."""
        self.path = Path(os.path.realpath(path))
        self._file = -1
        self._new = not self.path.exists()
        self.load()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file; a new one in which nothing was written is removed."""
        if self._new and os.fstat(self._file).st_size == 0:
            with suppress(OSError):
                self.path.unlink()
        os.close(self._file)

    def _take(self, file: int) -> None:
        """Lock an open file, and write to it from now on."""
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except OSError:
            os.close(file)
            raise Unreadable(f"{self.path}: another `cgn record` is writing this game") from None
        if self._file >= 0:
            os.close(self._file)
        self._file = file

    def load(self) -> None:
        """Open and read the file at the path. Raises Unreadable if it is not text.

        The path may name another file than before: editors write a new one, and rename it.
        """
        try:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
            if self._file >= 0 and os.path.sameopenfile(file, self._file):
                os.close(file)
            else:
                self._take(file)
            self._state = self._look()
            raw = self.path.read_bytes()
            text = raw.removeprefix(BOM).decode()
        except OSError as error:
            raise unreadable(str(self.path), error) from None
        except UnicodeDecodeError:
            raise Unreadable(f"{self.path}: this is not a text file in UTF-8") from None
        whole, _, self.torn = text.replace("\r\n", "\n").rpartition("\n")
        self.text = f"{whole}\n" if whole else ""
        self._plain = len(raw) == len(self.text.encode())

    def _look(self) -> tuple[int, int, int]:
        status = self.path.stat()
        return status.st_ino, status.st_size, status.st_mtime_ns

    def write(self, text: str) -> None:
        """Replace the content of the file by a text, and wait until it is on the disk.

        Raises FileChanged if another program has written to the file, and Unreadable if writing
        fails. In both cases the file stays as it was.
        """
        try:
            if self._look() != self._state:
                raise FileChanged
            if self._plain and text.startswith(self.text):
                self._append(text[len(self.text) :].encode())
            else:
                self._replace(text.encode())
            self._state = self._look()
        except OSError as error:
            why = error.strerror or error
            raise Unreadable(f"{self.path}: the last line was not saved: {why}") from None
        self.text, self.torn, self._plain = text, "", True

    def _append(self, raw: bytes) -> None:
        size = self._state[1]
        try:
            _put(self._file, raw)
        except OSError:
            os.ftruncate(self._file, size)
            raise

    def _replace(self, raw: bytes) -> None:
        """Write a new file beside this one, then rename it over this one."""
        beside = self.path.with_name(f".{self.path.name}.new")
        file = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o666)
        try:
            os.fchmod(file, os.fstat(self._file).st_mode & 0o777)
            _put(file, raw)
        except OSError:
            os.close(file)
            beside.unlink(missing_ok=True)
            raise
        self._take(file)
        beside.replace(self.path)
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _put(file: int, raw: bytes) -> None:
    """Write bytes at once, and wait until they are on the disk. Raises OSError if some are not."""
    if os.write(file, raw) < len(raw):
        raise OSError(ENOSPC, os.strerror(ENOSPC))
    os.fsync(file)
