"""How SQLite finds words, in FTS5 with a tokenizer that splits at spaces, and reads JSON."""

from replays.store.sql.dialect import Dialect, Lookup
from replays.store.sqlite.insert import insert


def match(phrases: list[list[str]]) -> dict[str, str]:
    """The query of FTS5 for phrases that all have to be there.

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
