"""`cgn record` where it lists several moves, or several players, to choose from."""

from pathlib import Path

import pytest

from cli.draw.glyphs import UNICODE
from cli.recorder.draft import reopen
from cli.recorder.journal import Journal
from cli.recorder.recorder import Recorder
from engines.registry import OWN_DECKS
from tests.cli.recording import game, plies, record
from tests.cli.running import cgn

__all__ = ["game"]


def test_a_number_that_is_not_listed_is_refused_and_the_list_stays(game: Path) -> None:
    code, output = record(game, "draw r", "9")
    assert code == 1
    assert "there is no 9 in the list: 1 to" in output
    assert plies(game) == []
    with Journal(game) as journal:
        recorder = Recorder(journal, reopen(journal.text, "", OWN_DECKS), UNICODE, 120)
        recorder.enter("draw r")
        recorder.enter("9")
        assert recorder.prompt == "which? "
        recorder.enter("1")
    assert plies(game)[0].startswith("1. A: draw left right")


def test_a_move_instead_of_a_listed_number_is_entered(game: Path) -> None:
    assert record(game, "draw l", "rl")[0] == 0
    assert plies(game)[0].startswith("1. A: draw right left")


@pytest.fixture
def banked(tmp_path: Path) -> Path:
    """A game with unseen hands, in which Bernd or Carla may answer Anna."""
    path = tmp_path / "banked.cgn"
    cgn("new", "turkey_my_mayonnaise", "--seats", "Anna,Bernd,Carla", "-o", path)
    recipes = ["recipe R03", "recipe R01", "recipe R07"]
    meats = ["add ham to=R03", "discard bologna", "add blue to=R07", "add brie to=R03"]
    assert record(path, *recipes, *meats, "bank R03")[0] == 0
    return path


@pytest.mark.parametrize("typed", ["2", "c", "Carla"])
def test_whose_a_ply_is_is_answered_by_number_letter_or_name(banked: Path, typed: str) -> None:
    code, output = record(banked, "pass", typed)
    assert code == 0, output
    assert plies(banked)[-1].endswith(". C: pass")


def test_another_line_where_it_is_asked_whose_a_ply_is_is_taken_as_new(banked: Path) -> None:
    code, output = record(banked, "pass", "Bernd: inspect")
    assert code == 0, output
    assert plies(banked)[-1].endswith(". B: inspect")


def test_a_number_not_listed_is_no_answer_to_whose_a_ply_is(banked: Path) -> None:
    code, output = record(banked, "pass", "7")
    assert code == 1
    assert "there is no 7 in the list" in output


def test_a_player_whose_turn_it_is_not_is_told_whose_it_is(banked: Path) -> None:
    assert record(banked, "Carla: pass")[0] == 0  # she may answer
    code, output = record(banked, "Carla: ham R7")
    assert code == 1
    assert "it is the turn of Bernd, not of Carla" in output
