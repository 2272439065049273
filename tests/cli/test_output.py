"""What happens where output cannot be written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import EXAMPLE, ROOT

COMMANDS = (
    ["--help"],
    ["show", str(EXAMPLE)],
    ["step", str(EXAMPLE)],
    ["games"],
    ["explain"],
    ["simulate", "triggs", "--seed", "s"],
    ["validate", str(EXAMPLE)],
)
FULL = Path("/dev/full")


def run(arguments: list[str], stdout: int) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "cli", *arguments],
        stdout=stdout,
        stderr=subprocess.PIPE,
        check=False,
        text=True,
        cwd=ROOT,
    )
    return done.returncode, done.stderr


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full to write to")
@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: str(arguments[0]))
def test_a_full_disk_exits_2(arguments: list[str]) -> None:
    with FULL.open("w") as full:
        assert run(arguments, full.fileno()) == (
            2,
            "Error: cannot go on: No space left on device\n",
        )


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: str(arguments[0]))
def test_a_reader_that_is_gone_is_no_error_to_tell(arguments: list[str]) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    try:
        assert run(arguments, writes) == (1, "")
    finally:
        os.close(writes)
