"""Matches between bots: every deal is played in every seating, so that its luck is shared."""

import os
import signal
from collections import Counter
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from itertools import groupby
from multiprocessing.util import Finalize
from typing import NamedTuple, NoReturn, Self

from msgspec import Struct

from notation.render.visible import visible
from replays.bots.game import FinishedGame, Terms, play_game
from replays.bots.program import Forfeit, Program
from replays.bots.seats import Bot, BuiltInBot, ProgramBot
from replays.local.built_in import BUILT_IN, STRONG, no_strong_player
from replays.many.archive import WorkerDied
from replays.many.workers import Pool, map_ordered, processes

ROUND_TAG = "Round"
"""The tag of a game's record with its deal and its seating, as in `12.2`."""

_MAX_NAME = 60
"""The characters of a bot's name as a player."""


class Unfit(Exception):
    """A bot cannot play a match. Its text says why."""


class Pairing(NamedTuple):
    """A game of a match: the numbers of its deal and seating, from 1, and the bot at each seat."""

    deal: int
    seating: int
    seed: str
    lineup: tuple[int, ...]

    @property
    def round(self) -> str:
        """How its record calls it.

        >>> Pairing(12, 2, "tuesday-11", (1, 0)).round
        '12.2'
        """
        return f"{self.deal}.{self.seating}"


class BotMatch(Struct, frozen=True):
    """What is played: the bots, by the commands of programs or the names of built-in players."""

    terms: Terms
    bots: tuple[str, ...]
    seats: int
    deals: int
    seed: str

    def pairings(self) -> Iterator[Pairing]:
        """Every game: each deal with the bots in turn, and then moved on by one seat.

        >>> match = BotMatch(Terms("triggs"), ("sensible", "random"), 3, 1, "tuesday")
        >>> [pairing.lineup for pairing in match.pairings()]
        [(0, 1, 0), (1, 0, 1)]
        """
        bots = len(self.bots)
        for deal in range(self.deals):
            for turn in range(bots):
                lineup = tuple([(seat + turn) % bots for seat in range(self.seats)])
                yield Pairing(deal + 1, turn + 1, f"{self.seed}-{deal}", lineup)


class MatchGame(NamedTuple):
    """A game of a match that was played, and the time that its programs took, if that is known."""

    pairing: Pairing
    finished: FinishedGame
    times: "tuple[MoveTimes, ...]" = ()


class MoveTimes(NamedTuple):
    """What a program took for the moves of a game, in seconds."""

    bot: int
    moves: int
    seconds: float
    slowest: float


def introduced(match: BotMatch) -> tuple[str, ...]:
    """The names of the bots, each once, after every program has said hello and ended again.

    Raises Unfit if one cannot be started, does not say hello, or does not play this game.
    """
    names = [_introduced(command, match.terms.game) for command in match.bots]
    counted = Counter(names)
    seen: Counter[str] = Counter()
    for at, name in enumerate(names):
        seen[name] += 1
        if counted[name] > 1:
            names[at] = f"{name} ({seen[name]})"
    return tuple(names)


def _introduced(command: str, game: str) -> str:
    """The name of a bot. Raises Unfit."""
    if command == STRONG and (reason := no_strong_player(game)):
        raise Unfit(reason)
    if command in BUILT_IN:
        return command
    try:
        with Program(command) as program:
            hello = program.begin()
    except (Forfeit, ValueError) as error:
        raise Unfit(f"`{command}`: {error}; built in are {', '.join(BUILT_IN)}") from None
    if hello.games and game not in hello.games:
        plays = ", ".join(visible(name, _MAX_NAME) for name in hello.games)
        raise Unfit(f"`{command}` does not play {game}, but {plays}")
    return visible(" ".join((hello.name or command).split()), _MAX_NAME) or "bot"


class Crew:
    """The bots of a match in one process, each as often as it can be seated at once.

    Leaving the context ends their programs.
    """

    def __init__(self, match: BotMatch, names: Sequence[str]) -> None:
        self._match, self._names = match, names
        self._programs: dict[tuple[int, int], Program] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for program in self._programs.values():
            program.close()

    def kill(self) -> None:
        """End all programs at once."""
        for program in self._programs.values():
            program.kill()

    def play(self, pairing: Pairing) -> MatchGame:
        """Play a game of the match."""
        used: Counter[int] = Counter()
        bots: list[Bot] = []
        for bot in pairing.lineup:
            bots.append(self._bot(bot, used[bot]))
            used[bot] += 1
        names = [self._names[bot] for bot in pairing.lineup]
        tags = {ROUND_TAG: pairing.round}
        finished = play_game(self._match.terms, bots, names, pairing.seed, tags)
        times = tuple(
            MoveTimes(bot, player.seat.moves, player.seat.seconds, player.seat.slowest)
            for bot, player in zip(pairing.lineup, bots, strict=True)
            if isinstance(player, ProgramBot)
        )
        return MatchGame(pairing, finished, times)

    def _bot(self, bot: int, copy: int) -> Bot:
        command = self._match.bots[bot]
        if command in BUILT_IN:
            return BuiltInBot(command)
        program = self._programs.get((bot, copy))
        if program is None:
            program = self._programs[bot, copy] = Program(command)
        return ProgramBot(program)


def play_match(
    match: BotMatch, names: Sequence[str], played: Collection[str] = (), jobs: int = 1
) -> Generator[MatchGame, None, None]:
    """The games of a match, in order, but for those of the rounds that were played before.

    They are shared among this number of processes, each with bots of its own: threads of one made
    two jobs slower than one. Raises WorkerDied if a process dies.
    """
    before = frozenset(played)
    left = (pairing for pairing in match.pairings() if pairing.round not in before)
    if jobs == 1:
        with Crew(match, names) as crew:
            yield from map(crew.play, left)
        return
    deals = (_Task(match, tuple(names), tuple(pairings)) for _, pairings in groupby(left, _deal_of))
    try:
        with processes(jobs) as submit:
            for results in map_ordered(Pool(jobs, submit), _play_here, deals):
                yield from results
    except BrokenExecutor:
        raise WorkerDied from None


def _deal_of(pairing: Pairing) -> int:
    return pairing.deal


class _Task(NamedTuple):
    """The games of a deal, for one process."""

    match: BotMatch
    names: tuple[str, ...]
    pairings: tuple[Pairing, ...]


_CREWS: list[Crew] = []
"""The crew of a process that plays tasks, once it has played one."""


def _play_here(task: _Task) -> Iterable[MatchGame]:
    if not _CREWS:
        crew = Crew(task.match, task.names)
        _CREWS.append(crew)
        Finalize(None, crew.__exit__, exitpriority=1)

        def end(*_: object) -> NoReturn:
            crew.kill()
            os._exit(1)

        signal.signal(signal.SIGTERM, end)  # or the programs would outlive a process that is ended
    return map(_CREWS[0].play, task.pairings)
