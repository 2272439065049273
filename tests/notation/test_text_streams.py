"""NOTATION: a text file holds any number of records, read in constant memory."""

import tracemalloc
from io import BytesIO, RawIOBase
from typing import Any

import pytest

from notation.grammar import MAX_LINE, MAX_RECORD
from notation.record import Ply
from notation.split_records import chunks
from notation.text_reader import read_text
from tests.notation.building import EXAMPLE, HEADER, bad, good, played, read_all

GOOD = HEADER + "1. A: x\n= A 1 2\n"
BOM = "\ufeff"


class Trickle(BytesIO):
    """A stream that returns a few bytes at a time."""

    def read1(self, _size: int | None = -1, /) -> bytes:
        return super().read1(7)


class Endless(RawIOBase):
    """A stream of a head, a repeated block and a tail, made as it is read."""

    def __init__(self, head: bytes, block: bytes, times: int, tail: bytes) -> None:
        self._parts = iter([head, *([block] * times), tail])

    def read(self, _size: int = -1, /) -> bytes:
        return next(self._parts, b"")


def _codes(text: str | bytes) -> list[tuple[int, str | None]]:
    """The first line and problem code of each record."""
    return [
        (reading.source.whole().line or 0, reading.problem.code if reading.problem else None)
        for reading in read_all(text)
    ]


def test_records_follow_each_other_with_or_without_a_blank_line() -> None:
    assert _codes(GOOD + "\n" + GOOD + GOOD) == [(1, None), (10, None), (18, None)]


def test_notes_and_blank_lines_between_records_are_skipped() -> None:
    text = f"% from a log\n\n{GOOD}% one\n \t\n% two\n{GOOD}\n% three"
    assert _codes(text) == [(3, None), (14, None)]


def test_notes_may_follow_a_record_that_was_cut_off() -> None:
    assert _codes(HEADER + "1. A: x\n\n% note\n\n" + GOOD) == [(1, None), (11, None)]


def test_a_note_may_hold_anything() -> None:
    assert _codes(f"% \x00\t]\n{GOOD}%\x1b[0m\n") == [(2, None)]


def test_each_record_may_have_its_own_byte_order_mark() -> None:
    assert _codes(BOM + GOOD + BOM + GOOD + "\n" + BOM + GOOD) == [(1, None), (9, None), (18, None)]


def test_a_file_of_notes_alone_has_no_record() -> None:
    assert bad(BOM + "% nothing\n\n").code == "cgn.no-record"


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        (GOOD.replace("1. A", "2. A"), "cgn.ply-number"),
        (HEADER + "1. A: x {never closed\n", "cgn.unterminated-comment"),
        (GOOD.replace("[A ", "[A"), "cgn.tag-syntax"),
        ("[CGN broken\n", "cgn.tag-syntax"),
        (HEADER + "x" * MAX_LINE + "\n", "cgn.line-too-long"),
        (HEADER + "{c}\n" * (MAX_RECORD // 4), "cgn.record-too-long"),
    ],
)
def test_after_an_error_reading_resumes_at_the_next_record(broken: str, code: str) -> None:
    line = broken.count("\n") + 1
    assert _codes(broken + GOOD) == [(1, code), (line, None)]
    assert [reading.source.record for reading in read_all(broken + GOOD)] == [1, 2]


def test_text_before_the_first_record_is_a_broken_record() -> None:
    assert _codes("hello\n" + GOOD) == [(1, "cgn.no-record"), (2, None)]


def test_bytes_that_are_not_utf_8_spoil_their_own_record_only() -> None:
    text = GOOD.encode().replace(b"Ana", b"\xc5na") + GOOD.encode()
    assert _codes(text) == [(1, "cgn.encoding"), (9, None)]


def test_a_stream_may_come_in_pieces_of_any_size() -> None:
    raw = (BOM + EXAMPLE + "\n" + BOM + EXAMPLE).encode()
    pieces = [reading.record for reading in read_text(Trickle(raw))]
    assert pieces == [good(EXAMPLE), good(EXAMPLE)]


