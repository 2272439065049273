"""Chance: always the shuffle of a named pile, seeded or recorded or both.

Specified in docs/notation.md, "Chance"; the vectors are conformance/shuffles.json.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import chain
from struct import unpack
from typing import Protocol, Self, TypeAlias

from notation.fault import Fault
from notation.record import UNKNOWN_CARD, Shuffle, Where
from notation.wording import suggestion

_WORDS = 1 << 32
"""The number of different 32-bit words, and of blocks in a stream."""

_MOVE = (0, "move")
"""The place of a ply's move."""

_OTHER_SEED = (
    "is it the seed of another game? correct it, or take it out: the shuffles are recorded"
)


def key_of(seed: str, domain: str = "cgn-shuffle:") -> bytes:
    """The 32-byte key of a seed: SHA-256 of the domain and the seed, as UTF-8."""
    return sha256((domain + seed).encode()).digest()


def seed_hash(seed: str) -> str:
    """SHA-256 of the seed alone, in hex, which can be published before a game.

    >>> seed_hash("tuesday-7")[:16]
    '9cf4fee8a8e9f960'
    """
    return sha256(seed.encode()).hexdigest()


def words(key: bytes, stream: int) -> Iterator[int]:
    """The endless 32-bit words of a stream, cut from SHA-256(key, stream, block)."""
    return chain.from_iterable(_blocks(key, stream))


def _blocks(key: bytes, stream: int) -> Iterator[tuple[int, ...]]:
    prefix = sha256(key + stream.to_bytes(4, "big"))
    for block in range(_WORDS):
        digest = prefix.copy()
        digest.update(block.to_bytes(4, "big"))
        yield unpack(">8I", digest.digest())


def below(n: int, source: Iterator[int]) -> int:
    """An index below n from the words. Words that would favour small indexes are skipped."""
    return _below(n, next(source), source)


def _below(n: int, word: int, source: Iterator[int]) -> int:
    limit = _WORDS - _WORDS % n
    while word >= limit:
        word = next(source)
    return word % n


def seeded_order(key: bytes, stream: int, cards: Sequence[str]) -> list[str]:
    """The cards in the order that shuffle number `stream` gives them.

    >>> seeded_order(key_of("tuesday-7"), 0, ["a", "b", "c", "d"])
    ['d', 'b', 'c', 'a']
    """
    order = list(cards)
    source = words(key, stream)
    fair = _WORDS - len(order)  # a word below it favours no index, however many cards are left
    for n, word in zip(range(len(order), 1, -1), source, strict=False):
        other = word % n if word < fair else _below(n, word, source)
        order[n - 1], order[other] = order[other], order[n - 1]
    return order


Shows: TypeAlias = Callable[[Sequence[str]], Sequence[str]]
"""The cards that a shuffle turns up for everyone, given the order it makes."""


class UnseenCards(Fault):
    """The record leaves cards out, so that it cannot be played card by card."""


class Unseen(Protocol):
    """Follows a record that leaves cards out (replays/unseen)."""

    def shuffled(self, line: Shuffle, cards: Sequence[str], entry: int) -> list[str]:
        """The cards in their order by the line, with an unseen card for each that it leaves out.

        `entry` counts the line from the ply that is being played, as 0. Raises Fault, placed
        within the order, if this cannot be an order of the cards.
        """

    def revealed(self, written: Sequence[str], shown: Sequence[str], entry: int) -> None:
        """Note the cards that the reveals of an entry name.

        `entry` is as in `shuffled`. Raises Fault, placed within the reveals, if these cannot be
        the cards.
        """


class ShuffleMissing(Fault):
    """A pile is shuffled, and no line records its order."""

    def __init__(self, pile: str, message: str, advice: str | None) -> None:
        super().__init__("cgn.shuffle-missing", message, advice, _MOVE)
        self.pile = pile


class OtherPile(Fault):
    """A pile is shuffled, and the line names another."""

    def __init__(self, pile: str, message: str, where: Where) -> None:
        super().__init__("cgn.shuffle-mismatch", message, None, where)
        self.pile = pile


