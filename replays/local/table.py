"""A game that is played here: move, observe, copy, and take it away as a record."""

from collections.abc import Callable, Mapping
from functools import cached_property
from operator import index
from types import MappingProxyType
from typing import Protocol, Self

from msgspec.structs import replace

from engines.play import Illegal
from engines.players import Randomness
from engines.registry import OWN_DECKS, Decks
from engines.table import Due, Table
from engines.zone import Zone
from notation.diagnostics import Diagnostic
from notation.fault import Fault
from notation.moves import Move
from notation.record import Ply, Record, Result
from replays.legs import beginning, main_line
from replays.live.endings import ending_at
from replays.local.compare import Comparison, compare
from replays.local.deals import Deals
from replays.local.history import Beginning, History, Line, SeenHistory
from replays.local.memory import Played
from replays.local.strong import strong_move
from replays.natural import natural_order
from replays.play import code_of, play_line
from replays.sender import refused_ply, unasked_ply
from replays.set_up import game_of, open_table
from replays.simulate import MAX_PLIES, player_of
from replays.view.frames import Frame
from replays.view.narration import seen_reveals, seen_score


class Refused(Exception):
    """A move that cannot be made; the game is as it was.

    Attributes:
        code: the code of the problem, such as `triggs.sum` or `cgn.turn`.
    """

    def __init__(self, code: str, problem: Callable[[], Diagnostic]) -> None:
        super().__init__(code)
        self.code = code
        self._problem = problem

    @cached_property
    def problem(self) -> Diagnostic:
        """What is wrong, with its place in the seat's own record, and the nearest legal moves.

        It is made when it is read, because that replays the game.
        """
        return self._problem()

    def __str__(self) -> str:
        problem = self.problem
        advice = f" ({problem.help})" if problem.help else ""
        return f"{problem.code}: {problem.message}{advice}"


class Seen(Protocol):
    """A game up to some ply, as one seat saw it."""

    @property
    def plies(self) -> int:
        """How many plies it has."""

    @property
    def decks(self) -> Decks:
        """The users' decks that its record may name."""

    def record(self) -> Record:
        """The record, with every card that the seat remembers, and an end line."""

    def frame(self) -> Frame:
        """The position after it, in the seat's view."""


class Observation:
    """A game as one seat has seen it so far: nothing in it depends on a card it has not seen.

    Attributes:
        seat: its letter.
        game: the name of the game.
        due: which seats are asked, and for what, as far as the seat knows; None at the end.
        legal: the legal moves, as they are written, if the seat is asked; otherwise none.
        lists_all: whether these are all, and not just some of them.
        zones: the codes of the cards in each zone, top first, by its key; None for a card that the
            seat does not see. Those of an unordered zone are sorted.
        scores: of each seat, as if the game ended now; None where it depends on hidden cards.

    An observation does not change when the game goes on. It leads to the whole game, though by no
    public name, so give a program that nobody trusts its fields alone, in a process of its own.
    """

    def __init__(  # noqa: PLR0913 - one for each attribute
        self,
        seat: str,
        game: str,
        *,
        due: Due | None,
        legal: tuple[str, ...],
        lists_all: bool,
        zones: Mapping[str, tuple[str | None, ...]],
        scores: tuple[int | None, ...],
        seen: Seen,
    ) -> None:
        """What a seat knows; `seen` has the game that led there, as the seat saw it."""
        self.seat, self.game, self.due = seat, game, due
        self.legal, self.lists_all = legal, lists_all
        self.zones = MappingProxyType(zones)
        self.scores = scores
        self._seen = seen

    def __repr__(self) -> str:
        return f"<Observation of {self.seat}: {self.game}, ply {self._seen.plies}>"

    @cached_property
    def record(self) -> Record:
        """The game so far as the seat saw it, with `_` for each card that it did not see.

        In the order of each shuffle stands every card that lay open to the seat since, except in
        piles whose deal depends on the cards, as in The Jam: there the places would tell of other
        seats. It is a record like any other: `validate` accepts it.
        """
        return self._seen.record()

    @cached_property
    def frame(self) -> Frame:
        """The position ready to draw, with the last ply in words."""
        return self._seen.frame()

    def sample(self, random: Randomness) -> "LocalTable":
        """A whole game that agrees with `record` and `zones`: each hidden card is guessed.

        In The Jam the record does not tell which cards the seat itself held earlier, so these are
        guessed, too. Later shuffles come from `random`. The first sample of an observation follows
        its record, the others only guess. All deals that agree are about equally likely, whatever
        the moves of others tell of their plans; not so after blind trades of The Jam. Raises NoDeal
        if no cards were found that agree: they exist, but the search is limited.
        """
        table, record = self._deals.deal(random)
        return LocalTable(table, record, self._seen.decks)

    def suggest(self, random: Randomness, playouts: int = 100) -> str:
        """The move of the strong player: the sensible one, or one clearly better in sampled deals.

        About `playouts` games are tried, each for some plies. Raises ValueError if the seat is not
        asked, or if the game has no such player; NoDeal as `sample` does.
        """
        if not self.legal:
            raise ValueError(f"{self.seat} is not asked for a move")
        game = game_of(self.record, self._seen.decks)
        if not game.looks_ahead:
            raise ValueError(f"{game.name} has no strong player")
        return game.moves.write(strong_move(self._deals, self.seat, random, playouts))

    def compare(self, made: str, random: Randomness, deals: int) -> Comparison | None:
        """What a legal move gives away, by so many guessed deals; None as `compare.compare` says.

        Raises ValueError if the seat is not asked; NoDeal as `sample` does; Fault if the move
        cannot be read.
        """
        if not self.legal:
            raise ValueError(f"{self.seat} is not asked for a move")
        move = game_of(self.record, self._seen.decks).moves.parse(made)
        return compare(self._deals, self.seat, move, random, deals)

    @cached_property
    def _deals(self) -> Deals:
        return Deals(self.record, self.zones, self._seen.decks)


