"""The stepper's screens and keys, without a terminal."""

import shlex
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cli.draw.glyphs import ASCII, UNICODE, Signs
from cli.draw.position import Drawing
from cli.load import load
from cli.stepper.panes import HELP
from cli.stepper.screen import Screen
from cli.stepper.stepper import Stepper
from replays.view.frames import frame
from tests.cli.running import EXAMPLE, JAM, OTHER, broken
from tests.tries import tries

KEYS = ("left", "right", "shift+left", "shift+right", "home", "end", "space", "<", ">", "g", "v")
MORE_KEYS = ("c", "C", "?", "up", "down", "pageup", "pagedown", "7", "enter", "backspace", "/")
PANES = ("m", "l", "s", "h", "n", "N", "x", "tab", "[", "]", "escape")


def opened(path: Path, view: str | None = None, record: int = 1) -> tuple[Stepper, Screen]:
    stepper = Stepper(load(str(path), record), view, partial(load, str(path)))
    stepper.start(None)
    return stepper, Screen(stepper, UNICODE, color=False)


def press(stepper: Stepper, *keys: str) -> None:
    for key in keys:
        assert stepper.press(key)


def shown(screen: Screen, width: int = 80, height: int = 24) -> str:
    return "\n".join(line.plain.rstrip() for line in screen.lines(width, height))


@given(
    st.sampled_from([EXAMPLE, OTHER, JAM]),
    st.lists(st.sampled_from(KEYS + MORE_KEYS + PANES), max_size=12),
    st.integers(24, 200),
    st.integers(3, 60),
)
@example(EXAMPLE, ["v", "v", "v"], 24, 19)
@tries(15)
def test_no_key_leads_to_a_screen_that_does_not_fit(
    path: Path, keys: list[str], width: int, height: int
) -> None:
    stepper, screen = opened(path)
    for key in keys:
        stepper.press(key)
        lines = screen.lines(width, height)
        assert len(lines) == height
        assert max(line.cell_len for line in lines) <= width


def test_a_record_from_standard_input_has_no_command_to_copy() -> None:
    stepper = Stepper(replace(load(str(EXAMPLE), 1), path="-"), None)
    press(stepper, "c")
    assert stepper.copied is None
    assert stepper.message.startswith("nothing to copy")


def test_the_copied_command_names_the_true_file(tmp_path: Path) -> None:
    path = tmp_path / "bell\x07 and 'quotes'.cgn"
    path.write_text(EXAMPLE.read_text())
    stepper, screen = opened(path)
    press(stepper, "c")
    assert stepper.copied is not None
    assert shlex.split(stepper.copied) == ["cgn", "step", str(path), "--ply", "0"]
    assert "\x07" not in shown(screen)


def test_the_copied_position_is_what_show_draws() -> None:
    stepper, _ = opened(OTHER)
    press(stepper, "g", "3", "0", "enter", "C")
    assert stepper.copied is not None
    assert "[10/most lettuce = 10]" in stepper.copied


@pytest.mark.parametrize("key", ["q", "escape", "ctrl+c"])
def test_these_keys_quit(key: str) -> None:
    stepper, _ = opened(EXAMPLE)
    assert not stepper.press(key)


def test_escape_closes_what_is_open_before_it_quits() -> None:
    stepper, _ = opened(EXAMPLE)
    press(stepper, "m", "escape", "g", "escape", "/", "6", "enter", "escape", "space", "escape")
    assert not stepper.press("escape")


def test_playing_goes_on_by_itself_and_pauses_at_the_end() -> None:
    stepper, _ = opened(EXAMPLE)
    press(stepper, "end", "left", "space")
    delays = [stepper.delay]
    stepper.tick()
    delays.append(stepper.delay)
    assert delays == [1.0, None]
    press(stepper, "space")
    assert stepper.cursor.ply == 0
    assert stepper.playing


