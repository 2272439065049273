"""Notices when another program has written a file."""

from pathlib import Path
from typing import Final

PAUSE: Final = 0.3
"""Seconds between two looks at a file."""


class FileWatch:
    """A file that another program may write."""

    def __init__(self, file: str) -> None:
        self._file = Path(file)
        self._state: object = None
        self._reported: object = None

    def changed(self) -> bool:
        """Whether the file has changed since this last returned True, and is at rest.

        The file is at rest if it is the same at two looks. The first look always returns True.
        """
        before, self._state = self._state, self._look()
        if self._state == self._reported or (self._reported is not None and self._state != before):
            return False
        self._reported = self._state
        return True

    def _look(self) -> tuple[int, ...]:
        try:
            status = self._file.stat()
        except OSError:
            return ()
        return status.st_mtime_ns, status.st_size, status.st_ino
