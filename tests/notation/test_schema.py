"""The JSON Schema accepts what the writer writes, and refuses what the reader refuses."""

import json
import re
from dataclasses import dataclass
from io import BytesIO
from typing import Annotated, Any, ClassVar

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from notation.json_reader import read_json
from notation.json_writer import write_json_line
from notation.moves import Choice, Code, Joined, Key, Move, MoveSet, Number
from notation.record import Record
from notation.schema import schema
from tests.notation.building import EXAMPLE, good, records
from tests.notation.test_json_errors import BASE, ENTRIES, PLY, RECORDS, RESULTS
from tests.tries import tries


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Take cards."""

    verb: ClassVar[str] = "take"
    piles: Annotated[tuple[str, ...], Joined(Choice(("left", "roast-beef")), most=2)]
    count: Annotated[int | None, Number(1, 12)] = None
    using: Annotated[str | None, Code(), Key("using")] = None


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Pass."""

    verb: ClassVar[str] = "pass"


ANY = Draft202012Validator(schema())
SNACK = Draft202012Validator(
    schema(
        MoveSet(Take, Pass),
        game="snack",
        rules=("1", "2"),
        deck="snack/reference",
        seats=(2, 3),
        options={"rounds": {2: ("1", "2"), 3: ("1",)}, "teams": {2: (), 3: ("yes",)}},
    )
)
LUNCH = {**BASE, "game": "snack", "plies": [{"seat": "A", "move": "take left"}]}
LEFT_TO_THE_READER = [
    json.dumps({**BASE, **change})
    for change in (
        {"cgn": 1.0},
        {"rules": 10**400},
        {"result": {"winners": ["B", "A"], "scores": [1, 2]}},
        {"plies": [PLY, {**PLY, "at": 0.0001}]},
        {"plies": [PLY, {**PLY, "move": "draw left\n"}]},
    )
]
"""Errors that a schema cannot express; only `re` accepts the line feed before `$`."""


def _is_read(document: object) -> bool:
    (reading,) = read_json(BytesIO(json.dumps(document).encode()))
    return reading.record is not None


@pytest.mark.parametrize("validator", [ANY, SNACK])
def test_it_is_a_schema(validator: Draft202012Validator) -> None:
    Draft202012Validator.check_schema(validator.schema)


@tries(20)
@given(records())
def test_it_takes_every_record_that_is_written(record: Record) -> None:
    ANY.validate(json.loads(write_json_line(record)))


def test_it_takes_the_example() -> None:
    ANY.validate(json.loads(write_json_line(good(EXAMPLE))))


@pytest.mark.parametrize(
    "document",
    [
        *(document for document, code, _ in RECORDS if code != "cgn.too-many-tags"),
        *({**BASE, "plies": [PLY, entry]} for entry, _, _ in ENTRIES),
        *({**BASE, "result": {"winners": w, "scores": s}} for w, s, _, _ in RESULTS),
    ],
)
def test_it_refuses_what_the_reader_refuses(document: object) -> None:
    assert not _is_read(document)
    assert ANY.is_valid(document) is (json.dumps(document) in LEFT_TO_THE_READER)


@pytest.mark.parametrize(
    ("change", "valid"),
    [
        ({}, True),
        ({"game": "lunch"}, False),
        ({"rules": "2"}, True),
        ({"rules": 2}, True),
        ({"rules": "3"}, False),
        ({"deck": "snack/reference"}, True),
        ({"deck": "snack/standard"}, False),
        ({"seats": ["a", "b", "c"]}, True),
        ({"seats": ["a", "b", "c", "d"]}, False),
        ({"seats": ["a"]}, False),
        ({"options": {"rounds": "2"}}, True),
        ({"options": {"rounds": "3"}}, False),
        ({"options": {"rounds": "2"}, "seats": ["a", "b", "c"]}, False),
        ({"options": {"teams": "yes"}, "seats": ["a", "b", "c"]}, True),
        ({"options": {"teams": "yes"}}, False),
        ({"options": {"variant": "kids"}}, False),
        ({"result": {"winners": ["B"], "scores": [1, 2]}}, True),
        ({"result": {"winners": ["C"], "scores": [1, 2]}}, False),
        ({"result": {"winners": ["B"], "scores": [1, 2, 3]}}, False),
        ({"result": {"winners": ["C"], "scores": [1, 2, 3]}, "seats": ["a", "b", "c"]}, True),
        ({"plies": [{"seat": "C", "move": "pass"}]}, True),
        ({"plies": [{"seat": "D", "move": "pass"}]}, False),
    ],
)
def test_a_games_schema_knows_what_the_game_declares(change: dict[str, Any], valid: bool) -> None:  # noqa: FBT001 - a column
    assert SNACK.is_valid({**LUNCH, **change}) is valid


@pytest.mark.parametrize(
    ("move", "valid"),
    [
        ("pass", True),
        ("take left", True),
        ("take left,roast-beef 12 using=CB08", True),
        ("take roast-beef using=_", False),
        ("take left,left,left", False),
        ("take left 13", False),
        ("take left 01", False),
        ("take right", False),
        ("take", False),
        ("take left flip=CB08", False),
        ("pass left", False),
        ("draw", False),
    ],
)
def test_a_games_schema_takes_the_moves_that_its_parser_takes(move: str, valid: bool) -> None:  # noqa: FBT001 - a column
    assert SNACK.is_valid({**LUNCH, "plies": [{"seat": "A", "move": move}]}) is valid


def _patterns(value: object) -> list[str]:
    if isinstance(value, dict):
        own = [value["pattern"]] if isinstance(value.get("pattern"), str) else []
        return own + [pattern for inner in value.values() for pattern in _patterns(inner)]
    if isinstance(value, list):
        return [pattern for inner in value for pattern in _patterns(inner)]
    return []


@pytest.mark.parametrize("validator", [ANY, SNACK])
def test_patterns_are_those_of_ecma_262(validator: Draft202012Validator) -> None:
    patterns = _patterns(validator.schema)
    assert patterns
    for pattern in patterns:
        outside = re.sub(r"\[[^\]]*\]", "x", pattern)
        assert not re.search(r"[*+?}]\+", outside), "a possessive repeat"
        assert "(?>" not in outside, "an atomic group"
        assert not re.search(r"\\[-,:_&~#]", outside), "an escape that the flag u refuses"
        assert pattern.startswith("^")
        assert pattern.endswith("$")
