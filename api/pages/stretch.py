"""A stretch of plies for the script of a page: each text of a region once."""

from base64 import b64encode
from collections.abc import Iterable
from gzip import compress

from msgspec import Struct
from msgspec.json import encode

from api.pages.drawing import regions
from api.pages.scene import Scene
from replays.frames import Frame

_LEVEL = 9


class Stretch(Struct, frozen=True):
    """Plies of a replay, one after another.

    Attributes:
        first: the number of the first one.
        ids: the id of every region.
        parts: the HTML of regions, each once.
        plies: for each ply the number of the part that each region shows.
    """

    first: int
    ids: tuple[str, ...]
    parts: tuple[str, ...]
    plies: tuple[tuple[int, ...], ...]


def stretch(scene: Scene, frames: Iterable[Frame], first: int = 0) -> Stretch:
    """The plies of these frames, of which the first has this number."""
    parts: dict[str, int] = {}
    ids: tuple[str, ...] = ()
    plies = []
    for frame in frames:
        shown = regions(scene, frame)
        ids = tuple(shown)
        plies.append(tuple([parts.setdefault(str(html), len(parts)) for html in shown.values()]))
    return Stretch(first, ids, tuple(parts), tuple(plies))


def film(scene: Scene, frames: Iterable[Frame]) -> str:
    """All plies, for a page that has them with it: JSON, as gzip, in base64."""
    return b64encode(compress(encode(stretch(scene, frames)), _LEVEL, mtime=0)).decode()
