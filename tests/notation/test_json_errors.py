"""docs/notation.md, The JSON form: each mistake has its code, and its place by pointer."""

import json
from io import BytesIO
from typing import Any

import pytest

from notation.diagnostics import Diagnostic
from notation.grammar import MAX_JSON, MAX_LINE
from notation.json_reader import read_json
from notation.record import Ply, Record

BASE: dict[str, Any] = {
    "cgn": 1,
    "game": "triggs",
    "rules": "1",
    "seats": ["Ana", "Bo"],
    "plies": [{"seat": "A", "move": "draw left"}],
}
PLY = {"seat": "A", "move": "x"}


def _good(document: object) -> Record:
    (reading,) = read_json(BytesIO(json.dumps(document).encode()), "x.cgn.json")
    assert reading.record is not None, reading.problem
    return reading.record


def _bad(document: object) -> Diagnostic:
    raw = document if isinstance(document, bytes) else json.dumps(document).encode()
    (reading,) = read_json(BytesIO(raw), "x.cgn.json")
    assert reading.problem is not None
    assert (reading.problem.record, reading.problem.place.file) == (1, "x.cgn.json")
    return reading.problem


def _without(key: str) -> dict[str, Any]:
    return {name: value for name, value in BASE.items() if name != key}


RECORDS = [
    ([], "cgn.json-type", ""),
    ("x", "cgn.json-type", ""),
    (None, "cgn.json-type", ""),
    *((_without(key), "cgn.missing-key", "") for key in BASE),
    ({**BASE, "sed": "x"}, "cgn.unknown-key", "/sed"),
    ({**BASE, "a/b~": "x"}, "cgn.unknown-key", "/a~1b~0"),
    ({**BASE, "cgn": "1"}, "cgn.json-type", "/cgn"),
    ({**BASE, "cgn": True}, "cgn.json-type", "/cgn"),
    ({**BASE, "cgn": 1.0}, "cgn.json-type", "/cgn"),
    ({**BASE, "cgn": 2, "new": 1}, "cgn.version", "/cgn"),
    ({**BASE, "game": 1}, "cgn.json-type", "/game"),
    ({**BASE, "game": "a\tb"}, "cgn.control-character", "/game"),
    ({**BASE, "rules": True}, "cgn.json-type", "/rules"),
    ({**BASE, "rules": 1.5}, "cgn.json-type", "/rules"),
    ({**BASE, "rules": 10**400}, "cgn.json-value", "/rules"),
    ({**BASE, "deck": None}, "cgn.json-type", "/deck"),
    ({**BASE, "seed": 7}, "cgn.json-type", "/seed"),
    ({**BASE, "seedHash": []}, "cgn.json-type", "/seedHash"),
    ({**BASE, "termination": "died"}, "cgn.termination", "/termination"),
    ({**BASE, "seats": "AB"}, "cgn.json-type", "/seats"),
    ({**BASE, "seats": ["Ana"]}, "cgn.seats", "/seats"),
    ({**BASE, "seats": []}, "cgn.seats", "/seats"),
    ({**BASE, "seats": ["x"] * 11}, "cgn.seats", "/seats"),
    ({**BASE, "seats": ["Ana", 2]}, "cgn.json-type", "/seats/1"),
    ({**BASE, "seats": ["Ana", "B\x00"]}, "cgn.control-character", "/seats/1"),
    ({**BASE, "options": []}, "cgn.json-type", "/options"),
    ({**BASE, "options": {"rounds": 3}}, "cgn.json-type", "/options/rounds"),
    ({**BASE, "options": {"Rounds": "3"}}, "cgn.tag-name", "/options/Rounds"),
    ({**BASE, "options": {"": "3"}}, "cgn.tag-name", "/options/"),
    ({**BASE, "tags": {"": "x"}}, "cgn.tag-name", "/tags/"),
    ({**BASE, "tags": {"event": "x"}}, "cgn.tag-name", "/tags/event"),
    ({**BASE, "tags": {"Seed": "x"}}, "cgn.tag-name", "/tags/Seed"),
    ({**BASE, "tags": {"A": "x"}}, "cgn.tag-name", "/tags/A"),
    ({**BASE, "tags": {"E/x": "x"}}, "cgn.tag-name", "/tags/E~1x"),
    ({**BASE, "tags": {"Event": 1}}, "cgn.json-type", "/tags/Event"),
    ({**BASE, "tags": {f"T{n}": "" for n in range(257)}}, "cgn.too-many-tags", ""),
    ({**BASE, "comments": "x"}, "cgn.json-type", "/comments"),
    ({**BASE, "comments": ["x", 1]}, "cgn.json-type", "/comments/1"),
    ({**BASE, "comments": ["x", "\r"]}, "cgn.control-character", "/comments/1"),
    ({**BASE, "plies": {}}, "cgn.json-type", "/plies"),
    ({**BASE, "result": []}, "cgn.json-type", "/result"),
    ({**BASE, "result": {}}, "cgn.missing-key", "/result"),
    ({**BASE, "result": {"winners": []}}, "cgn.missing-key", "/result"),
]
ENTRIES = [
    (1, "cgn.json-type", ""),
    ({"move": "x"}, "cgn.missing-key", ""),
    ({"seat": "A"}, "cgn.missing-key", ""),
    ({**PLY, "moves": "x"}, "cgn.unknown-key", "/moves"),
    ({**PLY, "seat": "K"}, "cgn.json-value", "/seat"),
    ({**PLY, "seat": "AB"}, "cgn.json-value", "/seat"),
    ({**PLY, "seat": ""}, "cgn.json-value", "/seat"),
    ({**PLY, "seat": ["A"]}, "cgn.json-type", "/seat"),
    ({**PLY, "move": 1}, "cgn.json-type", "/move"),
    ({**PLY, "move": ""}, "cgn.json-value", "/move"),
    ({**PLY, "move": "Draw"}, "cgn.json-value", "/move"),
    ({**PLY, "move": "draw  left"}, "cgn.json-value", "/move"),
    ({**PLY, "move": "draw left\n"}, "cgn.json-value", "/move"),
    ({**PLY, "move": "draw left -> 3"}, "cgn.json-value", "/move"),
    ({**PLY, "move": "draw left 2. B: draw right"}, "cgn.json-value", "/move"),
    ({**PLY, "move": "draw left."}, "cgn.json-value", "/move"),
    ({**PLY, "reveals": []}, "cgn.json-value", "/reveals"),
    ({**PLY, "reveals": "3"}, "cgn.json-type", "/reveals"),
    ({**PLY, "reveals": [3]}, "cgn.json-type", "/reveals/0"),
    ({**PLY, "reveals": ["3", "3 4"]}, "cgn.json-value", "/reveals/1"),
    ({**PLY, "reveals": ["3", "4."]}, "cgn.json-value", "/reveals/1"),
    ({**PLY, "reveals": ["3", ""]}, "cgn.json-value", "/reveals/1"),
    ({**PLY, "irregular": False}, "cgn.json-value", "/irregular"),
    ({**PLY, "irregular": 1}, "cgn.json-value", "/irregular"),
    ({**PLY, "mark": "!!!"}, "cgn.json-value", "/mark"),
    ({**PLY, "mark": ""}, "cgn.json-value", "/mark"),
    ({**PLY, "mark": 1}, "cgn.json-type", "/mark"),
    ({**PLY, "comments": ["\x7f"]}, "cgn.control-character", "/comments/0"),
    ({**PLY, "at": "0:41"}, "cgn.json-type", "/at"),
    ({**PLY, "at": True}, "cgn.json-type", "/at"),
    ({**PLY, "at": -1}, "cgn.json-value", "/at"),
    ({**PLY, "at": 0.0001}, "cgn.json-value", "/at"),
    ({**PLY, "at": 36_000_000}, "cgn.json-value", "/at"),
    ({**PLY, "at": 10**400}, "cgn.json-value", "/at"),
    ({**PLY, "variations": {}}, "cgn.json-type", "/variations"),
    ({**PLY, "variations": [PLY]}, "cgn.json-type", "/variations/0"),
    ({**PLY, "variations": [[]]}, "cgn.misplaced-variation", "/variations/0"),
    (
        {**PLY, "variations": [[PLY], [{"shuffle": "deck", "order": ["1"]}]]},
        "cgn.misplaced-variation",
        "/variations/1",
    ),
    (
        {**PLY, "variations": [[PLY, {**PLY, "at": None}]]},
        "cgn.json-type",
        "/variations/0/1/at",
    ),
    ({"shuffle": "deck"}, "cgn.missing-key", ""),
    ({"shuffle": "deck", "order": []}, "cgn.json-value", "/order"),
    ({"shuffle": "deck", "order": ["1", 2]}, "cgn.json-type", "/order/1"),
    ({"shuffle": "1", "order": ["1"]}, "cgn.json-value", "/shuffle"),
    ({"shuffle": 1, "order": ["1"]}, "cgn.json-type", "/shuffle"),
    ({"shuffle": "deck", "order": ["1"], "seat": "A"}, "cgn.unknown-key", "/seat"),
]
RESULTS = [
    ("A", [1, 2], "cgn.json-type", "/winners"),
    ([1], [1, 2], "cgn.json-type", "/winners/0"),
    (["K"], [1, 2], "cgn.json-value", "/winners/0"),
    (["C"], [1, 2], "cgn.end-syntax", "/winners"),
    (["B", "A"], [1, 2], "cgn.end-syntax", "/winners"),
    (["A", "A"], [1, 2], "cgn.end-syntax", "/winners"),
    (["A"], [1], "cgn.end-syntax", "/scores"),
    (["A"], [1, 2, 3], "cgn.end-syntax", "/scores"),
    (["A"], [1, "2"], "cgn.json-type", "/scores/1"),
    (["A"], [1, 2.5], "cgn.json-type", "/scores/1"),
    (["A"], [1, False], "cgn.json-type", "/scores/1"),
    (["A"], [1, 10**15], "cgn.json-value", "/scores/1"),
    (["A"], [1, -(10**400)], "cgn.json-value", "/scores/1"),
]


