"""Drawings of the tables of single games, a file each, of the game's name."""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, cast

from cli.draw.names import short_names

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.text import Text

    from cli.draw.scene import Scene
    from engines.catalogue import Catalogue
    from replays.view.zone_views import ZoneView


class DrawTable(Protocol):
    """Draws the table of a game."""

    def __call__(self, scene: "Scene") -> "list[Text]":
        """The lines of the table."""


class DetailsInWords(Protocol):
    """Puts a zone with details into words, each to follow the zone's title; None: as any other."""

    def __call__(self, zone: "ZoneView", title: "Callable[[str], str]") -> list[str] | None:
        """The lines; `title` gives the title of a card's code."""


def short_words(game: str, catalogue: "Catalogue") -> dict[str, str]:
    """The words that the table of this game abbreviates, with their short names."""
    module = _module(game)
    if not hasattr(module, "vocabulary"):
        return {}
    names = short_names(module.vocabulary(catalogue))
    return {word: name for word, name in names.items() if word != name}


def _module(game: str) -> Any:  # noqa: ANN401 - a module that is found by its name
    name = f"{__name__}.{game}"
    return None if find_spec(name) is None else import_module(name)


def drawing_of(game: str) -> DrawTable | None:
    """The drawing of this game's table; None for a game that is drawn as plain zones."""
    module = _module(game)
    return None if module is None else cast("DrawTable", module.table)


def details_of(game: str) -> DetailsInWords | None:
    """How this game's details are put into words; None if it has none, or no words for them."""
    return cast("DetailsInWords | None", getattr(_module(game), "in_words", None))
