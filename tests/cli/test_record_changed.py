"""`cgn record` while another program changes the file."""

from pathlib import Path

import pytest

from cli.draw.glyphs import ASCII
from cli.inputs import Unreadable
from cli.recorder.draft import opened
from cli.recorder.journal import Journal
from cli.recorder.recorder import Recorder
from engines.decks import OWN_DECKS
from tests.cli.running import cgn


@pytest.mark.parametrize("correcting", [False, True])
def test_plies_follow_those_of_a_file_that_was_replaced(tmp_path: Path, correcting: bool) -> None:  # noqa: FBT001 - pytest passes it
    game, edited = tmp_path / "tue.cgn", tmp_path / "edited.cgn"
    cgn("new", "triggs", "--seats", "Ana,Bo", "--seed", "tuesday-7", "-o", game)
    cgn("record", game, stdin="rl\n")
    with Journal(game) as journal:
        recorder = Recorder(journal, opened(journal.text, "tue.cgn", OWN_DECKS), ASCII, 80)
        if correcting:
            recorder.enter(".e 1")
        edited.write_text(game.read_text(encoding="utf-8") + "2. B: draw left left\n")
        edited.replace(game)
        recorder.enter("ll")
        assert "another program has changed the file" in str(recorder.printed())
        recorder.enter(".k")
        recorder.enter("3 3,3")
    assert [line for line in game.read_text().splitlines() if line[:1].isdigit()] == [
        "1. A: draw right left -> 3 3",
        "2. B: draw left left",
        "3. A: cross 3 3,3",
    ]


def test_a_file_that_was_removed_is_an_error(tmp_path: Path) -> None:
    game = tmp_path / "tue.cgn"
    cgn("new", "triggs", "--seats", "Ana,Bo", "--seed", "tuesday-7", "-o", game)
    with Journal(game) as journal:
        game.unlink()
        with pytest.raises(Unreadable, match=r"the last line was not saved: No such file"):
            journal.write(f"{journal.text}1. A: draw right left\n")
