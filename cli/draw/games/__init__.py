"""Drawings of the tables of single games, a file each, of the game's name."""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from rich.text import Text

    from cli.draw.scene import Scene


class DrawTable(Protocol):
    """Draws the table of a game."""

    def __call__(self, scene: "Scene") -> "list[Text]":
        """The lines of the table."""


def drawing_of(game: str) -> DrawTable | None:
    """What draws the table of this game; None for one that is drawn as plain zones."""
    if find_spec(f"{__name__}.{game}") is None:
        return None
    return cast("DrawTable", import_module(f"{__name__}.{game}").table)
