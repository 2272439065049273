"""Edits: what mends a line, made where its diagnostic is made."""

import msgspec
import pytest

from notation.diagnostics import Diagnostic
from notation.edits import Edit, TextSpot, between, edited
from notation.hints import plain
from notation.json_shape import keys, object_schema
from notation.split_records import Chunk
from notation.text_reader import read_chunk
from replays.validate import validate
from tests.docs.blocks import ROOT

HEAD = '[CGN "1"]\n[Game "triggs"]\n[Rules "1"]\n[A "Ana"]\n[B "Bo"]\n[Seed "tuesday-7"]\n\n'
TWO = HEAD + "1. A: draw right left -> 3 3\n2. B: draw right left -> 10 6\n"


def problem_of(text: str, *, mends: bool = True) -> Diagnostic:
    """The first mistake of a record of text."""
    report = validate(read_chunk(Chunk(1, text.encode()), "g.cgn", 1, mends=mends))
    return report.problem or report.warnings[0]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("3. A: cross 3 3,3 \u2192 7", "3. A: cross 3 3,3 -> 7"),
        ("3. A: cross 3 3,3 \u2013> 7 8", "3. A: cross 3 3,3 -> 7 8"),
        (
            "3.\u00a0A:\u00a0cross 3 3,3 {a \u201cjoke\u201d}",
            "3. A: cross 3 3,3 {a \u201cjoke\u201d}",
        ),
        ("= A \u22123 4", "= A -3 4"),
        ("4. A: cross 3 3,3", "3. A: cross 3 3,3"),
        ("3. Ana: cross 3 3,3", "3. A: cross 3 3,3"),
        ("3. a: cross 3 3,3", "3. A: cross 3 3,3"),
        ("3. A: cross 3 3, 3", "3. A: cross 3 3,3"),
        ("  = A 1 2", "= A 1 2"),
        ("= 4, 9", "= B 4 9"),
        ("3. A: cross 3 3,3 4. A: extra 2", "3. A: cross 3 3,3\n4. A: extra 2"),
        ("2. B: draw right left -> 10 6", ""),
    ],
)
def test_a_line_that_cannot_be_read_has_the_edit_that_mends_it(wrong: str, right: str) -> None:
    text = TWO + wrong + "\n"
    edit = problem_of(text).edits[0]
    assert edited(text, edit) == TWO + (f"{right}\n" if right else "")


def test_typographic_quotes_of_a_tag_are_mended_but_not_those_in_its_value() -> None:
    text = TWO.replace('[B "Bo"]', "[B \u201eBo \u201cthe\u201d B\u201c]")
    assert edited(text, problem_of(text).edits[0]) == TWO.replace("Bo", "Bo \u201cthe\u201d B")


def test_no_edit_is_made_for_those_who_do_not_ask() -> None:
    for line in ("3. A: cross 3 3,4", "4. A: pass", "3. A: cross 3 3,3 \u2192 7", "= A 9 9"):
        problem = problem_of(f"{TWO}{line}\n", mends=False)
        assert problem.edits == ()
        assert b"edits" not in msgspec.json.encode(problem)


def test_json_has_the_edits_that_were_asked_for_and_its_schema_describes_them() -> None:
    text = f"{TWO}3. A: cross 3 3,3 \u2192 7\n"
    problem = problem_of(text)
    decoded = msgspec.json.decode(msgspec.json.encode(problem), type=Diagnostic)
    assert decoded.edits == problem.edits
    assert msgspec.json.decode(msgspec.json.encode(problem))["edits"] == [
        {
            "from": {"line": 10, "column": 19},
            "to": {"line": 10, "column": 20},
            "text": "->",
            "title": "Write `->` for an arrow sign",
            "meant": True,
            "certain": True,
        }
    ]
    assert set(object_schema(Edit)["properties"]) == set(msgspec.to_builtins(problem.edits[0]))
    assert "edits" in keys(Diagnostic)


def test_an_answer_has_no_longer_edit_than_a_game_with_new_numbers_needs() -> None:
    lines = "".join(f"{number}. A: draw left left\n" for number in range(2, 1_200))
    long = problem_of(HEAD + lines)
    assert [edit.title for edit in long.edits] == ["Renumber from here"]
    assert long.brief().edits == ()
    short = problem_of(HEAD + lines[:6_000])
    assert short.edits
    assert short.brief().edits == short.edits


