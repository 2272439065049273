"""Skimming agrees with the reader, or gives nothing."""

import random
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace

from notation.grammar import MAX_JSON
from notation.json_reader import RawJson
from notation.json_writer import write_json, write_json_line
from notation.outcome import Reading
from notation.read import raw_records, read
from notation.split_records import Chunk
from notation.summary import summarize, summarize_raw
from notation.text_reader import RawText
from tests.cli.running import ROOT
from tests.notation.building import EXAMPLE, good

EXAMPLES = sorted((ROOT / "examples").glob("*.cgn"))
PAIRS = sorted((ROOT / "conformance" / "pairs").glob("*.cgn*"))
BROKEN = sorted((ROOT / "conformance" / "broken").glob("*.cgn*"))
SMALL = (
    '[CGN "1"]\n[Game "triggs"]\n[Rules "1"]\n[Deck "x"]\n[rounds "2"]\n[A "Ana \\"A\\" "]\n'
    '[B "Bo"]\n[Termination "resigned"]\n[Date "2026-11"]\n\n{setup (1. A: x)}\n'
    "~: deck 1 2 3 -> 1\n1. A: draw left right -> 3 3 !? {c} @1:02\n~: deck 2 1\n"
    "2. B: cross  3 3,3\n= B 3 _\n\n% note\n"
)
PIECES = (
    *("[", "]", '"', "\\", "\n", "\n\n", "(", ")", "{", "}", "=", "= * 1 2\n", "~", "%", "1. "),
    *("\r\n", "\t", " ", "A", "3. A: draw\n", '[C "Cleo"]\n', "-> 1", "!", "@0:01", "\x00", "é"),
)


def same(raw: bytes, name: str) -> int:
    """The number of skimmed records; each must agree with the reader."""
    count = 0
    for raw_record in raw_records(BytesIO(raw), name):
        if isinstance(raw_record, Reading):
            continue
        for moves in (False, True):
            sketch, record = summarize_raw(raw_record, moves=moves), raw_record.reading().record
            if sketch is not None and record is not None:
                count += 1
                header = replace(record, plies=(), comments=())
                whole = summarize(record)
                assert sketch.record == header
                assert list(sketch.moves) == (list(whole.moves) if moves else [])
                assert list(sketch.shuffles) == (list(whole.shuffles) if moves else [])
    return count


@pytest.mark.parametrize("path", [*EXAMPLES, *PAIRS, *BROKEN], ids=lambda path: path.name)
def test_skimmed_records_agree_with_the_reader(path: Path) -> None:
    count = same(path.read_bytes(), path.name)
    if path in EXAMPLES:
        assert count >= 1


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_skimmed_json_agrees_with_the_reader(path: Path) -> None:
    (reading,) = read(BytesIO(path.read_bytes()), path.name)
    assert reading.record is not None
    assert same(write_json(reading.record).encode(), "x.json") == 2
    assert same(write_json_line(reading.record).encode(), "x.jsonl") == 2


def test_blank_lines_may_follow_a_game_without_an_end_line() -> None:
    begun = SMALL.partition("= B")[0]
    assert same((begun + "\n\n" + begun + "\n" + begun).encode(), "x.cgn") == 6


def test_skimmed_damaged_records_agree_with_the_reader() -> None:
    chance, skimmed = random.Random(7), 0  # noqa: S311 - no secret
    for _ in range(3_000):
        text = SMALL
        for _ in range(chance.choice((1, 1, 2))):
            at = chance.randrange(len(text))
            text = text[:at] + chance.choice(PIECES) + text[at + chance.choice((0, 0, 1, 5)) :]
        skimmed += same(text.encode(), "x.cgn")
    assert skimmed > 500


def test_skimmed_damaged_json_agrees_with_the_reader() -> None:
    (reading,) = read(BytesIO(SMALL.encode()), "x.cgn")
    assert reading.record is not None
    line, skimmed = write_json_line(reading.record), 0
    chance = random.Random(7)  # noqa: S311 - no secret
    pieces = ('"', "{", "}", ",", ":", "1", "null", '"A"', "[]", '"move":"x",', " ", "\\", "-")
    for _ in range(2_000):
        at = chance.randrange(len(line))
        cut = chance.choice((0, 1, 1, 6))
        skimmed += same((line[:at] + chance.choice(pieces) + line[at + cut :]).encode(), "x.jsonl")
    assert skimmed > 100


@pytest.mark.parametrize("unused", ["[" * 300 + "]" * 300, '"' + "x" * MAX_JSON + '"'])
def test_json_that_is_too_deep_or_too_long_is_left_to_the_reader(unused: str) -> None:
    document = write_json(good(EXAMPLE)).rstrip().removesuffix("}") + f', "x": {unused}}}'
    assert summarize_raw(RawJson("x.json", 1, None, document.encode()), moves=False) is None


def test_a_record_that_is_too_long_is_left_to_the_reader() -> None:
    for overlong in (False, True):
        raw = RawText("x.cgn", 1, Chunk(1, EXAMPLE.encode(), overlong=overlong))
        assert (summarize_raw(raw, moves=False) is None) == overlong
