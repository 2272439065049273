"""Diagnostics, fixes and positions of a document, without an editor."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import Position, PositionEncodingKind

from cli.lsp.document import Document, Lines
from cli.lsp.findings import finding
from cli.lsp.line import completions, hover
from conformance.broken_records import content, examples
from tests.cli.running import ROOT

TEXTS = [example for example in examples() if str(example["file"]).endswith(".cgn")]
UNITS = [kind.value for kind in PositionEncodingKind]
TEXT = st.text(alphabet="a{\n\r\u2028é🃏\ufeff")


@pytest.mark.parametrize("example", TEXTS, ids=lambda example: str(example["file"]))
def test_every_broken_record_is_marked_where_validate_marks_it(example: dict[str, object]) -> None:
    try:
        text = content(example).decode()
    except UnicodeDecodeError:
        return  # an editor decodes files by itself
    document = Document(text, str(example["file"]))
    findings = [
        finding(document, "file:///f", part, problem)
        for part in document.parts()
        for problem in document.check(part)
    ]
    empty = document.empty()
    codes = [one.code for one in findings] or [empty.code if empty is not None else None]
    if not text:
        return  # a new file
    assert example["code"] is None or example["code"] in codes
    if "line" in example and findings:
        places = [(one.range.start.line + 1, one.code) for one in findings]
        assert (example["line"], example["code"]) in places


def test_every_guess_of_a_broken_record_is_a_fix() -> None:
    for example in TEXTS:
        document = Document(content(example).decode(errors="replace"), str(example["file"]))
        for part in document.parts():
            for problem in document.check(part):
                suggested = [edit for edit in problem.edits if edit.meant]
                if re.search("did you mean `", problem.help or ""):
                    assert suggested, example["file"]


@given(TEXT, st.sampled_from(UNITS))
def test_every_offset_has_a_position_and_every_position_its_offset(text: str, units: str) -> None:
    lines = Lines(text, units)
    for offset in range(len(text) + 1):
        within_an_end = text[max(offset - 1, 0) : offset + 1] == "\r\n"
        assert within_an_end or lines.offset(lines.position(offset)) == offset


@given(TEXT, st.integers(0, 20), st.integers(0, 20), st.sampled_from(UNITS))
def test_a_place_beyond_a_line_is_its_end(text: str, line: int, column: int, units: str) -> None:
    lines = Lines(text, units)
    offset = lines.offset(Position(line, column))
    assert lines.position(offset) <= Position(line, column) or not lines.position(offset).character
    assert 0 <= offset <= len(text)


def test_a_byte_order_mark_does_not_shift_columns() -> None:
    text = '\ufeff[CGN "2"]\n'
    (part,) = Document(text).parts()
    (problem,) = Document(text).check(part)
    assert Document(text).range_of(part, problem.place).start == Position(0, 1)


@pytest.mark.parametrize(
    "file", sorted((ROOT / "conformance" / "unseen").glob("*.cgn")), ids=lambda file: file.name
)
def test_unseen_cards_stop_neither_hovering_nor_completion(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    document = Document(text, file.name)
    for line in range(0, text.count("\n"), 61):
        hover(document, Position(line, 2), markdown=True)
        completions(document, Position(line, 4))
