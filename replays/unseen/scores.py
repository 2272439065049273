"""Makes guesses agree with the end line, by swapping cards under the table's own scoring."""

from engines.table import Table
from notation.record import Result
from replays.unseen.choice import Choice
from replays.unseen.guess import Guesses
from replays.unseen.tokens import Bag, Token

_SWAPS = 1_200
"""How many swaps are tried for a guess."""

_GAPS = 2_400
"""How many swaps are tried for all guesses of a line."""

_TRIES = 2
"""How many swaps are looked at for each that is tried."""

_WORSE = (0, 0, 0, 0, 0, 1, 3)
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
    swaps = _Swaps(guesses, choice)
    for _ in range(_TRIES * min(_SWAPS, _GAPS - guesses.swaps)):
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
        if guesses.swaps >= _GAPS:
            break
    return False


class _Swaps:
    """Swaps of cards between tokens of a guess, after which all that was demanded still holds."""

    def __init__(self, guesses: Guesses, choice: Choice) -> None:
        self._choice = choice
        self._banned = guesses.banned
        self._seen = [token for token in guesses.free if token in guesses.ledger.looked_at]
        self._free: dict[Bag, list[Token]] = {}
        for token in guesses.free:
            self._free.setdefault(token.bag, []).append(token)
        self._member = {token: bag for bag in guesses.ledger.bags for token in bag.tokens}

    def find(self) -> Swap:
        """A swap of a token that was looked at; empty if none was found."""
        if not self._seen:
            return []
        one = self._any(self._seen)
        if one.bag.tokens and self._choice.below(2):
            return self._with_older(one)
        other = self._any(self._free[one.bag])
        if self._member.get(one) is not self._member.get(other):
            return []
        return self._checked([(one, other.guess or ""), (other, one.guess or "")])

    def _with_older(self, one: Token) -> Swap:
        """A swap that brings another card into the token's shuffle, out of an earlier one."""
        olds = [token for token in one.bag.tokens if token.guess == one.guess]
        if not olds or olds[0] not in (free := self._free.get(olds[0].bag, [])):
            return []
        out = self._any(free)
        if out in self._member:
            return []
        card, old = out.guess or "", one.guess or ""
        return self._checked([(one, card), (olds[0], card), (out, old)])

    def _checked(self, swap: Swap) -> Swap:
        for token, card in swap:
            if token.guess == card or card in self._banned.get(token, ()):
                return []
            if not token.may_be(card):
                return []
        return swap

    def _any(self, tokens: list[Token]) -> Token:
        return tokens[self._choice.below(len(tokens))]


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
