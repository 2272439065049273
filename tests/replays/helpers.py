"""Records for the tests of replays."""

from io import BytesIO
from random import Random

from engines.registry import load_game
from notation.outcome import Reading
from notation.record import Record
from notation.text_reader import read_text
from replays.simulate import player_of, simulate


def reading(text: str, file: str = "game.cgn") -> Reading:
    """The first record of a text."""
    return next(read_text(BytesIO(text.encode()), file))


def played(game: str, seats: int = 2, seed: str = "s", player: str = "sensible") -> Record:
    """A complete simulated game."""
    loaded = load_game(game)
    return simulate(loaded, seats, seed, {}, player_of(loaded, player))


def fixed(seed: int) -> Random:
    """Random numbers, the same in each run."""
    return Random(seed)  # noqa: S311 - nothing secret
