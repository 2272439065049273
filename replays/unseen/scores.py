"""Makes guesses agree with the end line, by swapping cards under the table's own scoring."""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from engines.table import Table
from notation.record import Result
from replays.unseen.choice import Choice
from replays.unseen.guess import Guesses
from replays.unseen.tokens import Bag, Token

_STALE = 800
"""How many swaps are looked at without getting nearer, before another guess is made."""

_WORSE = (0, 1, 2, 3)
"""How much worse the scores may become by a swap: one of these, so that it leaves dead ends."""

Swap = list[tuple[Token, str]]
"""Tokens, each with the card that it is taken for."""


def agree(written: Result | None, table: Table, guesses: Guesses, choice: Choice) -> bool:
    """Change a guess until it gives the scores and winners written. False if that failed."""
    if written is None:
        return True
    gap = _gap(written, table)
    if not gap:
        return True
    swaps, best, stale = _Swaps(guesses, choice), gap, 0
    while not guesses.spent and stale < _STALE:
        stale += 1
        swap = swaps.find()
        if not swap:
            continue
        before = [(token, token.guess or "") for token, _ in swap]
        _take(swap)
        guesses.swaps += 1
        new = _gap(written, table)
        if not new:
            return True
        if new <= gap + _WORSE[choice.below(len(_WORSE))]:
            gap = new
        else:
            _take(before)
        if gap < best:
            best, stale = gap, 0
    return False


class _Swaps:
    """Swaps of cards between tokens of a guess, after which all that was demanded still holds."""

    def __init__(self, guesses: Guesses, choice: Choice) -> None:
        self._choice = choice
        self._banned = guesses.banned
        self._shuffled_in = set(guesses.shuffled_in)
        self._seen = [token for token in guesses.free if token in guesses.ledger.looked_at]
        self._member = {token: bag for bag in guesses.ledger.bags for token in bag.tokens}
        self._free = _by_bag(guesses.free)
        self._loose = _by_bag(dict.fromkeys([*guesses.free, *guesses.shuffled_in]))

    def find(self) -> Swap:
        """A swap of a token that was looked at; empty if none was found."""
        if not self._seen:
            return []
        one = self._any(self._seen)
        if one.bag.tokens and self._choice.below(2):
            return self._with_older(one)
        bag = self._member.get(one)

        def fits(other: Token) -> bool:
            return self._member.get(other) is bag and self._can_swap(one, other)

        other = self._first(self._free[one.bag], fits)
        return [] if other is None else [(one, other.guess or ""), (other, one.guess or "")]

    def _with_older(self, one: Token) -> Swap:
        """A swap that brings another card into the token's shuffle, out of an earlier one."""
        olds = [token for token in one.bag.tokens if token.guess == one.guess]
        old = next((token for token in olds if token in self._shuffled_in), None)
        if old is None:
            return []

        def fits(out: Token) -> bool:
            bag = self._member.get(out)
            if bag is one.bag or not (self._can_swap(one, out) and self._may_be(old, out)):
                return False
            return bag is None or self._brought(out, bag, one) is not None

        out = self._first(self._loose.get(old.bag, ()), fits)
        if out is None:
            return []
        card, its = one.guess or "", out.guess or ""
        swap, bag = [(one, its), (old, its), (out, card)], self._member.get(out)
        other = None if bag is None else self._brought(out, bag, one)
        return swap if other is None else [*swap, (other, card)]

    def _brought(self, out: Token, bag: Bag, one: Token) -> Token | None:
        """A token of a later shuffle that a card was brought to, and that can be another's card."""
        fitting = (t for t in self._free.get(bag, ()) if t.guess == out.guess)
        return next((token for token in fitting if self._may_be(token, one)), None)

    def _can_swap(self, one: Token, other: Token) -> bool:
        return one.guess != other.guess and self._may_be(one, other) and self._may_be(other, one)

    def _may_be(self, one: Token, other: Token) -> bool:
        """Whether a token can be the card that another one is taken for."""
        card = other.guess or ""
        return card not in self._banned.get(one, ()) and one.may_be(card)

    def _any(self, tokens: Sequence[Token]) -> Token:
        return tokens[self._choice.below(len(tokens))]

    def _first(self, tokens: Sequence[Token], fits: Callable[[Token], bool]) -> Token | None:
        """The first of some tokens that fits, from any one of them on."""
        start = self._choice.below(len(tokens)) if tokens else 0
        return next(filter(fits, chain(tokens[start:], tokens[:start])), None)


def _by_bag(tokens: Iterable[Token]) -> dict[Bag, list[Token]]:
    found: dict[Bag, list[Token]] = {}
    for token in tokens:
        found.setdefault(token.bag, []).append(token)
    return found


def _take(swap: Swap) -> None:
    for token, card in swap:
        token.guess = card


def _gap(written: Result, table: Table) -> int:
    """How far the scores are from those written; if they agree, whether the winners differ."""
    scores = table.scores()
    pairs = zip(written.scores, scores, strict=True)
    gap = sum([abs(score - wanted) for wanted, score in pairs if wanted is not None])
    if gap or not table.over or not written.winners:
        return gap
    return int(tuple(table.winners(scores)) != written.winners)
