"""Places of the parts of a record: line and column in text, a pointer in JSON."""

import pytest

from notation.diagnostics import Place
from notation.header import header_where
from notation.places import JsonSource, TextSource
from notation.record import Path, Where, walk, where_of
from tests.notation.building import HEADER, read_all

LINES = """\
{a comment}
~: deck 1 2

{another}
  1.  A:  draw \t left   right  ->  3\t11 ^ !
~: left 7 8

( 1. A: cross 3 1+2,3
\t~: deck 9 9
  2. B: pass

   ( 2. B: swap egg,toast ) )
   ( 1. A: end )
2. B: discard 9,9
= * 1 2
% bye
"""
FOUND: dict[Path, tuple[int, str]] = {
    (0,): (9, "~: deck"),
    (1,): (12, "draw"),
    (2,): (13, "~: left"),
    (1, 0, 0): (15, "cross"),
    (1, 0, 1): (16, "~: deck"),
    (1, 0, 2): (17, "pass"),
    (1, 0, 2, 0, 0): (19, "swap"),
    (1, 1, 0): (20, "end"),
    (3,): (21, "discard"),
}
(READING,) = read_all("% note\n" + HEADER + LINES.replace("\n", "\r\n"))
assert READING.record is not None
RECORD = READING.record
SOURCE = READING.source


def _shown(place: Place) -> str:
    assert place.column is not None
    assert place.end is not None
    return place.text[place.column - 1 : place.end - 1]


def test_every_entry_is_found_on_its_line() -> None:
    assert {path for path, _ in walk(RECORD.plies)} == set(FOUND)
    for path, (line, start) in FOUND.items():
        place = SOURCE.place(where_of(path))
        assert (place.line, place.file) == (line, "test.cgn")
        assert start in _shown(place)


PARTS = [
    ("seat", "A"),
    ("move", "draw \t left   right"),
    ("reveals", "3\t11"),
    ("irregular", "^"),
]


@pytest.mark.parametrize(("part", "text"), PARTS)
def test_every_part_of_a_ply_is_found(part: str, text: str) -> None:
    place = SOURCE.place((*where_of((1,)), part))
    assert (place.line, _shown(place)) == (12, text)


def test_the_name_of_the_pile_is_found() -> None:
    assert _shown(SOURCE.place(("plies", 2, "order"))) == "left"


@pytest.mark.parametrize(
    ("start", "end", "text"),
    [
        (0, 4, "draw"),
        (5, 9, "left"),
        (10, 15, "right"),
        (5, 15, "left   right"),
        (13, None, "ht"),
        (15, 15, "t"),
        (0, 0, "d"),
    ],
)
def test_offsets_count_the_move_with_single_spaces(start: int, end: int | None, text: str) -> None:
    assert _shown(SOURCE.place(("plies", 1, "move"), start, end)) == text


def test_a_missing_part_is_placed_at_the_whole_line() -> None:
    assert _shown(SOURCE.place(("plies", 3, "reveals"))) == "2. B: discard 9,9"
    assert _shown(SOURCE.place(("plies", 0, "move"))) == "~: deck 1 2"


def test_header_and_end_are_found() -> None:
    assert SOURCE.whole().line == 2
    seat, end = SOURCE.place(("seats", 1)), SOURCE.place(("result",))
    assert (seat.line, _shown(seat)) == (6, '[B "Bo"]')
    assert SOURCE.place(("seats",)).line == 5
    assert SOURCE.place(("seed",)).line == 2
    assert (end.line, _shown(end)) == (22, "= * 1 2")


def test_columns_count_code_points() -> None:
    (reading,) = read_all(HEADER.replace("Ana", "🂡") + "1. A: x {🂡} -> 3\n")
    assert reading.problem is not None
    assert reading.problem.place.column == 13


JSON_PLACES = [
    ((1,), ("move",), "/plies/1/move"),
    ((1,), (), "/plies/1"),
    ((1, 0, 2), ("seat",), "/plies/1/variations/0/2/seat"),
    ((1, 0, 2, 0, 0), ("reveals",), "/plies/1/variations/0/2/variations/0/0/reveals"),
    ((0,), ("order",), "/plies/0/order"),
]


@pytest.mark.parametrize(("path", "part", "pointer"), JSON_PLACES)
def test_in_json_the_place_is_a_pointer(path: Path, part: Where, pointer: str) -> None:
    place = JsonSource("x.cgn.jsonl", 3, 7).place((*where_of(path), *part))
    assert (place.pointer, place.line, place.column) == (pointer, 7, None)


@pytest.mark.parametrize(
    ("name", "pointer"),
    [
        ("CGN", "/cgn"),
        ("Game", "/game"),
        ("SeedHash", "/seedHash"),
        ("A", "/seats/0"),
        ("J", "/seats/9"),
        ("variant", "/options/variant"),
        ("Event", "/tags/Event"),
        ("K", "/tags/K"),
    ],
)
def test_a_header_line_has_a_key_in_json(name: str, pointer: str) -> None:
    assert JsonSource("", 1).place(header_where(name)).pointer == pointer


def test_a_source_without_text_still_has_a_place() -> None:
    assert TextSource("x.cgn", 1, 5, "").whole().line == 5
