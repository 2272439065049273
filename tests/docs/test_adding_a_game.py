"""The page that adds a game: the game is built from it, and its commands print its outputs."""

import os
import subprocess
import sys
from pathlib import Path

from tests.docs.blocks import ROOT, matches, sessions
from tests.packages import PAGE, install_page


def test_the_commands_of_the_page_print_its_outputs(tmp_path: Path) -> None:
    package = tmp_path / "package"
    package.mkdir()
    install_page(package)
    commands = Path(sys.executable).parent
    environment = {
        **os.environ,
        "PATH": f"{commands}:{os.environ['PATH']}",
        "PYTHONPATH": f"{package}:{ROOT}",
    }
    for command, said in sessions(PAGE):
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stderr == "", command
        assert matches(said, done.stdout), done.stdout
        assert done.returncode == (1 if said.startswith("error") else 0), command
