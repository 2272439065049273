"""The rendering for editors."""

from notation.diagnostics import Diagnostic, Place
from notation.render.concise import render_concise


def test_a_ply(wrong_sum: Diagnostic) -> None:
    assert render_concise(wrong_sum) == (
        "club/2026-11-14.cgn:141:24: triggs.sum: ply 37 B: 3+9 makes 12, not 11"
    )


def test_a_warning_says_so(near_tag: Diagnostic) -> None:
    assert render_concise(near_tag) == (
        "club.cgn:5:1: warning: cgn.near-tag: `Evnet` is a free tag"
    )


def test_in_json_the_place_is_a_pointer(in_json: Diagnostic) -> None:
    assert render_concise(in_json) == (
        "file.cgn.json: at /plies/3/move: point_salad.empty: ply 4 B: there is no 3b"
    )
    place = Place(file="all.cgn.jsonl", line=17, pointer="/seats/1")
    assert render_concise(in_json.at(place)).startswith("all.cgn.jsonl:17: at /seats/1: ")


def test_without_a_file_it_is_the_input() -> None:
    diagnostic = Diagnostic(
        code="cgn.no-record", severity="error", message="nothing", place=Place(line=1, column=1)
    )
    assert render_concise(diagnostic) == "<input>:1:1: cgn.no-record: nothing"
