"""Draws docs/step.svg, the picture in the README, from the example: part of `make docs`."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "step.svg"
COMMAND = ("show", "examples/triggs.cgn", "--ply", "24", "--view", "A", "--svg")
_WIDTH = "80"


def picture() -> str:
    """The position of the example that the README shows, as SVG."""
    return subprocess.run(  # noqa: S603 - the project's own command
        [sys.executable, "-m", "cgn", *COMMAND],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": _WIDTH, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
        encoding="utf-8",
    ).stdout


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
