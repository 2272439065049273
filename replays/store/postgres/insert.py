"""Inserts many rows at once: an array for each column."""

from collections.abc import Iterable, Mapping
from typing import Any

from replays.store.sql.connection import Connection

_TYPES = {bool: "BOOLEAN", int: "BIGINT", str: "TEXT", bytes: "BYTEA"}


def insert(db: Connection, table: str, given: Iterable[Mapping[str, Any]]) -> None:
    """Insert rows, which all have the same columns, with one statement."""
    rows = list(given)
    arrays, types = {}, {}
    for column in rows[0] if rows else ():
        values = [row[column] for row in rows]
        kind = next((type(value) for value in values if value is not None), None)
        if kind is not None:  # the others are NULL by themselves
            arrays[column] = values
            types[column] = next(name for type_, name in _TYPES.items() if issubclass(kind, type_))
    if arrays:
        columns = ", ".join(arrays)
        unnested = ", ".join(f"CAST(:{column} AS {types[column]}[])" for column in arrays)
        db.execute(
            f"INSERT INTO {table} ({columns}) SELECT * FROM unnest({unnested})",  # noqa: S608 - of constants
            arrays,
        )
