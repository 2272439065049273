"""Swaps cards until a guess agrees with the end line and with the noted conditions.

The scores are the table's own.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from engines.table import Table
from engines.zone import Zone
from notation.record import Result
from replays.unseen.choice import FixedRandom
from replays.unseen.evidence import Condition
from replays.unseen.guess import Guesses
from replays.unseen.tokens import Bag, Token, face

_STALE = 800
"""Swaps without progress after which another guess is made."""

_ANYWHERE = 4
"""One swap in this many need not concern the seats whose scores are wrong."""

_OLDER = 4
"""One swap in this many takes a card out of an earlier shuffle, if possible."""

Swap = list[tuple[Token, str, str]]
"""Tokens, each with its guess before the swap, and after it."""

Off = tuple[int, ...]
"""The error of each seat's score; then 1 if only the winners differ, else 0; then the error of each
condition. All are 0 if a guess is right."""


def agree(written: Result | None, table: Table, guesses: Guesses, choice: FixedRandom) -> bool:
    """Change a guess until it gives the written scores and winners, and meets every condition.

    Returns whether that succeeded.
    """
    follower = guesses.follower
    follower.looked_at.clear()
    off = _off(written, table, follower.conditions)
    if not any(off):
        return True
    swaps = _Swaps(guesses, choice, table)  # before the table is copied: that looks at every card
    trial = _Trial(written, table, follower.conditions)
    tried: dict[Off, Swap] = {}
    stale = 0
    while any(off) and stale < _STALE and not guesses.spent:
        stale += 1
        swap = swaps.find(_wrong(off, choice) if choice.below(_ANYWHERE) else None)
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


def plain_copy(table: Table) -> Table:
    """A table that a line was followed on, as a plain one: the guesses of its tokens are cards."""
    other = table.copy()
    other.unseen = None
    for zone in table.zones():
        name, owner, ordered, display = zone.name, zone.owner, zone.ordered, zone.display
        plain = other.add_zone(name, zone.visibility, owner=owner, ordered=ordered, display=display)
        plain.put_all(map(face, list.__iter__(zone)))
    other.part()
    other.name_unseen(face)
    return other


def _wrong(off: Off, choice: FixedRandom) -> int:
    """The index of a wrong value, chosen with a probability that grows with its error."""
    at = choice.below(_gap(off))
    for place, by in enumerate(off):
        at -= abs(by)
        if at < 0:
            return place
    raise AssertionError("nothing is wrong")


class _Trial:
    """A table with the guesses of its tokens, which counts its scores fast."""

    def __init__(
        self, written: Result | None, table: Table, conditions: Sequence[Condition]
    ) -> None:
        self._written = written
        self._conditions = conditions
        self._places: dict[Token, tuple[Zone, int]] = {}
        self.table = plain_copy(table)
        for zone in table.zones():
            plain = self.table.zone(zone.name, zone.owner)
            for at, card in enumerate(list.__iter__(zone)):
                if isinstance(card, Token):
                    self._places[card] = plain, at

    def make(self, swap: Swap) -> Off:
        """Make a swap, and return the errors after it."""
        for token, _, card in swap:
            self._put(token, card)
        return _off(self._written, self.table, self._conditions)

    def take_back(self, swap: Swap) -> None:
        """Undo a swap."""
        for token, card, _ in swap:
            self._put(token, card)

    def _put(self, token: Token, card: str) -> None:
        token.guess = card
        if token in self._places:
            zone, at = self._places[token]
            zone[at] = card


class Path(NamedTuple):
    """The tokens of one card, shuffle after shuffle; `named` if it is named after the last."""

    tokens: Sequence[Token]
    named: bool


class _Swaps:
    """Swaps of cards between tokens of a guess, after which all demands are still met.

    Two cards of one shuffle swap their places, and also their tokens in later shuffles: a card that
    is shuffled again is another token in each shuffle.
    """

    def __init__(self, guesses: Guesses, choice: FixedRandom, table: Table) -> None:
        self._choice = choice
        self._banned = guesses.banned
        self._seen = [token for token in guesses.free if token in guesses.follower.looked_at]
        self._of = [
            *[self._held_by(seat, table) for seat in table.seats],
            self._seen,
            *map(_tokens, guesses.follower.conditions),
        ]
        self._member = {token: bag for bag in guesses.follower.bags for token in bag.tokens}
        self._where = _lying(table)
        self._free = _by_bag(guesses.free)
        self._loose = _by_bag(dict.fromkeys([*guesses.free, *guesses.shuffled_in]))

    def _held_by(self, seat: str, table: Table) -> list[Token]:
        """The tokens of a seat that were looked at."""
        held = {
            card for zone in table.zones() if zone.owner == seat for card in list.__iter__(zone)
        }
        return [token for token in self._seen if token in held]

    def find(self, wrong: int | None) -> Swap:
        """A swap of a token that affects the error, or of any token; empty if none was found."""
        tokens = self._seen if wrong is None else self._of[wrong] or self._seen
        if not tokens:
            return []
        one = tokens[self._choice.below(len(tokens))]
        way: list[Token] = []
        if one.bag.tokens and not self._choice.below(_OLDER) and (way := self._earlier(one)):
            way = way[: 1 + self._choice.below(len(way))][::-1]
        return self._swapped(way, self._onwards(one))

    def _swapped(self, before: Sequence[Token], onwards: Path) -> Swap:
        """A swap of the card on this path with another card of the same shuffle."""
        way = Path([*before, *onwards.tokens], onwards.named)
        first = way.tokens[0]
        choices = self._loose.get(first.bag, ())
        start = self._choice.below(len(choices)) if choices else 0
        for other in chain(choices[start:], choices[:start]):
            if other.guess == first.guess or not other.may_be(first.guess or ""):
                continue
            if other in self._where and self._where[other] is self._where.get(first):
                continue
            pair = self._until_they_meet(way, self._onwards(other), len(before))
            if pair is not None:
                ours, theirs = pair
                card = first.guess
                if self._may_all_be(ours, other.guess) and self._may_all_be(theirs, card):
                    return _swap(ours, other.guess) + _swap(theirs, card)
        return []

    def _until_they_meet(
        self, one: Path, other: Path, least: int
    ) -> tuple[Sequence[Token], Sequence[Token]] | None:
        """The tokens of two paths, up to the first shuffle with both cards, if there is one.

        None if the paths meet too early, or if one of the cards is named before.
        """
        bags = {self._member.get(token): at for at, token in enumerate(one.tokens)}
        for at, token in enumerate(other.tokens):
            bag = self._member.get(token)
            if bag is not None and bag in bags:
                ours = one.tokens[: bags[bag] + 1]
                return (ours, other.tokens[: at + 1]) if len(ours) > least else None
        return None if one.named or other.named else (one.tokens, other.tokens)

    def _onwards(self, token: Token) -> Path:
        """A token, and the tokens of its card in later shuffles."""
        path = [token]
        while (bag := self._member.get(path[-1])) is not None:
            fitting = (other for other in self._free.get(bag, ()) if other.guess == token.guess)
            following = next(fitting, None)
            if following is None:
                return Path(path, named=True)
            path.append(following)
        return Path(path, named=False)

    def _earlier(self, token: Token) -> list[Token]:
        """The tokens of a token's card in earlier shuffles, the last one first."""
        path: list[Token] = []
        last: Token | None = token
        while last is not None:
            members = last.bag.tokens
            loose = (
                other
                for bag in dict.fromkeys([member.bag for member in members])
                for other in self._loose.get(bag, ())
            )
            here = last.bag
            last = next(
                (o for o in loose if o.guess == token.guess and self._member.get(o) is here), None
            )
            if last is not None:
                path.append(last)
        return path

    def _may_all_be(self, path: Iterable[Token], card: str | None) -> bool:
        code = card or ""
        return all(code not in self._banned.get(token, ()) and token.may_be(code) for token in path)


