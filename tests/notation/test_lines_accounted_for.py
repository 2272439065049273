"""Every line of a text record is read or refused; none is skipped."""

from io import BytesIO

import pytest

from notation.outcome import Reading
from notation.text_reader import read_text

HEADER = '[CGN "1"]\n[Game "triggs"]\n[Rules "1"]\n[A "Ana"]\n[B "Bo"]\n\n'


def _read(body: str) -> Reading:
    (reading,) = read_text(BytesIO((HEADER + body).encode()))
    return reading


def _refused(body: str) -> tuple[str, int | None, int | None]:
    problem = _read(body).problem
    assert problem is not None
    return problem.code, problem.place.line, problem.place.column


def test_a_bad_line_is_refused_where_the_last_line_has_no_line_end() -> None:
    body = "1. A: draw left\nGARBAGE\n2. B: draw left"
    assert _refused(body) == ("cgn.ply-syntax", 8, 1)


@pytest.mark.parametrize("control", ["\x0c", "\x0b", "\x1c", "\x85"])
def test_a_line_of_control_characters_is_not_blank(control: str) -> None:
    body = f"1. A: draw left\n{control}\n2. B: draw left\n"
    assert _refused(body) == ("cgn.control-character", 8, 1)


@pytest.mark.parametrize("space", ["\u00a0", "\u2028", "\u3000"])
def test_only_spaces_and_tabs_are_blank(space: str) -> None:
    assert _refused(f"1. A: draw left\n{space}\n2. B: draw left\n") == ("cgn.ply-syntax", 8, 1)


def test_comments_before_ply_1_are_the_games_also_among_the_setup_shuffles() -> None:
    record = _read("{one}\n~: deck 1 2\n{two} {three}\n1. A: draw left\n").record
    assert record is not None
    assert record.comments == ("one", "two", "three")
    assert len(record.plies) == 2


def test_a_comment_on_a_line_of_its_own_after_ply_1_is_refused() -> None:
    assert _refused("1. A: draw left\n{late}\n2. B: draw left\n") == (
        "cgn.misplaced-comment",
        8,
        1,
    )


def test_an_indented_tag_is_reported_as_such() -> None:
    assert _refused('  [Event "Tuesday club"]\n') == ("cgn.tag-syntax", 7, 3)


def test_the_first_error_is_the_first_in_the_file() -> None:
    body = "1. A: draw left\n3. B: draw left\nGARBAGE\n= * 0\n"
    assert _refused(body) == ("cgn.ply-number", 8, 1)
    assert _refused(body.replace("GARBAGE\n", "")) == ("cgn.ply-number", 8, 1)
    assert _refused(body.replace("3.", "2.")) == ("cgn.ply-syntax", 9, 1)


def test_a_bad_line_in_a_variation_is_reported_before_the_open_parenthesis() -> None:
    assert _refused("1. A: draw left\n( 1. A: draw right\nGARBAGE\n") == ("cgn.ply-syntax", 9, 1)
    assert _refused("1. A: draw left\n( 1. A: draw right\n= * 0 0\n") == ("cgn.unbalanced", 8, 1)
