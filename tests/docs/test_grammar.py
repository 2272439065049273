"""The ABNF of docs/notation.md and the readers' regular expressions agree."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from abnf import ParseError, Rule
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.conformance.facts import OPTIONAL
from conformance.broken_records import content, examples
from notation import grammar as lines
from notation.codes.reading import READING
from notation.text_reader import read_text
from tests.docs.blocks import ROOT, blocks
from tests.tries import tries

CONFORMANCE = ROOT / "conformance"
PAIRS = {
    "ply": lines.PLY,
    "shuffle": lines.SHUFFLE,
    "end": lines.END,
    "move": lines.MOVE,
    "cards": lines.CARDS,
    "card": lines.ATOM,
    "seen": lines.SEEN,
    "comment": lines.COMMENT,
    "time": lines.AT,
    "name": lines.NAME,
    "value": lines.VALUE,
    "score": lines.SCORE,
    "number": lines.NUMBER,
    "pile": lines.PILE,
    "verb": lines.VERB,
    "tag": rf"\[{lines.NAME}{lines.BLANK}+{lines.VALUE}\]",
}
"""The rules of the grammar that are also patterns of the reader."""

CORPUS = {
    "ply": [
        "12. B: cross 11 11,6+5 -> 3 7 ^ !? {both at once} {at last} @0:41",
        "1.A:draw",
        "1. J: point 1 flip=CB08{x}{y}\t@1:02:03.5",
        "999999999. A: draw\tleft  left",
        "1. A: discard _ -> _",
        "1. A: x -> PE_ TO_ a:_ _",
        "1. A: x -> PE_1",
        "1. A: x PE_",
        "1. A: x ! @1:00",
        "1. A: x -> y-z !",
        "1. A: x -> y- !",
        "1. A: draw left left 2. B: draw left right",
        "1. A: x 2.",
        "1. A: x B: y",
        "1. A: x -> 3 4 2. B: y",
        "1 . A: x",
        "1. K: x",
        "1. A : x",
        "1. A: x!",
        "1. A: x ->",
        "1. A: x ! -> 3",
        "1. A: x {a} !",
        "1. A: x @0:41 {a}",
        "1. A: x @0:41{a}",
        "1. A: x a=b=c",
        "1. A: x a=,b",
        "1. A: x a,",
        "1. A: x a,_+b",
        "1. A: x _a",
        "1. A: x {\\}}",
        "1. A: x {\\x}",
        "1. A: x {a\tb}",
        "1. A: x {\u2028\u00a0\U0001f0cf}",
        "1. A: x {\x85}",
        "\u0661. A: x",
        "1. A: x \u00e4",
    ],
    "shuffle": [
        "~: deck 1 2 3",
        "~: deck 1 2 1. A: x",
        "~:CB CB01",
        "~: deck",
        "~ : deck 1",
        "~: 1 2",
        "~: deck 1,2",
        "~: deck 1 2 -> 1",
        "~: deck 1 2 ->",
        "~: deck 1 2->1",
        "~: deck _",
        "~: deck 7 PE_ apple-_ _ -> PE_",
        "~: deck _7",
    ],
    "end": [
        "= * 0 0",
        "=A+B -3\t4",
        "= A,B 1",
        "= * 00",
        "= * -0",
        "= * 1.5",
        "= A+ 1",
        "= * ",
        "= * _ 4",
        "= A _ _1",
    ],
    "move": ["draw left", "tmm take brie from=R03 to=R07 as=double", "Draw left", "draw  left "],
    "cards": ["1 2", "1", "1,2", "_ _", "PE_ _ TO15", ""],
    "card": [
        "CB08",
        "apple-jam:strawberry",
        "_",
        "__",
        "-a",
        "a_b",
        "7.5",
        "7+5",
        "",
        "2.",
        "B:",
        "a-",
        "a:.-b",
    ],
    "seen": ["CB08", "PE_", "_", "apple-_", "a:.-_", "__", "_a", "a_b", "a-", "PE__", ""],
    "comment": ["{}", "{a}", "{{}", "{}}", "{\\n}", "{\\}", "{\\\\}", "{\n}"],
    "time": ["@0:41", "@99999:59", "@100000:00", "@9999:59:59.999", "@0:60", "@1:60:00", "@0:1.5"],
    "name": ["A", "X-note_2", "event", "2x", "_x", "", "\u00c4x"],
    "value": ['""', '"\\""', '"\\\\\\n"', '"a\\"', '"a"b"', '"\\t"', '"{}"', '"\u00a0\ue000"'],
    "score": ["0", "-1", "-0", "01", "999999999999999", "1000000000000000", "+1", "_", "-_"],
    "number": ["1", "000000001", "1000000000", ""],
    "pile": ["deck", "CB", "left-2", "2b", "a_b", ""],
    "verb": ["draw", "d-2", "Draw", "2d", "-d"],
    "tag": ['[A "Ana"]', '[A\t "Ana"]', '[A"Ana"]', "[A Ana]", '[A "Ana" ]', '[A "A"na"]'],
}

RECORD = blocks("cgn")[0]
SIGNS = ' \t\n()[]{}~=*%@^!?.,:+->_\\"0149ABKabnz\u00e9\u0661\x07\x85'
BEYOND = {
    "cgn.duplicate-tag",
    "cgn.end-syntax",
    "cgn.missing-tag",
    "cgn.ply-number",
    "cgn.seats",
    "cgn.tag-name",
    "cgn.termination",
    "cgn.too-deep",
    "cgn.version",
}
"""Errors beyond the grammar; a reader may report them before those of the grammar."""


class _Notation(Rule):
    """The rules of the specification's ABNF."""


