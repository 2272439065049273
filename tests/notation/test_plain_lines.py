"""Usual lines are read without the grammar, and mean what the grammar says."""

import re

import pytest

from conformance.broken_records import content, examples
from notation.grammar import PLAY_LINE
from notation.plain_lines import plain_line
from notation.variation_tree import build

USUAL = [
    "1. A: draw left -> 3 _",
    "2. B: take r2c5 using=toast",
    "~: deck 1 2 -> 3",
    "3. A: pass !",
]


def test_usual_lines_are_what_the_grammar_says() -> None:
    rows = PLAY_LINE.findall("\n".join(USUAL))
    assert plain_line(USUAL) == build(rows)


@pytest.mark.parametrize(
    "line",
    [
        "",
        ". A: draw",
        "01. A: draw",
        "2. A: draw",
        "(1. A: draw)",
        "1. K: draw",
        "1. A: Draw",
        "1. A: draw ->",
        "1. A: draw -> CB1, CB2",
        "{a comment}",
        "% a note",
    ],
)
def test_any_other_line_is_left_to_the_grammar(line: str) -> None:
    assert plain_line([line]) is None


@pytest.mark.parametrize(
    "text", [content(one) for one in examples() if str(one["file"]).endswith(".cgn")]
)
def test_no_broken_record_is_read_in_another_way(text: bytes | str) -> None:
    lines = (text.decode(errors="replace") if isinstance(text, bytes) else text).split("\n")
    plies = [line for line in lines if re.match(r"[0-9~]", line)]
    found = plain_line(plies)
    if found is not None:
        assert found == build(PLAY_LINE.findall("\n".join(plies)))
