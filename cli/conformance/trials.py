"""Records that try a program: simulated games, and mutants of each with one thing wrong."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice

from msgspec.structs import astuple, replace

from engines.game import Game
from engines.play import Illegal
from engines.players import Choose
from engines.table import Table
from notation.chance import below, key_of, words
from notation.fault import Fault
from notation.moves import Move
from notation.record import SEATS, Ply, Record, Result
from replays.play import steps
from replays.set_up import open_table
from replays.simulate import PLAYERS, player_of, simulate

_PLACES = 8
"""The positions of a game at which wrong moves are tried."""

_PART = re.compile(r"[ ,+=:]?[^ ,+=:]+")
"""A part of a move, with the sign before it."""

_TRIED = 100
"""The moves that are tried at such a position, of each source."""

_GUARDS = 3
"""The guards that refuse moves at such a position: those that refused the fewest before."""

_MOVES_EACH = 4
"""The moves that each of them refuses."""

MAX_PLIES = 300
"""The most plies of a game by default."""


class Trials:
    """The records that try a program in one game; the same seed gives the same ones.

    No record has more than `most` plies before a wrong one.
    """

    def __init__(self, game: Game, seed: str, most: int = MAX_PLIES) -> None:
        self._game = game
        self._seed = seed
        self._most = most
        self._choose = _chooser(f"{seed} {game.name}")
        self._refused: Counter[str] = Counter()
        self._starts = game.starts
        self._is_a_move = re.compile(game.moves.pattern).fullmatch

    def batch(self, index: int) -> list[Record]:
        """The game of this index, then its mutants. Call it with 0, 1, 2 … in this order."""
        seats, options = self._starts[index % len(self._starts)]
        player = player_of(self._game, PLAYERS[index % len(PLAYERS)])
        seed = f"{self._seed}-{index}"
        game = simulate(self._game, seats, seed, options, player, self._most)
        if game.result is not None and not game.result.winners:  # it did not end in these plies
            game = replace(game, result=None)
        if not game.plies:
            return [game]
        return [game, *self._ends(game), *self._edits(game), *self._wrong_moves(game)]

    def _ends(self, game: Record) -> Iterator[Record]:
        """The game broken off, and with wrong end lines."""
        yield replace(game, plies=game.plies[: self._choose(len(game.plies) + 1)], result=None)
        if game.result is None:
            return
        seats, (winners, scores) = SEATS[: len(game.seats)], astuple(game.result)
        at = self._choose(len(seats))
        more = tuple((score or 0) + (at == index) for index, score in enumerate(scores))
        yield replace(game, result=Result(winners, more))
        others = (seats[at],) if winners != (seats[at],) else tuple(seats)
        yield replace(game, result=Result(others, scores))

    def _edits(self, game: Record) -> Iterator[Record]:
        """The game with a ply of another seat, one left out, one twice, one with other reveals."""
        plies = [ply for ply in game.plies if isinstance(ply, Ply)]
        at = self._choose(len(plies))
        seats = [seat for seat in SEATS[: len(game.seats)] if seat != plies[at].seat]
        other = replace(plies[at], seat=seats[self._choose(len(seats))])
        for edit in ([other], [], [plies[at]] * 2):
            yield replace(game, plies=(*plies[:at], *edit, *plies[at + 1 :]))
        if revealing := [at for at, ply in enumerate(plies) if ply.reveals]:
            at = revealing[self._choose(len(revealing))]
            less = replace(plies[at], reveals=plies[at].reveals[1:])
            yield replace(game, plies=(*plies[:at], less, *plies[at + 1 :]))

    def _wrong_moves(self, game: Record) -> Iterator[Record]:
        """The game up to a position, then a move that the rules refuse there."""
        texts = [ply.move for ply in game.plies if isinstance(ply, Ply)]
        places = {self._choose(len(texts)) for _ in range(_PLACES)}
        table = open_table(game, self._game)
        for at in range(len(texts)):
            seat = table.to_act
            if at in places and seat is not None:
                for move in self._rarest(table, seat, texts):
                    ply = Ply(seat, self._game.moves.write(move))
                    yield replace(game, plies=(*game.plies[:at], ply), result=None)
            for _ in steps(table, game.plies, game.seed, within=range(at, at + 1)):
                pass

    def _rarest(self, table: Table, seat: str, texts: Sequence[str]) -> list[Move]:
        """Moves that are refused here by the guards that have refused the fewest before."""
        refused: dict[str, list[Move]] = {}
        for move in dict.fromkeys(self._tries(table, seat, texts)):
            guard = _refusing_guard(table, seat, move)
            if guard is not None:
                refused.setdefault(guard, []).append(move)
        rarest = sorted(refused, key=lambda guard: (self._refused[guard], guard))[:_GUARDS]
        self._refused.update(rarest)
        return [move for guard in rarest for move in refused[guard][:_MOVES_EACH]]

    def _tries(self, table: Table, seat: str, texts: Sequence[str]) -> Iterator[Move]:
        """Moves that may be refused, those first that differ least from legal ones.

        A program that lacks one rule must not refuse them by another.
        """
        legal = [self._game.moves.write(move) for move in table.moves()[:_TRIED]]
        yield from self._edited(legal, legal)
        for play in table.plays.values():
            if table.phase in play.phases:
                yield from islice(play.candidates(table, seat), _TRIED)
        yield from self._edited(legal, texts)
        yield from self._edited(texts, texts)

    def _edited(self, texts: Sequence[str], others: Sequence[str]) -> Iterator[Move]:
        """Moves with a part replaced by one of another move, or with such a part more or less."""
        for _ in range(_TRIED):
            parts = _PART.findall(texts[self._choose(len(texts))])
            more = _PART.findall(others[self._choose(len(others))])
            at, part = self._choose(len(parts)), more[self._choose(len(more))]
            # A part has the sign before it: "6", ",4" and "+2" are those of "6,4+2".
            word = f",{''.join(more).rpartition(' ')[2]}"
            edits: tuple[list[str], ...] = ([part], [], [parts[at], part], [parts[at], word])
            parts[at : at + 1] = edits[self._choose(len(edits))]
            text = "".join(parts)
            if self._is_a_move(text):
                with suppress(Fault):
                    yield self._game.moves.parse(text)


def _refusing_guard(table: Table, seat: str, move: Move) -> str | None:
    """The guard that refuses a move of the seat to act; None if it is legal."""
    try:
        table.copy().play(seat, move)
    except Illegal as illegal:
        return illegal.guard.__qualname__
    return None


def _chooser(text: str) -> Choose:
    """Indexes from a text."""
    source = words(key_of(text, "cgn-differ:"), 0)
    return lambda n: below(n, source)
