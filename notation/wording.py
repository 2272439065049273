"""How messages quote user text, and how their help suggests another one."""

import re

_MOST = 60
_GUESS = re.compile(r"did you mean `([^`]+)`\?")
_END_LINE = re.compile(r"(?:write|the end line is) `(=[^`]+)`")


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


def end_line(text: str) -> str:
    """The help for a wrong end line: the one that the moves give."""
    return f"write `{text}`"


def missing_end_line(text: str) -> str:
    """The same for an end line that is not there."""
    return f"by the moves, the end line is `{text}`"


def end_line_in(advice: str | None) -> str | None:
    """The end line of text in such help, whatever else it says; None if it has none.

    >>> end_line_in(end_line("= A 12 9")), end_line_in(missing_end_line("= B 7 8"))
    ('= A 12 9', '= B 7 8')
    """
    match = _END_LINE.search(advice or "")
    return match and match[1]
