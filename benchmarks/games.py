"""CGN's own corpora: simulated games in their canonical text, all of them different."""

from collections.abc import Iterable, Iterator
from itertools import count

from engines.registry import load_game
from notation.record import Record
from notation.text_writer import write_text
from replays.simulate import player_of, simulate


def records(name: str, seats: int) -> Iterator[Record]:
    """Endless complete games of the sensible player, each from another seed."""
    game = load_game(name)
    player = player_of(game, "sensible")
    return (simulate(game, seats, f"benchmark-{number}", {}, player) for number in count())


def take(games: Iterator[Record], plies: int) -> Iterator[Record]:
    """The next games, until they have as many plies together."""
    while plies > 0:
        record = next(games)
        yield record
        plies -= len(record.plies)


def text_of(games: Iterable[Record]) -> bytes:
    """The games as one stream of text."""
    return "\n".join(map(write_text, games)).encode()
