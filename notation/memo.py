"""Remembers the meaning of short texts, of which records repeat most again and again."""

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

_LONGEST = 128
"""Characters of a text that is remembered: a sixth of the moves in The Jam are longer than 64.

Without a limit, texts of 60 KB would fill the memory.
"""


class Memo(dict[str, T]):
    """The meanings of texts: `memo[text]` reads a text that is not known yet.

    What `read` raises is not remembered. At `most` texts are known, then all are forgotten.

    >>> lengths = Memo(len, 2)
    >>> lengths["six"], lengths["seven"], lengths["six"], len(lengths)
    (3, 5, 3, 2)
    """

    def __init__(self, read: Callable[[str], T], most: int) -> None:
        super().__init__()
        self._read, self._most = read, most

    def __missing__(self, text: str) -> T:
        meaning = self._read(text)
        if len(text) <= _LONGEST:
            if len(self) >= self._most:
                self.clear()
            self[text] = meaning
        return meaning
