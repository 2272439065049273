"""Draws the icons of the app from the sign of the service: `make screenshots`."""

from io import BytesIO
from pathlib import Path

import resvg_py
from PIL import Image

_STATIC = Path(__file__).parent.parent / "pages" / "static"
_SIGN = (_STATIC / "icon.svg").read_text(encoding="utf-8")
_COLOURS = 32
_GROUND = "#f6f6f3"
_WIDTH = 32


def icon(size: int, *, part: float, ground: str = "none") -> bytes:
    """The sign in the middle of a square of `size` pixels, as PNG: `part` of its width."""
    side = _WIDTH / part
    inner = _SIGN.partition(">")[2].rpartition("<")[0]
    across, down = (side - _WIDTH) / 2, (side - 24) / 2
    square = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}">'
        f'<rect width="{side}" height="{side}" fill="{ground}"/>'
        f'<g transform="translate({across} {down})">{inner}</g></svg>'
    )
    drawn = Image.open(BytesIO(resvg_py.svg_to_bytes(svg_string=square, width=size)))
    small = BytesIO()
    drawn.convert("RGBA").quantize(_COLOURS).save(small, "PNG", optimize=True)
    return small.getvalue()


def main() -> None:
    """Write the icons: those of a maskable one may be cut to a circle of four fifths."""
    for size in (192, 512):
        (_STATIC / f"icon-{size}.png").write_bytes(icon(size, part=0.96))
    (_STATIC / "icon-maskable.png").write_bytes(icon(512, part=0.6, ground=_GROUND))


if __name__ == "__main__":
    main()
