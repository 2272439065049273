"""`cgn record` where it asks for cards, and gets commands instead."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.draw.glyphs import UNICODE
from cli.recorder.draft import reopen
from cli.recorder.journal import Journal
from cli.recorder.recorder import Recorder
from engines.registry import OWN_DECKS
from tests.cli.recording import plies
from tests.cli.running import cgn


@pytest.fixture
def triggs(tmp_path: Path) -> Path:
    """A game with real cards, after ply 1."""
    path = tmp_path / "table.cgn"
    cgn("new", "triggs", "--seats", "Ana,Bo", "-o", path)
    cgn("record", path, stdin="\nlr\n5 6\n")
    return path


@pytest.fixture
def recorder(triggs: Path) -> Iterator[Recorder]:
    """Its recorder, which asks for the cards of ply 2."""
    with Journal(triggs) as journal:
        recorder = Recorder(journal, reopen(journal.text, "", OWN_DECKS), UNICODE, 120)
        recorder.enter("ll !")
        assert recorder.prompt == "-> "
        recorder.printed()
        yield recorder


def said(recorder: Recorder) -> str:
    return "\n".join(line.plain for line in recorder.printed())


def test_take_back_gives_up_the_ply_that_a_question_is_about_and_then_the_last_one(
    recorder: Recorder, triggs: Path
) -> None:
    recorder.enter(".u")
    assert said(recorder) == "  not written: ll !"
    assert (recorder.asking, recorder.offer) == (False, "ll !")
    assert len(plies(triggs)) == 2
    recorder.enter(".u")
    assert said(recorder) == "  taken back: 1. A: draw left right -> 5 6"


def test_take_back_during_a_correction_gives_up_only_the_ply_being_entered(
    recorder: Recorder, triggs: Path
) -> None:
    recorder.enter("3 4")
    recorder.enter(".e 1 draw left left")
    assert recorder.prompt == "-> "
    recorder.enter(".u")
    assert recorder.offer == "draw left left"
    recorder.enter(".u")
    assert "everything is as it was" in said(recorder)
    assert plies(triggs)[-1] == "2. B: draw left left -> 3 4 !"


def test_a_refused_line_is_not_what_a_later_question_is_about(recorder: Recorder) -> None:
    recorder.enter("3 4")
    recorder.enter("nonsense")
    recorder.enter(".d 1")
    assert recorder.asking
    recorder.enter(".u")
    assert "everything is as it was" in said(recorder)


def test_help_at_a_question_explains_and_asks_again(recorder: Recorder) -> None:
    recorder.enter("?")
    assert ".u   take the last ply back; at a question, the ply that it is about" in said(recorder)
    assert recorder.prompt == "-> "


def test_a_play_follows_the_draw_whose_card_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "lunch.cgn"
    cgn("new", "turkey_my_mayonnaise", "--seats", "Ana,Bo", "-o", path)
    cgn("record", "--seat", "A", path, stdin="R15 !\nham\n")
    assert plies(path)[-2:] == ["1. A: draw -> ham", "2. A: recipe R15 !"]
