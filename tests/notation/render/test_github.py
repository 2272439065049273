"""The rendering as an annotation."""

from msgspec.structs import replace

from notation.diagnostics import Diagnostic, Place
from notation.render.github import render_github


def test_a_warning(near_tag: Diagnostic) -> None:
    assert render_github(near_tag) == (
        "::warning file=club.cgn,line=5,col=1,endColumn=15,title=cgn.near-tag"
        "::`Evnet` is a free tag%0Ahelp: did you mean `Event`?"
    )


def test_each_fact_has_a_line(wrong_sum: Diagnostic) -> None:
    command = render_github(wrong_sum)
    assert command.startswith(
        "::error file=club/2026-11-14.cgn,line=141,col=24,endColumn=26,title=triggs.sum"
        "::ply 37 (Mara, B): 3+9 makes 12, not 11%0Ahere: these two cards make 12%0Atable: Mara"
    )
    assert "\n" not in command


def test_the_cause_says_where(emptied_pile: Diagnostic) -> None:
    assert render_github(emptied_pile).endswith(
        "%0Acause: 3b was emptied here: pile 3 had one card left (club.cgn:139:15)"
    )


def test_in_json_the_message_begins_with_the_pointer(in_json: Diagnostic) -> None:
    assert render_github(in_json).startswith(
        "::error file=file.cgn.json,title=point_salad.empty"
        "::at /plies/3/move: ply 4 (Mara, B): there is no 3b%0A"
    )


def test_special_characters_are_escaped(near_tag: Diagnostic) -> None:
    place = replace(near_tag.place, file="C:\\a,b 100%.cgn")
    diagnostic = replace(near_tag, place=place, message="50% a:b, c\r\n::error::d", help=None)
    assert render_github(diagnostic) == (
        "::warning file=C%3A\\a%2Cb 100%25.cgn,line=5,col=1,endColumn=15,title=cgn.near-tag"
        "::50%25 a:b, c\\u{d}\\u{a}::error::d"
    )


def test_without_a_place_there_is_only_a_title() -> None:
    diagnostic = Diagnostic(code="cgn.game", severity="error", message="no game", place=Place())
    assert render_github(diagnostic) == "::error title=cgn.game::no game"
