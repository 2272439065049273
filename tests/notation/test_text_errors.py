"""docs/notation.md, Errors: each mistake has its code, and its place by line and column."""

import pytest

from notation.diagnostics import Diagnostic
from tests.notation.building import HEADER, bad

HEADERS = [
    ("", "cgn.no-record", 1, 1),
    ("\n\n", "cgn.no-record", 1, 1),
    ("hello\n", "cgn.no-record", 1, 1),
    ("\n  hello\n", "cgn.no-record", 2, 3),
    ('{"cgn": 1}\n', "cgn.no-record", 1, 1),
    ('[Game "triggs"]\n', "cgn.no-record", 1, 1),
    ('% a note\n[cgn "1"]\n', "cgn.no-record", 2, 1),
    (' [CGN "1"]\n', "cgn.tag-syntax", 1, 2),
    ('[CGN\t"1"]\n', "cgn.tag-syntax", 1, 5),
    ("[CGN 1]\n", "cgn.tag-syntax", 1, 6),
    ('[CGN "2"]\n[Game x]\n', "cgn.version", 1, 1),
    ('[CGN "1"]\n[Game x]\n', "cgn.tag-syntax", 2, 7),
    ('[CGN "1"]\n[Game"x"]\n', "cgn.tag-syntax", 2, 6),
    ('[CGN "1"]\n[Game "x]\n', "cgn.tag-syntax", 2, 8),
    ('[CGN "1"]\n[Game "x" ]\n', "cgn.tag-syntax", 2, 11),
    ('[CGN "1"]\n[Game "x"\n', "cgn.tag-syntax", 2, 10),
    ('[CGN "1"]\n[Game "x\\t"]\n', "cgn.tag-syntax", 2, 9),
    ('[CGN "1"]\n["x"]\n', "cgn.tag-syntax", 2, 1),
    ('[CGN "1"]\n[Game "x"] [Rules "1"]\n', "cgn.tag-syntax", 2, 12),
    ('[CGN "1"]\n[Game "x]"] {c}\n', "cgn.tag-syntax", 2, 13),
    ('[CGN "1"]\n [Game "x"]\n', "cgn.tag-syntax", 2, 2),
    ('[CGN "1"]\n[Game "a\tb"]\n', "cgn.control-character", 2, 9),
    ('[CGN "1"]\n[Game "å\x07"]\n', "cgn.control-character", 2, 9),
    ('[CGN "1"]\n[seedHash "x"]\n', "cgn.tag-name", 2, 1),
    ('[CGN "1"]\n[Game "x"]\n\n[Game "x"]\n', "cgn.duplicate-tag", 4, 1),
    ('[CGN "1"]\n[A "x"]\n[A "x"]\n', "cgn.duplicate-tag", 3, 1),
    ('[CGN "1"]\n[a "x"]\n[a "x"]\n', "cgn.duplicate-tag", 3, 1),
    ('[CGN "1"]\n[Zz "x"]\n[Zz "x"]\n', "cgn.duplicate-tag", 3, 1),
    ('[CGN "1"]\n', "cgn.missing-tag", 1, 1),
    ('[CGN "1"]\n[Game "x"]\n', "cgn.missing-tag", 1, 1),
    ('[CGN "1"]\n[Game "x"]\n[Ruls "1"]\n', "cgn.missing-tag", 3, 1),
    ('[CGN "1"]\n{c}\n[Game "x"]\n', "cgn.misplaced-tag", 3, 1),
    ('[CGN "1"]\n[Game "x"]\n[Rules "1"]\n', "cgn.seats", 1, 1),
    ('[CGN "1"]\n[Game "x"]\n[Rules "1"]\n[A "x"]\n', "cgn.seats", 4, 1),
    ('[CGN "1"]\n[Game "x"]\n[Rules "1"]\n[B "y"]\n', "cgn.seats", 4, 1),
    ('[CGN "1"]\n[Game "x"]\n[Rules "1"]\n[A "x"]\n[D "y"]\n', "cgn.seats", 5, 1),
]
LINES = [
    ('[Termination "died"]\n', "cgn.termination", 7, 1),
    ("hello\n", "cgn.ply-syntax", 7, 1),
    ("1 A: x\n", "cgn.ply-syntax", 7, 3),
    ("1234567890. A: x\n", "cgn.ply-syntax", 7, 1),
    ("1. K: x\n", "cgn.ply-syntax", 7, 4),
    ("1. A x\n", "cgn.ply-syntax", 7, 6),
    ("1. Ax\n", "cgn.ply-syntax", 7, 5),
    ("1. Ana: x\n", "cgn.ply-syntax", 7, 4),
    ("1. Cleo: x\n", "cgn.ply-syntax", 7, 4),
    ("1. A: Draw\n", "cgn.ply-syntax", 7, 7),
    ("1. A:\n", "cgn.ply-syntax", 7, 6),
    ("1. A: cross 11 6+5, 11\n", "cgn.ply-syntax", 7, 19),
    ("1. A: draw å\n", "cgn.ply-syntax", 7, 12),
    ("1. A: draw 3.\n", "cgn.ply-syntax", 7, 13),
    ("1. A: draw 3-,4\n", "cgn.ply-syntax", 7, 13),
    ("1. A: draw ->\n", "cgn.ply-syntax", 7, 12),
    ("1. A: draw->3\n", "cgn.ply-syntax", 7, 11),
    ("1. A: draw -> 3,4\n", "cgn.ply-syntax", 7, 16),
    ("1. A: draw {c} -> 3\n", "cgn.ply-syntax", 7, 16),
    ("1. A: draw ! ^\n", "cgn.ply-syntax", 7, 14),
    ("1. A: draw !!!\n", "cgn.ply-syntax", 7, 12),
    ("1. A: draw @41\n", "cgn.ply-syntax", 7, 12),
    ("1. A: draw @0:60\n", "cgn.ply-syntax", 7, 12),
    ("1. A: draw @100000:00\n", "cgn.ply-syntax", 7, 12),
    ("1. A: draw @0:41 @0:42\n", "cgn.ply-syntax", 7, 18),
    ("1. A: draw @0:41 {c}\n", "cgn.ply-syntax", 7, 18),
    ("{c} 1. A: x\n", "cgn.ply-syntax", 7, 5),
    ("1. A: x ) y\n", "cgn.ply-syntax", 7, 11),
    ("1. A: draw {c\n", "cgn.unterminated-comment", 7, 12),
    ("{c} {d\n", "cgn.unterminated-comment", 7, 5),
    ("1. A: draw {a\\b}\n", "cgn.escape", 7, 14),
    ("1. A: draw {ab\\\n", "cgn.escape", 7, 15),
    ("1. A: draw {a\tb}\n", "cgn.control-character", 7, 14),
    ("1. A: draw {a\x00b}\n", "cgn.control-character", 7, 14),
    ("1. A: draw\r left\n", "cgn.control-character", 7, 11),
    ("\x0c\n1. A: x\n", "cgn.control-character", 7, 1),
    ("1. A: draw\x85\n", "cgn.control-character", 7, 11),
    ("2. A: x\n", "cgn.ply-number", 7, 1),
    ("1. A: x\n1. B: x\n", "cgn.ply-number", 8, 1),
    ("1. A: x\n  02. B: x\n", "cgn.ply-number", 8, 3),
    ("1. A: x\n( 2. A: x )\n", "cgn.ply-number", 8, 3),
    ("1. A: x\n( 1. A: x )\n3. A: x\n", "cgn.ply-number", 9, 1),
    ("( 1. A: x )\n", "cgn.misplaced-variation", 7, 1),
    ("~: deck 1\n ( 1. A: x )\n", "cgn.misplaced-variation", 8, 2),
    ("1. A: x\n( ~: deck 1 )\n", "cgn.misplaced-variation", 8, 1),
    ("1. A: x\n( ( 1. A: x ) )\n", "cgn.misplaced-variation", 8, 1),
    ("1. A: x\n( 1. A: y )\n~: deck 1\n", "cgn.misplaced-shuffle", 9, 4),
    ("1. A: x\n( 1. A: x\n", "cgn.unbalanced", 8, 1),
    ("1. A: x )\n", "cgn.unbalanced", 7, 9),
    ("1. A: x\n( 1. A: x ))\n", "cgn.unbalanced", 8, 11),
    ("1. A: x\n( 1. A: x ) ( 1. A: y )\n", "cgn.unbalanced", 8, 13),
    ("1. A: x\n" + "( 1. A: x\n" * 33, "cgn.too-deep", 40, 1),
    ("~ deck 1\n", "cgn.shuffle-syntax", 7, 3),
    ("~: 1 2\n", "cgn.shuffle-syntax", 7, 4),
    ("~: deck\n", "cgn.shuffle-syntax", 7, 8),
    ("~: deck 7,3\n", "cgn.shuffle-syntax", 7, 9),
    ("~: deck 7 {c}\n", "cgn.shuffle-syntax", 7, 11),
    ('1. A: x\n[Event "late"]\n', "cgn.misplaced-tag", 8, 1),
    ("1. A: x\n{c}\n", "cgn.misplaced-comment", 8, 1),
    ("1. A: x\n% note\n= * 1 2\n", "cgn.misplaced-note", 8, 1),
    ("1. A: x\n  % note\n", "cgn.misplaced-note", 8, 3),
    ("= A\n", "cgn.end-syntax", 7, 4),
    ("= 1 2\n", "cgn.end-syntax", 7, 3),
    ("= A+K 1 2\n", "cgn.end-syntax", 7, 3),
    ("= A 1.5 2\n", "cgn.end-syntax", 7, 5),
    ("= A 01 2\n", "cgn.end-syntax", 7, 5),
    ("= A 1 -0\n", "cgn.end-syntax", 7, 7),
    ("= A 1 2 {c}\n", "cgn.end-syntax", 7, 9),
    ("= A 1 1000000000000000\n", "cgn.end-syntax", 7, 7),
    ("1. A: x\n = A 1 2\n", "cgn.end-syntax", 8, 2),
    ("= B+A 1 2\n", "cgn.end-syntax", 7, 3),
    ("= A+A 1 2\n", "cgn.end-syntax", 7, 3),
    ("= A+C 1 2\n", "cgn.end-syntax", 7, 3),
    ("= A  1\n", "cgn.end-syntax", 7, 6),
    ("= A 1 2 3\n", "cgn.end-syntax", 7, 5),
    ("= A 1 2\n\n 1. A: x\n", "cgn.after-end", 9, 2),
    ("= A 1 2\n= A 1 2\n", "cgn.after-end", 8, 1),
    ("1. A: x\n% note\n2. B: x\n", "cgn.misplaced-note", 8, 1),
    ("1. A: x\n% \x00\n2. B: x\n", "cgn.misplaced-note", 8, 1),
    ("2. A: x\n% note\n2. B: x\n", "cgn.ply-number", 7, 1),
]