@pytest.mark.parametrize("size", range(1, 12))
def test_a_mark_cut_in_two_by_a_block_is_found(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr("notation.split_records._BLOCK", size)
    raw = (GOOD + BOM + GOOD + GOOD).encode()
    assert [chunk.line for chunk in chunks(BytesIO(raw))] == [1, 9, 17]


class Blocks(BytesIO):
    """A stream that returns this many bytes at a time, like a pipe."""

    size = 1

    def read1(self, _size: int | None = -1, /) -> bytes:
        return super().read1(self.size)


START = "[CGN 1]\n"


@pytest.mark.parametrize("ahead", ["", "hello\n", BOM])
@pytest.mark.parametrize("behind", ["", START, BOM + START, "[CG", "\n[CGN"])
@pytest.mark.parametrize("length", range(58, 80))
def test_a_long_record_is_cut_the_same_in_blocks_of_any_size(
    monkeypatch: pytest.MonkeyPatch, ahead: str, behind: str, length: int
) -> None:
    monkeypatch.setattr("notation.split_records.MAX_RECORD", 64)
    raw = (ahead + (START + "{c}\n" * 18)[: length - 1] + "\n" + behind).encode()
    whole = list(chunks(BytesIO(raw)))
    assert all(chunk.overlong == (len(chunk.raw) == 65) for chunk in whole)
    for size in range(1, 30):
        stream = Blocks(raw)
        stream.size = size
        assert list(chunks(stream)) == whole, size


def test_a_line_beyond_the_longest_record_is_an_error_of_the_record() -> None:
    raw = (HEADER + "{c}\n" * ((MAX_RECORD - len(HEADER)) // 4)).encode() + b"x" * 2 * MAX_LINE
    for size in (1 << 12, 1 << 16, 1 << 24):
        stream = Blocks(raw)
        stream.size = size
        (reading,) = read_text(stream)
        assert reading.problem is not None
        assert reading.problem.code == "cgn.record-too-long"


def test_a_line_has_65536_bytes_its_end_included() -> None:
    comment = "{" + "ü" * ((MAX_LINE - len("1. A: x {}\n")) // 2) + "}"
    line = f"1. A: x {comment}".ljust(MAX_LINE - 1 - comment.count("ü")) + "\n"
    assert len(line.encode()) == MAX_LINE
    (ply,) = played(line).plies
    assert isinstance(ply, Ply)
    assert bad(HEADER + " " + line).code == "cgn.line-too-long"
    assert bad(HEADER + " " + line).place.line == 7


def test_a_record_too_long_to_write_is_refused() -> None:
    problem = bad(HEADER + "{c}\n1. A: x " + "{}" * 30_000 + "\n")
    assert (problem.code, problem.place.line) == ("cgn.line-too-long", 8)
    problem = bad(HEADER + "x" * MAX_LINE + "\n")
    assert (problem.place.column, problem.place.end) == (1, 2)
    lines = HEADER + "1. A: x\n" + "(1. A: x)\n" * 104_000
    assert bad(lines).code == "cgn.record-too-long"


@pytest.mark.parametrize(
    ("head", "block"),
    [
        (b"\n", b"x" * 65_536),
        (HEADER.encode() + b"1. A: x {", b"\0" * 65_536),
        (HEADER.encode(), b"{c}\n" * 16_384),
    ],
    ids=["nothing but x", "a comment of NUL", "lines"],
)
def test_fifty_megabytes_are_read_in_bounded_memory(head: bytes, block: bytes) -> None:
    stream: Any = Endless(head, block, 800, b"\n" + GOOD.encode())
    tracemalloc.start()
    codes = [reading.problem and reading.problem.code for reading in read_text(stream)]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert codes == [codes[0], None]
    assert codes[0] in ("cgn.line-too-long", "cgn.record-too-long")
    assert peak < 6 * MAX_RECORD


def test_a_hundred_thousand_parentheses_take_no_time() -> None:
    assert bad(HEADER + "1. A: x\n" + "(" * 60_000).code == "cgn.ply-syntax"
    assert bad(HEADER + "1. A: x\n" + "( 1. A: x\n" * 100_000).code == "cgn.too-deep"
    assert bad(HEADER + "1. A: x " + ")" * 60_000).code == "cgn.unbalanced"
    assert bad(HEADER + "1. A: x\n" + "(" * 60_000 + " 1. A: x\n").code == (
        "cgn.misplaced-variation"
    )


def test_a_record_cut_at_any_byte_is_read_or_has_a_problem_with_a_place() -> None:
    raw = (BOM + EXAMPLE).encode()
    for size in range(len(raw)):
        for reading in read_all(raw[:size]):
            assert (reading.record is None) != (reading.problem is None)
            if reading.problem is not None:
                assert reading.problem.place.line
                assert reading.problem.place.column


def test_a_misspelt_usual_tag_is_a_warning_on_its_line() -> None:
    (reading,) = read_all(GOOD.replace("\n\n", '\n[Evnet "x"]\n[Club "y"]\n[K "z"]\n\n'))
    assert reading.record is not None
    warnings = [(w.code, w.severity, w.place.line, w.help) for w in reading.warnings]
    assert warnings == [
        ("cgn.near-tag", "warning", 6, "did you mean `Event`?"),
        ("cgn.near-tag", "warning", 8, "seats are A to J"),
    ]


@pytest.mark.parametrize("before", ["\t", " ", "x", "\x0b"])
def test_a_record_begins_at_the_beginning_of_a_line_only(before: str) -> None:
    assert len(read_all(HEADER + "1. A: x {" + before + '[CGN "1"]}\n')) == 1
