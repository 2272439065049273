"""Draws docs/step.svg, the picture in the README, from the example: part of `make docs`."""

import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "step.svg"
COMMAND = ("show", "examples/triggs.cgn", "--ply", "24", "--view", "A")
_WIDTH = 82


def picture() -> str:
    """The position of the example that the README shows, as SVG."""
    environment = {
        **os.environ,
        "FORCE_COLOR": "1",
        "COLUMNS": str(_WIDTH - 2),
        "PYTHONIOENCODING": "utf-8",
    }
    environment.pop("NO_COLOR", None)
    shown = subprocess.run(  # noqa: S603 - the project's own command
        [sys.executable, "-m", "cli", *COMMAND],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        check=True,
        encoding="utf-8",
    ).stdout
    console = Console(record=True, width=_WIDTH, file=StringIO(), force_terminal=True)
    console.print(Text.from_ansi(shown))
    svg = console.export_svg(title="cgn step examples/triggs.cgn", unique_id="cgn")
    svg = svg.replace("<text ", '<text xml:space="preserve" ')
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
