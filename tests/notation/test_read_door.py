"""`read` finds the form by the name, or else by the first bytes."""

from io import BytesIO

import pytest

from notation.json_writer import write_json, write_json_line
from notation.read import Form, form_of, read
from notation.record import Record
from tests.notation.building import EXAMPLE, good

RECORD = good(EXAMPLE)
BOM = "\ufeff"
SPELLINGS = {
    Form.TEXT: EXAMPLE + "\n" + EXAMPLE,
    Form.JSON: write_json(RECORD),
    Form.JSON_LINES: write_json_line(RECORD) * 2,
}


def _records(text: str, name: str) -> list[Record | None]:
    return [reading.record for reading in read(BytesIO(text.encode()), name)]


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("club/game.cgn", Form.TEXT),
        ("GAME.CGN", Form.TEXT),
        ("game.cgn.json", Form.JSON),
        ("game.json", Form.JSON),
        ("games.cgn.jsonl", Form.JSON_LINES),
        ("games.jsonl", Form.JSON_LINES),
        ("game.txt", None),
        ("cgn", None),
        ("-", None),
        ("<stdin>", None),
        ("", None),
    ],
)
def test_the_suffix_of_a_name_gives_the_form(name: str, form: Form | None) -> None:
    assert form_of(name) is form


@pytest.mark.parametrize("name", ["-", "<stdin>", "game.txt", ""])
@pytest.mark.parametrize("form", SPELLINGS)
@pytest.mark.parametrize("head", ["", BOM, "\n \t\r\n\n"])
def test_without_a_name_the_first_bytes_give_the_form(form: Form, name: str, head: str) -> None:
    count = 1 if form is Form.JSON else 2
    assert _records(head + SPELLINGS[form], name) == [RECORD] * count


def test_skipped_lines_are_counted() -> None:
    (reading,) = read(BytesIO(b"\n\n" + EXAMPLE.encode().replace(b"1. A", b"9. A")), "-")
    assert reading.problem is not None
    assert reading.problem.place.line == 15


def test_a_name_counts_more_than_the_bytes() -> None:
    (reading,) = read(BytesIO(write_json(RECORD).encode()), "game.cgn")
    assert reading.problem is not None
    assert reading.problem.code == "cgn.no-record"


def test_a_document_on_one_line_may_be_the_whole_stream() -> None:
    assert _records(write_json_line(RECORD).strip(), "-") == [RECORD]


def test_a_broken_first_line_is_read_as_a_document() -> None:
    (reading,) = read(BytesIO(b'{"cgn": 1,\n}'), "-")
    assert reading.problem is not None
    assert (reading.problem.code, reading.problem.place.line) == ("cgn.json-syntax", 2)


@pytest.mark.parametrize("raw", [b"", b"\n", b"\xef\xbb\xbf"])
def test_an_empty_stream_has_no_record(raw: bytes) -> None:
    (reading,) = read(BytesIO(raw), "-")
    assert reading.problem is not None
    assert reading.problem.code == "cgn.no-record"


def test_a_stream_of_blank_lines_takes_no_time() -> None:
    (reading,) = read(BytesIO(b"\n" * 5_000_000), "-")
    assert reading.problem is not None
