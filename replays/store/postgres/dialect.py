"""How PostgreSQL finds words, in an index of arrays, and reads JSON."""

from replays.store.postgres.insert import insert
from replays.store.sql.dialect import Dialect, Lookup
from replays.store.sql.schema import COLUMNS


def match(phrases: list[list[str]]) -> dict[str, list[str]]:
    """The words to find in the index, and the phrases to find in what has them all.

    >>> match([["tuesday", "club"], ["ana"]])
    {'words': ['tuesday', 'club', 'ana'], 'phrases': [' tuesday club ']}
    """
    return {
        "words": [word for words in phrases for word in words],
        "phrases": [f" {' '.join(words)} " for words in phrases if len(words) > 1],
    }


DIALECT = Dialect(
    words=Lookup(
        "words w",
        "w.single @> CAST(:words AS TEXT[])"
        # Not by LIKE: PostgreSQL assumes that it matches hardly any text.
        " AND NOT EXISTS (SELECT 1 FROM unnest(CAST(:phrases AS TEXT[])) AS p(phrase)"
        " WHERE strpos(' ' || w.text || ' ', p.phrase) = 0)",
        "w.rowid",
    ),
    phrases=match,
    join="JOIN",
    insert=insert,
    each="json_array_elements(CAST(:rows AS JSON)) AS p(value)",
    listed="coalesce(CAST(json_agg(id) AS TEXT), '[]')",
    counter="SELECT last, version FROM arrival FOR UPDATE",
    snapshot="BEGIN ISOLATION LEVEL REPEATABLE READ",
    sequences=tuple(
        f"SELECT setval(pg_get_serial_sequence('{table}', '{one.counter}'),"  # noqa: S608 - of constants
        f" coalesce(max({one.counter}), 0) + 1, false) FROM {table}"
        for table, one in COLUMNS.items()
        if one.counter
    ),
)
"""The dialect of PostgreSQL."""
