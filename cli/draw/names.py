"""Short names of cards. They are made by a rule, so that none has to be learned."""

import re
from collections.abc import Iterable, Mapping

_WHOLE = 5
_CUT = 4
_WORD = re.compile(r"[a-z]+")


def short_names(vocabulary: Iterable[str]) -> dict[str, str]:
    """A short name for each word: up to five letters stay whole, longer words are cut to four.

    Words that would become alike get one more letter, again and again until they differ.

    >>> short_names(["apple", "cherry", "cranberry", "crane", "cranky"])
    {'apple': 'apple', 'cherry': 'cher', 'cranberry': 'cranb', 'crane': 'crane', 'cranky': 'crank'}
    """
    words = dict.fromkeys(vocabulary)
    lengths = {word: len(word) if len(word) <= _WHOLE else _CUT for word in words}
    while clashing := _clashing(lengths):
        for word in clashing:
            lengths[word] += 1
    return {word: word[:length] for word, length in lengths.items()}


def _clashing(lengths: Mapping[str, int]) -> list[str]:
    """The abbreviated words whose short name is also that of another."""
    short = [word[:length] for word, length in lengths.items()]
    return [
        word
        for word, length in lengths.items()
        if length < len(word) and short.count(word[:length]) > 1
    ]


def spelled(text: str, names: Mapping[str, str]) -> str:
    """The text with short names for the words that have one."""
    return _WORD.sub(lambda match: names.get(match[0], match[0]), text)
