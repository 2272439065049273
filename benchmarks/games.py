"""CGN's own corpora: simulated games in their canonical text, all of them different."""

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import count, islice
from typing import TypeAlias

from engines.registry import GAMES, load_game
from notation.outcome import Reading
from notation.record import Record
from notation.text_reader import read_text
from notation.text_writer import write_text
from replays.simulate import player_of, simulate
from replays.store.model import Upload
from replays.store.prepare import prepare

SEATS = 3
OTHER_SEATS = {"turkey_my_mayonnaise": 4}
"""The seats of games that are measured with another number of them."""

Texts: TypeAlias = dict[str, list[bytes]]
"""Records by their game, each as text."""


class Corpus:
    """Records of some games, none of them given twice."""

    def __init__(self, games: Sequence[str] = GAMES) -> None:
        self._made = {game: records(game, OTHER_SEATS.get(game, SEATS)) for game in games}

    def take(self, number: int) -> Texts:
        """So many of each game."""
        return {
            game: [text_of([record]) for record in islice(made, number)]
            for game, made in self._made.items()
        }


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


def reading_of(text: bytes) -> Reading:
    """The one record of a text, read."""
    return next(read_text(BytesIO(text), "benchmark.cgn"))


def upload_of(text: bytes) -> Upload:
    """The upload of the one record of a text. Raises ValueError if the record is not valid."""
    upload = prepare(reading_of(text)).upload
    if upload is None:
        raise ValueError("a record is not valid")
    return upload