class LocalTable:
    """A game that is played here, with all its cards.

    A program that plays for a seat is given `observe(seat)` instead: that has what this seat knows,
    and no more.
    """

    __slots__ = ("_history", "_recorded", "_table")

    def __init__(self, table: Table, record: Record, decks: Decks = OWN_DECKS) -> None:
        """A game at the table to which a record has led."""
        start = replace(record, result=None, termination=None)
        self._table = table
        plies = sum(isinstance(entry, Ply) for entry in record.plies)
        self._history = History(Beginning(start, table.game, decks), plies, Line(None))
        self._recorded = True

    def __repr__(self) -> str:
        asked = f"{self.to_act} to act" if self.to_act else "over"
        return f"<LocalTable: {self._table.game.name}, ply {self.plies}, {asked}>"

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, _: object) -> Self:
        return self.copy()

    @property
    def seats(self) -> tuple[str, ...]:
        """The letters of the seats, in turn order."""
        return self._table.seats

    @property
    def to_act(self) -> str | None:
        """The seat whose move is next; None once the game is over."""
        return self._table.to_act

    @property
    def due(self) -> Due | None:
        """Which seat is asked, and for what; None once the game is over."""
        return self._table.due

    @property
    def over(self) -> bool:
        """Whether the game has ended by its rules."""
        return self._table.over

    @property
    def plies(self) -> int:
        """How many plies were played and recorded, with those of the record that was resumed."""
        return self._history.plies

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's score, as if the game ended now."""
        return tuple(self._table.scores())

    @property
    def winners(self) -> tuple[str, ...]:
        """The seats that won, once the game is over; until then none."""
        return tuple(self._table.winners()) if self.over else ()

    def winners_without(self, seat: str) -> tuple[str, ...]:
        """The seats that win if a seat leaves the game now.

        Of the other sides it is the one with the best score; of two, the other one. Raises
        ValueError if there is no such seat.
        """
        gone = (self._known(seat),)
        ending = ending_at(self._table, gone)
        return ending.winners if ending else ()

    @property
    def lists_all(self) -> bool:
        """Whether `legal` and `moves` have every legal move, and not just some of them."""
        return self._table.lists_all

    def legal(self) -> tuple[str, ...]:
        """The legal moves of the seat to act, as they are written; none once the game is over."""
        return _legal(self._table)

    def moves(self) -> list[Move]:
        """The same moves as objects, which `play` takes without parsing."""
        return self._table.moves()

    def play(self, move: str | Move, seat: str | None = None) -> tuple[str | None, ...]:
        """Play a move of a seat, by default of the one to act.

        Returns the cards that it revealed, None for each that the seat does not see. Raises Refused
        if the seat is not asked, or the move is not legal; then nothing has changed. Raises
        ValueError if there is no such seat, or after `play_on`; TypeError for what is no move of
        the game.
        """
        self._check_recorded()
        table = self._table
        by = self._known((table.to_act or table.seats[0]) if seat is None else seat)
        if not isinstance(move, str) and type(move) not in table.plays:
            raise TypeError(f"{move!r} is no move of {table.game.name}")
        if by != table.to_act:  # before the move is read, so that the answer tells nothing of it
            raise self._unasked(by)
        try:
            read = table.game.moves.parse(move) if isinstance(move, str) else move
            table.chance.expect(None)
            reveals = table.play(by, read)
        except Illegal as illegal:
            raise self._refused(by, move, code_of(illegal, table)) from None
        except Fault as fault:
            raise self._refused(by, move, fault.code) from None
        self._history = self._history.extended(Played(by, read, reveals, table.chance.shuffles))
        return seen_reveals(reveals, by)

    def suggest(self, random: Randomness, player: str = "sensible") -> Move:
        """The move that a built-in player, `sensible` or `random`, makes for the seat to act.

        It rests on nothing that this seat does not know. Raises ValueError if there is no such
        player, or once the game is over.
        """
        if self.over:
            raise ValueError("the game is over")
        return player_of(self._table.game, player)(self._table, random.randrange)

    def play_on(self, random: Randomness, player: str = "random", plies: int = MAX_PLIES) -> None:
        """Let a built-in player go on for all seats, to the end, or for at most so many plies.

        This shows how a game may go on, faster than `play`, because the plies are not recorded:
        afterwards `play`, `record` and `observe` raise ValueError. Let it go on with a copy. Raises
        ValueError if there is no such player, or if `plies` is negative.
        """
        if plies < 0:
            raise ValueError("a number of plies is not negative")
        table, choose, choice = self._table, player_of(self._table.game, player), random.randrange
        for _ in range(plies):
            seat = table.to_act
            if seat is None:
                break
            self._recorded = False
            table.play(seat, choose(table, choice))

    def copy(self) -> Self:
        """An independent copy of the game."""
        other: Self = object.__new__(type(self))
        other._table, other._history = self._table.copy(), self._history
        other._recorded = self._recorded
        return other

    def record(self) -> Record:
        """The game so far as a record with an end line. Raises ValueError after `play_on`."""
        self._check_recorded()
        return replace(self._history.record(), result=Result(self.winners, self.scores))

    def observe(self, seat: str) -> Observation:
        """What a seat knows of the game now; it stays the same when the game goes on.

        Raises ValueError if there is no such seat, or after `play_on`.
        """
        self._check_recorded()
        table, by = self._table, self._known(seat)
        scores = tuple([seen_score(table, other, by)[0] for other in table.seats])
        end = Result(self.winners, self.scores) if self.over else Result((), scores)
        asked = table.to_act == by
        return Observation(
            by,
            table.game.name,
            due=table.due_for(by),
            legal=_legal(table) if asked else (),
            lists_all=table.lists_all if asked else True,
            zones={zone.key: _shown(zone, by) for zone in table.zones()},
            scores=scores,
            seen=SeenHistory(self._history, by, end),
        )

    def _known(self, seat: str) -> str:
        if seat not in self._table.seats:
            raise ValueError(f"there is no seat {seat!r}: they are {', '.join(self._table.seats)}")
        return seat

    def _check_recorded(self) -> None:
        if not self._recorded:
            raise ValueError("`play_on` records no plies: let it go on with a copy of the game")

    def _refused(self, seat: str, move: str | Move, code: str) -> Refused:
        text = move if isinstance(move, str) else self._table.game.moves.write(move)
        text = text.encode(errors="replace").decode()  # half a character cannot stand in a record
        history, decks = self._history, self._history.beginning.decks
        return Refused(code, lambda: refused_ply(history.record(), Ply(seat, text), decks))

    def _unasked(self, seat: str) -> Refused:
        due, history = self._table.due_for(seat), self._history
        decks = history.beginning.decks
        code = "cgn.turn" if due else "cgn.game-over"
        return Refused(code, lambda: unasked_ply(history.record(), seat=seat, due=due, decks=decks))


