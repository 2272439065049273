"""The files that pages refer to: styles, scripts, the font."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

_FOLDER = Path(__file__).parent / "static"
_KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
_DIGITS = 12


class Asset(NamedTuple):
    """A file: its name, its media type, its bytes, and a digest that changes with them."""

    name: str
    kind: str
    data: bytes
    digest: str


@cache
def assets() -> dict[str, Asset]:
    """Every file, by its name."""
    return {path.name: _read(path) for path in sorted(_FOLDER.iterdir())}


def _read(path: Path) -> Asset:
    data = path.read_bytes()
    return Asset(path.name, _KINDS[path.suffix], data, sha256(data).hexdigest()[:_DIGITS])
