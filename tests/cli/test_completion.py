"""`cgn completion`, and what the shell is offered."""

import os
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from cli.main import COMMANDS, main
from engines.registry import GAMES
from tests.cli.running import cgn


def offered(*words: str) -> list[str]:
    """What is offered for the last word, after the others."""
    complete = ShellComplete(main, {}, "cgn", "_CGN_COMPLETE")
    return [item.value for item in complete.get_completions(list(words[:-1]), words[-1])]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_is_printed(shell: str) -> None:
    result = cgn("completion", shell)
    assert result.exit_code == 0
    assert f"_CGN_COMPLETE={shell}_complete" in result.stdout


def test_another_shell_is_a_usage_error() -> None:
    assert cgn("completion", "cmd").exit_code == 2


def test_commands_and_games_are_offered() -> None:
    assert offered("s") == [name for name in COMMANDS if name.startswith("s")]
    assert offered("games", "") == list(GAMES)
    assert offered("simulate", "t") == ["triggs"]


def test_codes_are_offered() -> None:
    assert offered("explain", "triggs.su") == ["triggs.sum"]


def test_options_of_the_game_are_offered() -> None:
    assert offered("simulate", "point_salad", "--option", "rounds=") == [
        "rounds=1",
        "rounds=2",
        "rounds=3",
    ]
    assert offered("simulate", "triggs", "--option", "") == []


def test_views_are_offered() -> None:
    assert offered("show", "x.cgn", "--view", "p") == ["public"]


def test_files_of_records_and_folders_are_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.cgn", "b.cgn.json", "c.cgn.jsonl", "notes.txt", ".hidden.cgn"):
        (tmp_path / name).touch()
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "d.cgn").touch()
    monkeypatch.chdir(tmp_path)
    assert offered("step", "") == ["a.cgn", "b.cgn.json", "c.cgn.jsonl", "club/"]
    assert offered("show", "a") == ["a.cgn"]
    assert offered("diff", "a.cgn", "club/") == ["club/d.cgn"]
    assert offered("step", f"{tmp_path}{os.sep}b") == [f"{tmp_path}/b.cgn.json"]
    assert offered("step", "nowhere/x") == ["nowhere/x"]


@pytest.mark.parametrize("command", ["validate", "convert", "fmt", "step", "show", "diff"])
def test_every_command_that_reads_files_offers_them(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.cgn").touch()
    monkeypatch.chdir(tmp_path)
    assert offered(command, "") == ["a.cgn"]
