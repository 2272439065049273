"""`cgn help`, and the version."""

from importlib.metadata import version

import pytest

from cli.main import COMMANDS, GROUPS
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


def test_the_help_lists_each_command_once_in_its_group() -> None:
    sections = cgn("--help").stdout.split("\n\n")
    assert [section.split(":\n")[0] for section in sections[-len(GROUPS) :]] == list(GROUPS)
    for section, commands in zip(sections[-len(GROUPS) :], GROUPS.values(), strict=True):
        assert [line.split()[0] for line in section.splitlines()[1:]] == list(commands)
    assert len(COMMANDS) == sum(map(len, GROUPS.values()))


def test_one_option_names_the_form_and_another_the_service() -> None:
    for name in COMMANDS:
        text = cgn(name, "--help").stdout
        assert ("\n  --to " in text) == (name == "upload"), name
