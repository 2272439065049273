"""How SQLite keeps and finds words: in FTS5, whose tokenizer only parts them at the spaces."""

from replays.store.sql.queries import Filter, Words


def match(phrases: list[list[str]]) -> str:
    """The query of FTS5 for phrases that all have to be there.

    >>> match([["tuesday", "club"], ["ana"]])
    '"tuesday club" "ana"'
    """
    return " ".join(f'"{" ".join(words)}"' for words in phrases)


WORDS = Words(Filter("words", "words MATCH :text", "words.rowid"), match, "CROSS JOIN")
"""The filter by words. SQLite would walk the list of all that is public, but for the join."""