def test_the_last_speed_is_that_of_the_record() -> None:
    stepper, _ = opened(EXAMPLE)
    press(stepper, "right", "space", *">>>>>>")
    assert stepper.message == "speed: as recorded"
    assert stepper.delay == 24


def test_rounds_begin_where_seat_a_is_next() -> None:
    stepper, _ = opened(OTHER)
    plies = []
    for _ in range(3):
        press(stepper, "shift+right")
        plies.append(stepper.cursor.ply)
    assert plies == [3, 6, 9]
    press(stepper, "shift+left")
    assert stepper.cursor.ply == 6


@pytest.mark.parametrize(
    ("typed", "ply", "message"),
    [
        ("37", 37, ""),
        ("r3", 6, ""),
        ("end", 41, ""),
        ("99", 41, "the last ply is 41"),
        ("r99", 0, "the last round is 14"),
        ("x", 0, "no ply x: a number, r and a number for a round, or end"),
    ],
)
def test_g_goes_to_plies_and_rounds(typed: str, ply: int, message: str) -> None:
    stepper, _ = opened(OTHER)
    press(stepper, "g", *typed, "enter")
    assert (stepper.cursor.ply, stepper.message) == (ply, message)


def test_n_goes_to_the_next_note_and_a_search_to_its_hits() -> None:
    stepper, _ = opened(OTHER)
    plies = []
    for key in ("n", "n", "n", "N"):
        press(stepper, key)
        plies.append(stepper.cursor.ply)
    assert plies == [6, 21, 24, 21]
    press(stepper, "/", *"FLIPS", "enter")
    assert (stepper.cursor.ply, stepper.message) == (21, "FLIPS: 5 hits, n N to go on")
    press(stepper, "n", "n")
    assert stepper.cursor.ply == 28
    press(stepper, "escape", "n")
    assert stepper.cursor.ply == 30
    press(stepper, "/", *"no such thing", "enter")
    assert stepper.message == "no such thing: found nowhere"


def test_changes_are_on_the_screen_however_small() -> None:
    stepper, screen = opened(OTHER)
    for _ in range(41):
        press(stepper, "right")
        assert "[" in shown(screen, 80, 18), stepper.cursor.ply


@pytest.mark.parametrize("height", [8, 12])
@pytest.mark.parametrize("ply", [0, 41])
def test_in_a_small_window_all_of_the_table_is_reached(height: int, ply: int) -> None:
    stepper, screen = opened(OTHER)
    press(stepper, "g", *str(ply), "enter")
    seen = set()
    for key in ["pageup"] * 20 + ["down"] * 120:
        press(stepper, key)
        seen |= set(shown(screen, 30, height).splitlines())
    whole = Drawing(stepper.cursor.loaded, UNICODE).table(
        frame(stepper.cursor.loaded.replay, None), 30, 1, full=False
    )
    assert {line.plain.rstrip() for line in whole} <= seen


def test_a_broken_record_opens_at_its_mistake(tmp_path: Path) -> None:
    stepper, screen = opened(broken(tmp_path))
    assert stepper.cursor.ply == 87
    page = shown(screen)
    assert "broken at ply 88 of 88" in page
    assert "✗ Bo: 9+2 makes 11, not 10" in page
    assert "Bo holds" in page
    press(stepper, "enter")
    assert "nearest of" in shown(screen)
    assert "10 10,10" in shown(screen)
    press(stepper, "left")
    assert "makes 11" not in shown(screen)
    press(stepper, "n")
    assert stepper.cursor.ply == 87
    press(stepper, "v")
    assert "✗ Bo: " in shown(screen)
    assert "Bo holds" not in shown(screen)


def test_later_plies_can_be_hidden() -> None:
    stepper, screen = opened(OTHER)
    press(stepper, "g", "9", "enter", "h")
    page = shown(screen, 140, 45)
    assert " 9 C " in page
    assert "10 A " not in page
    assert "of 41" not in page


