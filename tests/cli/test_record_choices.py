"""`cgn record` where it lists several moves, or several players, to choose from."""

from pathlib import Path

from cli.draw.glyphs import UNICODE
from cli.recorder.draft import reopen
from cli.recorder.journal import Journal
from cli.recorder.recorder import Recorder
from engines.registry import OWN_DECKS
from tests.cli.recording import game, plies, record

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