@pytest.mark.parametrize(("document", "code", "pointer"), RECORDS)
def test_a_bad_record(document: object, code: str, pointer: str) -> None:
    problem = _bad(document)
    assert (problem.code, problem.place.pointer) == (code, pointer)


@pytest.mark.parametrize(("entry", "code", "pointer"), ENTRIES)
def test_a_bad_entry(entry: object, code: str, pointer: str) -> None:
    problem = _bad({**BASE, "plies": [PLY, entry]})
    assert (problem.code, problem.place.pointer) == (code, "/plies/1" + pointer)


@pytest.mark.parametrize(("winners", "scores", "code", "pointer"), RESULTS)
def test_a_bad_result(winners: object, scores: object, code: str, pointer: str) -> None:
    problem = _bad({**BASE, "result": {"winners": winners, "scores": scores}})
    assert (problem.code, problem.place.pointer) == (code, "/result" + pointer)


@pytest.mark.parametrize(("scores", "count"), [([1], "1 score"), ([1, 2, 3], "3 scores")])
def test_scores_are_counted_in_a_message(scores: list[int], count: str) -> None:
    problem = _bad({**BASE, "result": {"winners": ["A"], "scores": scores}})
    assert problem.message == f"{count} for 2 seats"


def test_a_score_is_no_negative_zero_as_in_text() -> None:
    document = {**BASE, "result": {"winners": [], "scores": [0, 0]}}
    problem = _bad(json.dumps(document).replace("[0, 0]", "[0, -0]").encode())
    assert (problem.code, problem.place.pointer) == ("cgn.json-type", "/result/scores/1")


