"""The pixels of a picture, for those who cannot show an SVG: a PNG, or a moving WebP or GIF.

Both need the extra `pictures`: resvg draws, Pillow writes what moves.
"""

from collections.abc import Iterable
from io import BytesIO

import resvg_py
from PIL import Image

from pages.svg import Moving
from pages.svg.position import WIDTH
from pages.svg.text import FAMILY, FONTS

_WIDTHS: dict[Moving, int] = {"webp": 600, "gif": 400}
_COLOURS = 96
_PAUSE = 1_200
"""Milliseconds between two plies; the last one stays twice as long."""

_QUALITY = 40
_METHOD = 2
"""How hard WebP tries. The last 60 plies of The Jam, which are the largest, take 0.78 MB and
0.66 s of CPU; with 0, Pillow's own for what moves, 1.01 MB and 0.45 s; with 3, 0.75 and 1.28."""


def png(picture: str, width: int = WIDTH) -> bytes:
    """A picture as a PNG of this width in pixels.

    Only the fonts beside this file are used, so that the same picture gives the same bytes.
    """
    return resvg_py.svg_to_bytes(
        svg_string=picture,
        width=width,
        skip_system_fonts=True,
        font_files=[str(font) for font in FONTS],
        font_family=FAMILY,
    )


def still(picture: str, kind: Moving) -> bytes:
    """A picture as a PNG, as it is to stand in a moving one: 600 pixels wide, or 400 for a GIF."""
    image = Image.open(BytesIO(png(picture, _WIDTHS[kind]))).convert("RGB")
    if kind == "gif":
        image = image.quantize(_COLOURS, dither=Image.Dither.NONE)
    out = BytesIO()
    image.save(out, "png", compress_level=1)
    return out.getvalue()


def moving(stills: Iterable[bytes], kind: Moving) -> bytes:
    """One picture that shows those of `still` one after the other."""
    first, *rest = [Image.open(BytesIO(data)) for data in stills]
    pauses = [*[_PAUSE] * len(rest), 2 * _PAUSE]
    out = BytesIO()
    how = {"duration": pauses, "loop": 0, "quality": _QUALITY, "method": _METHOD}
    first.save(out, kind, save_all=True, append_images=rest, **how)
    return out.getvalue()
