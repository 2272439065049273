"""A game in progress, whichever game it is. Pure: no clock, no files, no randomness of its own."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any, ClassVar, Self, TypeAlias

from msgspec import Struct

from engines.game import Game
from engines.illegal import Cause, Illegal
from engines.zone import Zone
from notation.chance import Chance
from notation.moves import Move
from notation.record import SEATS

Reveals: TypeAlias = list[tuple[str, str | None]]
"""Cards drawn or turned up, in order, each with the one seat that saw it (None: everyone)."""


class Counter(Struct, frozen=True):
    """A number on the table: crossed boxes, the round. `most` is what it can reach, if known."""

    name: str
    value: int
    owner: str | None = None
    most: int | None = None

    @property
    def key(self) -> str:
        """The counter's name among all counters of the table: `row-11.A`."""
        return f"{self.name}.{self.owner}" if self.owner else self.name


class Points(Struct, frozen=True):
    """One line of a score: what it is for, the card that gives it (if one does), how much.

    A `hidden` one rests on cards that only its seat sees. That it is there tells nothing of them.
    """

    source: str
    points: int
    card: str | None = None
    hidden: bool = False


class Table(ABC):
    """A game in progress.

    `seats` are the letters in turn order; `to_act` is the seat whose choice is next, None once
    the game is over; `cards` what the game has made of its deck. Subclasses fill `rules`: for
    each move, the method that plays it.
    """

    cards: Any
    rules: ClassVar[Mapping[type[Move], Callable[[Any, Any], Reveals]]]

    def __init__(self, game: Game, seats: int, options: Mapping[str, str], chance: Chance) -> None:
        """Set the game up: shuffle and deal. Raises ChanceError where chance cannot tell."""
        self.game = game
        self.cards = game.cards
        self.seats = tuple(SEATS[:seats])
        self._following = dict(zip(self.seats, self.seats[1:] + self.seats[:1], strict=True))
        self.options = game.settle(options)
        self.chance = chance
        self.to_act: str | None = self.seats[0]

    def play(self, seat: str, move: Move) -> Reveals:
        """Make a move, and all that follows from it by itself.

        Raises Illegal, and then leaves the table exactly as it was. Raises ChanceError where a
        shuffle is not told; the table is then unusable.
        """
        if seat != self.to_act:
            raise self._out_of_turn(seat)
        return self.rules[type(move)](self, move)

    def _out_of_turn(self, seat: str) -> Illegal:
        if self.to_act is None:
            return Illegal(
                "cgn.game-over",
                "the game is over",
                advice="take the plies after the end out",
                cause=Cause("the game ended here", lambda table: table.to_act is None),
            )
        if seat not in self.seats:
            return Illegal("cgn.turn", f"there is no seat {seat} here: they are {self._letters}")
        if self.to_act != self.at_turn:
            return Illegal("cgn.turn", f"{self.to_act} is asked for an answer, not {seat}")
        return Illegal("cgn.turn", f"it is the turn of {self.to_act}, not of {seat}")

    @property
    def _letters(self) -> str:
        return f"{self.seats[0]} to {self.seats[-1]}"

    @property
    def over(self) -> bool:
        """Whether the game has ended by its own rules."""
        return self.to_act is None

    @property
    def at_turn(self) -> str | None:
        """The seat whose turn it is, also while others answer; None once the game is over.

        By default that is the seat to act.
        """
        return self.to_act

    def next_seat(self, seat: str) -> str:
        """The seat that follows in turn order."""
        return self._following[seat]

    @abstractmethod
    def moves(self) -> list[Move]:
        """Every legal move of the seat to act, one spelling each, in deck order.

        Empty once the game is over. Where it is not `lists_all`, a sample of them.
        """

    @property
    def lists_all(self) -> bool:
        """Whether `moves` lists every legal move, and not a sample of too many."""
        return True

    @abstractmethod
    def score(self, seat: str) -> list[Points]:
        """The seat's score line by line, as if the game ended now."""

    def scores(self) -> list[int]:
        """Each seat's score, in seat order, as if the game ended now."""
        return [sum(line.points for line in self.score(seat)) for seat in self.seats]

    @abstractmethod
    def winners(self, scores: Sequence[int] | None = None) -> list[str]:
        """The seats that win with the scores as they are, in seat order.

        `scores` are those of `scores()`, for a caller that has them already.
        """

    @abstractmethod
    def zones(self) -> list[Zone]:
        """Every zone, always the same ones in the same order; each card lies in just one."""

    @abstractmethod
    def counters(self) -> list[Counter]:
        """Every number that is part of the position, always in the same order."""

    def shown_counters(self) -> list[Counter]:
        """Those of the counters that a picture needs, in their order; by default all of them.

        They are always the same ones. Only the last may come and go, and is 0 while it is away.
        """
        return self.counters()

    def labels(self, zone: Zone, cards: Sequence[str]) -> Sequence[str]:
        """What each of these cards of a zone shows there; by default its code.

        No label of a zone changes as long as neither its cards nor its visibility do; of a
        face-down zone, none changes when others leave it.
        """
        del zone
        return cards

    def seen(self, seat: str, move: Move, view: str) -> Move:
        """A seat's move as another view sees it, `_` for each card hidden from it.

        `view` is the letter of a seat, or anything else for everyone. By default all is seen.
        """
        del seat, view
        return move

    def copy(self) -> Self:
        """The same table, that goes its own way from here."""
        return deepcopy(self, {id(self.game): self.game, id(self.cards): self.cards})
