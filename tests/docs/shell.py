"""Runs the commands of a page like a reader."""

import os
import subprocess
from pathlib import Path

from tests.docs.blocks import matches, sessions


def check_session(block: str, programs: Path, folder: Path, scratch: Path) -> None:
    """Run the commands of a console block with these programs first on the path.

    They run in `folder`, and `scratch` replaces the folder of temporary files. Each has
    to print the documented output, without a traceback.
    """
    path = f"{programs}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "SOURCE_DATE_EPOCH": "1795132800"}  # 2026-11-20
    for command, said in sessions(f"```console\n{block}```".replace("/" + "tmp/", f"{scratch}/")):
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            text=True,
            check=False,
        )
        assert "Traceback" not in done.stderr
        assert matches(said, done.stdout), done.stdout + done.stderr
        assert done.returncode == (1 if said.startswith("error") or " diff " in command else 0)
