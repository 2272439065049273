"""`cgn step` in a real terminal."""

import os
import shlex
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import EXAMPLE, OTHER, broken
from tests.cli.terminal import Terminal, needs_tmux, terminal

pytestmark = [pytest.mark.long, needs_tmux]

START = "Before the first ply"


@pytest.fixture(scope="module")
def stepping() -> Iterator[Terminal]:
    with terminal(f"cgn step {EXAMPLE}") as opened:
        opened.wait_for(START)
        yield opened


@pytest.fixture
def screen(stepping: Terminal) -> Terminal:
    """A screen before the first ply; one process serves many tests."""
    stepping.press("Home")
    stepping.wait_for(START)
    return stepping


def test_left_and_right_step_home_and_end_jump(screen: Terminal) -> None:
    screen.press("Right", "Right")
    screen.wait_for("ply 2 of 88")
    screen.press("Left")
    screen.wait_for("ply 1 of 88")
    screen.press("End")
    assert "wins" in screen.wait_for("ply 88 of 88")
    screen.press("Home")
    screen.wait_for(START)


def test_shift_moves_by_rounds(screen: Terminal) -> None:
    screen.press("Right")
    screen.wait_for("ply 1 of 88")
    screen.press("S-Right")
    screen.wait_for("ply 2 of 88")
    screen.press("S-Left")
    screen.wait_for(START)


def test_g_goes_to_a_ply(screen: Terminal) -> None:
    screen.press("g", "3", "8", "BSpace", "7")
    screen.wait_for("go to: 37_")
    screen.press("Enter")
    screen.wait_for("ply 37 of 88")
    screen.press("g", "9", "9", "Enter")
    screen.wait_for("the last ply is 88")
    screen.press("g", "5", "Escape")
    screen.wait_for("space play")
    assert "ply 88 of 88" in screen.screen()


def test_v_shows_what_each_seat_sees(screen: Terminal) -> None:
    assert "▒" not in screen.wait_for(START).split("hand")[1]
    screen.press("v")
    assert "view A" in screen.wait_for("view: what A sees")
    screen.press("v")
    screen.wait_for("view: what B sees")
    screen.press("v")
    public = screen.wait_for("view: what everyone sees")
    assert all("▒" in part for part in public.split("hand")[1:])
    screen.press("v")
    screen.wait_for("view: everything")


def test_space_plays_and_the_speed_changes() -> None:
    with terminal(f"cgn step {EXAMPLE} --ply 60") as screen:
        screen.wait_for("ply 60 of 88")
        screen.press(">", ">", ">")
        screen.wait_for("speed: 8 plies a second")
        screen.press("Space")
        screen.wait_for("playing, 8 plies a second")
        screen.wait_for("ply 88 of 88")
        screen.wait_for("←→ ply")


def test_c_copies_the_command_that_shows_the_position() -> None:
    with terminal(f"cgn step {EXAMPLE} --ply 7 --view b") as screen:
        screen.wait_for("ply 7 of 88")
        screen.press("c")
        screen.wait_for("copied: cgn step")
        assert screen.clipboard() == f"cgn step {EXAMPLE} --ply 7 --view B"


def test_the_help_page_lists_the_keys(screen: Terminal) -> None:
    screen.press("?")
    page = screen.wait_for("one round back, one round on")
    assert "before the first ply, after the last" in page
    screen.press("?")
    screen.wait_for(START)


def test_the_screen_follows_the_size() -> None:
    with terminal(f"cgn step {EXAMPLE} --ply 30", columns=120, lines=40) as screen:
        assert "── moves ──" in screen.wait_for("legal moves: 7")
        screen.resize(60, 16)
        screen.wait_for("l legal  ?")
        assert max(map(len, screen.screen().splitlines())) <= 60
        screen.press("Down", "Down")
        screen.resize(80, 24)
        assert "s scores" in screen.wait_for("v view")


def test_quitting_leaves_the_terminal_as_it_was() -> None:
    for key in ("q", "Escape", "C-c"):
        with terminal(f"echo before; cgn step {EXAMPLE}; echo left $?; stty -a") as screen:
            screen.wait_for(START)
            screen.press(key)
            after = screen.wait_for("left 0")
            assert after.startswith("before\n")
            assert START not in after
            assert {"icanon", "isig", "echo"} <= set(screen.wait_for("echoke").split())


def test_unknown_keys_do_nothing(screen: Terminal) -> None:
    screen.press("F5", "M-Right", "C-Left", "Right")
    assert "view all" in screen.wait_for("ply 1 of 88").splitlines()[0]


def test_ctrl_z_suspends_and_fg_comes_back() -> None:
    with terminal("exec bash --norc") as screen:
        screen.press(f"{shlex.quote(sys.executable)} -m cgn step {EXAMPLE}", "Enter")
        screen.wait_for(START)
        screen.press("Right")
        screen.wait_for("ply 1 of 88")
        screen.press("C-z")
        assert "ply 1 of 88" not in screen.wait_for("Stopped")
        screen.press("stty -a", "Enter")
        assert {"icanon", "isig", "echo"} <= set(screen.wait_for("echoke").split())
        screen.press("fg", "Enter")
        screen.wait_for("ply 1 of 88")
        screen.press("Right")
        screen.wait_for("ply 2 of 88")


