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


EACH = f"""
import os
import sys
from importlib import import_module
from cli.main import main

for name, *_ in {COMMANDS[1:]}:
    import_module("cli." + name)
for words in {COMMANDS}:
    if not os.fork():
        main(words, prog_name="cgn")
    print(words[0], os.waitstatus_to_exitcode(os.wait()[1]), file=sys.stderr, flush=True)
"""


def run(stdout: int) -> str:
    """The errors of each command with this standard output, then its name and exit code."""
    return subprocess.run(
        [sys.executable, "-c", EACH],
        stdout=stdout,
        stderr=subprocess.PIPE,
        check=True,
        text=True,
        cwd=ROOT,
    ).stderr


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full to write to")
def test_a_full_disk_exits_2() -> None:
    with FULL.open("w") as full:
        assert run(full.fileno()) == "".join(
            f"Error: cannot go on: No space left on device\n{name} 2\n" for name, *_ in COMMANDS
        )


def test_a_closed_pipe_is_not_reported() -> None:
    reads, writes = os.pipe()
    os.close(reads)
    try:
        assert run(writes) == "".join(f"{name} 141\n" for name, *_ in COMMANDS)
    finally:
        os.close(writes)


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full to write to")
@pytest.mark.parametrize("errors", ["2>/dev/full", "2>&-"])
def test_an_error_exits_2_even_if_it_cannot_be_printed(errors: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -m cgn validate nodir {errors}', sys.executable],
        capture_output=True,
        check=False,
        cwd=ROOT,
    )
    assert (done.returncode, done.stdout) == (2, b"")
