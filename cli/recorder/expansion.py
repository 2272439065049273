"""The moves that may be meant if the legal moves cannot be listed, because cards are unknown.

Each word is tried as every kind of card or place that a move may have there. An argument that is
left out is tried with every card that lies open.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, islice, product

from cli.recorder.matching import Rank, card_meant, is_place, nearest, verb_ends
from engines.play import Illegal
from engines.table import Table
from engines.unseen import Unsupported, supported
from engines.zone import Visibility
from notation.fault import Fault
from notation.moves import Argument, Choice, Code, Joined, Move, Spec
from notation.record import UNKNOWN_CARD

_MOST = 200
"""How many moves are tried for what was typed."""


def expansions(typed: str, table: Table, deck: Collection[str]) -> list[tuple[Rank, str]]:
    """The moves that may be meant, each with how far it is from what was typed.

    `deck` has the codes of all cards. A move is left out if no card can make it legal.
    """
    reader, ranked = _Reader(open_cards(table), tuple(deck)), dict[str, Rank]()
    for move, play in table.plays.items():
        if table.phase in play.phases:
            for rank, text in reader.of_kind(typed.lower(), table.game.moves.spec(move)):
                if may_be_played(table, text):
                    ranked[text] = min(rank, ranked.get(text, rank))
    return sorted((rank, text) for text, rank in ranked.items())


def whenever(typed: str, table: Table, deck: Collection[str]) -> list[str]:
    """The moves that may be meant, in whatever phase they are made: the nearest."""
    reader = _Reader(open_cards(table), tuple(deck))
    specs = map(table.game.moves.spec, table.plays)
    pairs = [pair for spec in specs for pair in reader.of_kind(typed.lower(), spec)]
    return list(dict.fromkeys(nearest(pairs)))


@dataclass(frozen=True)
class _Reader:
    """Reads words as arguments. Knows the cards that lie open, and the codes of all cards."""

    open: Sequence[str]
    deck: tuple[str, ...]

    def of_kind(self, typed: str, spec: Spec) -> Iterator[tuple[Rank, str]]:
        """The moves of one kind."""
        starts = [(end, False, cut) for end, cut in verb_ends(spec.verb, typed)]
        if spec.arguments and not spec.move.spelled_out:
            starts.append((0, True, 0))
        for start, bare, cut in starts:
            if bare or start == len(typed) or typed[start] == " ":
                words = typed[start:].split()
                for left, values in self._assigned(words, spec.arguments, 1):
                    yield (left, bare, cut), " ".join([spec.verb, *values])

    def _assigned(
        self, words: Sequence[str], arguments: Sequence[Argument], spare: int
    ) -> Iterator[tuple[int, list[str]]]:
        """The ways to read words as arguments: how many are left out, and the values.

        `spare` is how many that are needed may be left out.
        """
        if not arguments:
            yield from [] if words else [(0, [])]
            return
        first, *others = arguments
        if words:
            for value in self._values(words[0], first):
                for left, rest in self._assigned(words[1:], others, spare):
                    yield left, [value, *rest]
        if first.optional:
            yield from self._assigned(words, others, spare)
        elif spare and isinstance(first.shape, Code):
            for left, rest in self._assigned(words, others, spare - 1):
                for card in self.open:
                    yield left + 1, [_written(first, card), *rest]

    def _values(self, word: str, argument: Argument) -> list[str]:
        """The values that a word may mean as this argument."""
        key, equals, value = word.rpartition("=")
        if equals and not (key and (argument.key or "").startswith(key)):
            return []
        spelled = chain.from_iterable(
            map("".join, product(*[self._piece(piece, argument.shape) for piece in pieces]))
            for pieces in _cut(value, argument.shape)
        )
        texts = islice(spelled, _MOST)
        return [_written(argument, text) for text in texts if _is(argument, text)]

    def _piece(self, piece: str, shape: object) -> Sequence[str]:
        return [piece] if piece in ",+" else self._items(piece, shape)

    def _items(self, word: str, shape: object) -> Sequence[str]:
        while isinstance(shape, Joined):
            shape = shape.item
        if isinstance(shape, Choice):
            return card_meant(word, shape.words)
        if isinstance(shape, Code) and word != UNKNOWN_CARD:
            return _named(word, shape.like, self.deck)
        return [word]


def _cut(value: str, shape: object) -> Iterator[list[str]]:
    """A list cut into its items and the signs between them, which two places may do without."""
    pieces = re.split(r"([,+])", value)
    yield pieces
    if len(pieces) == 1 and isinstance(shape, Joined) and isinstance(shape.item, Choice):
        for at in range(1, len(value)):
            yield [value[:at], shape.separator, value[at:]]


@lru_cache(1024)
def _named(word: str, like: str, deck: tuple[str, ...]) -> list[str]:
    """The cards that a word may be, of those that fit a pattern."""
    return card_meant(word, [card for card in deck if re.fullmatch(like, card)])


def _is(argument: Argument, text: str) -> bool:
    try:
        argument.shape.read(text)
    except Fault:
        return False
    return True


def _written(argument: Argument, text: str) -> str:
    return f"{argument.key}={text}" if argument.key else text


def place_moves(table: Table) -> list[Move]:
    """The moves that name nothing but places and may be legal."""
    texts = [
        " ".join([spec.verb, *values])
        for kind, play in table.plays.items()
        if table.phase in play.phases
        for spec in (table.game.moves.spec(kind),)
        if all(is_place(argument.shape) for argument in spec.arguments if not argument.optional)
        for values in product(*map(_places, spec.arguments))
    ]
    texts = [" ".join(text.split()) for text in texts]
    return [table.game.moves.parse(text) for text in texts if may_be_played(table, text)]


def _places(argument: Argument) -> list[str]:
    """The values that an argument may have; one that may be left out, and is no place, is."""
    shape = argument.shape
    values = [""] if argument.optional else []
    if isinstance(shape, Joined) and isinstance(shape.item, Choice):
        sizes = range(1, (shape.most or 1) + 1)
        words = shape.item.words
        values += [shape.separator.join(some) for n in sizes for some in combinations(words, n)]
    elif isinstance(shape, Choice):
        values += shape.words
    return [_written(argument, value) if value else "" for value in values]


def open_cards(table: Table) -> list[str]:
    """The cards that lie open to everyone, each once."""
    return sorted(
        {
            card
            for zone in table.zones()
            if zone.visibility in (Visibility.EVERYONE, Visibility.TOP)
            for card in zone.cards
            if not card.startswith(UNKNOWN_CARD)
        }
    )


def may_be_played(table: Table, text: str) -> bool:
    """Whether a move is made in this phase and keeps the rules, as far as the cards are known."""
    move = table.game.moves.parse(text)
    play = table.plays[type(move)]
    if table.phase not in play.phases:
        return False
    with suppress(Unsupported):
        try:
            with supported(table.game, table.unseen):
                play.check(table, table.to_act or "", move)
        except Illegal:
            return False
    return True
