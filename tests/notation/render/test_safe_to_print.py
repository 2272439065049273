"""No rendering prints control characters of users' texts."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation.codes import Code
from notation.diagnostics import Diagnostic, Place
from notation.render.concise import render_concise
from notation.render.github import render_github
from notation.render.json import printable
from notation.render.sarif import sarif_log
from notation.render.text import render_text
from notation.render.visible import visible
from notation.render.words import heading

Render = Callable[[Diagnostic], str]


def as_json(diagnostic: Diagnostic) -> str:
    return printable(diagnostic).decode()


def as_sarif(diagnostic: Diagnostic) -> str:
    log = sarif_log([diagnostic], "1", lambda code: Code(code, code))
    return printable(log).decode()


RENDERINGS = [render_text, render_concise, render_github, as_json, as_sarif]


def is_raw(char: str) -> bool:
    code = ord(char)
    return (
        (code < 0x20 and char != "\n")
        or 0x7F <= code < 0xA0
        or code in (0x61C, 0x200E, 0x200F, 0x2028, 0x2029)
        or 0x202A <= code <= 0x202E
        or 0x2066 <= code <= 0x2069
        or 0xD800 <= code < 0xE000
    )


@pytest.mark.parametrize("render", RENDERINGS)
def test_no_control_character_is_printed(render: Render, hostile: Diagnostic) -> None:
    assert not list(filter(is_raw, render(hostile)))


@pytest.mark.parametrize("render", [render_concise, render_github, as_json])
def test_one_line_stays_one_line(render: Render, hostile: Diagnostic) -> None:
    assert len(render(hostile).splitlines()) == 1


@given(st.text(max_size=200), st.integers(1, 210))
def test_no_text_prints_a_control_character(text: str, column: int) -> None:
    place = Place(file=text, line=1, column=column, end=column + 1, text=text)
    diagnostic = Diagnostic(
        code="cgn.verb", severity="error", message=text, place=place, label=text, player=text, ply=1
    )
    for render in RENDERINGS:
        assert not list(filter(is_raw, render(diagnostic)))


def test_a_huge_text_is_cut() -> None:
    diagnostic = Diagnostic(
        code="cgn.argument", severity="error", message="x" * 60_000, place=Place()
    )
    assert len(render_concise(diagnostic)) < 2_100


def test_letters_of_every_script_are_kept() -> None:
    text = "Zoë, 日本, مريم, हिन्दी, 👩\u200d👧, mi\u200cravam"
    assert visible(text) == text


def test_a_text_of_more_than_2000_characters_is_cut() -> None:
    assert visible("a" * 2_000) == "a" * 2_000
    assert visible("a" * 2_001) == "a" * 1_999 + "…"


def test_a_name_of_more_than_80_characters_is_cut_in_a_heading() -> None:
    for length, shown in ((80, "a" * 80), (81, "a" * 79 + "…")):
        problem = Diagnostic(
            code="cgn.turn",
            severity="error",
            message="wrong",
            place=Place(),
            ply=1,
            player="a" * length,
            seat="A",
        )
        assert heading(problem) == f"ply 1 ({shown}, A): wrong"
