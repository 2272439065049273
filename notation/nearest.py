"""Near misses: which known words somebody may have meant."""

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import takewhile

_LONGEST = 1_000
_WORK = 2_000_000

_PART = 0.1
_WORD = 0.15
"""How much an argument or list item too many takes, and a leading word in common gives."""


def nearest(word: str, known: Iterable[str], most: int = 3, cutoff: float = 0.6) -> list[str]:
    """The known words or moves most like this one, best first; ties keep the order given.

    Of two that are about as like, one with as many arguments and list items comes first, and
    one that begins with the same words.

    No word is like one of more than 1,000 characters. Where very many are about as like, not
    all of them are looked at.

    >>> nearest("Evnet", ["Date", "Event", "Site"])
    ['Event']
    >>> nearest("cross 10 10,9+2", ["cross 10 10", "cross 10 10,10"], most=1)
    ['cross 10 10,10']
    >>> nearest("cross 12 12", ["cross 1 1", "cross 12 8+4"], most=1)
    ['cross 12 8+4']
    """
    if len(word) > _LONGEST:
        return []
    matcher = SequenceMatcher(None, "", word, autojunk=False)
    found: list[tuple[float, int, str]] = []
    left = _WORK
    for least, order, candidate, distance in sorted(_likely(matcher, word, known, cutoff)):
        left -= len(word) * len(candidate)
        if left < 0 or (len(found) == most and least > found[-1][0]):
            break
        matcher.set_seq1(candidate)
        ratio = matcher.ratio()
        if ratio >= cutoff:
            found = sorted([*found, (distance - ratio, order, candidate)])[:most]
    return [candidate for _, _, candidate in found]


def _likely(
    matcher: "SequenceMatcher[str]", word: str, known: Iterable[str], cutoff: float
) -> Iterator[tuple[float, int, str, float]]:
    """Those that may be like the word: each with the best that can come of it, and its order.

    The likeness itself takes long to find, so it is looked for in the best of them only.
    """
    parts = _parts(word)
    for order, candidate in enumerate(known):
        matcher.set_seq1(candidate)
        if matcher.real_quick_ratio() >= cutoff and (hoped := matcher.quick_ratio()) >= cutoff:
            distance = _PART * abs(_parts(candidate) - parts) - _WORD * _shared(candidate, word)
            yield distance - hoped, order, candidate, distance


def _parts(text: str) -> int:
    return text.count(" ") + text.count(",")


def _shared(left: str, right: str) -> int:
    """How many words the two begin with in common."""
    pairs = zip(left.split(" "), right.split(" "), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """The help line that suggests the nearest known word, if there is one.

    >>> did_you_mean("drwa", ["draw", "discard"])
    'did you mean `draw`?'
    """
    found = nearest(word, known, most=1)
    return f"did you mean `{found[0]}`?" if found else None
