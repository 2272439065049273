"""A game in progress, of any kind. Pure: no clock, no files, no randomness of its own.

A game derives its state from Table. Its plays (engines/play.py) say what a player may do; its flow
says what happens by itself. All of them follow these rules:

- Every card is in a zone. `__init__` makes the zones by `add_zone`; cards move only by the methods
  of zones.
- Zones, counters and the seat to act are the whole position: if they are the same, so is everything
  that follows. Anything else that must be remembered is a counter. So is the phase, unless it
  follows from the others.
- To go on is to set `phase` and `to_act`, or to `ask` a question. The game is over once `to_act`
  is None.
- Chance is `chance.shuffle(name, cards)`, top card first, and nothing else.
- If a record leaves cards out, `unseen` follows it, and a game asks it what such cards decide.
- What happens by itself is reported to `story`, if there is one.
- A game defines `score`, `counters` and `part`. The rest has defaults, which a game replaces if it
  differs.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, ParamSpec, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engines.game import Game
from engines.play import Illegal, Phase, Play, Question, Reason, Reveals, Seen, Turn
from engines.players import Choose
from engines.wording import Sentence, say
from engines.zone import PLAIN, Display, Visibility, Zone
from notation.chance import Chance
from notation.json_shape import doc
from notation.moves import Move
from notation.record import SEATS

if TYPE_CHECKING:
    from engines.unseen import Unseen


T = TypeVar("T")
P = ParamSpec("P")


class Counter(Struct, frozen=True):
    """A number on the table: crossed boxes, the round. `most` is its maximum, if known."""

    name: str
    value: int
    owner: str | None = None
    most: int | None = None

    @property
    def key(self) -> str:
        """The counter's name among all counters of the table: `row-11.A`."""
        return f"{self.name}.{self.owner}" if self.owner else self.name


class Points(Struct, frozen=True):
    """One line of a score.

    The existence of a hidden line reveals nothing about the cards.
    """

    source: Annotated[str, doc("What it is for.")]
    points: int
    card: Annotated[str | None, doc("The card that gives it, if one does.")] = None
    hidden: Annotated[bool, doc("Whether it depends on cards that only its seat sees.")] = False


def by_source(lines: Sequence[Points]) -> dict[str, int]:
    """The points of each source, in the order of the lines."""
    points: dict[str, int] = {}
    for line in lines:
        points[line.source] = points.get(line.source, 0) + line.points
    return points


class Due(Struct, frozen=True):
    """Which seats are asked, and for what."""

    seats: Annotated[tuple[str, ...], doc("The seats that may act.")]
    phase: Annotated[str, doc("The name of the phase.", "extra")]
    title: Annotated[str, doc("What they do, to follow a name.", "takes an extra cross")]


