"""`cgn record`: plies that are taken back, corrected, put in and taken out."""

import re
from pathlib import Path

import pytest

from tests.cli.recording import game, plies, record
from tests.cli.running import cgn

__all__ = ["game"]


def test_plies_are_taken_back_one_after_another(game: Path) -> None:
    code, output = record(game, "rl", "rl", "3 3,3", ".u", ".u", "ll")
    assert code == 0
    assert "taken back: 2. B: draw right left -> 10 6" in output
    assert plies(game) == ["1. A: draw right left -> 3 3", "2. B: draw left left -> 6 3"]


def test_an_earlier_ply_is_corrected_and_the_later_ones_stay(game: Path) -> None:
    code, output = record(game, "rl", "rl {oh}", "3 3,3 ! {my}", "2", ".e 2 ll")
    assert code == 0
    assert "plies 3 to 4 still fit" in output
    assert "other cards now" not in output
    assert plies(game) == [
        "1. A: draw right left -> 3 3",
        "2. B: draw left left -> 6 3 {oh}",
        "3. A: cross 3 3,3 ! {my}",
        "4. A: extra 2",
    ]


def test_a_later_ply_that_no_longer_fits_is_kept_until_it_is_corrected(game: Path) -> None:
    before = ["rl", "rl", "3 3,3", "2", "lm"]
    code, output = record(game, *before, ".e 1 ll", "")
    assert code == 0
    assert "this one does not: 3. A: cross 3 3,3" in output
    assert "other cards now: 2. B: draw right left -> 3 3" in output
    lines = plies(game)
    assert lines[:2] == ["1. A: draw left left -> 3 6", "2. B: draw right left -> 3 3"]
    assert lines[2:] == [
        "% later: 3. A: cross 3 3,3",
        "% later: 4. A: extra 2",
        "% later: 5. B: draw left middle -> 3 1",
    ]
    assert cgn("validate", "--quiet", game).exit_code == 0
    code, output = record(game, "d2")
    assert "ply 3 does not fit as it was: 3. A: cross 3 3,3" in output
    assert plies(game)[2] == "3. A: discard 2"
    assert plies(game)[3].startswith("% later: 4. A")


def test_a_correction_is_dropped_where_the_later_plies_do_not_fit(game: Path) -> None:
    record(game, "rl", "rl", "3 3,3", "2")
    before = game.read_bytes()
    code, output = record(game, ".e 1 ll", ".k")
    assert (code, game.read_bytes()) == (0, before)
    assert "everything is as it was" in output


def forget(path: Path, number: int) -> list[str]:
    """The lines of play of a game, from whose file this one is then left out."""
    lines = plies(path)
    forgotten = lines.pop(number - 1)
    kept = [re.sub("^[0-9]+", str(at), line) for at, line in enumerate(lines, 1)]
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index("1. A:")] + "".join(f"{line}\n" for line in kept), "utf-8")
    return [*lines[: number - 1], forgotten, *lines[number - 1 :]]


def test_a_forgotten_ply_is_put_in_before_that_of_another_seat(game: Path) -> None:
    record(game, "rl", "rl", "3 3,3", "2", "lm")
    whole = forget(game, 2)
    code, output = record(game, "draw right left")
    assert "ply 2 does not fit as it was: 2. A: cross 3 3,3" in output
    assert "put a ply of Bo in before it, or drop it with .d" in output
    assert "plies 3 to 5 still fit" in output
    assert (code, plies(game)) == (0, whole)


def test_a_forgotten_ply_of_the_same_seat_is_put_in_after_one_question(game: Path) -> None:
    record(game, "rl", "rl", "3 3,3", "2", "lm")
    whole = forget(game, 3)
    code, output = record(game, "3 3,3", "")
    assert "Enter: put it in before 3. A: extra 2" in output
    assert (code, plies(game)) == (0, whole)


def test_a_ply_may_replace_the_one_that_it_would_go_before(game: Path) -> None:
    record(game, "rl", "rl", "3 3,3", "2", "lm")
    forget(game, 3)
    code, _ = record(game, "3 3,3", "r")
    lines = plies(game)
    assert (code, lines[2]) == (0, "3. A: cross 3 3,3")
    assert lines[3] == "% later: 4. B: draw left middle -> 3 1"


def test_a_ply_is_taken_out_and_put_in_by_its_number(game: Path) -> None:
    record(game, "rl", "rl", "3 3,3", "2", "lm")
    before = plies(game)
    code, output = record(game, ".d 2", "")
    assert f"taken out: {before[1]}" in output
    assert (code, plies(game)[:2]) == (0, [before[0], f"% later: {before[2]}"])
    code, output = record(game, ".i 2", "rl")
    assert f"put a ply in before this one, or .k leaves it: {before[2]}" in output
    assert (code, plies(game)) == (0, before)


def test_a_ply_that_is_put_in_where_the_rest_does_not_fit_can_be_left(game: Path) -> None:
    record(game, "rl", "rl", "3 3,3", "2", "lm")
    before = game.read_bytes()
    code, output = record(game, ".i 5 ll", ".k")
    assert "this one does not: 5. B: draw left middle" in output
    assert (code, game.read_bytes()) == (0, before)


@pytest.mark.parametrize("line", [".d 2", ".i 5 ll"])
def test_only_enter_writes_a_game_whose_rest_does_not_fit(game: Path, line: str) -> None:
    record(game, "rl", "rl", "3 3,3", "2", "lm")
    before = game.read_bytes()
    code, output = record(game, line, "x")
    assert "`x` is no answer to this question" in output
    assert (code, game.read_bytes()) == (1, before)


def test_the_last_ply_is_taken_out_without_a_question(game: Path) -> None:
    record(game, "rl", "rl")
    assert record(game, ".d 2")[0] == 0
    assert plies(game) == ["1. A: draw right left -> 3 3"]


def test_a_later_ply_is_dropped_without_a_number(game: Path) -> None:
    record(game, "rl", "rl", "3 3,3", "2", "lm", ".e 1 ll", "")
    code, output = record(game, ".d")
    assert "dropped: 3. A: cross 3 3,3" in output
    assert code == 0
    assert plies(game)[2] == "% later: 4. A: extra 2"


@pytest.mark.parametrize("line", [".i 7", ".i", ".d 0", ".d x"])
def test_the_number_of_a_ply_to_put_in_or_take_out_is_checked(line: str, game: Path) -> None:
    record(game, "rl", "rl")
    code, output = record(game, line)
    assert (code, f"which ply? {line[:2]} and a number from 1 to 2" in output) == (1, True)
