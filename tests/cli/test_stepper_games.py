"""The list of the games of a file, on the full screen."""

from functools import partial
from pathlib import Path

import pytest

from cli.draw.glyphs import UNICODE
from cli.load import load
from cli.stepper.game_list import read_game_list
from cli.stepper.screen import Screen
from cli.stepper.stepper import Stepper
from tests.cli.running import EXAMPLE, JAM, OTHER

BROKEN = b'[CGN "1"]\n[Game "triggs"]\nno record\n'


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "club.cgn"
    games = [JAM.read_bytes(), EXAMPLE.read_bytes(), BROKEN, OTHER.read_bytes()]
    path.write_bytes(b"\n".join(games))
    return path


def opened(path: Path, record: int = 1) -> tuple[Stepper, Screen]:
    again, listed = partial(load, str(path)), partial(read_game_list, str(path))
    stepper = Stepper(load(str(path), record), None, again, listed)
    stepper.start(None)
    return stepper, Screen(stepper, UNICODE, color=False)


def press(stepper: Stepper, *keys: str) -> None:
    for key in keys:
        assert stepper.press(key)


def listed(screen: Screen, width: int = 140) -> list[str]:
    """The lines of the list, after its title."""
    lines = [line.plain.partition("│")[0].rstrip() for line in screen.lines(width, 24)]
    return [line for line in lines[2:-1] if line]


def test_the_list_has_players_result_date_and_game(club: Path) -> None:
    stepper, screen = opened(club)
    press(stepper, "f")
    assert "── 4 games, by place in the file ──" in screen.lines(140, 24)[1].plain
    first, second, third, _ = listed(screen)
    assert " ".join(first.split()) == ("▸1 2026-11-21 Mara, Tom, Ines Mara 151 144 147 The Jam")
    assert " ".join(second.split()) == "2 2026-11-17 Ana, Bo Bo 39 41 Triggs"
    assert third.split() == ["3", "cannot", "be", "read"]


def test_the_list_is_sorted_and_keeps_the_chosen_game(club: Path) -> None:
    stepper, screen = opened(club)
    press(stepper, "f", "down")
    orders = []
    for _ in range(5):
        orders.append([line[1:].split()[0] for line in listed(screen)])
        assert any(line.startswith("▸2") for line in listed(screen))
        press(stepper, "s")
    assert orders[0] == ["1", "2", "3", "4"]
    assert orders[1] == ["2", "4", "1", "3"]
    assert orders[2] == ["2", "4", "3", "1"]
    assert orders[0] == [line[1:].split()[0] for line in listed(screen)]


def test_the_list_is_searched_for_every_word(club: Path) -> None:
    stepper, screen = opened(club)
    press(stepper, "f", "/", *"ana triggs", "enter")
    assert stepper.pane == "games"
    assert [line.split()[0] for line in listed(screen)] == ["▸2"]
    assert "1 game with ana triggs" in screen.lines(140, 24)[1].plain
    press(stepper, "/", *"nobody", "enter", "enter")
    assert listed(screen) == ["no game has that: / and Enter lists all again"]
    press(stepper, "/", "enter")
    assert len(listed(screen)) == 4


def test_enter_opens_the_chosen_game_and_escape_none(club: Path) -> None:
    stepper, screen = opened(club)
    press(stepper, "f", "end", "enter")
    assert (stepper.cursor.loaded.number, stepper.pane) == (4, "")
    press(stepper, "f", "escape")
    assert (stepper.cursor.loaded.number, stepper.pane) == (4, "")
    press(stepper, "f", "home", "down", "down", "enter")
    assert stepper.cursor.loaded.number == 4
    assert stepper.message.startswith("record 3: ")
    assert "Point Salad" in screen.lines(80, 24)[0].plain


def test_the_list_fits_every_screen(club: Path) -> None:
    stepper, screen = opened(club)
    press(stepper, "f")
    for width, height in ((20, 3), (40, 10), (80, 24), (120, 36), (200, 50)):
        lines = screen.lines(width, height)
        assert len(lines) == height
        assert max(line.cell_len for line in lines) <= width


def test_standard_input_has_no_list() -> None:
    stepper = Stepper(load(str(EXAMPLE), 1), None)
    press(stepper, "f")
    assert stepper.pane == ""
    assert "standard input" in stepper.message


def test_moves_are_listed_as_they_are_written() -> None:
    stepper, screen = opened(EXAMPLE)
    press(stepper, "w")
    text = "\n".join(line.plain for line in screen.lines(140, 45))
    assert "A draw right left" in text
    assert "3 A cross 3 3,3 !" in text
    press(stepper, "w")
    text = "\n".join(line.plain for line in screen.lines(140, 45))
    assert "A draw right left" not in text


def test_the_rail_grows_with_the_screen() -> None:
    _, screen = opened(JAM)

    def rail(width: int) -> int:
        line = next(one.plain for one in screen.lines(width, 45) if "── moves ─" in one.plain)
        return len(line) - line.index("│") - 2

    assert (rail(120), rail(163), rail(200), rail(400)) == (43, 43, 80, 80)


def test_help_that_does_not_fit_says_that_it_scrolls() -> None:
    stepper, screen = opened(EXAMPLE)
    press(stepper, "?")
    lines = [line.plain for line in screen.lines(80, 24)]
    assert " more lines: Down, PgDn ──" in lines[-2]
    assert lines[-1].startswith("Up Down PgUp PgDn scroll")
    seen = set(lines[1:-2])
    for _ in range(40):
        press(stepper, "down")
        seen |= {line.plain for line in screen.lines(80, 24)[1:-1]}
    assert "more line" not in screen.lines(80, 24)[-2].plain
    assert any("suspend; fg in the shell comes back" in line for line in seen)
    assert not any("more lines" in line.plain for line in screen.lines(80, 60))


@pytest.mark.parametrize("pane", ["", "m", "s", "l"])
def test_negative_numbers_have_one_sign(pane: str) -> None:
    stepper, screen = opened(OTHER)
    for ply in range(stepper.cursor.loaded.plies + 1):
        stepper.go(ply)
        stepper.pane = {"m": "moves", "s": "scores", "l": "legal"}.get(pane, "")
        for size in ((80, 24), (140, 45)):
            for line in screen.lines(*size):
                assert UNICODE.negatives(line.plain) == line.plain, line.plain


def test_a_file_that_grows_is_listed_anew(club: Path) -> None:
    stepper, screen = opened(club)
    press(stepper, "f", "escape")
    club.write_bytes(club.read_bytes() + b"\n" + EXAMPLE.read_bytes())
    stepper.follow()
    press(stepper, "f")
    assert len(listed(screen)) == 5
