"""`cgn record` while another program changes the file."""

from pathlib import Path

import pytest

from cli.draw.glyphs import ASCII
from cli.inputs import Unreadable
from cli.recorder.draft import reopen
from cli.recorder.journal import Journal
from cli.recorder.recorder import Recorder
from engines.registry import OWN_DECKS
from tests.cli.running import cgn


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game from a seed, with a ply."""
    path = tmp_path / "tue.cgn"
    cgn("new", "triggs", "--seats", "Ana,Bo", "--seed", "tuesday-7", "-o", path)
    cgn("record", path, stdin="rl\n")
    return path


@pytest.mark.parametrize("how", ["added to", "replaced", "replaced during a correction"])
def test_a_file_that_another_program_changes_is_read_again(game: Path, how: str) -> None:
    edited = game if how == "added to" else game.with_name("edited.cgn")
    with Journal(game) as journal:
        recorder = Recorder(journal, reopen(journal.text, "tue.cgn", OWN_DECKS), ASCII, 80)
        if how.endswith("correction"):
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


def test_a_file_that_was_removed_is_an_error(game: Path) -> None:
    with Journal(game) as journal:
        game.unlink()
        with pytest.raises(Unreadable, match=r"the last line was not saved: No such file"):
            journal.write(f"{journal.text}2. B: draw left left\n")
