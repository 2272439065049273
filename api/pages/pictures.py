"""The pictures of a game as CSS: a class for each, so that a page carries only its own."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from re import findall
from urllib.parse import quote

from api.pages.layout import layout_of
from engines.game import Game

_SYMBOLS = Path(__file__).parent / "symbols.svg"
_SYMBOL = r'<symbol id="i-([a-z-]+)" viewBox="([0-9. ]+)">(.*?)</symbol>'
_LEFT_ALONE = " !$&'()*+,-./:;=?@_~"
"""What need not be quoted in a data URL between double quotes."""


def pictures(game: Game) -> str:
    """The CSS of a game: its pictures, and the colours of its cards."""
    return "".join([*_colours(game), *_pictures(game)])


def _colours(game: Game) -> Iterator[str]:
    layout = layout_of(game)
    cloth = f"var(--cloth-{game.name},var(--surface))"
    yield f".game-{game.name}{{--cloth:{cloth};--back:{layout.back}}}\n"
    for key, (ground, ink) in layout.colours.items():
        yield f".c-{key}{{--ground:{ground};--figure:{ink}}}\n"


def pictured(game: Game) -> set[str]:
    """The names of the pictures that a game needs."""
    return {kind.picture for kind in game.catalogue.values() if kind.picture}


def _pictures(game: Game) -> Iterator[str]:
    for name in sorted(pictured(game)):
        yield f'.p-{name}{{background-image:url("{_address(*symbols()[name])}")}}\n'


@cache
def symbols() -> dict[str, tuple[str, str]]:
    """Every symbol by its name: its view box and its markup."""
    found = findall(_SYMBOL, _SYMBOLS.read_text(encoding="utf-8"))
    return {name: (box, body) for name, box, body in found}


def _address(box: str, body: str) -> str:
    """A picture as a data URL."""
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='{box}'>{body}</svg>"
    return f"data:image/svg+xml,{quote(svg.replace(chr(34), chr(39)), safe=_LEFT_ALONE)}"
