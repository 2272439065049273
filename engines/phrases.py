"""Words that the sentences of several games are made of."""

from collections.abc import Sequence


def listed(parts: Sequence[str]) -> str:
    """One part or more, as people list them.

    >>> listed(["11", "7+4", "10+1"])
    '11, 7+4 and 10+1'
    """
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last