class Chance:
    """The chance in a record: a seed, recorded shuffles, reveals.

    `shuffles` are the shuffles since the last `expect`, each with the cards that it showed. The
    place of a Fault begins with a number: 0 is the ply, 1 the first line after it. The table is
    then unusable. `unseen` takes the lines that leave cards out; without it and without a seed,
    such lines raise UnseenCards.
    """

    __slots__ = ("_key", "_recorded", "_reveals", "_stream", "_used", "shuffles", "unseen")

    def __init__(self, seed: str | None = None, unseen: Unseen | None = None) -> None:
        self.unseen = unseen
        self._key = None if seed is None else key_of(seed)
        self._stream = 0
        self._recorded: Sequence[Shuffle] | None = None
        self._reveals: tuple[str, ...] = ()
        self._used = 0
        self.shuffles: list[Shuffle] = []

    def expect(self, recorded: Sequence[Shuffle] | None, reveals: tuple[str, ...] = ()) -> None:
        """Take the record's shuffles and reveals of the next ply, before it is played.

        `recorded` are the shuffles that follow it (None: they need not be recorded), `reveals`
        the cards that are written beside it (empty: none are).
        """
        self._recorded = recorded
        self._reveals = reveals
        self._used = 0
        self.shuffles = []

    def shuffle(self, name: str, cards: list[str], shows: Shows | None = None) -> list[str]:
        """The cards (top first) in their new order; a pile of 0 or 1 is not shuffled.

        `shows` gives the cards that everyone sees because of it; by default there are none.
        Raises Fault if no line has the order, or if the line has another order or other
        reveals.
        """
        if len(cards) < 2:  # noqa: PLR2004 - one card has one order
            return cards
        order = None if self._key is None else seeded_order(self._key, self._stream, cards)
        self._stream += 1
        if self._recorded is not None:
            order = self._next_recorded(self._recorded, name, cards, order)
        if order is None:
            message = f"the order of `{name}` is not recorded here, and there is no seed"
            raise ShuffleMissing(name, message, None)
        try:
            shown = tuple(shows(order)) if shows else ()
        except Fault as fault:
            raise fault.under(self._used, "order") from None
        self.shuffles.append(Shuffle(name, tuple(order), shown))
        if self._recorded is not None:
            written = self._recorded[self._used - 1].reveals
            if written and written != shown:
                self._compare(written, shown, self._used)
        return order

    def settle(self, shown: Sequence[tuple[str, object]] = ()) -> None:
        """Compare a ply that was played with its shuffles and reveals in the record.

        `shown` are the cards that the ply revealed, each with the seat that saw it. Raises Fault if
        a recorded shuffle is left over, or if the recorded reveals differ.
        """
        if self._recorded is not None and self._used < len(self._recorded):
            pile = self._recorded[self._used].pile
            message = f"`{pile}` is not shuffled here"
            raise self._wrong("cgn.shuffle-surplus", message, "take this line out")
        written = self._reveals
        if written and written != (cards := tuple([card for card, _ in shown])):
            self._compare(written, cards, 0)

    def _compare(self, written: tuple[str, ...], shown: Sequence[str], entry: int) -> None:
        """Raise Fault if the written reveals of an entry cannot stand for the cards shown."""
        if len(written) != len(shown):
            raise _not_revealed(written, shown, entry)
        if self.unseen is not None:
            try:
                self.unseen.revealed(written, shown, entry)
            except Fault as fault:
                raise fault.under(entry, "reveals") from None
        elif not all(map(fits, written, shown)):
            raise _not_revealed(written, shown, entry)

    def _next_recorded(
        self, recorded: Sequence[Shuffle], name: str, cards: list[str], seeded: list[str] | None
    ) -> list[str]:
        """The order in the next recorded line. Raises Fault if it cannot be this shuffle's."""
        if self._used >= len(recorded):
            message = f"`{name}` is shuffled here, but no line records its order"
            advice = f"add the line `~: {name} _`; known cards replace the `_`, the top one first"
            if seeded is None:
                advice += '; or give the seed of all shuffles: [Seed "tuesday-7"]'
            raise ShuffleMissing(name, message, advice)
        line = recorded[self._used]
        if line.pile != name:
            message = f"`{name}` is shuffled here, not `{line.pile}`"
            raise OtherPile(name, message, (self._used + 1, "order"))
        order = list(line.order)
        if message := _not_same_cards(order, cards):
            order = self._completed(line, cards, message, seeded)
        if seeded is not None and order != seeded:
            message = f"the seed puts `{name}` in another order: {' '.join(seeded)}"
            meant = _OTHER_SEED if self._stream == 1 else None
            raise self._wrong("cgn.shuffle-mismatch", message, meant)
        self._used += 1
        return order

    def _completed(
        self, line: Shuffle, cards: list[str], message: str, seeded: list[str] | None
    ) -> list[str]:
        """The cards of a line that leaves cards out, or whose pile has unseen cards.

        Raises Fault if there is no such card, or if neither the seed nor `unseen` helps.
        """
        if not any(card.endswith(UNKNOWN_CARD) for card in (*line.order, *cards)):
            raise self._wrong("cgn.shuffle-mismatch", message)
        if self.unseen is not None:
            try:
                return self.unseen.shuffled(line, cards, self._used + 1)
            except Fault as fault:
                raise fault.under(self._used + 1, "order") from None
        if seeded is None:
            where = (self._used + 1, "order")
            raise UnseenCards("cgn.unknown-card", "this shuffle leaves cards out", None, where)
        words = spread(line.order, len(seeded))
        agrees = len(words) == len(seeded) and all(map(fits, words, seeded))
        return seeded if agrees else words

    def _wrong(self, code: str, message: str, advice: str | None = None) -> Fault:
        """The fault in the next recorded line."""
        return Fault(code, message, advice, (self._used + 1, "order"))

    def go_on(self, seed: str) -> None:
        """Take all later shuffles from a seed, wherever the earlier ones came from."""
        self._key, self._stream, self.unseen = key_of(seed), 0, None
        self.expect(None)

    def copy(self) -> Self:
        """An independent copy at the same point."""
        other = type(self)()
        other.unseen = self.unseen
        other._key, other._stream = self._key, self._stream  # noqa: SLF001 - of its own class
        other._recorded, other._used = self._recorded, self._used  # noqa: SLF001 - as above
        other._reveals = self._reveals  # noqa: SLF001 - as above
        other.shuffles = list(self.shuffles)
        return other