def test_comments_come_in_a_seats_view_only_if_asked_for() -> None:
    stepper, screen = opened(OTHER, "A")
    press(stepper, "g", "2", "4", "enter")
    assert "Flips ON17" not in shown(screen, 140, 45)
    press(stepper, "x")
    assert "Flips ON17" in shown(screen, 140, 45)


def test_panes_open_over_the_table_and_close() -> None:
    stepper, screen = opened(EXAMPLE)
    press(stepper, "end")
    for key, title in (
        ("m", "── moves ─"),
        ("l", "── legal moves: none"),
        ("s", "── scores after"),
    ):
        press(stepper, key)
        assert title in shown(screen)
    assert "boxes crossed" in shown(screen)
    press(stepper, "?")
    assert all(keys in shown(screen, 80, 60) for keys, _ in HELP)
    assert "came or changed with this ply" in shown(screen, 80, 60)
    press(stepper, "escape")
    assert "hand " in shown(screen)


def test_clicks_find_plies_in_the_list_and_on_the_graph() -> None:
    stepper, screen = opened(OTHER)
    press(stepper, "g", "3", "0", "enter")
    lines = shown(screen, 140, 45).splitlines()
    row = next(number for number, line in enumerate(lines) if "  31 A " in line)
    assert screen.ply_at(110, row) == 31
    assert screen.ply_at(110, 2) is None
    marked = lines[-2].index("^")
    assert abs((screen.ply_at(marked, 42) or 0) - 30) <= 1
    assert screen.ply_at(3, 42) == 0


def click(screen: Screen, words: str, width: int = 140, height: int = 45) -> str:
    """Click on the last of these words on the screen, and return the new screen."""
    lines = shown(screen, width, height).splitlines()
    row = max(number for number, line in enumerate(lines) if words in line)
    screen.click(lines[row].rindex(words), row)
    return shown(screen, width, height)


def test_a_click_on_a_card_says_where_it_has_been() -> None:
    stepper, screen = opened(OTHER)
    press(stepper, "g", "3", "0", "enter")
    assert click(screen, "7/even lettuce").splitlines()[-1].rstrip() == (
        "7/even lettuce 3/odd lettuce (PE03): from pile 3, ply 3 to point cards of C"
    )
    press(stepper, "home")
    assert "it lies where it was dealt" in click(screen, "10/most veggies")


def test_a_click_on_a_seat_lists_its_cards_and_folds_them_up_again() -> None:
    stepper, screen = opened(JAM)
    press(stepper, "g", "9", "0", "enter")
    before = shown(screen, 80, 18)
    assert "hand 4" in before.partition("C Ines")[2]
    assert "rasp/peach" in click(screen, "C Ines", 80, 18).partition("C Ines")[2]
    assert click(screen, "C Ines", 80, 18) == before


def test_a_click_on_a_variation_enters_it() -> None:
    stepper, screen = opened(OTHER)
    press(stepper, "g", "2", "0", "enter")
    assert "instead of ply 30 (1 of 1)" in click(screen, "instead veggies 1a, 1b")
    press(stepper, "o", "g", "3", "0", "enter")
    assert "instead of ply 30 (1 of 1)" in click(screen, "instead: veggies", 80, 24)


def test_a_variation_is_entered_and_left() -> None:
    stepper, screen = opened(OTHER)
    press(stepper, "g", "3", "0", "enter")
    assert "↳ instead: veggies 1a, 1b (1 variation, i)" in shown(screen)
    press(stepper, "i")
    page = shown(screen, 140, 45)
    assert "instead of ply 30 (1 of 1) · ply 30 of 31" in page
    assert "Cleo takes" in page
    assert "the game goes on with ply 30: o" in page
    press(stepper, "v", "left", "right", "c")
    assert stepper.copied is not None
    assert stepper.copied.endswith("--ply 30 --view A")
    press(stepper, "v", "v", "v", "v", "o")
    assert "ply 30 of 41" in shown(screen)
    press(stepper, "left", "i")
    assert stepper.message.startswith("no variation here")