def _where(problem: Diagnostic) -> tuple[str, int | None, int | None]:
    return problem.code, problem.place.line, problem.place.column


@pytest.mark.parametrize(("text", "code", "line", "column"), HEADERS)
def test_a_bad_header(text: str, code: str, line: int, column: int) -> None:
    assert _where(bad(text)) == (code, line, column)


@pytest.mark.parametrize(("body", "code", "line", "column"), LINES)
def test_a_bad_line(body: str, code: str, line: int, column: int) -> None:
    problem = bad(HEADER + body)
    assert _where(problem) == (code, line, column)
    assert problem.place.file == "test.cgn"
    assert problem.record == 1
    assert problem.help


@pytest.mark.parametrize(("body", "code", "line", "column"), LINES)
def test_the_same_line_is_found_behind_crlf_and_a_byte_order_mark(
    body: str, code: str, line: int, column: int
) -> None:
    assert _where(bad("\ufeff" + (HEADER + body).replace("\n", "\r\n"))) == (code, line, column)


LOST_BREAKS = [
    ("1. A: draw left left", "2. B: draw left right"),
    ("1. A: draw left", "2.B: draw"),
    ("1. A: draw left", "2. Bo: draw"),
    ("1. A: draw", "B: draw"),
    ("1. A: draw", "~: left 7 8"),
    ("1. A: draw", "= * 3 4"),
    ("1. A: draw -> 3 4", "2. B: draw"),
    ("1. A: draw !", "2. B: draw"),
    ("1. A: draw {2. B: this}", "2. B: draw"),
    ("1. A: draw @0:41", "2. B: draw"),
    ("1. A: x\n( 1. A: y )", "2. B: draw"),
    ("~: deck 7 3", "1. A: draw left"),
    ("~: deck 7 3", "~: left 7 8"),
]


