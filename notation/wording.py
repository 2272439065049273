"""How messages quote user text, and how their help suggests another one."""

import re

_MOST = 60
_GUESS = re.compile(r"did you mean `([^`]+)`\?")


def quote(text: str) -> str:
    """The text in backticks, cut if it is long.

    >>> quote("drwa")
    '`drwa`'
    >>> len(quote("x" * 1000))
    62
    """
    return f"`{text}`" if len(text) <= _MOST else f"`{text[: _MOST - 1]}…`"


def guess(text: str) -> str:
    """The help that suggests a text: the one that was probably meant.

    >>> guess("draw")
    'did you mean `draw`?'
    """
    return f"did you mean `{text}`?"


def guessed(advice: str | None) -> str | None:
    """The text that such help suggests, whatever else it says; None if it suggests none.

    >>> guessed("did you mean `Event`? names in lower case are options")
    'Event'
    """
    match = _GUESS.search(advice or "")
    return match and match[1]
