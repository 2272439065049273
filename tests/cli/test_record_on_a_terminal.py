"""`cgn record` on a real terminal: suggestions and keys."""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.running import cgn
from tests.cli.terminal import Terminal, needs_tmux, terminal

pytestmark = [pytest.mark.long, needs_tmux]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game from a seed, without plies."""
    path = tmp_path / "tue.cgn"
    cgn("new", "triggs", "--seats", "Ana,Bo", "--seed", "tuesday-7", "-o", path)
    return path


@contextmanager
def recording(game: Path, after: str = "", columns: int = 80) -> Iterator[Terminal]:
    """`cgn record` at the first ply of a game; `after` follows the command."""
    with terminal(f"cgn record {game} {after}", columns=columns) as screen:
        screen.wait_for("1 Ana>")
        yield screen


def type_lines(screen: Terminal, *lines: str) -> None:
    for line in lines:
        screen.press("-l", line)
        screen.press("Enter")


def test_the_whole_move_is_offered_while_it_is_typed(game: Path) -> None:
    with recording(game, columns=60) as screen:
        screen.press("-l", "rl")
        assert "1 Ana> rl" in screen.wait_for("draw right left")
        screen.press("Enter")
        screen.wait_for("1. A: draw right left -> 3 3")
        screen.press("-l", "dr l")
        screen.wait_for("draw left middle")
        screen.press("Tab", "Tab")
        screen.wait_for("2 Bo> draw left middle")
        screen.press("Enter")
        screen.wait_for("2. B: draw left middle")
        assert max(map(len, screen.screen().splitlines())) <= 60


def test_a_quick_move_needs_no_enter_once_it_is_certain(game: Path) -> None:
    with recording(game, "--quick") as screen:
        screen.press("-l", "rlrl")
        screen.wait_for("2. B: draw right left -> 10 6")
        screen.wait_for("3 Ana>")
        screen.press("-l", "3 3")  # 3 3,3 would be another move
        assert "3 Ana> 3 3" in screen.wait_for("cross 3 3")
        screen.press("-l", ",3")
        screen.wait_for("3. A: cross 3 3,3")


def test_right_accepts_the_suggestion(game: Path) -> None:
    with recording(game) as screen:
        screen.press("-l", "rl")
        screen.wait_for("draw right left")
        screen.press("Right")
        screen.wait_for("1 Ana> draw right left")


def test_a_mistake_comes_back_as_the_line_to_edit_and_tab_takes_the_nearest(game: Path) -> None:
    with recording(game) as screen:
        type_lines(screen, "rl", "rl", "3 3,3", "2", "cross 7 5+1")
        screen.wait_for("^^^ 5+1 makes 6, not 7")
        screen.press("Tab")
        screen.wait_for("5 Bo> cross 7 6+1")
        screen.press("Enter")
        screen.press("Enter")
        screen.wait_for("5. B: cross 7 6+1")


def slow(seconds: float) -> str:
    """`cgn` with this time between a move and the next prompt."""
    program = f"""
