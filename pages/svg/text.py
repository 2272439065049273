"""Text in a picture: how wide it is, and how much of it fits.

The two fonts beside this file are Figtree's, of weight 500 and 700, with the letters of European
names. A letter that no font has would be dropped without an error, so it is drawn as `?`. For names
callers have better words: the letter of a seat, the code of a card.
"""

from functools import cache
from pathlib import Path
from typing import Final

from markupsafe import escape
from msgspec.json import decode

from pages.svg.block import Block

FAMILY: Final = "Figtree"
FONTS: Final = sorted(Path(__file__).parent.glob("*.ttf"))
_WIDTHS = Path(__file__).parent / "widths.json"
_OTHER = "?"
"""What is drawn for a letter that no font has."""

_LINE = 1.25
_BASE = 0.97
"""Where the letters stand on a line, measured in sizes from its top."""


@cache
def _widths(weight: int) -> dict[str, int]:
    widths: dict[str, dict[str, int]] = decode(_WIDTHS.read_bytes())
    return widths[str(weight)]


def _weight(*, bold: bool) -> int:
    return 700 if bold else 500


def is_drawable(text: str) -> bool:
    """Whether the fonts have every letter of a text.

    >>> is_drawable("Zoë Łuka"), is_drawable("さくら")
    (True, False)
    """
    return _widths(500).keys() >= set(text)


def width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is as it is drawn, in pixels.

    >>> width("", 16), width("iii", 16) < width("mmm", 16), width("さ", 16) == width("?", 16)
    (0.0, True, True)
    """
    widths = _widths(_weight(bold=bold))
    return sum([widths.get(letter, widths[_OTHER]) for letter in text]) * size / 1000


def fitted(text: str, size: float, most: float, *, bold: bool = False) -> str:
    """As much of a text as fits, with `…` for the rest.

    >>> fitted("A long name", 16, 60), fitted("Bo", 16, 60)
    ('A long…', 'Bo')
    """
    if width(text, size, bold=bold) <= most:
        return text
    while text and width(f"{text}…", size, bold=bold) > most:
        text = text[:-1]
    return f"{text.rstrip()}…"


def lines(
    text: str, size: float, most: float, *, bold: bool = False, count: int = 2
) -> tuple[str, ...]:
    """A text in at most `count` lines of words, each as wide as it may be; the last one is cut.

    >>> lines("as people read them", 16, 90)
    ('as people', 'read them')
    """
    found: list[str] = []
    left = text.split()
    while left and len(found) < count - 1:
        taken = 1
        while taken < len(left) and width(" ".join(left[: taken + 1]), size, bold=bold) <= most:
            taken += 1
        found.append(fitted(" ".join(left[:taken]), size, most, bold=bold))
        left = left[taken:]
    if left:
        found.append(fitted(" ".join(left), size, most, bold=bold))
    return tuple(found)


def words(text: str, size: float, *, bold: bool = False, ink: str = "") -> Block:
    """A line of text."""
    wide = width(text, size, bold=bold)
    return Block(wide, size * _LINE, _drawn(text, size, 0, _BASE * size, bold=bold, ink=ink))


def centred(
    said: tuple[str, ...], size: float, wide: float, *, bold: bool = False, ink: str = ""
) -> Block:
    """Lines of text, each in the middle of this width."""
    step = size * 1.12
    drawn = [
        _drawn(text, size, wide / 2, _BASE * size + at * step, bold=bold, ink=ink, middle=True)
        for at, text in enumerate(said)
    ]
    return Block(wide, step * len(said) + size * (_LINE - 1.12), "".join(drawn))


def _drawn(  # noqa: PLR0913 - what SVG asks for
    text: str, size: float, x: float, y: float, *, bold: bool, ink: str, middle: bool = False
) -> str:
    weight = f' font-weight="{_weight(bold=bold)}"' if bold else ""
    colour = f' fill="{ink}"' if ink else ""
    anchor = ' text-anchor="middle"' if middle else ""
    place = f'x="{x:.4g}" ' if x else ""
    size_of = f'font-size="{size:g}"{weight}{colour}{anchor}'
    there = _widths(500)
    spelled = "".join([letter if letter in there else _OTHER for letter in text])
    return f'<text {place}y="{y:.4g}" {size_of}>{escape(spelled)}</text>'
