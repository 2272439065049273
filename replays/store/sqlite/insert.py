"""Inserts many rows at once."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from replays.store.sql.connection import Connection

_VALUES = 20_000
"""Values in one statement; SQLite takes 32,766."""


def insert(db: Connection, table: str, given: Iterable[Mapping[str, Any]]) -> None:
    """Insert rows, which all have the same columns, with as few statements as possible.

    Each statement releases the GIL.
    """
    rows = list(given)
    if not rows:
        return
    columns = list(rows[0])
    mark = f"({', '.join('?' * len(columns))})"
    step = _VALUES // len(columns)
    for start in range(0, len(rows), step):
        some = rows[start : start + step]
        values = list(chain.from_iterable(row.values() for row in some))
        marks = ", ".join([mark] * len(some))
        db.execute(f"INSERT INTO {table} ({', '.join(columns)}) VALUES {marks}", values)  # noqa: S608 - of constants
