"""The files that pages refer to: styles, scripts, the font."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from api.pages.pictures import pictures, swatch
from engines.registry import game_names, load_game

_FOLDER = Path(__file__).parent / "static"
_KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
_STYLES = Path(__file__).parent / "styles"
_TABLE = (
    *("title", "table", "cards"),
    *("triggs", "point_salad", "grab_your_breakfast", "turkey_my_mayonnaise", "the_jam"),
    *("rail", "narrow", "card"),
)
"""The files of which `table.css` is made, in their order: of equal rules, the later one holds."""

SWATCHES = "swatches.css"
"""The name of the file with what stands for each game in a list."""

_NAMES_ANOTHER = {"site.css": "figtree.woff2", "replay.js": "film.js"}
_DIGITS = 12


class Asset(NamedTuple):
    """A file: its name, its media type, its bytes, and a digest that changes with them."""

    name: str
    kind: str
    data: bytes
    digest: str


@cache
def assets() -> dict[str, Asset]:
    """Every file, by its name, with the pictures of each game and of them all.

    Where a file names another, it does so with that one's digest, as pages do.
    """
    found = {path.name: _asset(path.name, path.read_bytes()) for path in _FOLDER.iterdir()}
    table = b"\n".join([(_STYLES / f"{name}.css").read_bytes() for name in _TABLE])
    found["table.css"] = _asset("table.css", table)
    games = [load_game(name) for name in game_names()]
    for game in games:
        name = pictures_of(game.name)
        found[name] = _asset(name, pictures(game).encode())
    found[SWATCHES] = _asset(SWATCHES, "".join(map(swatch, games)).encode())
    for name, named in _NAMES_ANOTHER.items():
        addressed = f"{named}?{found[named].digest}".encode()
        found[name] = _asset(name, found[name].data.replace(named.encode(), addressed))
    return found


def pictures_of(game: str) -> str:
    """The name of the file with a game's pictures."""
    return f"pictures-{game}.css"


def _asset(name: str, data: bytes) -> Asset:
    return Asset(name, _KINDS[Path(name).suffix], data, sha256(data).hexdigest()[:_DIGITS])
