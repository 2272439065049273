"""Quotes user text, cut to fit into a message of one line."""

_MOST = 60


def quote(text: str) -> str:
    """The text in backticks, cut if it is long.

    >>> quote("drwa")
    '`drwa`'
    >>> len(quote("x" * 1000))
    62
    """
    return f"`{text}`" if len(text) <= _MOST else f"`{text[: _MOST - 1]}…`"
