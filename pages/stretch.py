"""Plies for the script of a page: each text of a region once."""

from base64 import b64encode
from collections.abc import Iterable, Mapping

from markupsafe import Markup
from msgspec import Struct
from msgspec.json import encode

from notation.streams import gzipped
from pages.drawing import regions, sheet
from pages.reels import Reel
from pages.scene import Scene
from replays.view.frames import Frame

_LEVEL = 9

STRETCH = 12
"""Plies in a stretch: film.js asks for as many, from a multiple of it on."""


class Strip(Struct, frozen=True):
    """Plies of a line, one after another.

    Attributes:
        first: the number of the first one.
        ids: the id of every region.
        plies: for each ply the number of the part that each region shows.
    """

    first: int
    ids: tuple[str, ...]
    plies: tuple[tuple[int, ...], ...]


class Stretch(Strip, frozen=True):
    """Plies of a line, with the HTML of their regions, each once."""

    parts: tuple[str, ...]


class Film(Struct, frozen=True):
    """Every line of a record by its key, with the HTML of all their regions, each once."""

    lines: dict[str, Strip]
    parts: tuple[str, ...]


def stretch(scene: Scene, frames: Iterable[Frame], first: int = 0) -> Stretch:
    """The plies of these frames, of which the first has this number."""
    parts: dict[str, int] = {}
    strip = _strip([regions(scene, frame) for frame in frames], first, parts)
    return Stretch(strip.first, strip.ids, strip.plies, tuple(parts))


def film(reels: Iterable[Reel]) -> str:
    """Whole lines, for a page that contains them: JSON, packed with gzip, in base64.

    A variation has only its own plies: those before them belong to the line that it leaves.
    """
    parts: dict[str, int] = {}
    lines = {
        reel.scene.line.key: _strip(_with_sheets(reel), reel.scene.line.fork, parts)
        for reel in reels
    }
    return b64encode(gzipped(encode(Film(lines, tuple(parts))), _LEVEL)).decode()


def _with_sheets(reel: Reel) -> Iterable[Mapping[str, Markup]]:
    """The regions of every ply of a reel, with its score sheet and legal moves."""
    for frame, legal in reel.own():
        yield {**regions(reel.scene, frame), "sheet": sheet(reel.scene, frame, legal)}


def _strip(plies: Iterable[Mapping[str, Markup]], first: int, parts: dict[str, int]) -> Strip:
    """These plies; what their regions show gets a number in `parts`."""
    ids: tuple[str, ...] = ()
    numbers = []
    for shown in plies:
        ids = tuple(shown)
        numbers.append(tuple([parts.setdefault(str(html), len(parts)) for html in shown.values()]))
    return Strip(first, ids, tuple(numbers))
