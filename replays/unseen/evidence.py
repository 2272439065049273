"""Evidence about unseen cards in a line: its shuffles, its reveals, the cards it names."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from notation.chance import fits, spread
from notation.fault import Fault
from notation.record import UNKNOWN_CARD, Shuffle, Where, where_of
from replays.unseen.supply import Demand, Supply
from replays.unseen.tokens import Bag, Token, face, spelled

if TYPE_CHECKING:
    from replays.unseen.zones import UnseenZone

_ENOUGH = 10_000
"""Steps of a search for a token, after which a demand counts as possible."""


class TooMany(Fault):
    """A card is named, but all its copies lie elsewhere; `zones` counts them by zone key."""

    def __init__(self, card: str, copies: int, zones: Mapping[str, int]) -> None:
        places = ", ".join([f"{count} in {key}" for key, count in zones.items()])
        message = f"no {card} is left to be this one: there are {copies}"
        if places:
            message += f", with {places}"
        advice = "correct it, or one of the cards of this name before"
        super().__init__("cgn.too-many", message, advice, label=f"one {card} too many")
        self.card, self.copies, self.zones = card, copies, zones


class Condition(Struct, eq=False):
    """A condition that the cards of some zones met at one time.

    Attributes:
        cards: the cards of each zone at that time, with tokens.
        off: returns how far given cards are from meeting the condition; 0 if they meet it.
    """

    cards: Sequence[Sequence[str]]
    off: Callable[..., int]

    def missed_by(self) -> int:
        """How far the guesses of the tokens are from meeting it."""
        return self.off(*[[*map(face, zone)] for zone in self.cards])


class Presence(Struct, eq=False):
    """At a time, a zone had one of these cards; as an absence, it had none of them."""

    zone: "UnseenZone"
    time: int
    codes: Sequence[str]


class Evidence:
    """The shuffles of a line, and the evidence in the record about their cards.

    Attributes:
        bags: the shuffles, in order.
        lines: the recorded shuffles, by the indexes of their entries.
        line_reveals: the reveals written with the last recorded shuffle.
        passed: the cards that plies pass on without naming them, by the indexes of the plies.
        demands: the cards that were named, or revealed for a token.
        partly: the tokens that were seen in part.
        zones: all zones of the table.
        at: the index of the entry that is being played; -1 before the first.
        drawn: the places where the record told the cards that this entry took without naming them.
    """

    def __init__(self) -> None:
        self.bags: list[Bag] = []
        self.lines: dict[int, Bag] = {}
        self.line_reveals: Sequence[str] = ()
        self.passed: dict[int, list[str]] = {}
        self.demands: list[Demand] = []
        self.partly: list[Token] = []
        self.zones: list[UnseenZone] = []
        self.at = -1
        self.drawn: dict[str, Where] = {}
        self._tokens = 0
        self._copies: Counter[str] = Counter()
        self._relaxed = Supply(joint=False, steps=_ENOUGH)

    def place(self, entry: int, part: str, index: int) -> Where:
        """The steps to a card of an entry, counted from the one that is being played."""
        return (*where_of((self.at + entry,)), part, index)

    def shuffled(self, line: Shuffle, cards: Sequence[str], entry: int) -> list[str]:
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
        self.lines[self.at + entry] = bag
        for index, word in enumerate(words):
            bag.order.append(self._drawn(bag, word, self.place(entry, "order", index)))
        return bag.order

    def _drawn(self, bag: Bag, word: str, at: Where) -> str:
        """The card of a shuffle for the word at a place: a known card, or a token."""
        if bag.known[word]:
            bag.known[word] -= 1
            return word
        if not any(fits(word, code) for code in bag.kinds):
            message = f"there is no {word} in this pile"
            raise Fault("cgn.shuffle-mismatch", message)
        token = self._new(bag)
        if word != UNKNOWN_CARD:
            self._tell(token, word, at)
        return face(token)

    def _new(self, bag: Bag) -> Token:
        self._tokens += 1
        return Token(self._tokens, bag)

    def _tell(self, token: Token, word: str, at: Where) -> None:
        """Note the card that the word at a place gives for a token."""
        if not any(fits(word, code) for code in token.kinds()):
            raise self._another(token, word)
        if word.endswith(UNKNOWN_CARD):
            beginning = word[: -len(UNKNOWN_CARD)]
            if len(beginning) > len(token.beginning):
                token.beginning, token.told = beginning, at
            self.partly.append(token)
            return
        self.demand(Demand((word,), [token]))
        token.code, token.told = word, at

    def revealed(self, written: Sequence[str], shown: Sequence[str], entry: int) -> None:
        """Note the cards that the reveals of an entry name."""
        for index, (word, card) in enumerate(zip(written, shown, strict=True)):
            try:
                self.tell(card, word, self.place(entry, "reveals", index))
            except Fault as fault:
                raise fault.under(index) from None

    def tell(self, card: str, word: str, at: Where = ()) -> None:
        """Note that the word at a place of the record names a card. Raises Fault if it cannot."""
        known = face(card)
        if isinstance(known, Token):
            if word not in (UNKNOWN_CARD, f"{known.beginning}_"):
                self._tell(known, word, at)
        elif not fits(word, known):
            raise self._another(known, word)

    def _another(self, card: str, word: str) -> Fault:
        """The fault in a word for a card that the record told to be another one."""
        if (seen := spelled(card)) is None:
            return Fault("cgn.reveals", f"the card revealed cannot be {word}")
        told = card.told if isinstance(card, Token) else self.drawn.get(card)
        also = (told, f"here it is {seen}") if told else None
        return Fault("cgn.reveals", f"the card revealed is {seen}, not {word}", also=also)

    def _noted(self, demand: Demand) -> None:
        """Note a card that the move names. Raises Fault if there are not enough such cards."""
        try:
            self.demand(demand)
        except Fault as fault:
            raise fault.under(0, "move") from None

    def demand(self, demand: Demand) -> None:
        """Note a demand. Raises Fault if there are not enough such cards."""
        self.demands.append(demand)
        if len(demand.codes) > 1 or self._relaxed.place(demand):
            return
        if not self._relaxed.gave_up:
            raise self._too_many(demand.codes[0])

    def _too_many(self, code: str) -> Fault:
        """The fault in naming a card while all such cards lie elsewhere."""
        return TooMany(code, self._copies[code], self._places(code))

    def _places(self, code: str) -> dict[str, int]:
        """The copies of a known card in each zone that has one, by the key of the zone."""
        return {
            zone.key: count
            for zone in self.zones
            if (count := [face(card) for card in list.__iter__(zone)].count(code))
        }
