"""Carets under source lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation.render.text import excerpt
from notation.render.visible import width


def pointed_at(line: str, column: int, end: int) -> str:
    """The text above the carets, if each character takes one column."""
    part = excerpt(line, column, end)
    return part.text[part.before : part.before + part.carets]


def test_plain_text_is_shown_as_it_is() -> None:
    part = excerpt("1. A: draw left", 7, 11)
    assert (part.text, part.before, part.carets) == ("1. A: draw left", 6, 4)


@pytest.mark.parametrize(
    ("line", "before"),
    [
        ("1. A: draw {日本} bad", 18),
        ("1. A: draw {ee} bad", 16),
        ("1. A: draw {e\u0301e\u0301} bad", 16),
        ("1. A:\tdraw {ee} bad", 19),
        ("1. A: draw {\u1112\u1161\u11ab} bad", 16),
        ("1. A: draw {🂡🎲} bad", 17),
        ("1. A: draw {\x1b} bad", 20),
        ("1. A: draw {\u200d} bad", 14),
    ],
)
def test_carets_line_up_with_their_text(line: str, before: int) -> None:
    column = line.index("bad") + 1
    part = excerpt(line, column, column + 3)
    assert part.carets == 3
    assert part.before == width(part.text[: part.text.index("bad")])
    assert part.before == before


def test_a_wide_character_gets_two_carets() -> None:
    assert excerpt("a 卡 b", 3, 4).carets == 2


def test_a_combining_character_is_pointed_at_with_its_base() -> None:
    part = excerpt("1. A: e\u0301x", 8, 9)
    assert (part.before, part.carets) == (6, 1)


def test_an_invisible_character_is_pointed_at_in_its_escaped_form() -> None:
    part = excerpt("1. A: \u202edraw", 7, 8)
    assert part.text == "1. A: \\u{202e}draw"
    assert (part.before, part.carets) == (6, 8)


def test_the_end_of_a_line_gets_one_caret() -> None:
    part = excerpt("1. A: draw", 11, 12)
    assert (part.before, part.carets) == (10, 1)
    assert excerpt("", 1, 2).carets == 1
    assert excerpt("abc", 90, 95).before == 3


def test_a_long_line_is_cut_on_both_sides() -> None:
    line = "a" * 500 + "bad" + "z" * 500
    part = excerpt(line, 501, 504)
    assert part.text.startswith("…a")
    assert part.text.endswith("z…")
    assert width(part.text) == 102
    assert pointed_at(line, 501, 504) == "bad"


def test_a_long_line_is_not_cut_where_it_begins_or_ends() -> None:
    line = "bad" + "z" * 500
    assert excerpt(line, 1, 4).text == line[:100] + "…"
    line = "a" * 500 + "bad"
    assert excerpt(line, 501, 504).text == "…" + line[-100:]
    assert pointed_at(line, 501, 504) == "bad"


def test_carets_stop_where_a_long_line_is_cut() -> None:
    part = excerpt("a" * 50 + "b" * 500, 51, 551)
    assert part.before + part.carets == width(part.text) - 1


def test_a_line_of_a_hundred_columns_is_not_cut() -> None:
    assert excerpt("x" * 100, 100, 101).text == "x" * 100


SOURCE = st.text("ab \t日e\u0301\u202e\x1b🎲", min_size=1, max_size=300)


@given(SOURCE, st.integers(1, 310), st.integers(1, 40))
def test_carets_never_leave_the_text_shown(line: str, column: int, length: int) -> None:
    part = excerpt(line, column, column + length)
    assert part.carets >= 1
    assert part.before + part.carets <= width(part.text) + 1
    assert width(part.text) <= 102