@pytest.mark.parametrize(("first", "second"), LOST_BREAKS)
def test_a_lost_line_break_is_reported_at_its_place(first: str, second: str) -> None:
    problem = bad(f"{HEADER}{first} {second}\n")
    line = first.rpartition("\n")[2]
    assert (problem.place.line, problem.place.column) == (7 + first.count("\n"), len(line) + 2)
    assert problem.message == f"a line break was probably lost before `{second}`"


MEANT = [
    ("1. Ana: draw", "`Ana` is A: write `1. A: …`"),
    ("( 12. bo : draw )", "`bo` is B: write `12. B: …`"),
    ("1. a: draw", "a seat is a capital letter: write `1. A: …`"),
    ("1. A: discard 9, 9", "write `9,9`"),
    ("1. A: discard 9 ,9, 9", "write `9,9`"),
    ("1. A: cross 11 11,7 + 4", "write `11,7+4`"),
    ("= 10-8", "`= A 10 8`"),
    ("= 8 10", "`= B 8 10`"),
    ("= 9, 9", "`= A+B 9 9`"),
    ("= B 10-8", "`= B 10 8`"),
    ("= * 10/8", "`= * 10 8`"),
]


@pytest.mark.parametrize(("line", "suggestion"), MEANT)
def test_likely_corrections_are_suggested(line: str, suggestion: str) -> None:
    assert suggestion in (bad(f"{HEADER}{line}\n").help or "")


