"""What each seat has seen of a game so far, as a record of its own."""

from collections.abc import Sequence
from typing import NamedTuple, Self

from msgspec.structs import replace

from engines.play import Reveals
from engines.registry import Decks
from notation.chance import Chance, Shows
from notation.moves import Move
from notation.record import Entry, Ply, Record, Result, Shuffle
from replays.play import steps
from replays.set_up import game_of, open_table
from replays.view.redact import hidden_shuffle, result_for, seen_ply


class Played(NamedTuple):
    """A ply that was played, and the shuffles that followed it."""

    seat: str
    move: Move
    reveals: Reveals
    shuffles: Sequence[Shuffle]


class Memory:
    """Follows a game with cards that can be told apart, and notes which of them each seat saw.

    A seat's record has, at its place in each shuffle, every card that lay open to the seat since:
    a redacted record tells less, for instance no card that was put aside. A card that a move names
    is not told apart any more, so where it came from stays as unknown as it is at a table.
    """

    def __init__(self, begun: Record, decks: Decks) -> None:
        self._begun = begun
        game = game_of(begun, decks)
        self._uneven = game.uneven_deals
        self._table = open_table(begun, game, _Marking(begun.seed))
        seats = self._table.seats
        self._lines: dict[str, list[Entry]] = {seat: [] for seat in seats}
        self._seen: dict[str, set[int]] = {seat: set() for seat in seats}
        self._note(self._table.chance.shuffles)
        for step in steps(self._table, begun.plies, begun.seed):
            self._add(step.ply, step.reveals)

    def follow(self, played: Played) -> None:
        """Go on with a ply."""
        table = self._table
        table.chance.expect(played.shuffles)
        reveals = table.play(played.seat, played.move)
        self._add(Ply(played.seat, table.game.moves.write(played.move)), reveals)

    def record(self, seat: str) -> Record:
        """The game as a seat saw it, without comments, with the scores that the seat knows."""
        seen, table = self._seen[seat], self._table
        result = Result(tuple(table.winners()) if table.over else (), tuple(table.scores()))
        entries = [
            entry if isinstance(entry, Ply) else self._remembered(entry, seen)
            for entry in self._lines[seat]
        ]
        return replace(
            self._begun,
            seed=None,
            comments=(),
            plies=tuple(entries),
            result=result_for(result, table, seat),
        )

    def copy(self) -> Self:
        """An independent copy."""
        other: Self = object.__new__(type(self))
        other._begun, other._uneven = self._begun, self._uneven
        other._table = self._table.copy()
        other._lines = {seat: line.copy() for seat, line in self._lines.items()}
        other._seen = {seat: seen.copy() for seat, seen in self._seen.items()}
        return other

    def _add(self, ply: Ply, reveals: Reveals) -> None:
        bare = replace(ply, comments=())
        for seat, line in self._lines.items():
            line.append(seen_ply(self._table, bare, reveals, seat))
        self._note(self._table.chance.shuffles)

    def _note(self, shuffles: Sequence[Shuffle]) -> None:
        """Note these shuffles, and the cards that lie open now."""
        for line in self._lines.values():
            line.extend(shuffles)  # which hold the marked cards, so that ids are not used again
        for zone in self._table.zones():
            cards = zone.cards
            for seat, seen in self._seen.items():
                shown = zip(cards, zone.open_to(seat), strict=True)
                seen.update([id(card) for card, is_open in shown if is_open])

    def _remembered(self, shuffle: Shuffle, seen: set[int]) -> Shuffle:
        if shuffle.pile in self._uneven:
            return hidden_shuffle(shuffle)
        return hidden_shuffle(shuffle, [id(card) in seen for card in shuffle.order])


class _Marked(str):
    """A card that can be told from others of its code."""

    __slots__ = ()


class _Marking(Chance):
    """Chance that makes every card of a shuffle an object of its own."""

    __slots__ = ()

    def shuffle(self, name: str, cards: list[str], shows: Shows | None = None) -> list[str]:
        """The cards in their order, marked; the shuffle that was noted has the same objects."""
        order = super().shuffle(name, cards, shows)
        if order is cards:
            return cards
        marked = [_Marked(card) for card in order]
        self.shuffles[-1] = replace(self.shuffles[-1], order=tuple(marked))
        return list(marked)