def open_game(
    record: Record, ply: int | None = None, seed: str = "", decks: Decks = OWN_DECKS
) -> LocalTable:
    """The game of a record after so many plies of its main line, by default all of them.

    Without a Seed in the record, later shuffles come from `seed`; then it is no longer sealed.
    Variations are left out. Raises Fault if these plies are wrong or leave cards out, ValueError if
    there are not so many.
    """
    plies = sum(isinstance(entry, Ply) for entry in record.plies)
    until = plies if ply is None else index(ply)
    if not 0 <= until <= plies:
        raise ValueError(f"there is no ply {ply}: the record has {plies}")
    start = beginning(main_line(record), until)
    table = open_table(start, game_of(start, decks))
    play_line(table, start.plies, start.seed)
    if start.seed is None:
        start = replace(start, seed_hash=None)
        table.chance.go_on(seed)
    return LocalTable(table, start, decks)


def _legal(table: Table) -> tuple[str, ...]:
    return tuple(map(table.game.moves.write, table.moves()))


def _shown(zone: Zone, seat: str) -> tuple[str | None, ...]:
    """The cards of a zone as a seat sees them; those of an unordered zone in natural order."""
    shown = zip(zone.cards, zone.open_to(seat), strict=True)
    cards = [card if is_open else None for card, is_open in shown]
    return tuple(cards if zone.ordered else [cards[at] for at in natural_order(cards)])
