"""What each seat has seen of a game so far, as a record of its own."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import NamedTuple, Self

from msgspec.structs import replace

from engines.play import Reveals
from engines.registry import Decks
from notation.moves import Move
from notation.record import Entry, Ply, Record, Result, Shuffle
from replays.play import steps
from replays.set_up import game_of, open_table
from replays.view.marking import CardPlace, MarkedCard, Marking
from replays.view.redact import hidden_shuffle, seen_ply


class Played(NamedTuple):
    """A ply that was played, and the shuffles that followed it."""

    seat: str
    move: Move
    reveals: Reveals
    shuffles: Sequence[Shuffle]


class Memory:
    """Follows a game with cards that can be told apart, and notes when each seat first saw them.

    A seat's record has, at its place in each shuffle, every card that lay open to the seat since:
    a redacted record tells less, for instance no card that was put aside. A card that a move names
    is not told apart any more, so where it came from stays as unknown as it is at a table. Nor do
    places tell anything in a pile whose deal depends on the cards (`Game.uneven_deals`).

    `plies` is how many it has followed, with those of the record that it began with.
    """

    def __init__(self, start: Record, decks: Decks) -> None:
        self._start = start
        game = game_of(start, decks)
        self._uneven = game.uneven_deals
        self._table = open_table(start, game, Marking(start.seed))
        seats = self._table.seats
        self._lines: dict[str, list[Entry]] = {seat: [] for seat in seats}
        self._first_seen: dict[str, dict[CardPlace, int]] = {seat: {} for seat in seats}
        self._ends: list[int] = []
        self._note()
        for step in steps(self._table, start.plies, start.seed):
            self._add(step.ply, step.reveals)

    @property
    def plies(self) -> int:
        """How many plies it has followed."""
        return len(self._ends) - 1

    def follow(self, played: Played) -> None:
        """Go on with a ply."""
        table = self._table
        table.chance.expect(played.shuffles)
        reveals = table.play(played.seat, played.move)
        self._add(Ply(played.seat, table.game.moves.write(played.move)), reveals)

    def record(self, seat: str, plies: int, result: Result) -> Record:
        """The game as a seat saw it after so many plies, without comments, with this end line."""
        seen, numbers = self._first_seen[seat], count()
        entries = [
            entry if isinstance(entry, Ply) else self._remembered(entry, next(numbers), seen, plies)
            for entry in self._lines[seat][: self._ends[plies]]
        ]
        return replace(self._start, seed=None, comments=(), plies=tuple(entries), result=result)

    def copy(self) -> Self:
        """An independent copy."""
        other: Self = object.__new__(type(self))
        other._start, other._uneven = self._start, self._uneven
        other._table, other._ends = self._table.copy(), self._ends.copy()
        other._lines = {seat: line.copy() for seat, line in self._lines.items()}
        other._first_seen = {seat: seen.copy() for seat, seen in self._first_seen.items()}
        return other

    def _add(self, ply: Ply, reveals: Reveals) -> None:
        bare = replace(ply, comments=())
        for seat, line in self._lines.items():
            seen = seen_ply(self._table, bare, reveals, seat)
            line.append(replace(seen, reveals=tuple(map(str, seen.reveals))))
        self._note()

    def _note(self) -> None:
        """Note the shuffles that came last, and the cards that lie open now."""
        for line in self._lines.values():
            line.extend(self._table.chance.shuffles)
        self._ends.append(max(map(len, self._lines.values())))
        now = self.plies
        for zone in self._table.zones():
            cards = zone.cards
            for seat, seen in self._first_seen.items():
                for card, is_open in zip(cards, zone.open_to(seat), strict=True):
                    if is_open and isinstance(card, MarkedCard):
                        seen.setdefault(card.place, now)

    def _remembered(
        self, shuffle: Shuffle, number: int, seen: Mapping[CardPlace, int], plies: int
    ) -> Shuffle:
        if shuffle.pile in self._uneven:
            return hidden_shuffle(shuffle)
        places = [(number, at) for at in range(len(shuffle.order))]
        return hidden_shuffle(shuffle, [seen.get(place, plies + 1) <= plies for place in places])