@pytest.mark.parametrize(
    "line", ["1. Cleo: draw", "1. k: draw", "1. A: draw -> 3, 4", "1. A: discard 9,", "= Ana 1 2"]
)
def test_unclear_errors_get_no_suggestion(line: str) -> None:
    help_line = bad(f"{HEADER}{line}\n").help or ""
    assert "write `" not in help_line.replace("write lists", "")


def test_a_name_of_two_players_suggests_no_seat() -> None:
    assert "is A" not in (bad(HEADER.replace("Bo", "Ana") + "1. Ana: x\n").help or "")


def test_the_correct_case_of_a_seat_or_tag_is_suggested() -> None:
    small = [("[A", "[a"), ("[B", "[b"), ("[Game", "[game")]
    helps = [bad(HEADER.replace(*change)).help for change in small]
    assert helps == [
        "is `a` meant to be `A`? a seat is a capital letter",
        "is `b` meant to be `B`? a seat is a capital letter",
        "is `game` meant to be `Game`?",
    ]


def test_the_place_has_the_source_line_and_spans_the_part() -> None:
    place = bad(HEADER + "1. A: draw {ü} !!\n").place
    assert place.text == "1. A: draw {ü} !!"
    assert (place.column, place.end) == (16, 18)


@pytest.mark.parametrize(
    ("line", "column", "end"), [("1. A: x (2. B: y)", 9, 10), ("21. A: x", 1, 3)]
)
def test_a_part_too_many_is_marked_alone(line: str, column: int, end: int) -> None:
    place = bad(HEADER + line + "\n").place
    assert (place.column, place.end) == (column, end)


def test_a_record_that_is_too_long_is_marked_at_its_beginning() -> None:
    problem = bad(HEADER + "{x}\n" * 300_000)
    assert _where(problem) == ("cgn.record-too-long", 1, 1)


def test_what_is_no_escape_is_shown() -> None:
    assert bad(HEADER + "1. A: x {a\\q}\n").message == "`\\q` is not an escape"


def test_the_first_error_is_the_one_reported() -> None:
    assert bad(HEADER + "2. A: x\nhello\n").code == "cgn.ply-number"
    assert bad(HEADER + "hello\n2. A: x\n= K\n").code == "cgn.ply-syntax"


def test_too_many_tags_are_refused() -> None:
    tags = "".join(f'[Tag{n} "x"]\n' for n in range(257))
    assert bad(HEADER + tags).code == "cgn.too-many-tags"


@pytest.mark.parametrize(
    ("raw", "line", "column", "advice"),
    [
        (HEADER.encode() + "1. A: x {ü}".encode() + b" {\xfc}", 7, 14, "save the file as UTF-8"),
        (b"\xff\xfe" + HEADER.encode("utf-16-le"), 1, 1, "UTF-16"),
        (HEADER.encode("utf-16-be") + "{ä¬}".encode("utf-16-be"), 7, 4, "UTF-16"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0", 1, 1, "this is not a text file"),
        (b"CGN\0\x01\x9e\0", 1, 6, "this is not a text file"),
        (HEADER.encode() + b"1. A: x {\xed\xa0\x80}", 7, 10, "UTF-8"),
        (HEADER.encode() + b"1. A: x {\xc0\xaf}", 7, 10, "UTF-8"),
    ],
)
def test_bytes_that_are_not_utf_8(raw: bytes, line: int, column: int, advice: str) -> None:
    problem = bad(raw)
    assert _where(problem) == ("cgn.encoding", line, column)
    assert advice in (problem.help or "")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_byte_order_mark_is_named(encoding: str) -> None:
    problem = bad(HEADER.encode(encoding))
    assert problem.code == "cgn.control-character"
    assert problem.help == "save the file as UTF-8; this looks like UTF-16"


def test_nul_bytes_are_control_characters() -> None:
    assert _where(bad(HEADER + "1. A: x\x00\n")) == ("cgn.control-character", 7, 8)
