"""Which moves are meant at a position: compares the text typed with the legal moves.

If these cannot be listed, because cards are unknown, each word is tried as every kind of card or
place that a move may have there. An argument that is left out is tried with every card that lies
open.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, combinations, islice, product

from cli.recorder.matching import (
    Rank,
    Spelling,
    cards_meant,
    completions,
    is_place,
    meant,
    nearest,
    ranked,
    spelling,
    verb_ends,
)
from engines.play import Illegal
from engines.table import Table
from engines.unseen import Unsupported, supported
from engines.zone import Visibility
from notation.chance import Chance
from notation.fault import Fault
from notation.moves import Argument, Choice, Code, Joined, Move, Spec
from notation.record import UNKNOWN_CARD
from replays.view.made import may_be_played

_MOST = 200
"""How many values of an argument are tried for what was typed."""


@dataclass(frozen=True)
class Moves:
    """The moves at a position of a game whose deck has these cards."""

    table: Table
    deck: Collection[str]

    @cached_property
    def _all(self) -> list[Move] | None:
        """The legal moves that the table lists; None if they depend on unseen cards."""
        try:
            with supported(self.table.game, self.table.unseen):
                return self.table.known(self.table.moves)
        except Unsupported:
            return None

    @property
    def are_known(self) -> bool:
        """Whether the cards that decide the legal moves are known."""
        return self._all is not None

    @property
    def are_listed(self) -> bool:
        """Whether `legal` has every legal move."""
        return self.are_known and self.table.lists_all

    @cached_property
    def legal(self) -> list[Spelling]:
        """The legal moves, as far as they can be listed.

        If they depend on unseen cards, only those that name nothing but places.
        """
        moves = self._place_moves() if self._all is None else self._all
        return [spelling(self.table.game.moves, move) for move in moves]

    def meant(self, typed: str) -> list[str]:
        """The moves that may be meant: one, if it is certain which; none, if no move is."""
        if any(typed == one.text for one in self.legal):
            return [typed]
        if not typed:
            return [one.text for one in self.legal] if len(self.legal) == 1 else []
        if self.are_listed:
            return meant(typed, self.legal)
        if may_be_played(self.table, typed):
            return [typed]
        near = [*ranked(typed, self.legal), *self._expansions(typed)]
        return list(dict.fromkeys(nearest(near)))

    def readings(self, typed: str) -> list[list[str]]:
        """The plies that may be meant, one or two at a time; one reading, if that is certain.

        Two, if nothing but a draw is due, and what was typed may come after it.
        """
        moves = self.meant(typed)
        return [[move] for move in moves] if moves else self._after_draw(typed)

    def _after_draw(self, typed: str) -> list[list[str]]:
        """A move without an alternative, and those that the same seat may mean after it."""
        bare = [one.text for one in self.legal if not one.words]
        table = self.after(bare[0]) if typed and len(bare) == 1 else None
        if table is None or table.to_act != self.table.to_act:
            return []
        return [[*bare, move] for move in Moves(table, self.deck).meant(typed)]

    def is_settled(self, typed: str) -> bool:
        """Whether one move is meant, and by no longer line another one."""
        matching = self.meant(typed) if typed and self.are_listed else []
        return len(matching) == 1 and not any(
            ranked(typed + one.text[at:], [one])
            for one in self.legal
            if one.text != matching[0]
            for at in range(len(one.text))
        )

    def menu(self, typed: str, most: int) -> list[str]:
        """The moves that what was typed may become."""
        if self.are_listed:
            return completions(typed, self.legal, most)
        texts = [text for _, text in self._expansions(typed)]
        return list(dict.fromkeys([*texts, *completions(typed, self.legal, most)]))[:most]

    def after(self, move: str) -> Table | None:
        """The position after a move, whatever is shuffled; None if it is not legal."""
        after, seat = self.table.copy(), self.table.to_act
        after.chance = Chance("")
        try:
            after.play(seat or "", after.game.moves.parse(move))
        except (Fault, Illegal):
            return None
        return after

    def whenever(self, typed: str) -> list[str]:
        """The moves that may be meant, in whatever phase they are made: the nearest."""
        return list(dict.fromkeys(nearest([*self._read(typed, self.table.plays)])))

    def against_the_rules(self, typed: str) -> str | None:
        """The move of this phase that would be meant if it were legal, if it is certain which."""
        moves = self.whenever(typed)
        matching = [
            move for move in moves if type(self.table.game.moves.parse(move)) in self._kinds
        ]
        return matching[0] if len(matching) == 1 else None

    def has_verb(self, typed: str) -> bool:
        """Whether what was typed begins with the verb of a move."""
        verbs = (spec.verb for spec in self.table.game.moves.specs)
        return any(f"{typed} ".startswith(f"{verb} ") for verb in verbs)

    @cached_property
    def _kinds(self) -> list[type[Move]]:
        """The kinds of moves that are made in this phase."""
        return [move for move, play in self.table.plays.items() if self.table.phase in play.phases]

    def _expansions(self, typed: str) -> list[tuple[Rank, str]]:
        """The moves that may be meant where cards are unknown, each with how far it is from that.

        A move is left out if no card can make it legal.
        """
        ranks: dict[str, Rank] = {}
        for rank, text in self._read(typed, self._kinds):
            if may_be_played(self.table, text):
                ranks[text] = min(rank, ranks.get(text, rank))
        return sorted((rank, text) for text, rank in ranks.items())

    def _read(self, typed: str, kinds: Iterable[type[Move]]) -> Iterator[tuple[Rank, str]]:
        reader = _Reader(_open_cards(self.table), tuple(self.deck))
        for kind in kinds:
            yield from reader.of_kind(typed.lower(), self.table.game.moves.spec(kind))

    def _place_moves(self) -> list[Move]:
        """The moves that name nothing but places and may be legal."""
        texts = [
            " ".join([spec.verb, *filter(None, values)])
            for spec in map(self.table.game.moves.spec, self._kinds)
            if all(is_place(argument.shape) for argument in spec.arguments if not argument.optional)
            for values in product(*map(_places, spec.arguments))
        ]
        return [
            self.table.game.moves.parse(text) for text in texts if may_be_played(self.table, text)
        ]


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
            return cards_meant(word, shape.words)
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
    return cards_meant(word, [card for card in deck if re.fullmatch(like, card)])


def _is(argument: Argument, text: str) -> bool:
    try:
        argument.shape.read(text)
    except Fault:
        return False
    return True


def _written(argument: Argument, text: str) -> str:
    return f"{argument.key}={text}" if argument.key else text


def _places(argument: Argument) -> list[str]:
    """Values an argument can take; optional non-places are skipped."""
    shape = argument.shape
    values = [""] if argument.optional else []
    if isinstance(shape, Joined) and isinstance(shape.item, Choice):
        sizes = range(1, (shape.most or 1) + 1)
        words = shape.item.words
        values += [shape.separator.join(some) for n in sizes for some in combinations(words, n)]
    elif isinstance(shape, Choice):
        values += shape.words
    return [_written(argument, value) if value else "" for value in values]


def _open_cards(table: Table) -> list[str]:
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
