"""Every command reports a missing file or folder in the same words."""

from pathlib import Path

import pytest

from tests.cli.running import EXAMPLE, cgn

MESSAGES = {
    "none.cgn": "none.cgn: there is no such file",
    "no/folder.cgn": "no/folder.cgn: there is no folder no",
    "": "an empty path names no file; . names this folder, and - standard input",
}


@pytest.mark.parametrize("path", MESSAGES)
@pytest.mark.parametrize(
    "command", ["validate", "fmt", "convert --format json", "step", "show", "diff"]
)
def test_every_command_reports_a_missing_file_alike(command: str, path: str) -> None:
    more = ["neither.cgn"] if command == "diff" else []
    result = cgn(*command.split(), path, *more)
    assert result.exit_code == 2
    assert result.stderr == f"Error: {MESSAGES[path]}\n"


@pytest.mark.parametrize(
    "command",
    ["export -o", "convert -o", "filter -o", "table -o", "stats --html", "split --by game --into"],
)
def test_every_command_names_the_folder_that_it_cannot_write_to(
    command: str, tmp_path: Path
) -> None:
    path = tmp_path / "no" / "out.cgn"
    result = cgn(*command.split(), path, EXAMPLE)
    assert result.exit_code == 2
    assert result.stderr == (
        f"Error: {path}: cannot be written: there is no folder {path.parent}\n"
    )


def test_a_command_for_one_file_names_a_file_of_the_folder(tmp_path: Path) -> None:
    for name in ("b.cgn", "a.cgn", "0.txt"):
        (tmp_path / name).write_bytes(EXAMPLE.read_bytes())
    result = cgn("step", tmp_path)
    assert result.exit_code == 2
    assert result.stderr == (
        f"Error: {tmp_path}: this is a folder; name one file, such as {tmp_path / 'a.cgn'}\n"
    )
    (tmp_path / "no").mkdir()
    result = cgn("show", tmp_path / "no")
    assert result.stderr == f"Error: {tmp_path / 'no'}: this is a folder; name one file\n"
