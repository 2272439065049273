"""The kept screens of `cgn step`; `python -m tests.cli.kept_screens` renews them."""

from pathlib import Path
from typing import Final

from cli.draw.glyphs import UNICODE
from cli.load import load
from cli.stepper.screen import Screen
from cli.stepper.stepper import Stepper
from tests.cli.running import ROOT

PLIES: Final = {
    "triggs": 48,
    "point_salad": 30,
    "grab_your_breakfast": 20,
    "the_jam": 90,
    "turkey_my_mayonnaise": 50,
}
"""For each example the ply whose screen shows the most."""
SIZES: Final = ((80, 24), (140, 45))
_FOLDER = Path(__file__).parent / "screens"


def kept(game: str, size: tuple[int, int]) -> Path:
    """The file of a screen."""
    return _FOLDER / f"{game}-{size[0]}x{size[1]}.txt"


def drawn(game: str, size: tuple[int, int]) -> str:
    """The screen of an example at its ply."""
    stepper = Stepper(load(str(ROOT / "examples" / f"{game}.cgn"), 1), None)
    stepper.start(PLIES[game])
    lines = Screen(stepper, UNICODE, color=False).lines(*size)
    return "".join(f"{line.plain.rstrip()}\n" for line in lines)


if __name__ == "__main__":
    _FOLDER.mkdir(exist_ok=True)
    for name in PLIES:
        for size in SIZES:
            kept(name, size).write_text(drawn(name, size), encoding="utf-8")
