"""The files that pages refer to: styles, scripts, the font."""

import re
from functools import cache
from graphlib import TopologicalSorter
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from msgspec.json import decode

from engines.registry import usable_games
from pages.pictures import pictures, swatch

_HERE = Path(__file__).parent
_FOLDER = _HERE / "static"
_IN_CHECKOUT = _HERE.parent / "clients" / "js" / "src"
_MODULE = _HERE / "module" if (_HERE / "module").is_dir() else _IN_CHECKOUT
"""The JavaScript module: next to this file if the package is installed."""

_DIGESTS = _HERE / "digests.json"
"""What packaging/judge writes for browsers."""

_KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
_STYLES = Path(__file__).parent / "styles"
_TABLE = (
    *("title", "table", "cards"),
    *("sheets", "veggies", "tiles", "sandwiches", "kitchen"),
    *("rail", "sentence", "graph", "moves"),
    *("fit", "narrow", "phone", "embed", "how", "card", "sheet", "forced", "print"),
)
"""The files that make up `table.css`, in order: later rules override equal ones."""

SWATCHES = "swatches.css"
"""The name of the file with the swatches of the games."""

_NAMED = re.compile(rb'(?:"\./|url\(")([\w.-]+)(?=")')
"""Another file of the folder, as a script imports it and a style sheet names it."""

_DIGITS = 12
_COMMENTS = re.compile(rb"^ *// .*\n", re.MULTILINE)


class Asset(NamedTuple):
    """A file: its name, its media type, its bytes, and a digest that changes with them."""

    name: str
    kind: str
    data: bytes
    digest: str


@cache
def assets() -> dict[str, Asset]:
    """Every file by its name: those of the folder, the module, and the pictures of the games.

    A file names other files with their digests, as pages do.
    """
    files = {path.name: _asset(path.name, _sent(path)) for path in _FOLDER.iterdir()}
    for path in _MODULE.iterdir():
        name = f"cgn/{path.name}"
        files[name] = _asset(name, path.read_bytes())
    table = b"\n".join([(_STYLES / f"{name}.css").read_bytes() for name in _TABLE])
    files["table.css"] = _asset("table.css", table)
    games = usable_games()
    for game in games:
        name = pictures_of(game.name)
        files[name] = _asset(name, pictures(game).encode())
    files[SWATCHES] = _asset(SWATCHES, "".join(map(swatch, games)).encode())

    def with_digest(found: re.Match[bytes]) -> bytes:
        return found[0] + f"?{files[found[1].decode()].digest}".encode()

    for name in TopologicalSorter(_named()).static_order():  # a digest is of all that a file names
        files[name] = _asset(name, _NAMED.sub(with_digest, files[name].data))
    return files


@cache
def _named() -> dict[str, set[str]]:
    """The names of all files of the folder, and which others each one names."""
    return {
        path.name: {name.decode() for name in _NAMED.findall(_sent(path))}
        for path in _FOLDER.iterdir()
    }


def with_imports(name: str) -> set[str]:
    """The names of a file and of all files that it names."""
    return {name}.union(*map(with_imports, _named().get(name, ())))


@cache
def digests() -> dict[str, str]:
    """The digest of every file by its name. In a browser, which has no files, they are a file."""
    if _DIGESTS.exists():
        return decode(_DIGESTS.read_bytes(), type=dict[str, str])
    return {name: file.digest for name, file in assets().items()}


def pictures_of(game: str) -> str:
    """The name of the file with a game's pictures."""
    return f"pictures-{game}.css"


def preview_of(game: str) -> str:
    """The name of the file with a game's preview picture, which chats show for links."""
    return f"preview-{game}.png"


def _sent(path: Path) -> bytes:
    """What browsers get of a file: a script without its lines of comments, a seventh of it."""
    data = path.read_bytes()
    return _COMMENTS.sub(b"", data) if path.suffix == ".js" else data


def _asset(name: str, data: bytes) -> Asset:
    return Asset(name, _KINDS[Path(name).suffix], data, sha256(data).hexdigest()[:_DIGITS])