@cache
def grammar() -> type[_Notation]:
    """The rules, loaded once."""
    _Notation.load_grammar("".join(blocks("abnf")).replace("\n", "\r\n"))
    return _Notation


def fits(rule: str, text: str) -> bool:
    """Whether a rule of the grammar matches the whole text."""
    try:
        grammar()(rule).parse_all(text)
    except ParseError:
        return False
    return True


def _agree(rule: str, text: str) -> None:
    matched = re.fullmatch(PAIRS[rule], text, re.ASCII) is not None
    assert matched == fits(rule, text), (rule, text)


@pytest.mark.parametrize("rule", PAIRS)
def test_a_rule_and_its_pattern_agree(rule: str) -> None:
    verdicts = set()
    for text in CORPUS[rule]:
        _agree(rule, text)
        verdicts.add(fits(rule, text))
    assert verdicts == {True, False}


@st.composite
def _edited(draw: st.DrawFn, texts: list[str]) -> str:
    """One of the texts with a few characters removed, inserted or exchanged."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        sign = draw(st.sampled_from(["", *SIGNS]))
        text = text[:at] + sign + text[at + draw(st.integers(0, 1)) :]
    return text


@settings(tries(100), derandomize=True)
@given(st.sampled_from(sorted(PAIRS)).flatmap(lambda r: st.tuples(st.just(r), _edited(CORPUS[r]))))
def test_a_rule_and_its_pattern_agree_on_edited_lines(case: tuple[str, str]) -> None:
    _agree(*case)


@settings(tries(30), derandomize=True)
@given(_edited([RECORD[RECORD.index("{A quiet") :]]))
def test_the_reader_accepts_what_the_grammar_describes(body: str) -> None:
    text = RECORD[: RECORD.index("{A quiet")] + body.rstrip("\n") + "\n"
    (reading,) = read_text(BytesIO(text.encode()))
    if reading.problem is None:
        assert fits("file", text)
    elif reading.problem.code not in BEYOND:
        assert not fits("file", text), reading.problem


@pytest.mark.parametrize("text", blocks("cgn"))
def test_every_record_of_the_page_fits_the_grammar_and_can_be_read(text: str) -> None:
    assert fits("file", text)
    (reading,) = read_text(BytesIO(text.encode()))
    assert reading.record is not None


@pytest.mark.parametrize("line", "".join(blocks("cgn-line")).splitlines())
def test_every_line_of_the_page_fits_the_grammar(line: str) -> None:
    assert any(fits(rule, line) for rule in ("ply", "shuffle", "end"))


@pytest.mark.parametrize(
    "name", [path.name for path in sorted((CONFORMANCE / "pairs").glob("*.cgn"))]
)
def test_every_text_of_the_pairs_fits_the_grammar(name: str) -> None:
    text = (CONFORMANCE / "pairs" / name).read_bytes().decode("utf-8-sig")
    assert fits("file", text.replace("\r\n", "\n"))


def _unlike(paths: Iterable[Path]) -> Iterator[str]:
    """The lines of these files; of those with words of the same shapes, the first."""
    shapes: dict[str, str] = {}
    for path in sorted(paths):
        for line in path.read_text(encoding="utf-8").splitlines():
            shape = re.sub(r"[0-9]+", "0", re.sub(r"[A-Z]+", "A", re.sub(r"[a-z]+", "a", line)))
            shapes.setdefault(" ".join(dict.fromkeys(shape.split())), line)
    yield from shapes.values()


def test_every_line_of_the_valid_records_fits_the_grammar() -> None:
    for line in _unlike((CONFORMANCE / "valid").glob("*.cgn")):
        start = line.strip(" ()")[:1]
        rule = {"[": "tag", "~": "shuffle", "=": "end", "{": "comments"}.get(start, "ply")
        assert not start or fits(rule, line.strip(" ()") if rule == "ply" else line.strip()), line


@pytest.mark.parametrize(
    "example",
    [e for e in examples() if e["file"].endswith(".cgn") and "parts" not in e],
    ids=lambda example: f"{example['file']}-{example.get('record', 1)}",
)
def test_the_grammar_accepts_records_with_errors_beyond_their_form(
    example: dict[str, Any],
) -> None:
    code = example["code"]
    several = example["file"] in {"first-error.cgn", "resume.cgn"}
    if several or code in {"cgn.encoding", "cgn.end-syntax"}:
        return
    of_form = code in READING and code not in {*BEYOND, *OPTIONAL}
    assert fits("file", content(example).decode()) != of_form


def test_the_grammar_refuses_what_lies_beyond_a_line() -> None:
    ply = "1. A: x\n"
    head = '[CGN "1"]\n'
    assert fits("file", head + ply + "( 1. A: y )\n")
    refused = [
        "( 1. A: y )\n",
        ply + "( ~: deck 1 )\n",
        ply + "(( 1. A: y ))\n",
        ply + "( 1. A: y\n",
    ]
    refused += [ply + "( 1. A: y )\n~: deck 1\n", ply + "{late}\n", ply + "% note\n" + ply]
    assert not any(fits("file", head + body) for body in refused)