SYNTAX = [
    (b"{", 1, 2, "ends before"),
    (b'{"cgn": 1,\n "game": "tri', 2, 14, "ends before"),
    (b'{"cgn": NaN}', 1, 9, "JSON has no NaN"),
    (b'{"cgn": -Infinity}', 1, 10, "JSON has no Infinity"),
    (b'{"cgn": 01}', 1, 10, "invalid number"),
    (b"{'cgn': 1}", 1, 2, "keys must be strings"),
    (b'{"cgn": 1,}', 1, 11, "trailing comma"),
    (b'{"cgn" 1}', 1, 8, "expected ':'"),
    (b'{\n"cgn": 1}\n\n{"cgn": 1}', 4, 1, "something follows"),
    ('{"ü": "a\nb"}'.encode(), 1, 9, "invalid character"),
    (b'{"a": "\\q"}', 1, 9, "invalid escape"),
    ('{"ü": "\\ud800"}'.encode(), 1, 8, "half a character"),
    (b'{"a": "\\ud800 and on and on and on"}', 1, 8, "half a character"),
    (b'{"a": "\\udc00 and on and on and on"}', 1, 8, "half a character"),
    (b'{"a": "\\ud800\\u0041"}', 1, 8, "half a character"),
    (b'{"a": 1. }', 1, 9, "invalid number"),
    (b'{"a": -x}', 1, 8, "invalid character"),
    (b"[1, 2 ,\t]", 1, 9, "trailing comma in array"),
    (b'{"a": [1}', 1, 9, "expected ',' or ']'"),
    (b'{"a": "\\u00g0"}', 1, 12, "invalid character in unicode escape"),
    (b'{"a": "\\ud83d\\ude', 1, 18, "ends before"),
    (b'{"a": "\\ud83d\\ude0g"}', 1, 19, "invalid character in unicode escape"),
    (b'{"a": "\\ud83d\\ude00\\udc00"}', 1, 20, "half a character"),
    (b"hello", 1, 1, "invalid character"),
]


