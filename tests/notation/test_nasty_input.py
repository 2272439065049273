"""Any input gives a diagnostic with a place, fast, and never an exception."""

import re
from contextlib import nullcontext, suppress
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation.diagnostics import Diagnostic, Place
from notation.fault import Fault
from notation.grammar import END_LINE, PLAY_LINE, TAG_LINE
from notation.json_reader import read_json, read_json_lines
from notation.json_writer import write_json
from notation.read import read
from notation.streams import GZIP
from notation.syntax_errors import fault_after_end, fault_of_play, fault_of_tag
from tests.notation.building import EXAMPLE, HEADER, bad, good, read_all
from tests.tries import tries

SOME = tries(60)
LINES = EXAMPLE.splitlines()
TOKENS = [
    *re.findall(r"[A-Za-z0-9]+|\s|[^A-Za-z0-9\s]", EXAMPLE),
    "\n", "\t", "  ", "\\", "->", "^", "!?", "{", "}", "(", ")", "~:", "=", "%", "@0:41", "+", ",",
    "\x00", "\r", "ü", "\u2028", "\ufeff", '"', "]", "[CGN ", "_", "99999999999",
]  # fmt: skip
DOCUMENT = write_json(good(EXAMPLE))


def _check(problem: Diagnostic) -> None:
    assert problem.code.startswith("cgn.")
    assert problem.message
    assert problem.record


def _check_text(raw: bytes) -> None:
    for reading in read_all(raw):
        assert (reading.record is None) != (reading.problem is None)
        if reading.problem is not None:
            _check(reading.problem)
            _check_place(reading.problem.place, raw)


def _check_place(place: Place, raw: bytes) -> None:
    assert place.line
    assert place.column
    assert place.end
    assert place.column < place.end
    assert place.line <= raw.count(b"\n") + 1
    assert not place.text or place.column <= len(place.text) + 1


def _check_json(raw: bytes) -> None:
    for reading in (*read_json(BytesIO(raw)), *read_json_lines(BytesIO(raw))):
        assert (reading.record is None) != (reading.problem is None)
        if reading.problem is not None:
            _check(reading.problem)
            place = reading.problem.place
            assert place.pointer is not None or place.column
            if place.column and place.text:
                _check_place(place, raw)


@given(st.binary(max_size=300))
@SOME
def test_random_bytes(raw: bytes) -> None:
    _check_text(raw)
    _check_text(HEADER.encode() + raw)
    _check_json(raw)
    with suppress(OSError) if raw.startswith(GZIP) else nullcontext():
        list(read(BytesIO(raw), "-"))


@st.composite
def edits(draw: st.DrawFn, text: str) -> str:
    """The text with a few pieces cut out, doubled, or put in."""
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        size = draw(st.sampled_from([0, 0, 1, 1, 2, 5, 40]))
        new = draw(st.sampled_from(TOKENS) | st.text(max_size=2)) if draw(st.booleans()) else ""
        text = text[:at] + new + text[at + size :]
    return text


@given(edits(EXAMPLE))
@SOME
def test_an_example_with_a_few_edits(text: str) -> None:
    _check_text(text.encode(errors="replace"))


@given(edits(DOCUMENT))
@SOME
def test_a_document_with_a_few_edits(text: str) -> None:
    _check_json(text.encode(errors="replace"))


def _sound(complaint: Fault, line: str) -> None:
    assert complaint.code.startswith("cgn.")
    assert complaint.message
    assert complaint.end is not None
    assert 0 <= complaint.start < complaint.end <= len(line) + 1
    assert complaint.start <= len(line)
    # A message that quotes what stands at its place quotes it rightly.
    for quoted in re.findall(r"^`([^`]+)` (?:is no|cannot)", complaint.message):
        assert line[complaint.start :].startswith(quoted)


@given(st.sampled_from(LINES).flatmap(edits) | st.lists(st.sampled_from(TOKENS)).map("".join))
@tries(200)
def test_every_problem_of_a_line_has_its_place(text: str) -> None:
    line = text.replace("\n", " ")
    if not (PLAY_LINE.fullmatch(line) or END_LINE.fullmatch(line)):
        _sound(fault_of_play(line), line)
    if not (TAG_LINE.fullmatch(line) and line.startswith("[CGN ")):
        _sound(fault_of_tag(line), line)
    _sound(fault_after_end(line), line)


LONG = [
    "=" + " " * 65_000 + "A x",
    "= A" + " 1" * 32_000 + "x",
    "1. A: x" + " " * 65_000 + "z",
    "1. A: x -> 3" + " \t" * 32_000 + ";",
    "1. A: x" + " ^" * 32_000,
    "1. A: x" + " ->" * 21_000,
    "1. A: x" + " @1:00" * 10_000,
    "1. A: x " + "{}" * 32_000 + "x",
    "1. A: x " + "{} {" * 16_000,
    "1. A: x {" + "\\}" * 32_000,
    "1. A: x " + "!" * 65_000,
    "1. A: x " + "a" * 65_000 + "=",
    "1. A: x " + "a+" * 32_000,
    "1. A: x " + "a=b " * 16_000 + "=",
    "1. A: " + "a-" * 32_000 + "!",
    "{}" * 32_000 + "x",
    "~: d" + " 1" * 32_000 + ",",
    "1" * 65_000,
    " " * 65_000 + "x",
    "( " * 32_000 + "x",
    '[X "' + "]" * 65_000,
    "[X" + " " * 65_000 + "y",
    '[X "' + '\\"' * 32_000,
    "1. A: \u2192" + "{" * 60_000,
    "1. A: x" + "\u00a0{\\" * 12_000,
    "[X \u201c" + "\u201d]" * 15_000 + "x",
    "[X" + "\u00a0" * 30_000,
]


@pytest.mark.parametrize("line", LONG, ids=lambda line: line[:12])
def test_no_line_takes_more_than_a_moment(line: str) -> None:
    # A search that is not linear would take minutes here; no clock is needed.
    assert bad(HEADER + line + "\n" + line + "\n").code
    assert bad(line + "\n").code


@pytest.mark.parametrize(
    "body",
    [
        "1. A: x\n" + "(1.A:x)\n" * 80_000,
        "1. A: x\n" + "~:d 1\n" * 70_000 + "(1.A:x)\n" * 60_000,
        "".join(f'[Evnt{n} "x"]\n' for n in range(50_000)),
        "\n" * 1_000_000,
        "{c}\n" * 250_000,
        "1. A: x\n" + "%\n" * 300_000,
    ],
    ids=lambda body: body[:12],
)
def test_no_record_takes_more_than_a_moment(body: str) -> None:
    (reading,) = read_all(HEADER + body)
    assert (reading.record is None) != (reading.problem is None)
