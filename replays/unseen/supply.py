"""Assigns tokens to named cards, and cards of a shuffle to tokens, by augmenting paths.

A named card must be one of some tokens. A token is one of the cards of its shuffle, which are known
cards or tokens of earlier shuffles. No two tokens are the same card.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from msgspec import Struct

from replays.unseen.choice import FixedRandom
from replays.unseen.tokens import Bag, Token

_DEEPEST = 60
"""The longest chain of demands that are changed for one."""


_PASSED = 64
"""Tokens looked at that count as one step."""


class Demand(Struct, eq=False):
    """A card that was named, seen in part, or shown to be there: one of `codes`.

    Attributes:
        codes: the codes that the card can have.
        tokens: the tokens that the card can be, the earliest first.
        time: the time at which the card left; None if it stayed.
    """

    codes: Sequence[str]
    tokens: list[Token]
    time: int | None = None


class Supply:
    """Assigns cards to tokens, and tokens to demands and to later shuffles.

    If not `joint`, a token may be different cards for different demands. Each card is then
    assigned separately, so a demand that is refused is certainly too much. `gave_up` says that the
    last search was not finished. A `choice` rotates the order in which tokens of earlier shuffles
    are tried, so that cards take other ways.
    """

    def __init__(
        self, *, joint: bool, steps: int, budget: int = 1 << 62, choice: FixedRandom | None = None
    ) -> None:
        self._joint = joint
        self._choice = choice
        self.budget = budget
        self._steps = steps
        self._depth = 0
        self._busy: set[Any] = set()
        self.gave_up = False
        self._seen: dict[Any, None] = {}
        self._journal: list[tuple[dict[Any, Any], Any, Any]] = []
        self.carries: dict[Any, tuple[Demand | Bag, str]] = {}
        self.used: dict[Any, int] = {}
        self.left = 0

    def place(self, demand: Demand, codes: Iterable[str] | None = None) -> bool:
        """Find a token for a demand, if need be by changing the tokens of others."""
        for code in demand.codes if codes is None else codes:
            self._seen = {}
            self._journal = []
            self._busy = set()
            self._depth = 0
            self.left = min(self._steps, self.budget)
            self.gave_up = False
            before = self.left
            done = self._feed(demand, code)
            self.budget -= before - self.left
            if done:
                return True
            self._undo(0)
        return False

    def could(self, demand: Demand) -> bool:
        """Whether a token may be free for a demand, without taking it. False is certain."""
        if not self.place(demand):
            return self.gave_up
        self._undo(0)
        return True

    def release(self, demand: Demand) -> None:
        """Free the token of a demand."""
        for key, (consumer, code) in list(self.carries.items()):
            if consumer is demand:
                token = key if self._joint else key[0]
                self._journal = []
                self._give_back(token.bag, code)
                del self.carries[key]

    def _set(self, table: dict[Any, Any], key: object, value: object) -> None:
        self._journal.append((table, key, table.get(key)))
        if value is None:
            table.pop(key, None)
        else:
            table[key] = value

    def _undo(self, mark: int) -> None:
        while len(self._journal) > mark:
            table, key, old = self._journal.pop()
            if old is None:
                table.pop(key, None)
            else:
                table[key] = old

    def _feed(self, consumer: Demand | Bag, code: str) -> bool:
        """Bring this card to a consumer."""
        if isinstance(consumer, Bag):
            return self._draw(consumer, code)
        return self._bring(consumer.tokens, consumer, code)

    def _bring(self, tokens: Sequence[Token], consumer: Demand | Bag, code: str) -> bool:
        """Let one of some tokens be this card; tokens without a demand come first."""
        taken: list[Token] = []
        short: list[Token] = []
        tried: set[Bag] = set()
        self.left -= len(tokens) // _PASSED
        if self._choice is not None and isinstance(consumer, Bag) and tokens:
            first = self._choice.below(len(tokens))
            tokens = [*tokens[first:], *tokens[:first]]
        for token in tokens:
            if (token if self._joint else (token, code)) in self.carries:
                taken.append(token)
            elif token.bag not in tried and token.may_be(code):
                tried.add(token.bag)
                if self.used.get((token.bag, code), 0) >= token.bag.known[code]:
                    short.append(token)
                elif self._take(token, consumer, code):
                    return True
        return any(self._take(token, consumer, code) for token in (*short, *taken))

    def _take(self, token: Token, consumer: Demand | Bag, code: str) -> bool:
        key: Any = token if self._joint else (token, code)
        self.left -= 1
        if (token, code) in self._seen or token in self._busy or not token.may_be(code):
            return False
        self._seen[token, code] = None
        if self.left < 0 or self._depth > _DEEPEST:
            self.gave_up = True
            return False
        self._depth += 1
        if self._joint:
            self._busy.add(token)
        done = self._change(token, key, consumer, code)
        self._busy.discard(token)
        self._depth -= 1
        return done

    def _change(self, token: Token, key: object, consumer: Demand | Bag, code: str) -> bool:
        held = self.carries.get(key)
        mark = len(self._journal)
        if held is None:
            if not self._draw(token.bag, code):
                return False
            self._set(self.carries, key, (consumer, code))
            return True
        other, its = held
        self._seen[token, its] = None
        seen = len(self._seen)
        if its != code and not (self._give_back(token.bag, its) and self._draw(token.bag, code)):
            self._undo(mark)
            return False
        self._set(self.carries, key, (consumer, code))
        drawn = len(self._seen)
        if self._feed(other, its):
            return True
        self._undo(mark)
        for way in [*islice(self._seen, seen, drawn)]:  # it is open, for another consumer
            del self._seen[way]
        return False

    def _draw(self, bag: Bag, code: str) -> bool:
        """Take one of these cards out of a shuffle."""
        key = bag, code
        if self.used.get(key, 0) < bag.known[code]:
            self._set(self.used, key, self.used.get(key, 0) + 1)
            return True
        if key in self._seen:
            return False
        self._seen[key] = None
        if self._bring(bag.tokens, bag, code):
            return True
        for card in bag.order:
            if not isinstance(card, Token) or (card, code) in self._seen or card in self._busy:
                continue
            carried: Any = card if self._joint else (card, code)
            held = self.carries.get(carried)
            if held is None or held[1] != code:
                continue
            self._seen[card, code] = None
            mark = len(self._journal)
            self._set(self.carries, carried, None)
            if self._feed(held[0], code):
                return True
            self._undo(mark)
        return False

    def _give_back(self, bag: Bag, code: str) -> bool:
        """Put a card back into a shuffle; a token of an earlier shuffle goes first.

        False if the card is on its way to another shuffle.
        """
        for token in bag.tokens:
            key: Any = token if self._joint else (token, code)
            held = self.carries.get(key)
            if held is not None and held[0] is bag and held[1] == code and token not in self._busy:
                self._set(self.carries, key, None)
                return self._give_back(token.bag, code)
        used = self.used.get((bag, code), 0)
        if used:
            self._set(self.used, (bag, code), used - 1 or None)
        return used > 0
