"""The mistake of a pasted log, and the log with the suggested move."""

import pytest

from notation.edits import edited
from notation.split_records import Chunk
from notation.text_reader import read_chunk
from pages.pasted import mistake
from replays.validate import validate

HEAD = '[CGN "1"]\n[Game "triggs"]\n[Rules "1"]\n[A "Ana"]\n[B "Bo"]\n[Seed "s"]\n\n'
FIRST = "1. A: draw left left {one line,\u2028 in spite of this}\n"


@pytest.mark.parametrize(
    ("line", "mended"),
    [
        ("2. B: draw lefft left ! {x}", "2. B: draw left left ! {x}"),
        (
            "2. B: draw left left\n ( 2. B: draw lefft left )",
            "2. B: draw left left\n ( 2. B: draw left left )",
        ),
    ],
)
def test_a_suggestion_replaces_the_move_and_nothing_else(line: str, mended: str) -> None:
    log = f"{HEAD}{FIRST}{line}\n"
    problem = validate(read_chunk(Chunk(1, log.encode()), "", 1, mends=True)).problem
    assert problem is not None
    shown = mistake(problem, log)
    assert any(one.is_wrong for one in shown.lines)
    edit = shown.diagnostic.edits[0]
    assert (edit.text, edit.meant) == ("draw left left", True)
    assert edited(log, edit) == log.replace(line, mended)
