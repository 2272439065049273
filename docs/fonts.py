"""Writes the widths of the letters in pictures, out of the fonts beside them: `make docs`."""

from pathlib import Path

from fontTools.ttLib import TTFont  # type: ignore[import-untyped] # it has no types
from msgspec.json import encode
from msgspec.json import format as indented

FOLDER = Path(__file__).parent.parent / "pages" / "svg"


def widths() -> bytes:
    """For each weight, the width of each letter in thousandths of the size, as JSON."""
    found = {font.stem.partition("-")[2]: _of(font) for font in sorted(FOLDER.glob("*.ttf"))}
    return indented(encode(found, order="deterministic"), indent=0) + b"\n"


def _of(file: Path) -> dict[str, int]:
    font = TTFont(file)
    em, advances = font["head"].unitsPerEm, font["hmtx"]
    letters = font.getBestCmap().items()
    return {chr(code): round(1000 * advances[name][0] / em) for code, name in letters}


def main() -> None:
    """Write the file."""
    (FOLDER / "widths.json").write_bytes(widths())


if __name__ == "__main__":
    main()
