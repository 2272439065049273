"""The stepper's screens and keys, without a terminal."""

import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cli.draw.glyphs import UNICODE
from cli.draw.position import Drawing
from cli.load import load
from cli.stepper.screen import Screen
from cli.stepper.state import Stepper
from replays.frames import frame
from tests.cli.running import EXAMPLE, OTHER, broken

KEYS = ("left", "right", "shift-left", "shift-right", "home", "end", "space", "<", ">", "g", "v")
MORE_KEYS = ("c", "?", "up", "down", "page-up", "page-down", "7", "enter", "backspace", "x")


def opened(path: Path, view: str | None = None) -> tuple[Stepper, Screen]:
    loaded = load(str(path), 1)
    stepper = Stepper(loaded, view)
    return stepper, Screen(stepper, Drawing(loaded, UNICODE), color=False)


@given(
    st.sampled_from([EXAMPLE, OTHER]),
    st.lists(st.sampled_from(KEYS + MORE_KEYS), max_size=12),
    st.integers(24, 200),
    st.integers(3, 60),
)
@example(EXAMPLE, ["v", "v", "v"], 24, 19)
@settings(deadline=None, max_examples=40)
def test_no_key_leads_to_a_screen_that_does_not_fit(
    path: Path, keys: list[str], width: int, height: int
) -> None:
    stepper, screen = opened(path)
    for key in keys:
        assert stepper.press(key)
        lines = screen.lines(width, height)
        assert len(lines) <= height
        assert max(line.cell_len for line in lines) <= width


def test_a_record_from_standard_input_has_no_command_to_copy() -> None:
    stepper = Stepper(replace(load(str(EXAMPLE), 1), path="-"), None)
    stepper.press("c")
    assert stepper.copied is None
    assert stepper.message.startswith("nothing to copy")


def test_the_copied_command_names_the_true_file(tmp_path: Path) -> None:
    path = tmp_path / "bell\x07 and 'quotes'.cgn"
    path.write_text(EXAMPLE.read_text())
    stepper, _ = opened(path)
    stepper.press("c")
    assert stepper.copied is not None
    assert shlex.split(stepper.copied) == ["cgn", "step", str(path), "--ply", "0"]
    assert (
        "\x07"
        not in Screen(stepper, Drawing(stepper.loaded, UNICODE), color=False)
        .lines(80, 24)[-1]
        .plain
    )


@pytest.mark.parametrize("key", ["q", "escape", "quit"])
def test_these_keys_quit(key: str) -> None:
    stepper, _ = opened(EXAMPLE)
    assert not stepper.press(key)


def test_playing_goes_on_by_itself_and_pauses_at_the_end() -> None:
    stepper, _ = opened(EXAMPLE)
    stepper.press("end")
    stepper.press("left")
    stepper.press("space")
    delays = [stepper.delay]
    stepper.tick()
    delays.append(stepper.delay)
    assert delays == [1.0, None]
    stepper.press("space")
    assert stepper.loaded.replay.ply == 0
    assert stepper.playing


def test_rounds_begin_where_seat_a_is_next() -> None:
    stepper, _ = opened(OTHER)
    plies = []
    for _ in range(3):
        stepper.press("shift-right")
        plies.append(stepper.loaded.replay.ply)
    assert plies == [3, 6, 9]
    stepper.press("shift-left")
    assert stepper.loaded.replay.ply == 6


def test_what_changed_is_on_the_screen_however_small() -> None:
    stepper, screen = opened(OTHER)
    for _ in range(41):
        stepper.press("right")
        assert any("[" in line.plain for line in screen.lines(80, 18)), stepper.loaded.replay.ply


@pytest.mark.parametrize("height", [3, 4, 5, 8])
@pytest.mark.parametrize("ply", [0, 41])
def test_in_a_small_window_all_of_the_table_is_reached(height: int, ply: int) -> None:
    stepper, screen = opened(OTHER)
    stepper.press("g")
    for key in (*str(ply), "enter"):
        stepper.press(key)
    seen = set()
    for key in ["page-up"] * 20 + ["down"] * 120:
        stepper.press(key)
        lines = [line.plain.rstrip() for line in screen.lines(20, height)]
        assert len(lines) == height
        assert f"ply {ply} of 41" in lines[0]
        seen |= set(lines)
    whole = Drawing(stepper.loaded, UNICODE).table(frame(stepper.loaded.replay, None), 20)
    assert {line.plain.rstrip() for line in whole if line.plain.strip()} <= seen


def test_the_mistake_stands_ahead_of_the_table(tmp_path: Path) -> None:
    stepper, screen = opened(broken(tmp_path))
    stepper.press("end")
    shown = [line.plain for line in screen.lines(80, 24)]
    assert any("error[triggs.sum]" in line for line in shown)
    assert any("Bo holds" in line for line in shown)
    stepper.press("v")
    shown = [line.plain for line in screen.lines(80, 24)]
    assert any("error[triggs.sum]" in line for line in shown)
    assert not any("Bo holds" in line for line in shown)


def test_the_link_names_record_and_view(tmp_path: Path) -> None:
    path = tmp_path / "two games.cgn"
    path.write_text(EXAMPLE.read_text() + "\n" + EXAMPLE.read_text())
    stepper = Stepper(load(str(path), 2), "A")
    stepper.press("c")
    assert stepper.copied == f"cgn step '{path}' --ply 0 --record 2 --view A"
