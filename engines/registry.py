"""The games there are. A new one is its folder and one line here."""

from functools import cache
from importlib import import_module
from pathlib import Path

from engines.game import Game
from notation.header import BadHeader
from notation.nearest import did_you_mean

GAMES = (
    "grab_your_breakfast",
    "point_salad",
    "the_jam",
    "triggs",
    "turkey_my_mayonnaise",
)


@cache
def load_game(name: str) -> Game:
    """The game of this name, loaded once. Raises BadHeader where there is none."""
    if name not in GAMES:
        raise BadHeader(
            "cgn.game",
            f'the game "{name}" is not known here',
            "Game",
            did_you_mean(name.lower().replace(" ", "_"), GAMES)
            or f"the games are {', '.join(GAMES)}",
        )
    game: Game = import_module(f"engines.{name}").GAME
    return game


def rules_file(name: str) -> Path:
    """The rules.md of a game."""
    return Path(__file__).parent / name / "rules.md"


def deck_file(name: str) -> Path:
    """The deck.toml of a game."""
    return Path(__file__).parent / name / "deck.toml"
