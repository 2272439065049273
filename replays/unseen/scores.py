"""Makes guesses agree with the end line, by swapping cards under the table's own scoring."""

from engines.table import Table
from notation.record import Result
from replays.unseen.choice import Choice
from replays.unseen.guess import Guesses
from replays.unseen.tokens import Bag, Token

_SWAPS = 800
"""How many swaps are tried for a guess."""

_GAPS = 2_400
"""How many swaps are tried for all guesses of a line."""


def agree(written: Result | None, table: Table, guesses: Guesses, choice: Choice) -> bool:
    """Change a guess until it gives the scores and winners written. False if that failed."""
    if written is None:
        return True
    gap = _gap(written, table)
    if not gap:
        return True
    members = {token: bag for bag in guesses.ledger.bags for token in bag.tokens}
    seen = [token for token in guesses.free if token in guesses.ledger.looked_at]
    partners: dict[Bag, list[Token]] = {}
    for token in guesses.free:
        partners.setdefault(token.bag, []).append(token)
    for _ in range(min(_SWAPS, _GAPS - guesses.swaps) if seen else 0):
        guesses.swaps += 1
        one = seen[choice.below(len(seen))]
        others = partners[one.bag]
        other = others[choice.below(len(others))]
        if members.get(one) is not members.get(other) or not _can_swap(one, other, guesses):
            continue
        one.guess, other.guess = other.guess, one.guess
        new = _gap(written, table)
        if new > gap:
            one.guess, other.guess = other.guess, one.guess
        else:
            gap = new
        if not gap:
            return True
    return False


def _can_swap(one: Token, other: Token, guesses: Guesses) -> bool:
    a, b = one.guess or "", other.guess or ""
    if a == b or not one.may_be(b) or not other.may_be(a):
        return False
    banned = guesses.banned
    return b not in banned.get(one, ()) and a not in banned.get(other, ())


def _gap(written: Result, table: Table) -> int:
    """How far the scores are from those written; if they agree, whether the winners differ."""
    scores = table.scores()
    pairs = zip(written.scores, scores, strict=True)
    gap = sum([abs(score - wanted) for wanted, score in pairs if wanted is not None])
    if gap or not table.over or not written.winners:
        return gap
    return int(tuple(table.winners(scores)) != written.winners)
