"""Output that cannot be written."""

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
def test_a_closed_pipe_is_not_reported(arguments: list[str]) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    try:
        assert run(arguments, writes) == (141, "")
    finally:
        os.close(writes)


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full to write to")
@pytest.mark.parametrize("errors", ["2>/dev/full", "2>&-"])
def test_an_error_exits_2_even_if_it_cannot_be_printed(errors: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -m cli validate nodir {errors}', sys.executable],
        capture_output=True,
        check=False,
        cwd=ROOT,
    )
    assert (done.returncode, done.stdout) == (2, b"")
