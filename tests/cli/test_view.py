"""`--view`: names of views."""

from pathlib import Path

import pytest

from tests.cli.running import EXAMPLE, cgn

SEVERAL = "several players have this name, so name the seat;"


def renamed(folder: Path, ana: str, bo: str) -> Path:
    """The example with other players."""
    path = folder / "renamed.cgn"
    text = EXAMPLE.read_text(encoding="utf-8").replace('[A "Ana"]', f'[A "{ana}"]')
    path.write_text(text.replace('[B "Bo"]', f'[B "{bo}"]'), encoding="utf-8")
    return path


@pytest.mark.parametrize("command", ["show", "step"])
@pytest.mark.parametrize("name", ["B", "b", "Bo", "bo", "BO"])
def test_a_seat_is_named_by_its_letter_or_its_player(command: str, name: str) -> None:
    result = cgn(command, EXAMPLE, "--ply", "1", "--view", name)
    assert result.exit_code == 0
    assert "ply 1 of 88 · view B" in cgn("show", EXAMPLE, "--ply", "1", "--view", name).stdout
    assert result.stdout == cgn(command, EXAMPLE, "--ply", "1", "--view", "B").stdout


@pytest.mark.parametrize(
    ("ana", "bo", "name", "view"),
    [
        ("B", "Bo", "b", "B"),
        ("Bo", "A", "a", "A"),
        ("public", "Bo", "public", "public"),
        ("Ana", "Zoë", "ZOË", "B"),
        ("Ana Maria", "Bo", "ana maria", "A"),
    ],
)
def test_a_views_own_name_wins_over_a_whole_name_in_any_case(
    ana: str, bo: str, name: str, view: str, tmp_path: Path
) -> None:
    result = cgn("show", renamed(tmp_path, ana, bo), "--view", name)
    assert f"view {view}\n" in result.stdout


def test_all_is_every_card_even_if_a_player_has_that_name(tmp_path: Path) -> None:
    assert "view" not in cgn("show", renamed(tmp_path, "All", "Bo"), "--view", "all").stdout


@pytest.mark.parametrize(
    ("ana", "bo", "name", "message"),
    [
        ("Ana", "Bo", "Cleo", "the views of this record are all, A (Ana), B (Bo), public"),
        ("Ana", "", "Cleo", "the views of this record are all, A (Ana), B, public"),
        ("Ana", "", "", "the views of this record are all, A (Ana), B, public"),
        ("Bo", "Bo", "bo", f"{SEVERAL} the views of this record are all, A (Bo), B (Bo), public"),
    ],
)
@pytest.mark.parametrize("command", ["show", "step"])
def test_an_unknown_or_ambiguous_name_is_a_usage_error(
    command: str, ana: str, bo: str, name: str, message: str, tmp_path: Path
) -> None:
    result = cgn(command, renamed(tmp_path, ana, bo), "--view", name)
    assert result.exit_code == 2
    assert f"Error: --view {name}: {message}\n" in result.stderr
