"""`cgn completion`, and the completions it offers."""

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from cli.main import COMMANDS, main
from engines.registry import GAMES
from tests.cli.running import EXAMPLE, cgn
from tests.cli.terminal import Terminal, needs_tmux, terminal


def offered(*words: str) -> list[str]:
    """The completions of the last word."""
    complete = ShellComplete(main, {}, "cgn", "_CGN_COMPLETE")
    return [item.value for item in complete.get_completions(list(words[:-1]), words[-1])]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_is_printed(shell: str) -> None:
    result = cgn("completion", shell)
    assert result.exit_code == 0
    assert f"_CGN_COMPLETE={shell}_complete" in result.stdout


@contextmanager
def bash(folder: Path) -> Iterator[Terminal]:
    """A bash script that completes the words after `cgn`."""
    script, wrapper = folder / "script", folder / "cgn"
    script.write_text(cgn("completion", "bash").stdout)
    wrapper.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m cgn "$@"\n')
    wrapper.chmod(0o755)
    with terminal(f"unset -f cgn; PATH={folder}:$PATH exec bash --norc", 150) as screen:
        screen.press(f"source {script}; echo ready", "Enter")
        screen.wait_for("\nready")
        yield screen


@needs_tmux
def test_bash_completes_a_name_with_blanks(tmp_path: Path) -> None:
    games = tmp_path / "some games"
    games.mkdir()
    (games / "a b.cgn").write_text(EXAMPLE.read_text())
    (games / "notes.txt").touch()
    with bash(tmp_path) as screen:
        screen.press(f"cgn validate {tmp_path}/so", "Tab")
        screen.wait_for("some\\ games/")
        screen.press("Tab")
        screen.wait_for("a\\ b.cgn")
        screen.press("; echo left $? [$completion$type$value]", "Enter")
        screen.wait_for("\nleft 0 []")


@needs_tmux
def test_bash_completes_after_an_equals_sign(tmp_path: Path) -> None:
    with bash(tmp_path) as screen:
        screen.press("cgn simulate the_jam --option var", "Tab")
        screen.wait_for("--option variant=")
        screen.press("k", "Tab")
        screen.wait_for("--option variant=kids")
        screen.press(" --option=variant=t", "Tab")
        screen.wait_for("variant=kids  --option=variant=travel")


def test_another_shell_is_a_usage_error() -> None:
    assert cgn("completion", "cmd").exit_code == 2


def test_commands_and_games_are_offered() -> None:
    assert offered("s") == [name for name in COMMANDS if name.startswith("s")]
    assert offered("help", "s") == offered("s")
    assert offered("games", "") == list(GAMES)
    assert offered("simulate", "tr") == ["triggs"]
    assert offered("download", "--game", "tr") == ["triggs"]


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


@pytest.mark.parametrize(
    "command", ["validate", "convert", "fmt", "step", "show", "diff", "upload"]
)
def test_every_command_that_reads_files_offers_them(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.cgn").touch()
    monkeypatch.chdir(tmp_path)
    assert offered(command, "") == ["a.cgn"]
