"""NOTATION, JSON: a stream has one record a line, and may end with a completeness line."""

import tracemalloc
from io import BytesIO

import pytest

from notation.grammar import MAX_JSON
from notation.json_reader import read_json_lines
from notation.json_writer import write_json, write_json_line
from tests.notation.building import EXAMPLE, good

RECORD = good(EXAMPLE)
LINE = write_json_line(RECORD).encode()

Row = tuple[int, int | None, str | None]


def _rows(raw: bytes) -> list[Row]:
    """Number, line and problem code of each record."""
    rows: list[Row] = []
    for reading in read_json_lines(BytesIO(raw), "x.cgn.jsonl"):
        problem = reading.problem
        assert problem or reading.record == RECORD
        line = problem.place.line if problem else reading.source.whole().line
        rows.append((reading.source.record, line, problem.code if problem else None))
    return rows


def test_each_line_is_a_record() -> None:
    assert _rows(LINE * 3) == [(1, 1, None), (2, 2, None), (3, 3, None)]


def test_blank_lines_notes_crlf_and_a_byte_order_mark_are_skipped() -> None:
    raw = (
        b"\xef\xbb\xbf" + LINE + b"\r\n% note\n \t\n" + LINE.replace(b"\n", b"\r\n") + LINE.strip()
    )
    assert _rows(raw) == [(1, 1, None), (2, 5, None), (3, 6, None)]


def test_after_an_error_reading_resumes_at_the_next_line() -> None:
    raw = LINE + b'{"cgn":\n' + b"[]\n" + b"\xff\n" + b"[" * 100_000 + b"\n" + LINE
    assert _rows(raw) == [
        (1, 1, None),
        (2, 2, "cgn.json-syntax"),
        (3, 3, "cgn.json-type"),
        (4, 4, "cgn.encoding"),
        (5, 5, "cgn.too-deep"),
        (6, 6, None),
    ]


def test_a_syntax_error_has_its_line_in_the_file() -> None:
    (_, reading) = read_json_lines(BytesIO(LINE + b'{"cgn": 1,}\n'))
    assert reading.problem is not None
    place = reading.problem.place
    assert (place.line, place.column, place.text) == (2, 11, '{"cgn": 1,}')


@pytest.mark.parametrize("records", [0, 1, 2])
def test_a_stream_may_say_that_it_is_complete(records: int) -> None:
    raw = LINE * records + b'{"complete": true, "records": %d}\n\n' % records
    assert _rows(raw) == [(n + 1, n + 1, None) for n in range(records)]


@pytest.mark.parametrize(
    ("mark", "code", "pointer"),
    [
        ('{"complete":true,"records":1}', "cgn.complete-count", "/records"),
        ('{"complete":true,"records":3}', "cgn.complete-count", "/records"),
        ('{"complete":true,"records":-2}', "cgn.complete-count", "/records"),
        ('{"complete":true,"records":' + "9" * 100 + "}", "cgn.json-value", "/records"),
        ('{"complete":true,"records":"2"}', "cgn.json-type", "/records"),
        ('{"complete":true}', "cgn.missing-key", ""),
        ('{"complete":false,"records":2}', "cgn.json-value", "/complete"),
        ('{"complete":true,"records":2,"x":1}', "cgn.unknown-key", "/x"),
        ('{"complete":true,"complete":true,"records":2}', "cgn.duplicate-key", "/complete"),
    ],
)
def test_the_completeness_line_is_checked(mark: str, code: str, pointer: str) -> None:
    *good_ones, last = read_json_lines(BytesIO(LINE * 2 + mark.encode()))
    assert [reading.problem for reading in good_ones] == [None, None]
    assert last.problem is not None
    assert (last.problem.code, last.problem.place.line) == (code, 3)
    assert last.problem.place.pointer == pointer


def test_broken_records_count_as_well() -> None:
    raw = LINE + b"[]\n" + b'{"complete": true, "records": 2}\n'
    assert _rows(raw) == [(1, 1, None), (2, 2, "cgn.json-type")]


def test_nothing_may_follow_the_completeness_line() -> None:
    raw = LINE + b'{"complete": true, "records": 1}\n\n' + LINE + LINE
    assert _rows(raw) == [(1, 1, None), (2, 4, "cgn.after-end")]


def test_a_record_may_mention_completeness() -> None:
    (reading,) = read_json_lines(BytesIO(LINE.replace(b"the row is full", b'\\"complete\\"')))
    assert reading.record is not None


def test_an_empty_stream_has_no_record() -> None:
    assert _rows(b"\n\n") == [(1, 1, "cgn.no-record")]


def test_a_line_too_long_is_refused_in_bounded_memory_and_the_next_read() -> None:
    raw = BytesIO(LINE + b'{"x": "' + b"x" * 50_000_000 + b'"}\n' + LINE)
    tracemalloc.start()
    codes = [reading.problem and reading.problem.code for reading in read_json_lines(raw)]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert codes == [None, "cgn.record-too-long", None]
    assert peak < 3 * MAX_JSON


def test_the_longest_line_ends_with_the_stream() -> None:
    assert _rows(b"x" * (MAX_JSON + 1)) == [(1, 1, "cgn.record-too-long")]


def test_a_document_is_indented() -> None:
    document = write_json(RECORD)
    assert document.startswith('{\n  "cgn": 1,\n  "game": "triggs",\n  "rules": "1",\n')
    assert '  "plies": [\n    {"shuffle": "deck", "order": ["7", "3", "12"]},\n' in document
    assert '    {"seat": "A", "move": "draw left right", "reveals": ["3", "3"]},\n' in document
    assert document.endswith('  "result": {"winners": [], "scores": [3, -2]}\n}\n')


def test_the_keys_of_a_ply_stand_in_their_order_and_only_where_they_are() -> None:
    assert (
        b'{"seat":"B","move":"cross 11 11,6+5","irregular":true,"mark":"!",'
        b'"comments":["both at once","so"],"at":41,"variations":[['
    ) in LINE
    assert b'{"seat":"B","move":"extra 1"}' in LINE