def test_started_in_the_background_it_waits_for_fg() -> None:
    with terminal("exec bash --norc") as screen:
        screen.press(f"{shlex.quote(sys.executable)} -m cgn step {EXAMPLE} &", "Enter")
        screen.wait_for("[1]")
        screen.press("fg", "Enter")
        screen.wait_for(START)
        screen.press("Right")
        screen.wait_for("ply 1 of 88")


def test_a_signal_to_end_restores_the_terminal(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    python = shlex.quote(sys.executable)
    stepping = f"echo $$ > {pid}; exec {python} -m cgn step {EXAMPLE}"
    with terminal(f"sh -c {shlex.quote(stepping)}; echo left $?") as screen:
        screen.wait_for(START)
        os.kill(int(pid.read_text()), signal.SIGTERM)
        assert START not in screen.wait_for("left 0")


def test_it_ends_with_its_terminal(tmp_path: Path) -> None:
    """It may hang while it writes to a terminal that is gone, as after a resize."""
    pid = tmp_path / "pid"
    python = shlex.quote(sys.executable)
    stepping = f"echo $$ > {pid}; exec {python} -m cgn step {EXAMPLE}"
    for _ in range(3):
        with terminal(f"sh -c {shlex.quote(stepping)}") as screen:
            screen.wait_for(START)
            screen.resize(60, 16)
            screen.press("Down")
        number = int(pid.read_text())
        deadline = time.monotonic() + 60
        while _runs(number):
            assert time.monotonic() < deadline, "cgn step outlived its terminal"
            time.sleep(0.05)


def _runs(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_broken_record_opens_at_its_mistake(tmp_path: Path) -> None:
    path = broken(tmp_path)
    with terminal(f"cgn step {path}; echo left $?") as screen:
        screen.wait_for("✗ Bo: 9+2 makes 11, not 10")
        screen.press("Right")
        screen.wait_for("broken at ply 88 of 88")
        screen.press("Left")
        assert "makes 11" not in screen.wait_for("ply 86 of 88")
        screen.press("q")
        assert "error[triggs.sum]" in screen.wait_for("left 1")


@pytest.mark.parametrize("option", ["--plain", "--words"])
def test_plain_asks_line_by_line(option: str) -> None:
    with terminal(f"cgn step {option} {EXAMPLE}; echo left $?", lines=60) as screen:
        screen.wait_for("0>")
        screen.press("Enter")
        screen.wait_for("1. Ana draws 3 from the right pile")
        screen.press("3", "7", "Enter")
        screen.wait_for("37>")
        screen.press("-", "Enter")
        screen.wait_for("36>")
        screen.press("t", "Enter")
        screen.wait_for("Bo, seat B, has")
        screen.press("q", "Enter")
        assert "▶" not in screen.wait_for("left 0")


def test_words_are_not_broken_at_the_edge_of_the_terminal() -> None:
    with terminal(f"cgn show --words {EXAMPLE} --ply 1", 40, 60, COLUMNS="40") as screen:
        screen.wait_for("Bo's row 1 has 0 of 2, 2 has 0 of 2, 3\nhas 0 of 2")


def test_a_record_from_a_pipe_leaves_the_keys_to_the_terminal() -> None:
    with terminal("cgn simulate triggs --seed s | cgn step -") as screen:
        screen.wait_for(START)
        screen.press("Right")
        screen.wait_for("ply 1 of 98")
        screen.press("q")


def test_a_game_is_followed_while_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "game.cgn"
    whole = EXAMPLE.read_text()
    path.write_text(whole.partition("\n9. ")[0] + "\n")
    with terminal(f"cgn step --follow {path}") as screen:
        screen.wait_for("ply 8 of 8 ")
        path.write_text(whole)
        screen.wait_for("ply 88 of 88")


def test_only_a_file_can_be_followed() -> None:
    with terminal(f"cgn step --follow - < {EXAMPLE}") as screen:
        screen.wait_for("--follow needs a full screen, and a file that others can write")


def test_a_file_of_several_games_says_how_to_list_them(tmp_path: Path) -> None:
    path = tmp_path / "club.cgn"
    path.write_bytes(EXAMPLE.read_bytes() + b"\n" + OTHER.read_bytes())
    with terminal(f"cgn step {path}") as screen:
        screen.wait_for("there are several games in this file: f lists them")
        screen.press("f")
        screen.wait_for("2 games, by place in the file")
        screen.press("/", "c", "l", "e", "o", "Enter")
        screen.wait_for("1 game with cleo")
        screen.press("Enter")
        screen.wait_for("Point Salad · record 2")
        screen.press("q")
    with terminal(f"cgn step --plain {path}; echo left $?") as screen:
        screen.wait_for("There are several games in this file: f lists them.")
        screen.press("q", "Enter")
        screen.wait_for("left 0")


def test_a_comment_for_which_there_is_no_room_leaves_a_sign() -> None:
    with terminal("cgn step examples/the_jam.cgn --ply 63") as screen:
        screen.wait_for("for gooseberry\npie.…\n")
