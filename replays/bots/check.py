"""Checks a bot: it plays each game from each seat, and what it does wrong is noted."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engines.registry import load_game
from notation.record import SEATS
from replays.bots.game import FORFEIT_TAG, Terms, play_game
from replays.bots.program import Program
from replays.bots.program_seat import IllegalAnswer
from replays.bots.seats import Bot, BuiltInBot, ProgramBot
from replays.simulate import NAMES

MAX_PLIES = 300
"""Plies of each game: no game of two players has more, unless it does not end."""

_OTHERS = "sensible"
"""The built-in player at the other seats, so that games come to all their phases."""


class CheckedGame(NamedTuple):
    """A game in which a bot was checked, with the number of its seats, and the bot's.

    Attributes:
        moves, seconds, slowest: for how many moves it was asked, and what these took.
        illegal: its illegal answers.
        forfeit: why it forfeited the game; empty if it did not.
    """

    game: str
    seats: int
    seat: str
    moves: int
    seconds: float
    slowest: float
    illegal: Sequence[IllegalAnswer]
    forfeit: str


def check_bot(program: Program, games: Sequence[str], seconds: float) -> Iterator[CheckedGame]:
    """Play each game with each number of seats and the bot at each seat, with this time a move."""
    for name in games:
        for seats in load_game(name).seats:
            for at in range(seats):
                yield _checked(program, Terms(name, {}, seconds, MAX_PLIES), seats, at)


def _checked(program: Program, terms: Terms, seats: int, at: int) -> CheckedGame:
    bot = ProgramBot(program)
    players: list[Bot] = [BuiltInBot(_OTHERS) for _ in range(seats)]
    players[at] = bot
    finished = play_game(terms, players, NAMES[:seats], f"check {seats} {at}")
    forfeit = finished.record.tags.get(FORFEIT_TAG, "").partition(": ")[2]
    seat = bot.seat
    return CheckedGame(
        terms.game, seats, SEATS[at], seat.moves, seat.seconds, seat.slowest, seat.illegal, forfeit
    )
