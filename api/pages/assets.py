"""The files that pages refer to: styles, scripts, the font."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

_FOLDER = Path(__file__).parent / "static"
_KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
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
    """Every file, by its name. Styles name the font with its digest, as pages do."""
    found = {path.name: _asset(path.name, path.read_bytes()) for path in _FOLDER.iterdir()}
    site, font = found["site.css"], found["figtree.woff2"]
    addressed = site.data.replace(b"figtree.woff2", f"figtree.woff2?{font.digest}".encode())
    return found | {site.name: _asset(site.name, addressed)}


def _asset(name: str, data: bytes) -> Asset:
    return Asset(name, _KINDS[Path(name).suffix], data, sha256(data).hexdigest()[:_DIGITS])
