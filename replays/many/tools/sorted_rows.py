"""Sorts more rows than memory holds, in a temporary database of SQLite."""

import os
import sqlite3
from collections.abc import Iterator
from errno import EIO, ENOSPC
from itertools import groupby
from operator import itemgetter
from typing import Self, TypeAlias

Key: TypeAlias = str | bytes | float | None
Row: TypeAlias = tuple[Key, int, bytes]
"""A key, a number that orders rows with equal keys, and what goes with them."""

Entry: TypeAlias = tuple[int, bytes]
"""A row without its key."""

_HELD = 8 << 10
"""Kilobytes that are held, and that are sorted at once, in memory."""


class SortedRows:
    """Rows that come back sorted by key, then by number.

    It is a context manager, and its block raises OSError if the disk is full. Without a key come
    first; then numbers; then texts, by code point. Texts come back as UTF-8.
    """

    def __init__(self) -> None:
        self._database = sqlite3.connect("", isolation_level=None)  # deleted when it is closed
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.execute(f"PRAGMA cache_size = -{_HELD}")
        self._database.execute("CREATE TABLE row (key, number INTEGER, extra BLOB)")
        self._cursor = self._database.execute("BEGIN")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        self._database.close()
        if isinstance(error, sqlite3.OperationalError):
            full = error.sqlite_errorcode == sqlite3.SQLITE_FULL
            code, reason = (ENOSPC, os.strerror(ENOSPC)) if full else (EIO, str(error))
            raise OSError(code, reason) from error

    def add(self, key: Key, number: int, extra: bytes = b"") -> None:
        """Add a row."""
        if isinstance(key, str):
            key = key.encode(errors="surrogatepass")
        self._cursor.execute("INSERT INTO row VALUES (?, ?, ?)", (key, number, extra))

    def __iter__(self) -> Iterator[Row]:
        return self._database.execute("SELECT * FROM row ORDER BY key, number")

    def groups(self) -> Iterator[list[Entry]]:
        """The rows of each key that has more than one."""
        for _, alike in groupby(self, itemgetter(0)):
            found = [(number, extra) for _, number, extra in alike]
            if len(found) > 1:
                yield found
