"""Plays complete legal games from a seed, as records. The same seed gives the same record."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from msgspec import Struct
from msgspec.structs import replace

from engines.deck import Deck
from engines.game import Game
from engines.players import Choose, Player
from engines.registry import load_game
from engines.table import Table
from notation.chance import Chance, below, key_of, words
from notation.moves import Move
from notation.record import Ply, Record, Result
from replays.many.archive import WorkerDied
from replays.set_up import new_record

NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gia", "Hugo", "Ida", "Jon")
"""The players of simulated games, seat A first."""

PLAYERS = ("sensible", "random")
"""The names of the players that every game has."""

MAX_PLIES = 2_000
"""Plies after which a game is cut off by default."""


_BATCH = 16
"""Games that a process plays in one task: some 100 ms of work, of which sending takes 1 %."""


def random_player(table: Table, choose: Choose) -> Move:
    """Any legal move, each equally likely."""
    return table.any_move(choose)


def player_of(game: Game, name: str) -> Player:
    """The player called `random`, or the game's `sensible` one. Raises ValueError for others."""
    if name not in PLAYERS:
        raise ValueError(f"{name!r} is not one of the players: {', '.join(PLAYERS)}")
    return random_player if name == "random" else game.player


def simulate(
    game: Game,
    seats: int,
    seed: str,
    options: Mapping[str, str],
    player: Player,
    max_plies: int = MAX_PLIES,
) -> Record:
    """One game, played to its end or to `max_plies`, with the cards it reveals.

    Raises Fault if the game does not allow these seats or options.
    """
    game.check(seats, options)
    table = game.set_up(game, seats, options, Chance(seed))
    plies = tuple(_plies(table, player, _chooser(seed), max_plies))
    winners = tuple(table.winners()) if table.over else ()
    begun = new_record(game, NAMES[:seats], options, seed)
    return replace(begun, plies=plies, result=Result(winners, tuple(table.scores())))


class Simulation(Struct, frozen=True):
    """Simulates games of one kind; it is sent to the processes that play them.

    `names` are the players in turn order; all play like `player`. The tag Source of each record
    says that the game was simulated.
    """

    game: str
    deck: Deck
    names: tuple[str, ...]
    options: dict[str, str]
    player: str
    max_plies: int = MAX_PLIES

    def __call__(self, seeds: Sequence[str]) -> Iterator[Record]:
        """The game of each seed."""
        game = load_game(self.game)
        game = game if self.deck.digest == game.deck.digest else game.on(self.deck)
        player, seats = player_of(game, self.player), len(self.names)
        tags = {"Source": f"cgn simulate, {self.player} players"}
        for seed in seeds:
            record = simulate(game, seats, seed, self.options, player, self.max_plies)
            yield replace(record, seats=self.names, tags=tags)

    def through(self, seeds: Iterable[str], jobs: int = 1) -> Iterator[Record]:
        """The games of the seeds, in order, played in this number of processes.

        Raises WorkerDied if a process dies.
        """
        coming = iter(seeds)
        batches = iter(lambda: tuple(islice(coming, 1 if jobs == 1 else _BATCH)), ())
        if jobs == 1:
            yield from chain.from_iterable(map(self, batches))
            return
        from concurrent.futures import BrokenExecutor  # noqa: PLC0415 - slow to import

        from replays.many.workers import Pool, map_ordered, processes  # noqa: PLC0415 - likewise

        try:
            with processes(jobs) as submit:
                yield from chain.from_iterable(map_ordered(Pool(jobs, submit), self, batches))
        except BrokenExecutor:
            raise WorkerDied from None


def _plies(table: Table, player: Player, choose: Choose, most: int) -> Iterator[Ply]:
    for _ in range(most):
        seat = table.to_act
        if seat is None:
            break
        move = player(table, choose)
        reveals = table.play(seat, move)
        yield Ply(seat, table.game.moves.write(move), tuple(card for card, _ in reveals))


def _chooser(seed: str) -> Choose:
    """Indexes from the seed, by a separate key: a player learns nothing about the shuffles."""
    source = words(key_of(seed, "cgn-player:"), 0)
    return lambda n: below(n, source)