@pytest.mark.parametrize(("raw", "line", "column", "message"), SYNTAX)
def test_a_json_syntax_error_has_its_line_and_column(
    raw: bytes, line: int, column: int, message: str
) -> None:
    problem = _bad(raw)
    assert problem.code == "cgn.json-syntax"
    assert (problem.place.line, problem.place.column) == (line, column)
    assert problem.place.end == column + 1
    assert message in problem.message
    assert problem.place.text == raw.split(b"\n")[line - 1].decode()


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_byte_order_mark_is_named(encoding: str) -> None:
    problem = _bad(json.dumps(BASE).encode(encoding))
    assert problem.code == "cgn.json-syntax"
    assert problem.help == "save the file as UTF-8; this looks like UTF-16"


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "cgn.no-record"),
        (b" \n\r\n\t", "cgn.no-record"),
        (b"\xef\xbb\xbf\n", "cgn.no-record"),
        (b'{"cgn": "\xff"}', "cgn.encoding"),
        (b'{"cgn": "\xed\xa0\x80"}', "cgn.encoding"),
        ('{"cgn": 1}'.encode("utf-16"), "cgn.encoding"),
        (b"[" * 100_000, "cgn.too-deep"),
        (b'{"plies":' * 100_000, "cgn.too-deep"),
        (b"[" * 100_000 + b"]" * 100_000, "cgn.too-deep"),
        (b"[" * 201 + b"]" * 201, "cgn.too-deep"),
        (b"[" * 201, "cgn.too-deep"),
        (b"[" * 200 + b"x" + b"[" * 100_000, "cgn.json-syntax"),
        (b"[" * 200 + b"]" * 200, "cgn.json-type"),
        (b'{"x": "' + b"[" * 201 + rb"\"" + b"[" * 201 + b'"}', "cgn.missing-key"),
        (b'{"x": ["' + b"[]" * 201 + b'"]}', "cgn.missing-key"),
        (b'{"cgn": 1e400}', "cgn.json-type"),
        (b'{"cgn": ' + b"9" * 5000 + b"}", "cgn.json-value"),
        (b" " * (MAX_JSON + 1), "cgn.no-record"),
        (b'{"x": "' + b"x" * MAX_JSON + b'"}', "cgn.record-too-long"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_bytes_that_are_no_document(raw: bytes, code: str) -> None:
    assert _bad(raw).code == code


@pytest.mark.parametrize(
    ("raw", "pointer"),
    [
        (b'{"cgn": 1, "cgn": 1}', "/cgn"),
        (b'{"plies": [{}, {"a/b": 1, "x": 2, "a/b": 1}]}', "/plies/1/a~1b"),
        (b'{"a": {"b": 1, "b": 2}, "a": 1}', "/a"),
        (b'{"a": [[{"b": {"c": 1}, "b": {"c": 1, "c": 2}}]]}', "/a/0/0/b/c"),
    ],
)
def test_a_duplicate_key_has_its_pointer(raw: bytes, pointer: str) -> None:
    problem = _bad(raw)
    assert (problem.code, problem.place.pointer) == ("cgn.duplicate-key", pointer)


def test_a_misspelt_key_names_the_known_one() -> None:
    assert _bad({**BASE, "sed": "x"}).help == "did you mean `seed`?"
    assert "comments" in (_bad({**BASE, "plies": [{**PLY, "zz": 1}]}).help or "")


def test_a_second_ply_in_a_move_is_reported_as_one() -> None:
    problem = _bad({**BASE, "plies": [{**PLY, "move": "draw left 2. B: draw right"}]})
    assert problem.help == "write `2. B: draw right` as an entry of its own"


def test_variations_nest_32_deep_and_no_deeper() -> None:
    ply: dict[str, Any] = PLY
    for _ in range(32):
        ply = {**PLY, "variations": [[ply]]}
    assert isinstance(_good({**BASE, "plies": [ply]}).plies[0], Ply)
    problem = _bad({**BASE, "plies": [{**PLY, "variations": [[ply]]}]})
    assert (problem.code, problem.place.pointer) == (
        "cgn.too-deep",
        "/plies/0" + "/variations/0/0" * 32 + "/variations",
    )


def test_rules_may_be_a_whole_number() -> None:
    assert _good({**BASE, "rules": 1}) == _good(BASE)


def test_empty_lists_and_objects_say_nothing() -> None:
    empty: dict[str, Any] = {"options": {}, "tags": {}, "comments": []}
    ply = {**BASE["plies"][0], "comments": [], "variations": []}
    assert _good({**BASE, **empty, "plies": [ply]}) == _good(BASE)


@pytest.mark.parametrize(
    ("written", "kept"), [(0, "0"), (41, "41"), (41.0, "41"), (0.001, "0.001"), (1.001, "1.001")]
)
def test_a_time_is_in_seconds(written: float, kept: str) -> None:
    (ply,) = _good({**BASE, "plies": [{**PLY, "at": written}]}).plies
    assert isinstance(ply, Ply)
    assert repr(ply.at) == kept


def test_what_exceeds_a_line_of_text_is_refused_at_its_place() -> None:
    long = "}" * (MAX_LINE // 2)
    shuffle = {"shuffle": "deck", "order": ["1"]}
    inner = {**PLY, "variations": [[PLY, shuffle, {**PLY, "comments": [long]}]]}
    problems = [
        _bad({**BASE, "seed": long + long}),
        _bad({**BASE, "tags": {"Event": long + long}}),
        _bad({**BASE, "plies": [shuffle, PLY, inner]}),
    ]
    codes = [problem.code for problem in problems]
    assert codes == ["cgn.header-too-long"] * 2 + ["cgn.line-too-long"]
    pointers = [problem.place.pointer for problem in problems]
    assert pointers == ["/seed", "/tags/Event", "/plies/2/variations/0/2"]


def test_what_exceeds_a_record_of_text_is_refused() -> None:
    problem = _bad({**BASE, "comments": ["x" * 60_000] * 18})
    assert (problem.code, problem.place.pointer) == ("cgn.record-too-long", "")


def test_a_near_tag_is_a_warning_at_its_key() -> None:
    raw = json.dumps({**BASE, "tags": {"Evnet": "x"}}).encode()
    (reading,) = read_json(BytesIO(raw))
    (warning,) = reading.warnings
    assert (warning.code, warning.place.pointer) == ("cgn.near-tag", "/tags/Evnet")


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ('{"a": ture}', 8),
        ('{"t": fals}', 11),
        ("[true, nil]", 9),
        ('["t", nul', 10),
        ('["f', 4),
        ('["t":]', 5),
    ],
)
def test_a_misspelt_word_is_placed_at_its_first_wrong_byte(text: str, column: int) -> None:
    problem = _bad(text.encode())
    assert (problem.code, problem.place.column) == ("cgn.json-syntax", column)


