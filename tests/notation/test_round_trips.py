"""NOTATION, One model, two formats: nothing is lost between record, text and JSON."""

from io import BytesIO

from hypothesis import given

from notation.json_reader import read_json, read_json_lines
from notation.json_writer import write_json, write_json_line
from notation.record import Record
from notation.text_writer import write_text
from tests.notation.building import EXAMPLE, good, records
from tests.tries import tries

SLOW = tries(40)


def _json(text: str) -> Record:
    (reading,) = read_json(BytesIO(text.encode()))
    assert reading.record is not None, reading.problem
    return reading.record


def _line(text: str) -> Record:
    (reading,) = read_json_lines(BytesIO(text.encode()))
    assert reading.record is not None, reading.problem
    return reading.record


@SLOW
@given(records())
def test_every_record_survives_both_formats(record: Record) -> None:
    text = write_text(record)
    assert good(text) == record
    assert _json(write_json(record)) == record
    assert _line(write_json_line(record)) == record
    assert write_text(_json(write_json(good(text)))) == text


def test_the_example_is_the_same_byte_for_byte_after_json() -> None:
    record = good(EXAMPLE)
    assert write_text(record) == EXAMPLE
    assert write_text(_json(write_json(record))) == EXAMPLE
    assert write_text(_line(write_json_line(record))) == EXAMPLE


@given(records())
@tries(10)
def test_json_says_the_same_in_both_layouts_and_a_line_is_one_line(record: Record) -> None:
    line = write_json_line(record)
    assert line.count("\n") == 1
    assert line.endswith("}\n")
    assert write_json(record).endswith("\n}\n")
    assert _json(line) == _json(write_json(record))
