"""Kinds of moves: when each may be made, which rules it keeps, and what it does. Knows no table.

This module and engines/table.py are the interface of a game; docs/adding-a-game.md adds one step
by step. A game has moves (notation/moves.py), a state (a Table), a flow (functions that do what
happens by itself, such as ending a turn), and a play for each kind of move. The rules of a kind of
move are written only in the `check` of its play. Playing asks it, listing asks it, and so does
explaining a refusal:

    class Placing(Play[Posy, Place]):
        move = Place
        phases = frozenset((PosyPhase.TURN,))

        def check(self, table, seat, move):
            holds(table, seat, move.card)
            is_new(table, seat, move.card)

        def candidates(self, table, seat):
            return (Place(card) for card in in_hand(table, seat))

        def apply(self, table, seat, move):
            table.vases[seat].put(table.hands[seat].take(move.card))
            return end_turn(table, seat)

`Table.play` refuses a move of another seat or phase, asks `check`, then calls `apply`, which
returns the reveals. `Table.moves` lists the candidates that pass `check`.

Each line of a `check` is a guard: a function of the table, the seat and what the move names. It
returns if its rule is kept. If not, it raises Illegal with itself, the function that words the
reason, and its own arguments:

    def is_new(table, seat, card):
        if table.has_flower(seat, card):
            raise Illegal(is_new, _same_flower, table, seat, card)

    def _same_flower(table, seat, card):
        flower = table.flower(card)
        return Reason("same-flower", f"the vase has a {flower} already", at=("card",))

A guard changes nothing and relies on no guard before it, so it can be called alone, at any
position. This is how the ply is found since which a rule forbids the move.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cached_property
from itertools import chain, product, starmap
from math import prod
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, Self, TypeAlias, TypeVar

from msgspec import Struct

from engines.wording import Sentence, say
from notation.moves import Move

Reveals: TypeAlias = list[tuple[str, str | None]]
"""The cards that a ply takes without naming them, then the cards that it draws or turns up, each
with the one seat that saw it (None: everyone)."""

Seen: TypeAlias = Sequence[str | None]
"""The cards of reveals as seen in a view: `PE_` for one seen in part, None for a hidden one."""

Place: TypeAlias = tuple[str | int, ...]
"""A part of a move: the name of a field, then indexes into it; empty: the whole move."""

T = TypeVar("T")
M = TypeVar("M", bound=Move)
P = ParamSpec("P")


class Phase(IntEnum):
    """What the seat to act is asked to do. A game with several phases declares them in a subclass.

    Each has a number, which may be part of the position, and a title to follow a player's name:

    >>> class Lunch(Phase):
    ...     ORDER = 0, "orders lunch"
    ...     PAY = 1, "pays for lunch"
    >>> Lunch.PAY.title
    'pays for lunch'
    """

    title: str

    def __new__(cls, number: int, title: str) -> Self:
        """A member with this number and title."""
        phase = int.__new__(cls, number)
        phase._value_ = number
        phase.title = title
        return phase


class Turn(Phase):
    """The one phase of a game in which a seat makes any move in its turn."""

    PLAY = 0, "makes a move"


def _never(_: object) -> bool:
    return False


class Question(Struct, Generic[T], frozen=True):
    """A phase in which seats are asked in turn, each at most once, until one does not decline.

    `Table.ask` asks the first seat; a play that declines continues with `table.ask(question,
    after=seat)`. All but the phase are functions of the position, so nothing has to be remembered
    between the answers.

    Attributes:
        phase: the phase, while a seat is asked.
        seats: the seats that may have an answer, in the order of asking.
        has_choice: whether a seat has more than one answer. A seat without a choice is skipped,
            as if it had declined. No other function looks into hands to decide how the game
            goes on.
        unanswered: does what follows once no seat is left, and returns the reveals, if any.
        depends_on_hidden_cards: whether `has_choice` looks at cards that do not lie open to
            everyone. Then only the seat itself knows that it is asked.
    """

    phase: Phase
    seats: Callable[[T], Iterable[str]]
    has_choice: Callable[[T, str], bool]
    unanswered: Callable[[T], Reveals | None]
    depends_on_hidden_cards: Callable[[T], bool] = _never


class Reason(Struct, frozen=True):
    """Why a move is refused, in words.

    Attributes:
        rule: the rule's name in the game's rules.md (`sum`), or a whole code (`cgn.turn`).
        message: the mistake, in one line, with what was found.
        at: the part of the move that is wrong.
        label: a few words about that part.
        table: what the table holds that matters, to follow the player's name: `holds 3 4`.
        advice: what to do, unless the nearest legal move says it.
        since: what happened at the ply since which the rule forbids the move, if that helps:
            `the missing 3 was played here`.
    """

    rule: str
    message: str
    at: Place = ()
    label: str = ""
    table: str | None = None
    advice: str | None = None
    since: str | None = None


class Illegal(Exception):
    """A move that the rules do not allow. The table is exactly as it was.

    Listing moves makes and drops these by the hundred, so the reason is worded when first read;
    the position must not have changed by then.

    Args:
        guard: the guard that refuses.
        words: gives the Reason, from the same arguments.
        table: the position.
        named: the guard's other arguments.

    `position` is the table, as it was before the move, and `guard` the guard.
    """

    def __init__(
        self,
        guard: Callable[Concatenate[T, P], None],
        words: Callable[Concatenate[T, P], Reason],
        table: T,
        *named: P.args,
        **_: P.kwargs,
    ) -> None:
        super().__init__()
        self.guard: Callable[..., None] = guard
        self._words: Callable[..., Reason] = words
        self.position: Any = table
        self._named: tuple[Any, ...] = named

    @cached_property
    def reason(self) -> Reason:
        """Why the move is refused, in words."""
        return self._words(self.position, *self._named)

    def held_at(self, position: object) -> bool:
        """Whether the guard refuses the same at another position, by the same rule."""
        try:
            self.guard(position, *self._named)
        except Illegal as again:
            return again.reason.rule == self.reason.rule
        return False

    def refuses_alone(self) -> bool:
        """Whether the guard refuses, asked alone where it did; the reason is not worded."""
        try:
            self.guard(self.position, *self._named)
        except Illegal:
            return True
        return False

    def __str__(self) -> str:
        return self.reason.message


class LazyMoves(Sequence[M]):
    """Moves of one kind, one for each choice of an item from each list; group after group.

    A move is made when it is asked for, because there may be thousands.

    >>> [*LazyMoves(complex, [([1, 2], [3, 4]), ([5], [6])])]
    [(1+3j), (1+4j), (2+3j), (2+4j), (5+6j)]
    """

    def __init__(self, move: Callable[..., M], groups: Iterable[tuple[Sequence[Any], ...]]) -> None:
        self._move = move
        self._groups = [(prod(map(len, lists)), lists) for lists in groups]
        self._count = sum([count for count, _ in self._groups])

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: int) -> M:  # type: ignore[override]  # nobody asks for slices
        for count, lists in self._groups:
            if at < count:
                chosen = []
                for items in reversed(lists):
                    at, index = divmod(at, len(items))
                    chosen.append(items[index])
                return self._move(*reversed(chosen))
            at -= count
        raise IndexError(at)

    def __iter__(self) -> Iterator[M]:
        choices = chain.from_iterable(product(*lists) for _, lists in self._groups)
        return starmap(self._move, choices)


class Play(ABC, Generic[T, M]):
    """One kind of move at a table of one game.

    `move` is the declaration of the move; `phases` are those in which it may be made. In any
    other phase the table refuses it, before `check`, for the reason that `untimely` gives. If
    `exact`, all candidates are legal, and are listed without being checked. If it `samples`, there
    may be more legal moves of this kind than candidates.
    """

    move: type[M]
    phases: ClassVar[frozenset[Phase]] = frozenset((Turn.PLAY,))
    exact: ClassVar[bool] = False
    samples: ClassVar[bool] = False

    @abstractmethod
    def check(self, table: T, seat: str, move: M) -> None:
        """Ask the guards of this kind of move, in the order of the rules.

        Changes nothing. Raises Illegal for the first rule in the way.
        """

    @abstractmethod
    def candidates(self, table: T, seat: str) -> Iterable[M]:
        """Every legal move of this kind, each once, in deck order, and few others.

        A sample of them if it `samples`. LazyMoves if there may be thousands.
        """

    @abstractmethod
    def apply(self, table: T, seat: str, move: M) -> Reveals:
        """Make a checked move, and everything that follows from it.

        Raises Fault if the record lacks a shuffle; the table is then unusable.
        """

    def sentence(self, table: T, seat: str, move: M, reveals: Seen) -> Sentence:
        """What the seat does with this move, to follow its player's name.

        `table` is the position before the move. Move and reveals are as a view sees them: `_` and
        None stand for hidden cards, and the sentence must not reveal these.
        """
        del table, seat, move, reveals
        return say(f"plays `{self.move.verb}`")

    def untimely(self, table: T, seat: str, move: M) -> Reason:
        """Why this kind of move cannot be made in the table's phase."""
        del table, move
        return Reason("cgn.turn", f"`{self.move.verb}` is not a move that {seat} can make now")

    def legal(self, table: T, seat: str) -> Sequence[M]:
        """The candidates that pass `check`."""
        candidates, check = self.candidates(table, seat), self.check
        if self.exact:
            return candidates if isinstance(candidates, Sequence) else [*candidates]
        moves: list[M] = []
        for move in candidates:
            try:
                check(table, seat, move)
            except Illegal:
                continue
            moves.append(move)
        return moves