class Table(ABC):
    """A game in progress.

    Attributes:
        game, cards: the declarations of the game, and the cards made from its deck.
        seats: the letters, in turn order.
        options: every option that has a value.
        chance: where shuffles come from.
        plays: what a player may do here, by the kind of move.
        unseen: follows a record that leaves cards out; None if all cards are known.
        first_phase: the phase in which the game starts; a game with phases of its own says which.
        to_act: the seat whose choice is next; None once the game is over.
        phase: what that seat is asked to do.
        target: the points that win; None in games that end otherwise.
        story: takes a sentence for everything that happens by itself; None if it is not wanted.
            The sentences name only cards that lie open to everyone.
    """

    cards: Any
    first_phase: ClassVar[Phase] = Turn.PLAY

    def __init__(self, game: Game, seats: int, options: Mapping[str, str], chance: Chance) -> None:
        """A table with no card on it yet."""
        self.game = game
        self.cards = game.cards
        self.seats = tuple(SEATS[:seats])
        self._following = dict(zip(self.seats, self.seats[1:] + self.seats[:1], strict=True))
        self.options = game.settle(options)
        self.chance = chance
        self.unseen: Unseen | None = chance.unseen  # type: ignore[assignment]  # one for tables
        self.plays: Mapping[type[Move], Play[Any, Any]] = game.plays
        self.to_act: str | None = self.seats[0]
        self.phase: Phase = self.first_phase
        self.target: int | None = None
        self.story: list[Sentence] | None = None
        self._asked: tuple[Phase, tuple[str, ...]] | None = None
        self._zones: dict[str, Zone] = {}

    def play(self, seat: str, move: Move) -> Reveals:
        """Make a move, and everything that follows from it.

        Raises Illegal, and then leaves the table exactly as it was. Raises Fault if the
        record lacks a shuffle; the table is then unusable.
        """
        play = self.plays[type(move)]
        if seat != self.to_act:
            in_turn(self, seat)
        if self.phase not in play.phases:
            in_phase(self, seat, move, play)
        play.check(self, seat, move)
        return play.apply(self, seat, move)

    def moves(self) -> list[Move]:
        """Every legal move of the seat to act, in one spelling each, in the order of the plays.

        Empty once the game is over. A sample, unless `lists_all`.
        """
        return list(chain.from_iterable(self._legal()))

    def any_move(self, choose: Choose) -> Move:
        """The legal move at the index that `choose` gives: each is equally likely."""
        listed = self._legal()
        counts = [len(moves) for moves in listed]
        if not any(counts):
            raise AssertionError(f"{self.to_act} {self.due_title()}, but has no legal move")
        at = choose(sum(counts))
        kind = 0
        while at >= counts[kind]:
            at -= counts[kind]
            kind += 1
        return listed[kind][at]

    def _legal(self) -> list[Sequence[Move]]:
        """The legal moves of each kind."""
        seat, phase = self.to_act, self.phase
        if seat is None:
            return []
        return [play.legal(self, seat) for play in self.plays.values() if phase in play.phases]

    def sentence(self, seat: str, move: Move, reveals: Seen) -> Sentence:
        """What a seat does with a move, made from this position; see `Play.sentence`."""
        return self.plays[type(move)].sentence(self, seat, move, reveals)

    @property
    def lists_all(self) -> bool:
        """Whether `moves` lists every legal move, and not just a sample."""
        return not any(play.samples for play in self.plays.values() if self.phase in play.phases)

    def ask(self, question: Question[Any], after: str | None = None) -> Reveals:
        """Ask the first seat that has a choice, of those after `after` in the order of asking.

        If no seat has a choice, do at once what follows if nobody answers, and return the reveals.
        """
        seats = tuple(question.seats(self))
        if after is not None:
            seats = seats[seats.index(after) + 1 :]
        hidden = question.depends_on_hidden_cards(self)
        self._asked = (question.phase, seats) if hidden else None
        asked = question.has_choice if self.unseen is None else self.unseen.asker(question)
        for seat in seats:
            if asked(self, seat):
                self.phase, self.to_act = question.phase, seat
                return []
        return question.unanswered(self) or []

    def allies(self) -> list[tuple[str, ...]]:
        """The seats that share a score, in turn order; by default each seat plays alone."""
        return [(seat,) for seat in self.seats]

    @property
    def over(self) -> bool:
        """Whether the game has ended by its own rules."""
        return self.to_act is None

    @property
    def turn_of(self) -> str | None:
        """The seat whose turn it is, also while others answer; None once the game is over.

        By default that is the seat to act.
        """
        return self.to_act

    @property
    def due(self) -> Due | None:
        """Which seats are asked, and for what; None once the game is over."""
        if self.to_act is None:
            return None
        return Due((self.to_act,), self.phase.name.lower(), self.due_title())

    def due_for(self, view: str | None) -> Due | None:
        """`due` as a view knows it; None once the game is over.

        If hidden cards decide which seat is asked, only that seat's own view says so; other views
        list all seats that may be asked, in order. `view` is as in `seen`; None sees everything.
        """
        due = self.due
        if due is None or self._asked is None or view in (None, self.to_act):
            return due
        phase, seats = self._asked
        return replace(due, seats=seats) if phase is self.phase else due

    def due_title(self) -> str:
        """What the seat to act does next, to follow its name; by default the phase's title.

        It reveals only what lies open to everyone.
        """
        return self.phase.title

    def next_seat(self, seat: str) -> str:
        """The seat that follows in turn order."""
        return self._following[seat]

    @abstractmethod
    def score(self, seat: str) -> list[Points]:
        """The seat's score line by line, as if the game ended now."""

    def scores(self) -> list[int]:
        """Each seat's score, in seat order, as if the game ended now."""
        return [sum([line.points for line in self.score(seat)]) for seat in self.seats]

    def winners(self, scores: Sequence[int] | None = None) -> list[str]:
        """The seats that win with these scores, in seat order.

        A caller that has the result of `scores()` already gives it as `scores`. By default all
        seats with the most points win; a game with another rule for ties says so in `break_tie`.
        """
        first = self.leaders(self.scores() if scores is None else scores)
        return self.break_tie(first) if len(first) > 1 else first

    def leaders(self, scores: Sequence[int]) -> list[str]:
        """The seats with the most points, in seat order."""
        best = max(scores)
        return [seat for seat, score in zip(self.seats, scores, strict=True) if score == best]

    def break_tie(self, seats: list[str]) -> list[str]:
        """The seats that win, of several with the most points; by default all of them."""
        return seats

    def tie_reason(self, seats: list[str]) -> Sentence:
        """What decided between these seats with the most points; by default nothing."""
        del seats
        return say("they share the win")

    def add_zone(
        self,
        name: str,
        visibility: Visibility,
        *,
        owner: str | None = None,
        ordered: bool = True,
        display: Display = PLAIN,
    ) -> Zone:
        """Add an empty zone. Positions have the zones in the order in which they were added."""
        make = Zone if self.unseen is None else self.unseen.zone
        zone = make(name, visibility, owner=owner, ordered=ordered, display=display)
        self._zones[zone.key] = zone
        return zone

    def zone(self, name: str, owner: str | None = None) -> Zone:
        """The zone of this name and owner. Raises KeyError if there is none."""
        return self._zones[f"{name}.{owner}" if owner else name]

    def zones(self) -> list[Zone]:
        """Every zone, always the same ones in the same order; each card is in exactly one."""
        return list(self._zones.values())

    @abstractmethod
    def counters(self) -> list[Counter]:
        """Every number that is part of the position, always in the same order."""

    def shown_counters(self) -> list[Counter]:
        """The counters that a picture needs, in order; by default all of them.

        A game always has the same ones, except that the last may be absent while it is 0.
        """
        return self.counters()

    def labels(self, zone: Zone, cards: Sequence[str]) -> Sequence[str]:
        """The label of each of these cards of a zone; by default its code.

        Labels stay the same as long as the zone's cards and visibility do. In a face-down zone,
        they also stay when other cards leave it.
        """
        del zone
        return cards

    def places_of(self, word: str) -> Sequence[str]:
        """The places, as moves spell them, where the card that a word names lies open to everyone.

        Asked if a move has the word instead of a place. By default there are none.
        """
        del word
        return ()

    def details(self, view: str | None) -> Mapping[str, Struct]:
        """Facts about zones that their cards do not show, by the keys of the zones.

        `view` is as in `seen`; None sees everything. By default there are none. Where possible,
        facts that have not changed are the same objects as before.
        """
        del view
        return {}

    def known(self, ask: Callable[P, T], *args: P.args, **named: P.kwargs) -> T | None:
        """The value of `ask` for this table; None if it depends on unseen cards."""
        if self.unseen is None:
            return ask(*args, **named)
        return self.unseen.known(partial(ask, *args, **named))

    def seen(self, seat: str, move: Move, view: str) -> Move:
        """A seat's move as another view sees it, `_` for each card hidden from it.

        `view` is the letter of a seat, or anything else for everyone. By default nothing is hidden.
        """
        del seat, view
        return move

    def name_unseen(self, face: Callable[[str], str]) -> None:
        """Replace unseen cards that lie in no zone by their faces; by default there are none."""
        del face

    def copy(self) -> Self:
        """An independent copy of the position."""
        other = copy(self)
        other.chance = self.chance.copy()
        other.story = None
        other._zones = {key: zone.copy() for key, zone in self._zones.items()}  # noqa: SLF001 - a table's own kind
        other.part()
        return other

    @abstractmethod
    def part(self) -> None:
        """Copy, in a copy of a table, everything mutable that is still shared with the original.

        The zones and chance are already copied; attributes that refer to zones must refer to the
        copies.
        """


def in_turn(table: Table, seat: str) -> None:
    """A move is made by the seat to act."""
    if seat != table.to_act:
        raise Illegal(in_turn, _out_of_turn, table, seat)


def _out_of_turn(table: Table, seat: str) -> Reason:
    if table.to_act is None:
        return Reason(
            "cgn.game-over",
            "the game is over",
            advice="take the plies after the end out",
            since="the game ended here",
        )
    if seat not in table.seats:
        letters = f"{table.seats[0]} to {table.seats[-1]}"
        return Reason("cgn.turn", f"there is no seat {seat} here: they are {letters}")
    if table.to_act != table.turn_of:
        return Reason("cgn.turn", f"{table.to_act} is asked for an answer, not {seat}")
    return Reason("cgn.turn", f"it is the turn of {table.to_act}, not of {seat}")


def in_phase(table: Table, seat: str, move: Move, play: Play[Any, Any]) -> None:
    """A move is made in one of its phases."""
    if table.phase not in play.phases:
        raise Illegal(in_phase, _out_of_phase, table, seat, move, play)


def _out_of_phase(table: Table, seat: str, move: Move, play: Play[Any, Any]) -> Reason:
    return play.untimely(table, seat, move)