def fits(written: str, card: str) -> bool:
    """Whether a word of a shuffle or of reveals, perhaps `_` or `PE_`, can stand for a card.

    >>> fits("PE_", "PE07"), fits("_", "PE07"), fits("PE0", "PE07")
    (True, True, False)
    """
    if written.endswith(UNKNOWN_CARD):
        return card.startswith(written[: -len(UNKNOWN_CARD)])
    return written == card


def spread(order: Sequence[str], size: int) -> list[str]:
    """The words of a shuffle of `size` cards: a last `_` stands for all that follow.

    >>> spread(["7", "_"], 4)
    ['7', '_', '_', '_']
    """
    more = size - len(order) if order[-1] == UNKNOWN_CARD else 0
    return [*order, *[UNKNOWN_CARD] * more]


def _not_revealed(written: tuple[str, ...], shown: Sequence[str], entry: int) -> Fault:
    """The fault in the written reveals of an entry that revealed other cards."""
    cards = " ".join([UNKNOWN_CARD if card.startswith(UNKNOWN_CARD) else card for card in shown])
    message = f"the cards revealed are {cards}" if shown else "no card is revealed here"
    return Fault(
        "cgn.reveals",
        f"{message}, not {' '.join(written)}",
        suggestion(cards, f"write `-> {cards}`" if shown else "take the `->` out", certain=True),
        (entry, "reveals", *_first_wrong(written, shown)),
    )


def _first_wrong(written: Sequence[str], shown: Sequence[str]) -> tuple[int, ...]:
    """The step to the first wrong card; none if the number of cards is wrong."""
    if len(written) != len(shown):
        return ()
    pairs = enumerate(zip(written, shown, strict=True))
    return next((at,) for at, (word, card) in pairs if not fits(word, card))


def _not_same_cards(order: Sequence[str], cards: Sequence[str]) -> str:
    missing, surplus = Counter(cards), Counter(order)
    if missing == surplus:
        return ""
    lacks, adds = sorted((missing - surplus).elements()), sorted((surplus - missing).elements())
    parts = []
    if lacks:
        parts.append(f"lacks {' '.join(lacks[:8])}{' …' if len(lacks) > 8 else ''}")  # noqa: PLR2004
    if adds:
        parts.append(f"has {' '.join(adds[:8])}{' …' if len(adds) > 8 else ''} too many")  # noqa: PLR2004
    return f"the recorded order {' and '.join(parts)}"
