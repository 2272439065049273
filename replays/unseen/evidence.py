"""Evidence about unseen cards in a line: its shuffles, its reveals, the cards it names."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from notation.chance import fits, spread
from notation.fault import Fault
from notation.record import UNKNOWN_CARD, Entry, Shuffle
from replays.unseen.supply import Demand, Supply
from replays.unseen.tokens import Bag, Token, face

if TYPE_CHECKING:
    from replays.unseen.zones import UnseenZone

_ENOUGH = 10_000


class Condition(Struct, eq=False):
    """A condition that the cards of some zones met at one time.

    Attributes:
        cards: the cards of each zone at that time, with tokens.
        off: how far cards are from meeting it; 0 if they meet it.
    """

    cards: Sequence[Sequence[str]]
    off: Callable[..., int]

    def missed_by(self) -> int:
        """How far the guesses of the tokens are from meeting it."""
        return self.off(*[[*map(face, zone)] for zone in self.cards])


class Evidence:
    """The shuffles of a line, and what the record says of their cards.

    Attributes:
        bags: the shuffles, in order.
        lines: the shuffles that are recorded.
        line_reveals: the reveals written with the last recorded shuffle.
        passed: the plies whose moves pass cards on without naming them, with these cards.
        demands: the cards that were named, or revealed for a token.
        partly: the tokens that were seen in part.
        zones: all zones of the table.
    """

    def __init__(self) -> None:
        self.bags: list[Bag] = []
        self.lines: list[tuple[Shuffle, Bag]] = []
        self.line_reveals: Sequence[str] = ()
        self.passed: list[tuple[Entry, list[str]]] = []
        self.demands: list[Demand] = []
        self.partly: list[Token] = []
        self.zones: list[UnseenZone] = []
        self._tokens = 0
        self._copies: Counter[str] = Counter()
        self._relaxed = Supply(joint=False, steps=_ENOUGH)

    def shuffled(self, line: Shuffle, cards: Sequence[str]) -> list[str]:
        """The cards in order, with a token for each that the line leaves out."""
        words = spread(line.order, len(cards))
        if len(words) != len(cards):
            message = f"the recorded order has {len(words)} cards, but the pile has {len(cards)}"
            raise Fault("cgn.shuffle-mismatch", message)
        self.line_reveals = line.reveals
        bag = Bag(len(self.bags), cards)
        for code, count in bag.known.items():
            self._copies[code] = self._copies[code] or count
        self.bags.append(bag)
        self.lines.append((line, bag))
        bag.order += [self._drawn(bag, word) for word in words]
        return bag.order

    def _drawn(self, bag: Bag, word: str) -> str:
        """The card of a shuffle that a word stands for."""
        if bag.known[word]:
            bag.known[word] -= 1
            return word
        if not any(fits(word, code) for code in bag.kinds):
            raise Fault("cgn.shuffle-mismatch", f"there is no {word} in this pile")
        token = self._new(bag)
        if word != UNKNOWN_CARD:
            self._tell(token, word)
        return face(token)

    def _new(self, bag: Bag) -> Token:
        self._tokens += 1
        return Token(self._tokens, bag)

    def _tell(self, token: Token, word: str) -> None:
        """Note the card that a word gives for a token."""
        if word.endswith(UNKNOWN_CARD):
            beginning = word[: -len(UNKNOWN_CARD)]
            if not any(code.startswith(beginning) for code in token.kinds()):
                raise Fault("cgn.reveals", f"the card cannot be {word}")
            if len(beginning) > len(token.beginning):
                token.beginning = beginning
            self.partly.append(token)
            return
        if not token.may_be(word):
            raise Fault("cgn.reveals", f"it is not {word}")
        self._demand(Demand((word,), [token]))
        token.code = word

    def revealed(self, written: Sequence[str], shown: Sequence[str]) -> None:
        """Note the cards that reveals name."""
        for word, card in zip(written, map(face, shown), strict=True):
            if isinstance(card, Token):
                if word not in (UNKNOWN_CARD, f"{card.beginning}_"):
                    self._tell(card, word)
            elif not fits(word, card):
                raise Fault("cgn.reveals", f"the card revealed is {card}, not {word}")

    def _noted(self, demand: Demand) -> None:
        """Note a card that the move names. Raises Fault if there are not enough such cards."""
        try:
            self._demand(demand)
        except Fault as fault:
            raise fault.under(0, "move") from None

    def _demand(self, demand: Demand) -> None:
        """Note a demand. Raises Fault if there are not enough such cards."""
        self.demands.append(demand)
        if len(demand.codes) > 1 or self._relaxed.place(demand):
            return
        if not self._relaxed.gave_up:
            raise self._too_many(demand.codes[0])

    def _too_many(self, code: str) -> Fault:
        """The fault in naming a card while all such cards lie elsewhere."""
        places = ", ".join([f"{count} in {key}" for key, count in self._places(code).items()])
        message = f"no {code} is left to be this one: there are {self._copies[code]}"
        if places:
            message += f", with {places}"
        return Fault(
            "cgn.too-many",
            message,
            "correct it, or one of the cards of this name before",
            (),
            label=f"one {code} too many",
        )

    def _places(self, code: str) -> dict[str, int]:
        """How many of a known card lie in each zone that has one."""
        return {
            zone.key: count
            for zone in self.zones
            if (count := [face(card) for card in list.__iter__(zone)].count(code))
        }
