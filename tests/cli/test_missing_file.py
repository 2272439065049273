"""A file that is not there: every command says so in the same words."""

import pytest

from tests.cli.running import cgn


@pytest.mark.parametrize(
    "arguments",
    [
        ["validate", "none.cgn"],
        ["fmt", "none.cgn"],
        ["convert", "none.cgn", "--to", "json"],
        ["step", "none.cgn"],
        ["show", "none.cgn"],
        ["diff", "none.cgn", "neither.cgn"],
    ],
)
def test_a_missing_file_is_told_alike_by_every_command(arguments: list[str]) -> None:
    result = cgn(*arguments)
    assert result.exit_code == 2
    assert result.stderr == "Error: none.cgn: there is no such file\n"
