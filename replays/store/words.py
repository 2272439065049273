"""Splits texts into words and folds words and names, the same way for every store."""

import re
from collections.abc import Iterable
from unicodedata import category, normalize

LONGEST = 64
"""The characters of a word that are stored and compared; the rest is cut off."""

_WORD = re.compile(r"[^\W_]+")


def words_in(text: str) -> list[str]:
    """The words of a text: runs of letters and digits, without case, accents and other marks.

    >>> words_in("Zoë's café, n°7: STRASSE")
    ['zoe', 's', 'cafe', 'n', '7', 'strasse']
    """
    return [word[:LONGEST] for word in _WORD.findall(_folded(text))]


def joined(texts: Iterable[str]) -> str:
    """The words of all texts, with a space between two."""
    return " ".join(word for text in texts for word in words_in(text))


def phrases_in(text: str) -> list[list[str]]:
    """The phrases of a search: the words of each part between spaces, to be found side by side.

    >>> phrases_in("Tuesday-club *  Ana")
    [['tuesday', 'club'], ['ana']]
    """
    return [words for part in text.split() if (words := words_in(part))]


def fold(text: str) -> str:
    """The text for comparing names: folded in case and in the coding of accents.

    >>> fold("ZOË") == fold("zoe\u0308")
    True
    """
    return normalize("NFC", normalize("NFC", text).casefold())


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    plain = normalize("NFKD", normalize("NFKD", text).casefold())
    return "".join(char for char in plain if category(char)[0] != "M")
