"""The dialect of SQLite: inserts, words in FTS5 with a tokenizer of spaces, JSON."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from replays.store.sql.connection import Connection
from replays.store.sql.dialect import Dialect, Lookup

_VALUES = 20_000
"""Values in one statement; SQLite takes 32,766."""


def insert(db: Connection, table: str, new_rows: Iterable[Mapping[str, Any]]) -> None:
    """Insert rows, which all have the same columns, with as few statements as possible.

    Each statement releases the GIL.
    """
    rows = list(new_rows)
    if not rows:
        return
    columns = list(rows[0])
    mark = f"({', '.join('?' * len(columns))})"
    step = _VALUES // len(columns)
    for start in range(0, len(rows), step):
        batch = rows[start : start + step]
        values = list(chain.from_iterable(row.values() for row in batch))
        marks = ", ".join([mark] * len(batch))
        db.execute(f"INSERT INTO {table} ({', '.join(columns)}) VALUES {marks}", values)  # noqa: S608 - of constants


def match(phrases: list[list[str]]) -> dict[str, str]:
    """The query of FTS5 for texts with all these phrases.

    >>> match([["tuesday", "club"], ["ana"]])
    {'text': '"tuesday club" "ana"'}
    """
    return {"text": " ".join(f'"{" ".join(words)}"' for words in phrases)}


DIALECT = Dialect(
    words=Lookup("words", "words MATCH :text", "words.rowid"),
    phrases=match,
    join="CROSS JOIN",  # with JOIN, SQLite would walk the list of all public replays
    insert=insert,
    each="json_each(:rows) p",
    listed="json_group_array(id)",
    counter="SELECT last, version FROM arrival",  # the transaction has the whole file
    snapshot="BEGIN",
    sequences=(),
)
"""The dialect of SQLite."""
