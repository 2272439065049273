"""Makes guesses even, so that one deal is found about as often as any other that agrees.

A guess lets the first tokens that can be the named cards be them. Here tokens exchange their cards
over and over, as the Metropolis algorithm does. A deal in which several like cards can be the one
that was named is reached in as many ways, so an exchange that leads to such a deal is made less
often.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import prod
from typing import NamedTuple

from replays.unseen.choice import FixedRandom
from replays.unseen.evidence import Evidence
from replays.unseen.supply import Demand, Supply
from replays.unseen.tokens import Token

_FEWEST, _MORE = 120, 4
"""Exchanges that are tried in a guess, and how many more for each place that leaves a choice."""

_FINE = 1 << 30
"""In how many steps the probability of an exchange is measured."""


class _Named(NamedTuple):
    """A demand for one card, the numbers of its tokens, and how many demands come first."""

    demand: Demand
    tokens: frozenset[int]
    before: int


class Exchange:
    """Exchanges the cards of a guess between its tokens, whose demands stay met.

    Cards that went into a later shuffle stay where they are, and so do cards that are given for
    other reasons than being named.
    """

    def __init__(
        self, evidence: Evidence, supply: Supply, banned: Mapping[Token, set[str]], *, kept: bool
    ) -> None:
        """`kept` says whether cards were given to tokens just because others cannot be them."""
        self._banned, self._carries = banned, supply.carries
        self._named = _by_code(evidence.demands)
        self._tokens_of = {
            one.demand: one.tokens for demands in self._named.values() for one in demands
        }
        again = {token for bag in evidence.bags for token in bag.tokens}
        self._met: dict[Demand, Token] = {}
        self._kept: set[Token] = set()
        self._holders: dict[str, set[int]] = defaultdict(set)
        self._loose: dict[Token, Sequence[Token]] = {}
        for bag in evidence.bags:
            tokens = [card for card in bag.order if isinstance(card, Token)]
            loose = [one for one in tokens if one not in again and self._is_loose(one, kept=kept)]
            self._loose |= dict.fromkeys(loose, loose)
            for token in tokens:
                self._holders[token.guess or ""].add(token.number)
        several = [
            demand
            for demand, token in self._met.items()
            if token in self._loose and len(demand.tokens) > 1
        ]
        in_question = {token for demand in several for token in demand.tokens} | self._kept
        self._sites: list[Demand | Token] = [*several]
        self._sites += [
            token
            for token in self._loose
            if token in in_question or token in banned or token.banned
        ]

    def _is_loose(self, token: Token, *, kept: bool) -> bool:
        """Whether a token may get another card; notes the demand that it meets."""
        held = self._carries.get(token)
        if held is None:
            return token.code is None
        demand = held[0]
        if isinstance(demand, Demand) and demand in self._tokens_of:
            self._met[demand] = token
            return len(demand.tokens) > 1
        if kept:
            del self._carries[token]
            self._kept.add(token)
        return kept

    def run(self, choice: FixedRandom) -> None:
        """Try as many exchanges as it takes until the first guess is forgotten."""
        for _ in range(_FEWEST + _MORE * len(self._sites) if self._sites else 0):
            site = self._sites[choice.below(len(self._sites))]
            one = site if isinstance(site, Token) else self._met[site]
            others = self._loose[one] if isinstance(site, Token) else site.tokens
            other = others[choice.below(len(others))]
            if other in self._loose and other is not one:
                self._try(one, other, choice)

    def _try(self, one: Token, other: Token, choice: FixedRandom) -> None:
        """Exchange what two tokens are, if that is allowed, and often enough."""
        ours, theirs = self._demand_of(one), self._demand_of(other)
        if ours is not None and other.number not in self._tokens_of[ours]:
            return
        if theirs is not None and one.number not in self._tokens_of[theirs]:
            return
        card, its = one.guess or "", other.guess or ""
        if card != its and not (one.bag is other.bag and self._cards_exchanged(one, other, choice)):
            return
        for token, demand in ((one, theirs), (other, ours)):
            if demand is None:
                self._carries.pop(token, None)
            else:
                self._carries[token] = demand, demand.codes[0]
                self._met[demand] = token

    def _demand_of(self, token: Token) -> Demand | None:
        held = self._carries.get(token)
        return held[0] if held is not None and isinstance(held[0], Demand) else None

    def _cards_exchanged(self, one: Token, other: Token, choice: FixedRandom) -> bool:
        """Exchange the cards of two tokens, unless the deal is then reached in too many ways."""
        card, its = one.guess or "", other.guess or ""
        if not (self._may_be(one, its) and self._may_be(other, card)):
            return False
        before = self._ways(card) * self._ways(its)
        self._move(one, other)
        after = self._ways(card) * self._ways(its)
        if after > before and choice.below(_FINE) * after >= before * _FINE:
            self._move(one, other)
            return False
        return True

    def _move(self, one: Token, other: Token) -> None:
        for token, card, its in ((one, one.guess, other.guess), (other, other.guess, one.guess)):
            self._holders[card or ""].remove(token.number)
            self._holders[its or ""].add(token.number)
        one.guess, other.guess = other.guess, one.guess

    def _may_be(self, token: Token, card: str) -> bool:
        return token.may_be(card) and card not in self._banned.get(token, ())

    def _ways(self, card: str) -> int:
        """In how many ways the demands for a card can be met by the tokens that are this card."""
        holders = self._holders[card]
        named = self._named.get(card, ())
        return prod([max(1, len(holders & one.tokens) - one.before) for one in named])


def _by_code(demands: Sequence[Demand]) -> dict[str, list[_Named]]:
    """The demands for one card, by the card: those with few tokens come first."""
    named: dict[str, list[_Named]] = {}
    for demand in sorted(demands, key=lambda demand: len(demand.tokens)):
        if len(demand.codes) == 1:
            tokens = frozenset([token.number for token in demand.tokens])
            others = named.setdefault(demand.codes[0], [])
            before = sum([not tokens.isdisjoint(one.tokens) for one in others])
            others.append(_Named(demand, tokens, before))
    return named
