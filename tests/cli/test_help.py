"""`cgn help`, and the version."""

from importlib.metadata import version

import pytest

from cli.main import COMMANDS
from tests.cli.running import cgn


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS), ["store", "export"]])
def test_help_is_the_help_of_the_command(command: list[str]) -> None:
    result = cgn("help", *command)
    assert (result.exit_code, result.stdout) == (0, cgn(*command, "--help").stdout)
    assert result.stdout.startswith(f"Usage: {' '.join(['cgn', *command])} ")
    assert "\\b" not in result.stdout


def test_help_of_an_unknown_command_names_the_nearest() -> None:
    result = cgn("help", "shwo")
    assert result.exit_code == 2
    assert "No such command 'shwo'. Did you mean 'show'?" in result.stderr


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_the_version_is_printed(option: str) -> None:
    result = cgn(option)
    assert (result.exit_code, result.stdout) == (0, f"cgn {version('cgn')}\n")