def _lying(table: Table) -> dict[Token, Zone]:
    """The tokens in unordered zones of seats, each with its zone."""
    return {
        card: zone
        for zone in table.zones()
        if zone.owner and not zone.ordered
        for card in list.__iter__(zone)
        if isinstance(card, Token)
    }


def _by_bag(tokens: Iterable[Token]) -> dict[Bag, list[Token]]:
    by_bag: dict[Bag, list[Token]] = {}
    for token in tokens:
        by_bag.setdefault(token.bag, []).append(token)
    return by_bag


def _tokens(condition: Condition) -> list[Token]:
    return [card for zone in condition.cards for card in zone if isinstance(card, Token)]


def _swap(path: Iterable[Token], card: str | None) -> Swap:
    return [(token, token.guess or "", card or "") for token in path]


def _can_be_made(swap: Swap) -> bool:
    """Whether no card of a swap has been changed since."""
    return all(token.guess == card for token, card, _ in swap)


def _off(written: Result | None, table: Table, conditions: Sequence[Condition]) -> Off:
    """The errors of the scores and of the conditions."""
    missed = [condition.missed_by() for condition in conditions]
    if written is None:
        return (*(0,) * len(table.seats), 0, *missed)
    scores = table.scores()
    pairs = zip(written.scores, scores, strict=True)
    off = [0 if wanted is None else score - wanted for wanted, score in pairs]
    if any(off) or not table.over or not written.winners:
        return (*off, 0, *missed)
    return (*off, int(tuple(table.winners(scores)) != written.winners), *missed)


def _gap(off: Off) -> int:
    return sum(map(abs, off))
