"""The page for people who write records: its commands, and its tables of moves to type."""

import re
import sys
from pathlib import Path

import pytest

from cli.recorder.moves import Moves
from engines.registry import GAMES
from notation.chance import Chance
from notation.read import read
from notation.record import Record
from replays.opening import faces_of
from replays.view.playhead import Playhead
from tests.docs.blocks import ROOT, blocks
from tests.docs.shell import check_session

PAGE = (ROOT / "docs" / "writing.md").read_text(encoding="utf-8")
TABLES = re.findall(r"<!-- typed: (\w+) -->\n((?:\|.*\n)+)", PAGE)
ROW = re.compile(r"\| ([0-9]+) \| `(.*)` \| `(.*)` \|")


def test_the_commands_of_the_page_print_its_outputs(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    check_session("".join(blocks("console", PAGE)), Path(sys.executable).parent, tmp_path, tmp_path)


def example(game: str) -> Record:
    path = ROOT / "examples" / f"{game}.cgn"
    with path.open("rb") as stream:
        record = next(read(stream, path.name)).record
    assert record is not None
    return record


@pytest.mark.parametrize(("game", "table"), TABLES, ids=[game for game, _ in TABLES])
def test_the_typed_text_matches_the_move(game: str, table: str) -> None:
    record, rows = example(game), ROW.findall(table)
    assert len(rows) > 1
    replay = Playhead(record)
    dealt = replay.game.set_up(replay.game, len(record.seats), record.options, Chance(""))
    for number, typed, move in rows:
        replay.seek(int(number))
        assert replay.last is not None
        assert replay.last.ply.move == move
        replay.seek(int(number) - 1)
        assert Moves(replay.table, faces_of(dealt)).readings(typed) == [[move]]


def test_every_game_has_a_table() -> None:
    assert set(GAMES) <= {game for game, _ in TABLES}
