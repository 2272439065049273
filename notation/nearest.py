"""Near misses: finds the known word or legal move that was probably meant."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import inf
from typing import TYPE_CHECKING

from notation.wording import Suggestion, guess, suggestion

if TYPE_CHECKING:
    from difflib import SequenceMatcher

_LONGEST = 1_000
"""The longest word or move that is compared, in characters."""

_WORK = 2_000_000
"""Pairs of characters compared for one word, so that no list of words takes long."""

_VERB = 0.75
"""The cost of another verb: less than of another argument, since the cards say more."""

_REPLACED = 0.9
"""The cost of another argument or list item: less than of a missing one."""

_SLIP = 0.4
"""The discount if the two are spelled alike, as in a slip of the pen."""

_REMOVED = 1.0
"""The cost of an argument or list item too many, since it was written on purpose."""

_ADDED = 0.5
"""The cost of an argument or list item too few: one is easily forgotten."""

_MOVED = 0.1
"""The cost of another order, which decides between moves with the same parts."""

_ALIKE = 0.65
"""The ratio from which two words count as spelled alike; below it, shared letters are chance."""

_NEAR = 0.65
"""The share of a listed move that may differ: both arguments of two."""

_MEANT = 1 / 3
"""The share of a suggested move that may differ: one argument of two."""

_LISTED = 3
"""The most moves that are listed."""

_NAMED = 2
"""The arguments that identify a move without its verb; a single one fits many verbs."""

Part = tuple[str, str]
"""The key of an argument (empty if it has none), and the argument or list item."""


def nearest(word: str, known: Iterable[str], most: int = 3, cutoff: float = 0.6) -> list[str]:
    """The known words most like this one, best first; ties keep the order of `known`.

    None for a word of more than 1,000 characters. If very many words are about equally near, not
    all of them are compared.

    >>> nearest("Evnet", ["Date", "Event", "Site"])
    ['Event']
    """
    return [candidate for _, candidate in _nearest(word, known, most, cutoff)]


def _nearest(word: str, known: Iterable[str], most: int, cutoff: float) -> list[tuple[float, str]]:
    """The nearest words, best first, each after its likeness."""
    if len(word) > _LONGEST:
        return []
    matcher = _matcher("", word)
    best: list[tuple[float, int, str]] = []
    left = _WORK
    for least, order, candidate in sorted(_likely(matcher, known, cutoff)):
        left -= len(word) * len(candidate)
        if left < 0 or (len(best) == most and least > best[-1][0]):
            break
        matcher.set_seq1(candidate)
        ratio = matcher.ratio()
        if ratio >= cutoff:
            best = sorted([*best, (-ratio, order, candidate)])[:most]
    return [(-distance, candidate) for distance, _, candidate in best]


def _likely(
    matcher: "SequenceMatcher[str]", known: Iterable[str], cutoff: float
) -> Iterator[tuple[float, int, str]]:
    """The words that may be near, each with the negative of its highest possible likeness.

    The likeness itself is slow to compute. `_nearest` does so for the best of them only.
    """
    for order, candidate in enumerate(known):
        matcher.set_seq1(candidate)
        if matcher.real_quick_ratio() >= cutoff and (hoped := matcher.quick_ratio()) >= cutoff:
            yield -hoped, order, candidate


def did_you_mean(word: str, known: Iterable[str]) -> Suggestion | None:
    """The help line that suggests the nearest known word, unless another is just as near.

    >>> did_you_mean("drwa", ["draw", "discard"])
    'did you mean `draw`?'
    """
    near = _nearest(word, known, 2, 0.6)
    if not near or (len(near) > 1 and near[0][0] == near[1][0]):
        return None
    return guess(near[0][1])


def card_meant(word: str, codes: Iterable[str]) -> str | None:
    """The help for a word that is not the code of a card; None unless one code is likely meant.

    >>> card_meant("0N01", ["ON01", "TO01"])
    'did you mean `ON01`? it has the letter O, not the digit 0'
    >>> card_meant("TO", ["ON01", "TO01"])
    'a card seen in part ends with `_`: `TO_`'
    """
    codes = tuple(codes)
    alike = [code for code in codes if _folded(code) == _folded(word)]
    if len(alike) == 1:
        pairs = zip(alike[0], word, strict=True)
        right, wrong = next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
        if right.casefold() == wrong.casefold():
            return guess(alike[0])
        return guess(alike[0], f"it has the {_sign(right)}, not the {_sign(wrong)}")
    if any(code.startswith(word) for code in codes):
        return suggestion(f"{word}_", f"a card seen in part ends with `_`: `{word}_`")
    return did_you_mean(word, codes)


def _folded(code: str) -> str:
    """A code with like signs made equal: the letter O and a zero, I, l and a one."""
    return code.casefold().replace("o", "0").replace("i", "1").replace("l", "1")


def _sign(char: str) -> str:
    return f"{'digit' if char.isdigit() else 'letter'} {char}"


def suggest(
    written: str, legal: Sequence[str], advice: str | None = None
) -> tuple[tuple[str, ...], str | None]:
    """The legal moves most like the one written, best first, and the help to give with them.

    The help is the advice, if there is any. But advice that only guesses a word gives way to a
    nearest move that may well have been meant, and is dropped if the nearest move lacks the word.

    >>> suggest("cross 10 10,8+3", ["cross 10 10", "cross 10 10,8+2", "discard 10"])
    (('cross 10 10,8+2', 'cross 10 10'), 'did you mean `cross 10 10,8+2`?')
    """
    if len(written) > _LONGEST:
        return (), advice
    move = _Move(written)
    scored = [(*move.costs(text), order) for order, text in enumerate(legal)]
    nearest = sorted(score for score in scored if score[1] <= _NEAR)[:_LISTED]
    near = tuple(legal[order] for _, _, order in nearest)
    word = advice.text if isinstance(advice, Suggestion) else None
    if not near or (advice and (word is None or advice != guess(word))):
        return near, advice
    alone = len(nearest) == 1 or nearest[0][0] < nearest[1][0]
    if alone and nearest[0][1] <= _MEANT and move.may_mean(near[0]):
        return near, guess(near[0])
    return near, advice if word in re.split("[ =,]", near[0]) else None


class _Move:
    """A move as written, to be compared with legal ones."""

    def __init__(self, text: str) -> None:
        self._verb, self._parts = _split(text)
        self._alike = cache(_alike)

    def costs(self, text: str) -> tuple[float, float]:
        """The cost of the difference to a legal move, and that cost as a share of the two.

        Both are infinite if the verb differs and not all the arguments written are there.
        """
        alike = self._alike(self._verb, text.partition(" ")[0])
        if not alike and not all(item in text for _, item in self._parts):
            return inf, inf
        _, parts = _split(text)
        left, new = _without(self._parts, parts), _without(parts, self._parts)
        size = 1 + max(len(self._parts), len(parts))
        surplus = len(left) - len(new)
        if _REMOVED * surplus > _NEAR * size or not (alike or (self._parts and not left)):
            return inf, inf
        costs = [_VERB * (1 - alike), _REMOVED * max(surplus, 0), _ADDED * max(-surplus, 0)]
        costs += [_REPLACED - _SLIP * likeness for likeness in self._replaced(left, new)]
        if len(parts) - len(new) > 1:
            costs.append(_MOVED * (_shared(parts, self._parts) != _shared(self._parts, parts)))
        return sum(costs), sum(costs) / size

    def _replaced(self, left: list[Part], new: list[Part]) -> Iterator[float]:
        """How alike each replaced part is to the one it replaces."""
        rest = [item for _, item in left]
        for _, item in new[: len(left)]:
            likeness = [self._alike(item, old) for old in rest]
            most = max(likeness)
            del rest[likeness.index(most)]
            yield most

    def may_mean(self, text: str) -> bool:
        """Whether the writer may have meant a near move, by its verb."""
        return len(self._parts) >= _NAMED or self._alike(self._verb, _split(text)[0]) > 0


def _split(text: str) -> tuple[str, list[Part]]:
    """The verb of a move, and its parts."""
    verb, *words = text.split(" ")
    parts = []
    for word in words:
        key, _, items = word.rpartition("=")
        parts += [(key, item) for item in items.split(",")]
    return verb, parts


def _without(parts: list[Part], taken: list[Part]) -> list[Part]:
    """The parts that remain when each of the others is taken away once."""
    left = list(parts)
    for part in taken:
        if part in left:
            left.remove(part)
    return left


def _shared(parts: list[Part], others: list[Part]) -> list[Part]:
    """The parts that are among the others, each once, in order."""
    return [part for part in dict.fromkeys(parts) if part in others]


def _alike(one: str, other: str) -> float:
    matcher = _matcher(one, other)
    ratio = matcher.ratio() if matcher.quick_ratio() >= _ALIKE else 0
    return ratio if ratio >= _ALIKE else 0


def _matcher(one: str, other: str) -> "SequenceMatcher[str]":
    from difflib import SequenceMatcher  # noqa: PLC0415 - slow to import, for mistakes only

    return SequenceMatcher(None, one, other, autojunk=False)
