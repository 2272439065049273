"""The rendering for people."""

import re

from msgspec.structs import replace

from notation.diagnostics import Diagnostic, Label, Place
from notation.render.text import render_text

ANSI = re.compile(r"\x1b\[[0-9;]*m")


def test_a_diagnostic_with_every_fact(wrong_sum: Diagnostic) -> None:
    assert render_text(wrong_sum) == (
        "error[triggs.sum]: ply 37 (Mara, B): 3+9 makes 12, not 11\n"
        "  --> club/2026-11-14.cgn:141:24  (triggs, record 2)\n"
        "    |\n"
        "141 | 37. B: cross 11 11,5+6,3+9\n"
        "    |                        ^^^ these two cards make 12\n"
        "   |\n"
        "   = table: Mara holds 3 4 5 6 7 9 11 11 (8 of 10); row 11: 2 of 5 crossed\n"
        "   = rule: triggs, Crossing off: one card, or the sum of two cards, "
        "makes the value named\n"
        "   = legal: 48 moves; the nearest: cross 11 11,5+6,4+7 | cross 12 3+9,5+7 | discard 11\n"
        "   = help: did you mean `cross 11 11,5+6,4+7`?\n"
        "   = note: plies 1-36 are valid (position 9f31c2e0); plies 38-52 were not checked\n"
        "   = more: cgn explain triggs.sum"
    )


def test_an_earlier_ply_that_is_the_cause_is_drawn_above(emptied_pile: Diagnostic) -> None:
    assert render_text(emptied_pile) == (
        "error[point_salad.empty]: ply 37 (Mara, B): there is no 3b\n"
        "  --> club.cgn:141:15  (point_salad, record 2)\n"
        "    |\n"
        "139 | 35. A: veg 3a,3b\n"
        "    |               -- 3b was emptied here: pile 3 had one card left\n"
        "...\n"
        "141 | 37. B: veg 1a,3b\n"
        "    |               ^^ nothing lies here\n"
        "   |\n"
        "   = more: cgn explain point_salad.empty"
    )


def test_no_dots_where_no_line_is_left_out(emptied_pile: Diagnostic) -> None:
    assert emptied_pile.also is not None
    above = replace(emptied_pile.also.place, line=140)
    text = render_text(replace(emptied_pile, also=Label(place=above, message="emptied")))
    assert "\n...\n" not in text
    assert text.index("140 |") < text.index("141 |")


def test_a_second_label_may_stand_below(emptied_pile: Diagnostic) -> None:
    assert emptied_pile.also is not None
    below = replace(emptied_pile.also.place, line=150)
    text = render_text(replace(emptied_pile, also=Label(place=below, message="here")))
    assert text.index("141 |") < text.index("...") < text.index("150 |")


def test_a_warning(near_tag: Diagnostic) -> None:
    assert render_text(near_tag) == (
        "warning[cgn.near-tag]: `Evnet` is a free tag\n"
        "  --> club.cgn:5:1  (record 1)\n"
        "    |\n"
        '  5 | [Evnet "Club"]\n'
        "    | ^^^^^^^^^^^^^^\n"
        "   |\n"
        "   = help: did you mean `Event`?\n"
        "   = more: cgn explain cgn.near-tag"
    )


def test_in_json_the_place_is_a_pointer_with_labels(in_json: Diagnostic) -> None:
    assert render_text(in_json) == (
        "error[point_salad.empty]: ply 4 (Mara, B): there is no 3b\n"
        "  --> file.cgn.json  at /plies/3/move (point_salad, record 1)\n"
        "   = here: nothing lies here\n"
        "   = cause: 3b was emptied here (file.cgn.json at /plies/1/move)\n"
        "   = more: cgn explain point_salad.empty"
    )


def test_in_json_lines_the_line_is_named_too(in_json: Diagnostic) -> None:
    place = Place(file="all.cgn.jsonl", line=17, pointer="/seats/1")
    second = render_text(in_json.at(place)).splitlines()[1]
    assert second == "  --> all.cgn.jsonl:17  at /seats/1 (point_salad, record 1)"


def test_the_gutter_grows_with_the_line_number(wrong_sum: Diagnostic) -> None:
    text = render_text(wrong_sum.at(replace(wrong_sum.place, line=12_345)))
    assert text.splitlines()[1:6] == [
        "    --> club/2026-11-14.cgn:12345:24  (triggs, record 2)",
        "      |",
        "12345 | 37. B: cross 11 11,5+6,3+9",
        "      |                        ^^^ these two cards make 12",
        "     |",
    ]


def test_unknown_facts_are_left_out() -> None:
    bare = Diagnostic(code="cgn.turn", severity="error", message="no", place=Place())
    assert render_text(bare, more=False) == "error[cgn.turn]: no"
    nameless = replace(bare, ply=3, seat="C", record=1)
    text = render_text(nameless, more=False)
    assert text == "error[cgn.turn]: ply 3 (C): no\n  --> <input>  (record 1)"


def test_one_legal_move_is_not_moves(wrong_sum: Diagnostic) -> None:
    assert "= legal: 1 move: pass\n" in render_text(replace(wrong_sum, legal=1, nearest=("pass",)))
    two = replace(wrong_sum, legal=2, nearest=("pass",))
    assert "= legal: 2 moves; the nearest: pass\n" in render_text(two)
    assert "= legal: 0 moves\n" in render_text(replace(wrong_sum, legal=0, nearest=()))


def test_colour_adds_codes_and_changes_nothing_else(
    wrong_sum: Diagnostic, near_tag: Diagnostic, in_json: Diagnostic
) -> None:
    for diagnostic in (wrong_sum, near_tag, in_json):
        colored = render_text(diagnostic, color=True)
        assert "\x1b[" in colored
        assert ANSI.sub("", colored) == render_text(diagnostic)
        assert "\x1b[" not in render_text(diagnostic)


def test_a_huge_name_leaves_room_for_the_message(wrong_sum: Diagnostic) -> None:
    first = render_text(replace(wrong_sum, player="x" * 60_000)).splitlines()[0]
    assert first.endswith("x…, B): 3+9 makes 12, not 11")
