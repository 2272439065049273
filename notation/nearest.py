"""Near misses: which known words somebody may have meant."""

from collections.abc import Iterable
from difflib import SequenceMatcher

_LONGEST = 1_000


def nearest(word: str, known: Iterable[str], most: int = 3, cutoff: float = 0.6) -> list[str]:
    """The known words most like this one, best first; ties keep the order given.

    No word is like one of more than 1,000 characters.

    >>> nearest("Evnet", ["Date", "Event", "Site"])
    ['Event']
    """
    if len(word) > _LONGEST:
        return []
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(word)
    scored = []
    for order, candidate in enumerate(known):
        matcher.set_seq1(candidate)
        if matcher.real_quick_ratio() >= cutoff and matcher.quick_ratio() >= cutoff:
            ratio = matcher.ratio()
            if ratio >= cutoff:
                scored.append((-ratio, order, candidate))
    return [candidate for _, _, candidate in sorted(scored)[:most]]


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """The help line that suggests the nearest known word, if there is one.

    >>> did_you_mean("drwa", ["draw", "discard"])
    'did you mean `draw`?'
    """
    found = nearest(word, known, most=1)
    return f"did you mean `{found[0]}`?" if found else None
