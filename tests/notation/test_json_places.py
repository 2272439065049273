"""Problems in JSON have a line and column too."""

import json
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation.diagnostics import Place
from notation.grammar import MAX_LINE
from notation.json_places import find
from notation.json_reader import read_json, read_json_lines
from notation.places import JsonSource
from notation.record import Where

RECORD = """{
  "cgn": 1,
  "game": "triggs", "rules": "1",
  "seats": ["Ana", "Bo"],
  "tags": {"Evnet": "x",
    "Site": "Z\\u00fcrich"},
  "plies": [
    {"seat": "A", "move": "draw left", "reveals": ["3"]},
    {"seat": "A", "move": "cross 9 9", "mark": "\\u0021", "variations": [[
      {"seat": "B", "move": "x"}
    ]]}
  ],
  "result": {"winners": [],
    "scores": [0, 0]}
}
"""


def _source(raw: str) -> JsonSource:
    (reading,) = read_json(BytesIO(raw.encode()), "x.cgn.json")
    assert reading.record is not None, reading.problem
    assert isinstance(reading.source, JsonSource)
    return reading.source


def _shown(place: Place) -> tuple[int | None, str]:
    assert place.column is not None
    assert place.end is not None
    return place.line, place.text[place.column - 1 : place.end - 1]


@pytest.mark.parametrize(
    ("pointer", "line", "text"),
    [
        ("/rules", 3, '"1"'),
        ("/seats/1", 4, '"Bo"'),
        ("/tags", 5, '{"Evnet": "x",'),
        ("/tags/Site", 6, '"Z\\u00fcrich"'),
        ("/plies/1/variations/0/0", 10, '{"seat": "B", "move": "x"}'),
        ("/result/scores", 14, "[0, 0]"),
        ("/plies/0/mark", 8, '{"seat": "A", "move": "draw left", "reveals": ["3"]}'),
        ("/rules/0", 3, '"1"'),
    ],
)
def test_a_pointer_leads_to_its_value_or_what_is_around_it(
    pointer: str, line: int, text: str
) -> None:
    source = _source(RECORD)
    place = source.at(tuple(pointer.split("/")[1:]))
    assert _shown(place) == (line, text)
    assert (place.pointer, place.file) == (pointer, "x.cgn.json")


def test_a_part_of_a_move_is_found_in_its_string() -> None:
    source = _source(RECORD)
    assert _shown(source.place(("plies", 1, "move"), 8, 9)) == (9, "9")
    assert _shown(source.place(("plies", 1, "move"))) == (9, '"cross 9 9"')
    assert _shown(source.place(("plies", 0, "reveals"), 0, 1)) == (8, '["3"]')


def test_a_string_with_escapes_is_shown_as_a_whole() -> None:
    source = _source(RECORD.replace("cross 9", "cross\\u00209"))
    assert _shown(source.place(("plies", 1, "move"), 8, 9)) == (9, '"cross\\u00209 9"')


def test_a_name_is_shown_with_its_value() -> None:
    source = _source(RECORD)
    assert _shown(source.place(("tags", "Evnet"))) == (5, '"Evnet": "x"')
    assert _shown(source.place(("seats", 1))) == (4, '"Bo"')


def _problem_place(raw: str) -> Place:
    (reading,) = read_json(BytesIO(raw.encode()), "x.cgn.json")
    assert reading.problem is not None
    return reading.problem.place


@pytest.mark.parametrize(
    ("old", "new", "line", "text"),
    [
        ('"draw left"', "7", 8, "7"),
        ('"reveals"', '"reveal"', 8, '"reveal": ["3"]'),
        ('"Site"', '"site"', 6, '"site": "Z\\u00fcrich"'),
        ('"Site"', '"Evnet"', 6, '"Evnet": "Z\\u00fcrich"'),
        ('"move": "x"', '"at": 0', 10, '{"seat": "B", "at": 0}'),
    ],
)
def test_errors_of_the_shape_have_line_and_column(old: str, new: str, line: int, text: str) -> None:
    assert _shown(_problem_place(RECORD.replace(old, new))) == (line, text)


def test_columns_count_code_points_despite_byte_order_mark_and_crlf() -> None:
    raw = "\ufeff" + RECORD.replace("\n", "\r\n").replace("Ana", "\U0001f0a1").replace(
        "Bo", "\\u0007"
    )
    place = _problem_place(raw)
    assert (place.line, place.column, place.text[-1]) == (4, 18, ",")


def test_in_json_lines_the_line_is_that_of_the_stream() -> None:
    bad = json.dumps({**json.loads(RECORD), "game": 7})
    lines = json.dumps(json.loads(RECORD)) + "\n\n" + bad + "\n"
    _, reading = read_json_lines(BytesIO(lines.encode()), "x.cgn.jsonl")
    assert reading.problem is not None
    assert _shown(reading.problem.place) == (3, "7")


def test_a_problem_of_the_whole_document_is_at_its_beginning() -> None:
    source = _source("\n " + RECORD)
    place = source.whole()
    assert (place.pointer, place.line, place.column, place.end, place.text) == ("", 2, 2, 3, "")
    assert source.last() == place


def test_a_line_that_is_too_long_to_show_has_its_column_only() -> None:
    place = _problem_place(json.dumps({"cgn": 1, "x" * MAX_LINE: 1}))
    assert (place.line, place.column, place.text) == (1, 12, "")


values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def _places(value: object, where: Where = ()) -> Iterator[tuple[Where, object]]:
    yield where, value
    pairs = value.items() if isinstance(value, dict) else ()
    items = enumerate(value) if isinstance(value, list) else ()
    for key, inner in (*pairs, *items):
        yield from _places(inner, (*where, key))


@given(values, st.sampled_from([None, 0, 3]), st.booleans())
def test_every_value_is_found(value: object, indent: int | None, ascii_only: bool) -> None:  # noqa: FBT001 - drawn
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    for where, inner in _places(value):
        span = find(text, where)
        assert json.loads(text[span.start : span.end]) == inner
