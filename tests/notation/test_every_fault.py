"""All mistakes of form in a record, each at its line."""

import pytest

from conformance.broken_records import content, examples
from notation.every_fault import MOST, faults_of_form
from notation.split_records import Chunk
from notation.text_reader import RawText
from tests.notation.building import EXAMPLE

TEXTS = [example for example in examples() if str(example["file"]).endswith(".cgn")]
GAME = """\
[CGN "1"]
[Game "triggs"]
[Rules "1"]
[A "Ana"]
[B "Bo"
[Seed "x"]

{Good.} and bad
1. A: draw right left -> 3 3
2. Bo: draw right left
3. A: cross 3 3,3 ! now
( 3. A: draw left )
~: deck
4. A: extra 2 5. B: draw left left
7. A: draw right right
= C 3 0
"""


def found(text: str, line: int = 1) -> list[tuple[str, int | None]]:
    """The code and the line of each mistake."""
    faults = faults_of_form(RawText("g.cgn", 1, Chunk(line, text.encode())))
    return [(fault.code, fault.place.line) for fault in faults]


def test_every_mistake_is_found_at_its_line() -> None:
    assert found(GAME) == [
        ("cgn.tag-syntax", 5),
        ("cgn.ply-syntax", 8),
        ("cgn.ply-syntax", 10),
        ("cgn.ply-syntax", 11),
        ("cgn.shuffle-syntax", 13),
        ("cgn.ply-syntax", 14),
        ("cgn.ply-number", 15),
        ("cgn.end-syntax", 16),
    ]


def test_a_mistake_shows_the_line_as_it_is_written() -> None:
    text = GAME.replace("3. A: cross", "9. A: cross").replace("5. B: draw", "8. B: draw")
    for fault in faults_of_form(RawText("g.cgn", 1, Chunk(1, text.encode()))):
        assert fault.place.text == text.split("\n")[(fault.place.line or 1) - 1]
        column = (fault.place.column or 1) - 1
        if fault.code == "cgn.ply-number":
            assert fault.place.text[column : column + 1] in ("9", "8", "7")


def test_lines_count_in_the_file_whatever_they_end_with() -> None:
    right = [(code, line and line + 40) for code, line in found(GAME)]
    assert found("\ufeff" + GAME.replace("\n", "\r\n"), 41) == right


def test_a_record_that_can_be_read_has_none() -> None:
    assert found(EXAMPLE) == []


def test_missing_tags_hide_nothing() -> None:
    text = '[CGN "1"]\n[C "Cy"]\n\n1. A: draw\n2. B draw\n= A 1 2 3 4\n'
    assert [code for code, _ in found(text)][:1] == ["cgn.missing-tag"]
    assert ("cgn.ply-syntax", 5) in found(text)
    assert ("cgn.end-syntax", 6) in found(text)


def test_no_more_than_a_hundred_are_told() -> None:
    text = EXAMPLE.partition("\n1. ")[0] + "\n" + "1. A draw\n" * 300
    assert len(found(text)) == MOST


@pytest.mark.parametrize("example", TEXTS, ids=lambda example: str(example["file"]))
def test_the_first_is_the_one_that_the_reader_tells(example: dict[str, object]) -> None:
    raw = RawText("g.cgn", 1, Chunk(1, content(example)))
    first = raw.reading().problem
    codes = [(fault.code, fault.place) for fault in faults_of_form(raw)]
    assert codes[:1] == ([] if first is None else [(first.code, first.place)])
