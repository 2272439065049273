"""Makes guesses agree with the end line, by swapping cards under the table's own scoring."""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from engines.table import Table
from notation.record import Result
from replays.unseen.choice import Choice
from replays.unseen.guess import Guesses
from replays.unseen.tokens import Bag, Token, face

if TYPE_CHECKING:
    from engines.zone import Zone

_STALE = 800
"""How many swaps are looked at without getting nearer, before another guess is made."""

_ANYWHERE = 4
"""One of so many swaps may leave the seats alone whose scores are wrong."""

_OLDER = 4
"""One of so many swaps brings a card out of an earlier shuffle, if it can."""

Swap = list[tuple[Token, str, str]]
"""Tokens, each with the card that it is taken for before the swap, and after it."""

Off = tuple[int, ...]
"""How far each seat's score is from the one written; last whether only the winners differ."""


def agree(written: Result | None, table: Table, guesses: Guesses, choice: Choice) -> bool:
    """Change a guess until it gives the scores and winners written. False if that failed."""
    if written is None:
        return True
    guesses.ledger.looked_at.clear()
    off = _off(written, table)
    if not any(off):
        return True
    swaps = _Swaps(guesses, choice, table)  # before the table is copied: that looks at every card
    trial = _Trial(written, table)
    tried: dict[Off, Swap] = {}
    stale = 0
    while any(off) and stale < _STALE and not guesses.spent:
        stale += 1
        seat = _wrong_seat(table, off, choice) if choice.below(_ANYWHERE) else None
        swap = swaps.find(seat)
        if not swap:
            continue
        guesses.swaps += 1
        new = trial.make(swap)
        tried[tuple([after - before for before, after in zip(off, new, strict=True)])] = swap
        other = tried.get(tuple([-by for by in new]))
        if other and _can_be_made(other):
            guesses.swaps += 1
            if not any(trial.make(other)):
                return True
            trial.take_back(other)
        if _gap(new) > _gap(off):
            trial.take_back(swap)
            continue
        if _gap(new) < _gap(off):
            stale = 0
        off = new
    return not any(off)


def _wrong_seat(table: Table, off: Off, choice: Choice) -> str | None:
    """A seat whose score is wrong, the likelier the farther it is off; None if all are right."""
    at = choice.below(_gap(off))
    for seat, by in zip(table.seats, off, strict=False):
        at -= abs(by)
        if at < 0:
            return seat
    return None


class _Trial:
    """A table with the cards that its tokens are taken for, which counts its scores fast."""

    def __init__(self, written: Result, table: Table) -> None:
        self._written = written
        self._places: dict[Token, tuple[Zone, int]] = {}
        self.table = table.copy()
        self.table.unseen = None
        for zone in table.zones():
            name, owner, ordered = zone.name, zone.owner, zone.ordered
            plain = self.table.add_zone(name, zone.visibility, owner=owner, ordered=ordered)
            for at, card in enumerate(list.__iter__(zone)):
                plain.put(face(card))
                if isinstance(card, Token):
                    self._places[card] = plain, at
        self.table.part()

    def make(self, swap: Swap) -> Off:
        """Make a swap, and tell how far the scores are off then."""
        for token, _, card in swap:
            self._put(token, card)
        return _off(self._written, self.table)

    def take_back(self, swap: Swap) -> None:
        """Have the cards of a swap be those that they were before it."""
        for token, card, _ in swap:
            self._put(token, card)

    def _put(self, token: Token, card: str) -> None:
        token.guess = card
        if token in self._places:
            zone, at = self._places[token]
            zone[at] = card


class _Swaps:
    """Swaps of cards between tokens of a guess, after which all that was demanded still holds."""

    def __init__(self, guesses: Guesses, choice: Choice, table: Table) -> None:
        self._choice = choice
        self._banned = guesses.banned
        self._shuffled_in = set(guesses.shuffled_in)
        seen = [token for token in guesses.free if token in guesses.ledger.looked_at]
        self._seen: dict[str | None, list[Token]] = {None: seen}
        for zone in table.zones():
            if zone.owner is not None:
                held = set(list.__iter__(zone))
                self._seen.setdefault(zone.owner, []).extend([t for t in seen if t in held])
        self._member = {token: bag for bag in guesses.ledger.bags for token in bag.tokens}
        self._free = _by_bag(guesses.free)
        self._loose = _by_bag(dict.fromkeys([*guesses.free, *guesses.shuffled_in]))

    def find(self, seat: str | None) -> Swap:
        """A swap of a token that was looked at, of this seat if it has one; empty if none."""
        seen = self._seen.get(seat) or self._seen[None]
        if not seen:
            return []
        one = self._any(seen)
        if one.bag.tokens and not self._choice.below(_OLDER):
            return self._with_older(one)
        bag = self._member.get(one)

        def fits(other: Token) -> bool:
            return self._member.get(other) is bag and self._can_swap(one, other)

        other = self._first(self._free[one.bag], fits)
        return [] if other is None else _swap((one, other.guess), (other, one.guess))

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
        changes, bag = [(one, out.guess), (old, out.guess), (out, one.guess)], self._member.get(out)
        other = None if bag is None else self._brought(out, bag, one)
        return _swap(*changes) if other is None else _swap(*changes, (other, one.guess))

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


def _swap(*changes: tuple[Token, str | None]) -> Swap:
    return [(token, token.guess or "", card or "") for token, card in changes]


def _can_be_made(swap: Swap) -> bool:
    """Whether the cards of a swap are still those that they were before it."""
    return all(token.guess == card for token, card, _ in swap)


def _off(written: Result, table: Table) -> Off:
    """How far the scores are from those written; if they agree, whether the winners differ."""
    scores = table.scores()
    pairs = zip(written.scores, scores, strict=True)
    off = [0 if wanted is None else score - wanted for wanted, score in pairs]
    if any(off) or not table.over or not written.winners:
        return (*off, 0)
    return (*off, int(tuple(table.winners(scores)) != written.winners))


def _gap(off: Off) -> int:
    return sum(map(abs, off))
