"""A game of a check: a number decides its seats, its options, its shuffles and its moves."""

from collections.abc import Iterator, Mapping

from engines.game import Game
from engines.play import Illegal, Reveals
from engines.players import Choose
from engines.table import Table
from notation.chance import Chance, below, key_of, words
from notation.moves import Move
from replays.general.broken import Broken
from replays.view.views import PUBLIC

_FAR = 150
"""The most plies after which a game is looked at."""


def chooser(seed: str) -> Choose:
    """Random indexes from a seed."""
    source = words(key_of(seed, "tests:"), 0)
    return lambda n: below(n, source)


def snapshot(table: Table) -> dict[str, object]:
    """Everything that makes up a position."""
    return {
        "to_act": table.to_act,
        "zones": {zone.key: zone.cards for zone in table.zones()},
        "counters": table.counters(),
        "scores": table.scores(),
        "moves": table.moves(),
    }


def all_cards(table: Table) -> list[str]:
    """Every card on the table, sorted."""
    return sorted(card for zone in table.zones() for card in zone.cards)


def play_on(table: Table, choose: Choose, plies: int) -> None:
    """Play so many random listed moves, or until the game is over."""
    for _ in range(plies):
        if table.to_act is not None:
            moves = table.moves()
            table.play(table.to_act, moves[choose(len(moves))])


class Deal:
    """A game with the cards dealt.

    Attributes:
        game, number: the game, and what decides all that chance decides.
        seats, options: how it was set up.
        choose: random indexes for its moves.
        table: the position. Checks play on copies of it, or by `play`.
        plies: how many were played.
        last: the last move; None before ply 1.
    """

    def __init__(self, game: Game, number: int, chance: Chance | None = None) -> None:
        starts = game.starts
        self.game = game
        self.number = number
        self.seats: int
        self.options: Mapping[str, str]
        self.seats, self.options = starts[number % len(starts)]
        self.choose = chooser(str(number))
        self.plies = 0
        self.last: Move | None = None
        self.table: Table = game.set_up(
            game, self.seats, self.options, chance or Chance(str(number))
        )

    @property
    def view(self) -> str | None:
        """One of the views, another one for each number."""
        return [None, *self.table.seats, PUBLIC][self.number % (self.seats + 2)]

    def play(self, move: Move) -> Reveals:
        """Play a listed move of the seat to act. Raises Broken if it is refused."""
        try:
            reveals = self.table.play(self.table.to_act or "", move)
        except Illegal as illegal:
            raise Broken(
                f"`{self.game.moves.write(move)}` is listed, but refused: {illegal.reason.message}",
                "an `exact` play yields legal moves only",
                type(self.table.plays[type(move)]).candidates,
            ) from None
        self.last = move
        self.plies += 1
        return reveals

    def moves(self) -> list[Move]:
        """The legal moves of a seat that has to act. Raises Broken if there are none."""
        moves = self.table.moves()
        if not moves:
            raise Broken(
                f"{self.table.to_act} {self.table.due_title()}, but has no legal move",
                "what is forced happens by itself; if nothing can be done, the game ends",
            )
        return moves

    def walk(self, plies: int) -> Iterator[Table]:
        """Each position of so many random moves, until the game is over; it is one table."""
        for _ in range(plies):
            if self.table.to_act is None:
                break
            moves = self.moves()
            self.play(moves[self.choose(len(moves))])
            yield self.table

    def somewhere(self) -> Table:
        """Some position of the game: the deal, the end, and each one between are equally likely."""
        length = sum(1 for _ in Deal(self.game, self.number).walk(_FAR))
        for _ in self.walk(chooser(f"{self.number} stop")(length + 1)):
            pass
        return self.table