@pytest.mark.parametrize(
    ("changed", "pointer"),
    [
        ({"seats": ["Ana", "é" * 201]}, "/seats/1"),
        ({"seed": "s" * 1_001}, "/seed"),
        ({"options": {"rounds": "r" * 1_001}}, "/options/rounds"),
        ({"tags": {"Event": "e" * 1_001}}, "/tags/Event"),
        ({"tags": {f"T{n:02}": '"' * 500 for n in range(20)}}, "/tags/T16"),
    ],
)
def test_what_is_too_long_in_a_header_is_refused_at_its_key(
    changed: dict[str, Any], pointer: str
) -> None:
    problem = _bad({**BASE, **changed})
    assert (problem.code, problem.place.pointer) == ("cgn.header-too-long", pointer)
    assert ("a player's name may have 200" in problem.message) == ("seats" in changed)


def test_a_header_may_be_as_long_as_the_format_says() -> None:
    seats = ["🃏" * 200] * 2
    assert _good({**BASE, "seats": seats, "tags": {"Event": "é" * 1_000}}).seats == tuple(seats)


@pytest.mark.parametrize(
    ("value", "advice"),
    [
        (7, "put it in quotation marks"),
        (1.5, "put it in quotation marks"),
        (True, "write a string"),
        (None, "leave the key out: `null` is not used"),
    ],
)
def test_a_value_that_is_no_string_has_its_advice(value: object, advice: str) -> None:
    assert _bad({**BASE, "game": value}).help == advice
