"""Every command reports a missing file in the same words."""

import pytest

from tests.cli.running import cgn

MESSAGES = {
    "none.cgn": "none.cgn: there is no such file",
    "": "an empty path names no file; . names this folder, and - standard input",
}


@pytest.mark.parametrize("path", MESSAGES)
@pytest.mark.parametrize(
    "command", ["validate", "fmt", "convert --to json", "step", "show", "diff"]
)
def test_every_command_reports_a_missing_file_alike(command: str, path: str) -> None:
    more = ["neither.cgn"] if command == "diff" else []
    result = cgn(*command.split(), path, *more)
    assert result.exit_code == 2
    assert result.stderr == f"Error: {MESSAGES[path]}\n"
