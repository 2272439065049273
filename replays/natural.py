"""The natural order of codes."""

import re
from collections.abc import Sequence
from functools import lru_cache

LAST = "\U0010ffff"
"""Stands after every code."""


@lru_cache(4_096)
def natural(code: str) -> str:
    """A key that sorts codes in natural order: 9 before 10.

    >>> sorted(["10", "9", "CB10", "CB9"], key=natural)
    ['9', '10', 'CB9', 'CB10']
    """
    return re.sub(r"0*(\d+)", lambda number: f"\0{len(number[1]):05}{number[1]}", code)


def natural_order(codes: Sequence[str | None]) -> list[int]:
    """The indexes of codes in natural order; unknown codes come last.

    >>> natural_order(["10", None, "9"])
    [2, 0, 1]
    """
    keys = [natural(code or LAST) for code in codes]
    return sorted(range(len(keys)), key=keys.__getitem__)
