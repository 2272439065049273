"""The page on archives: its commands print its outputs, and it has every column."""

import re
import sys
from pathlib import Path

import pytest

from replays.many.tools.columns import COLUMNS, USUAL
from replays.many.tools.look import Depth
from tests.docs.blocks import ROOT, blocks
from tests.docs.shell import check_session

PAGE = (ROOT / "docs" / "archives.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `([a-z_]+)` \| (•?) ?\| (.+) \| the (\w+) \|$", re.MULTILINE)


@pytest.mark.long
def test_the_commands_of_the_page_print_its_outputs(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    check_session("".join(blocks("console", PAGE)), Path(sys.executable).parent, tmp_path, tmp_path)


def test_the_page_has_every_column() -> None:
    rows = ROW.findall(PAGE)
    assert {name: (what, depth.upper()) for name, _, what, depth in rows} == {
        name: (column.what, Depth(column.depth).name)
        for name, column in COLUMNS.items()
        if not re.fullmatch("(player|score)_[A-J]", name)
    }
    assert {name for name, usual, _, _ in rows if usual} == set(USUAL)
