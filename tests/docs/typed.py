"""Checks the types of a program that stands on a page, as its reader would."""

import os
import subprocess
import sys
from pathlib import Path

from tests.docs.blocks import ROOT


def check_strictly(program: str, folder: Path) -> None:
    """Fail unless a program, written to a folder of its own, passes `mypy --strict`."""
    file = folder / "program.py"
    file.write_text(program, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", str(file)]
    cache = f"--cache-dir={ROOT / '.mypy_cache' / 'examples'}"
    done = subprocess.run(
        [*command, cache],
        cwd=folder,
        env={**os.environ, "MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
