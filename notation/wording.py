"""Quotes user text in messages, and makes help that suggests another text."""

_MOST = 60
"""The longest text that a message quotes whole, in characters."""


def quote(text: str) -> str:
    """The text in backticks, cut if it is long.

    >>> quote("drwa")
    '`drwa`'
    >>> len(quote("x" * 1000))
    62
    """
    return f"`{text}`" if len(text) <= _MOST else f"`{text[: _MOST - 1]}…`"


class Suggestion(str):
    """Help that suggests a text to write.

    Attributes:
        text: what to write in the place of the part at fault; empty: take it out.
        certain: whether that is right, unless the record is still wrong afterwards.
    """

    __slots__ = ("certain", "text")

    text: str
    certain: bool


def suggestion(text: str, advice: str, *, certain: bool = False) -> Suggestion:
    """Help that suggests this text."""
    made = Suggestion(advice)
    made.text, made.certain = text, certain
    return made


def guess(text: str, why: str = "", *, certain: bool = False) -> Suggestion:
    """The help that suggests a text: the one that was probably meant.

    >>> guess("draw"), guess("draw").text
    ('did you mean `draw`?', 'draw')
    """
    advice = f"did you mean `{text}`?" + (f" {why}" if why else "")
    return suggestion(text, advice, certain=certain)


def suggested_text(advice: str | None) -> str | None:
    """The text that help suggests; None if it suggests none.

    >>> suggested_text(guess("Event", "names in lower case are options"))
    'Event'
    """
    return advice.text if isinstance(advice, Suggestion) else None


def end_line(text: str, *, certain: bool = True) -> Suggestion:
    """The help for a wrong end line: `text` is the one that the moves give."""
    return suggestion(text, f"write `{text}`", certain=certain)


def missing_end_line(text: str) -> str:
    """The help for a missing end line: `text` is the one that the moves give."""
    return f"by the moves, the end line is `{text}`"
