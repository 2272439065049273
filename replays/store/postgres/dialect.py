"""How PostgreSQL finds words, in an index of arrays, and reads JSON."""

from replays.store.sql.dialect import Dialect, Filter


def match(phrases: list[list[str]]) -> dict[str, list[str]]:
    """The words to find in the index, and the phrases to find in what has them all.

    >>> match([["tuesday", "club"], ["ana"]])
    {'words': ['tuesday', 'club', 'ana'], 'phrases': ['% tuesday club %', '% ana %']}
    """
    return {
        "words": [word for words in phrases for word in words],
        "phrases": [f"% {' '.join(words)} %" for words in phrases],
    }


DIALECT = Dialect(
    words=Filter(
        "words w",
        "string_to_array(w.text, ' ') @> CAST(:words AS TEXT[])"
        " AND ' ' || w.text || ' ' LIKE ALL (CAST(:phrases AS TEXT[]))",
        "w.rowid",
    ),
    phrases=match,
    join="JOIN",
    each="json_array_elements(CAST(:rows AS JSON)) AS p(value)",
    listed="coalesce(CAST(json_agg(id) AS TEXT), '[]')",
    counter="SELECT last, version FROM arrival FOR UPDATE",
    snapshot="BEGIN ISOLATION LEVEL REPEATABLE READ",
    sequences=tuple(
        f"SELECT setval(pg_get_serial_sequence('{table}', '{key}'), coalesce(max({key}), 0) + 1,"  # noqa: S608 - of constants
        f" false) FROM {table}"
        for table, key in (("token", "id"), ("deck", "number"), ("table_token", "id"))
    ),
)
"""What PostgreSQL says in its own way."""