from time import sleep
from cli.main import main
from cli.recorder import screen
ask = screen.ScreenAsker.ask
screen.ScreenAsker.ask = lambda *given: (sleep({seconds}), ask(*given))[1]
main()
"""
    return f"{sys.executable} -c {shlex.quote(program)}"


def test_keys_typed_before_the_prompt_comes_up_are_its_keys_and_leave_no_trace(game: Path) -> None:
    with terminal(f"{slow(0.5)} record {game}") as screen:
        screen.wait_for("1 Ana>")
        type_lines(screen, "rl", "rl", "3 3,3", "2", "cross 7 5+1")
        screen.wait_for("^^^ 5+1 makes 6, not 7")
        screen.press("Tab")
        screen.wait_for("more: cgn explain triggs.sum\n5 Bo> cross 7 6+1\n")


def test_ctrl_c_pauses_before_the_prompt_comes_up_too(game: Path) -> None:
    with terminal(f"{slow(3_600)} record {game}") as screen:
        screen.wait_for("hand")
        screen.press("C-c")
        screen.wait_for("Paused after ply 0")


def test_a_refused_move_gets_the_reasons_that_validate_gives(game: Path) -> None:
    with recording(game) as screen:
        type_lines(screen, "rl", "rl", "3 3,3", "2", "cross 7 7", "cross 3 3")
        shown = screen.wait_for("more: cgn explain triggs.full-row")
    line = "6. A: cross 3 3\n"
    wrong = cgn("validate", "-", stdin=game.read_text(encoding="utf-8") + line).output
    facts = re.findall("= ((?:table|rule|legal|more): .*)", wrong)
    assert len(facts) == 4
    cause = f"cause: row 3 was completed here ({game}:11:7)"
    said = "".join(shown.split())  # a long path is broken wherever the line ends
    assert [fact for fact in (*facts, cause) if "".join(fact.split()) not in said] == []


def test_what_is_typed_replaces_a_line_that_was_refused(game: Path) -> None:
    with recording(game) as screen:
        type_lines(screen, "rl", "rl", "3 3,3", "2", "cross 7 5+1")
        screen.wait_for("5 Bo> cross 7 5+1")
        type_lines(screen, "lm")
        screen.wait_for("5. B: draw left middle -> 3 1")


def test_a_line_that_was_refused_is_edited_after_a_cursor_key(game: Path) -> None:
    with recording(game) as screen:
        type_lines(screen, "rl", "rl", "3 3,3", "2", "cross 7 5+1")
        screen.wait_for("more: cgn explain triggs.sum\n5 Bo> cross 7 5+1")  # it was refused
        screen.press("Home", "End", "Left", "Left", "BSpace")
        type_lines(screen, "6")
        screen.wait_for("5. B: cross 7 6+1")


def test_an_earlier_ply_is_edited_in_its_place(game: Path) -> None:
    with recording(game) as screen:
        type_lines(screen, "rl", "rl", ".e 1")
        screen.wait_for("1 Ana> draw right left")
        screen.press("C-w")
        type_lines(screen, "right")
        screen.wait_for("ply 2 still fits")
        screen.wait_for("3 Ana>")
    assert "1. A: draw right right -> 3 10" in game.read_text(encoding="utf-8")


def test_ctrl_c_clears_the_line_and_pauses_on_an_empty_one(game: Path) -> None:
    with recording(game, "; echo left with $?") as screen:
        screen.press("-l", "draw mid")
        screen.wait_for("draw mid")
        screen.press("C-c")
        type_lines(screen, "rl")
        screen.wait_for("2 Bo>")
        screen.press("C-c")
        screen.wait_for("Paused after ply 1. Go on: cgn record")
        screen.wait_for("left with 0")


def test_nothing_is_lost_when_the_process_is_killed(game: Path) -> None:
    with recording(game) as screen:
        type_lines(screen, "rl")
        screen.wait_for("2 Bo>")
        processes = subprocess.run(
            ["pgrep", "-f", f"cgn record {game}"], capture_output=True, text=True, check=True
        )
        os.kill(int(processes.stdout.split()[-1]), signal.SIGKILL)
    with game.open("a", encoding="utf-8") as file:
        file.write("2. B: draw left")
    with terminal(f"cgn record {game}") as screen:
        screen.wait_for("The last line was cut off")
        screen.wait_for("2 Bo> draw left")
        type_lines(screen, " right")
        screen.wait_for("2. B: draw left right")


def test_a_plain_terminal_is_asked_line_by_line(game: Path) -> None:
    with terminal(f"cgn record --plain {shlex.quote(str(game))}", TERM="dumb") as screen:
        screen.wait_for("1 Ana>")
        type_lines(screen, "rl")
        screen.wait_for("1. A: draw right left -> 3 3")
        screen.press("C-c")
        screen.wait_for("Paused after ply 1")


def test_keys_that_go_on_with_a_move_that_was_taken_are_no_new_move(game: Path) -> None:
    with recording(game, "--quick") as screen:
        screen.press("-l", "draw r l")
        screen.wait_for("1. A: draw right left")
        screen.press("-l", "draw right left")  # certain, and taken, before it is typed to its end
        screen.wait_for("2. B: draw right left -> 10 6")
        assert screen.wait_for("3 Ana>").rstrip().endswith("3 Ana>")


def test_what_is_typed_replaces_a_refused_answer_before_ply_1(tmp_path: Path) -> None:
    with terminal(f"cgn record {tmp_path / 'new.cgn'}") as screen:
        screen.wait_for("Game:")
        type_lines(screen, "triggz")
        screen.wait_for("did you mean `triggs`?")
        screen.wait_for("turkey_my_mayonnaise\nGame: triggz\n")
        type_lines(screen, "triggs")
        screen.wait_for("Players, in turn order:")