@pytest.mark.parametrize(
    "spot", [TextSpot(10**18, 1), TextSpot(3, 10**18), TextSpot(10**18, 10**18)]
)
def test_a_spot_outside_of_a_text_stands_for_the_end_of_its_line_or_of_it(spot: TextSpot) -> None:
    assert edited("a\nb\nc", Edit(spot, spot, "!", "")) == "a\nb\nc!"


def test_help_that_suggests_a_text_is_plain_text_once_it_is_told() -> None:
    for line in ("3. A: drwa left left", "3. A: draw right left -> 1 2", "= A 9 9"):
        assert type(problem_of(f"{TWO}{line}\n").help) is str


def test_plies_with_wrong_numbers_are_renumbered_from_there() -> None:
    text = TWO + "4. A: cross 3 3,3\n5. A: extra 2\n6. B: draw left left\n"
    (edit,) = problem_of(text).edits
    assert edit.title == "Renumber from here"
    assert edit.start.line == TWO.count("\n") + 1
    mended = edited(text, edit)
    assert mended == TWO + "3. A: cross 3 3,3\n4. A: extra 2\n5. B: draw left left\n"


def test_a_ply_out_of_turn_offers_a_forgotten_ply_before_it() -> None:
    text = TWO + "3. B: draw left left\n4. A: extra 2\n"
    other, before = problem_of(text).edits
    assert (other.text, other.certain, before.certain) == ("A", False, False)
    assert before.title == "Put a ply of Ana in before this one"
    assert edited(text, before) == TWO + "3. A: \n4. B: draw left left\n5. A: extra 2\n"


def test_wrong_reveals_are_mended_only_for_certain_if_others_agree() -> None:
    one = problem_of(HEAD + "1. A: draw right left -> 3 4\n").edits
    assert [(edit.text, edit.certain) for edit in one] == [("3 3", False)]
    two = problem_of(TWO.replace("-> 3 3", "-> 3 4")).edits
    assert [(edit.text, edit.certain) for edit in two] == [("3 3", True)]
    later = problem_of(TWO.replace("-> 10 6", "-> 10 7")).edits
    assert [(edit.text, edit.certain) for edit in later] == [("10 6", True)]


def test_reveals_where_none_are_shown_are_taken_out_with_their_arrow() -> None:
    text = TWO + "3. A: cross 3 3,3 -> 7 {Full.}\n"
    assert edited(text, problem_of(text).edits[0]) == TWO + "3. A: cross 3 3,3 {Full.}\n"


def test_the_end_line_of_a_game_that_goes_on_is_offered_but_not_certain() -> None:
    assert [(edit.certain, edit.meant) for edit in problem_of(TWO).edits] == [(False, False)]
    assert [edit.certain for edit in problem_of(TWO + "= A 3 0\n").edits] == [False]


def test_all_shuffles_that_are_missing_at_the_deal_are_added_at_once() -> None:
    text = (ROOT / "examples" / "point_salad_table.cgn").read_text(encoding="utf-8")
    lines = text.split("\n")
    shuffles = [line for line in lines if line.startswith("~:")]
    without = "\n".join([line for line in lines if line not in shuffles[1:]])
    (edit,) = problem_of(without).edits
    assert edit.certain
    assert edit.text.count("~: ") == len(shuffles) - 1
    assert validate(read_chunk(Chunk(1, edited(without, edit).encode()), "", 1)).problem is None


def test_an_edit_has_the_line_ends_of_its_file() -> None:
    text = TWO.replace("\n", "\r\n")
    edit = Edit(TextSpot(9, 30), TextSpot(9, 30), "\n= * 0 0", "")
    assert edited(text, edit) == text + "= * 0 0\r\n"
    assert edited("\ufeff" + text, Edit(TextSpot(1, 2), TextSpot(1, 5), "X", "")).startswith(
        "\ufeff[X "
    )


def test_an_edit_between_two_texts_is_the_smallest() -> None:
    for old, new in (("ab", "aab"), ("aab", "ab"), ("a\nb\n", "a\nc\nb\n"), ("", "x"), ("x", "x")):
        assert edited(old, between(old, new, "")) == new


def test_only_outside_comments_are_signs_made_plain() -> None:
    assert (
        plain("3. A: pass\u00a0{\u2192 \\} \u2192} \u2192 3")
        == "3. A: pass {\u2192 \\} \u2192} -> 3"
    )