def test_several_variations_are_entered_in_turn(tmp_path: Path) -> None:
    path = tmp_path / "variations.cgn"
    text = EXAMPLE.read_text().splitlines(keepends=True)
    at = next(index for index, line in enumerate(text) if line.startswith("1. "))
    lines = [f"( 1. A: draw {piles} )\n" for piles in ("left left", "left middle")]
    path.write_text("".join([*text[: at + 1], *lines, *text[at + 1 :]]))
    stepper, screen = opened(path)
    press(stepper, "right")
    places = []
    for _ in range(3):
        press(stepper, "i")
        places.append(shown(screen).partition(" · ply")[0][-28:].strip())
    assert [place[-8:] for place in places] == ["(1 of 2)", "(2 of 2)", "(1 of 2)"]


def test_brackets_flip_through_the_records_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "games.cgn"
    path.write_text(EXAMPLE.read_text() + "\n" + OTHER.read_text())
    stepper, screen = opened(path)
    press(stepper, "[")
    assert stepper.message == "this is the first record"
    press(stepper, "]", "]")
    assert stepper.message == "this is the last record"
    assert "Point Salad · record 2" in shown(screen)
    piped = Stepper(load(str(EXAMPLE), 1), None)
    press(piped, "]")
    assert "cannot be read again" in piped.message


def test_a_record_that_the_file_does_not_have_is_said_in_a_sentence() -> None:
    stepper, _ = opened(EXAMPLE)
    stepper.open_record(2)
    assert stepper.message == f"there is no record 2: {EXAMPLE} has 1 record"


def test_the_link_names_record_and_view(tmp_path: Path) -> None:
    path = tmp_path / "two games.cgn"
    path.write_text(EXAMPLE.read_text() + "\n" + EXAMPLE.read_text())
    stepper, _ = opened(path, "A", 2)
    press(stepper, "c")
    assert stepper.copied == f"cgn step '{path}' --ply 0 --record 2 --view A"


def test_without_unicode_the_screen_is_ascii() -> None:
    stepper, _ = opened(JAM)
    screen = Screen(stepper, ASCII, color=False)
    for keys in (("end",), ("l",), ("s",), ("?",), ("escape", "home")):
        press(stepper, *keys)
        assert (
            (shown(screen, 140, 45) + shown(screen)).replace("\N{RIGHTWARDS ARROW}", "").isascii()
        )


def test_a_followed_record_moves_on_only_from_its_last_ply(tmp_path: Path) -> None:
    path, lines = tmp_path / "game.cgn", EXAMPLE.read_text().splitlines(keepends=True)
    whole = "".join(lines)
    begun = "".join(lines[: next(at for at, line in enumerate(lines) if line.startswith("30. "))])
    path.write_text(begun)
    stepper, _ = opened(path)
    press(stepper, "end")
    assert stepper.cursor.ply == 29
    path.write_text(whole)
    stepper.follow()
    assert stepper.cursor.ply == 88
    press(stepper, "home", "right")
    path.write_text(begun)
    stepper.follow()
    assert (stepper.cursor.ply, stepper.cursor.loaded.plies) == (1, 29)
    path.unlink()
    stepper.follow()
    assert "no such file" in stepper.message.lower()
    assert (stepper.cursor.ply, stepper.cursor.loaded.plies) == (1, 29)


@pytest.mark.parametrize("signs", [UNICODE, ASCII])
@pytest.mark.parametrize("width", [60, 80, 110, 120, 200])
def test_the_keys_end_with_the_one_that_lists_them_all(width: int, signs: Signs) -> None:
    stepper, _ = opened(EXAMPLE)
    screen = Screen(stepper, signs, color=False)
    assert shown(screen, width).splitlines()[-1].endswith("? keys" if width >= 110 else "?")
