"""The rendering as a SARIF 2.1.0 log."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator
from msgspec.structs import replace

from notation.codes import CODES, Code
from notation.diagnostics import Diagnostic, Place
from notation.render.sarif import sarif_log

POSITIVE = {"type": "integer", "minimum": 1}
TEXT = {
    "type": "object",
    "required": ["text"],
    "properties": {"text": {"type": "string", "minLength": 1}},
    "additionalProperties": False,
}
REGION = {
    "type": "object",
    "required": ["startLine"],
    "properties": {
        "startLine": POSITIVE,
        "startColumn": POSITIVE,
        "endColumn": POSITIVE,
        "snippet": TEXT,
    },
    "additionalProperties": False,
}
LOCATION = {
    "type": "object",
    "properties": {
        "id": {"type": "integer", "minimum": 0},
        "message": TEXT,
        "physicalLocation": {
            "type": "object",
            "required": ["artifactLocation"],
            "properties": {
                "artifactLocation": {
                    "type": "object",
                    "required": ["uri"],
                    "properties": {"uri": {"type": "string", "pattern": "^[!-~]+$"}},
                    "additionalProperties": False,
                },
                "region": REGION,
                "contextRegion": REGION,
            },
            "dependentRequired": {"contextRegion": ["region"]},
            "additionalProperties": False,
        },
        "logicalLocations": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["fullyQualifiedName"],
                "properties": {
                    "fullyQualifiedName": {"type": "string", "pattern": "^/"},
                    "kind": {"const": "value"},
                },
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
}
RESULT = {
    "type": "object",
    "required": ["ruleId", "ruleIndex", "level", "message", "locations"],
    "properties": {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": {"enum": ["error", "warning"]},
        "message": TEXT,
        "locations": {"type": "array", "items": LOCATION},
        "relatedLocations": {"type": "array", "items": LOCATION},
        "properties": {"type": "object"},
    },
    "additionalProperties": False,
}
SHAPE = {
    "type": "object",
    "required": ["$schema", "version", "runs"],
    "properties": {
        "$schema": {"type": "string"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["tool", "columnKind", "results"],
                "properties": {
                    "tool": {"required": ["driver"]},
                    "columnKind": {"const": "unicodeCodePoints"},
                    "results": {"type": "array", "items": RESULT},
                },
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
}


def explain(code: str) -> Code:
    return CODES.get(code) or Code(f"summary of {code}", f"explanation of {code}")


def run(*diagnostics: Diagnostic) -> dict[str, Any]:
    log = sarif_log(diagnostics, "0.1.0", explain)
    Draft202012Validator(SHAPE).validate(log)
    first: dict[str, Any] = log["runs"][0]
    return first


def test_the_log_has_the_shape_of_the_standard(
    wrong_sum: Diagnostic, emptied_pile: Diagnostic, in_json: Diagnostic, near_tag: Diagnostic
) -> None:
    log = run(wrong_sum, emptied_pile, in_json, near_tag)
    assert len(log["results"]) == 4


def test_the_tool_names_itself_and_the_rules_that_occur(
    wrong_sum: Diagnostic, near_tag: Diagnostic
) -> None:
    driver = run(wrong_sum, near_tag, wrong_sum)["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("cgn", "0.1.0")
    near = CODES["cgn.near-tag"]
    assert driver["rules"] == [
        {
            "id": "cgn.near-tag",
            "shortDescription": {"text": near.summary},
            "help": {"text": near.explanation},
        },
        {
            "id": "triggs.sum",
            "shortDescription": {"text": "summary of triggs.sum"},
            "help": {"text": "explanation of triggs.sum"},
        },
    ]


def test_each_result_points_at_its_rule(wrong_sum: Diagnostic, near_tag: Diagnostic) -> None:
    log = run(wrong_sum, near_tag)
    rules = log["tool"]["driver"]["rules"]
    for result in log["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    assert [result["level"] for result in log["results"]] == ["error", "warning"]


def test_a_place_in_text_is_a_region(wrong_sum: Diagnostic) -> None:
    (location,) = run(wrong_sum)["results"][0]["locations"]
    assert location == {
        "physicalLocation": {
            "artifactLocation": {"uri": "club/2026-11-14.cgn"},
            "region": {"startLine": 141, "startColumn": 24, "endColumn": 27},
            "contextRegion": {
                "startLine": 141,
                "snippet": {"text": "37. B: cross 11 11,5+6,3+9"},
            },
        },
        "message": {"text": "these two cards make 12"},
    }


def test_a_place_in_json_is_a_logical_location(in_json: Diagnostic) -> None:
    (location,) = run(in_json)["results"][0]["locations"]
    assert location == {
        "physicalLocation": {"artifactLocation": {"uri": "file.cgn.json"}},
        "logicalLocations": [{"fullyQualifiedName": "/plies/3/move", "kind": "value"}],
        "message": {"text": "nothing lies here"},
    }


def test_an_earlier_ply_is_a_related_location(emptied_pile: Diagnostic) -> None:
    (related,) = run(emptied_pile)["results"][0]["relatedLocations"]
    assert related["id"] == 1
    assert related["physicalLocation"]["region"]["startLine"] == 139
    assert related["message"]["text"] == "3b was emptied here: pile 3 had one card left"


def test_the_message_holds_the_facts(wrong_sum: Diagnostic) -> None:
    lines = run(wrong_sum)["results"][0]["message"]["text"].splitlines()
    assert lines[0] == "ply 37 (Mara, B): 3+9 makes 12, not 11"
    assert [line.partition(":")[0] for line in lines[1:]] == [
        "table",
        "rule",
        "legal",
        "help",
        "note",
    ]


def test_the_ply_is_in_the_properties(wrong_sum: Diagnostic) -> None:
    properties = run(wrong_sum)["results"][0]["properties"]
    assert (properties["ply"], properties["seat"], properties["record"]) == (37, "B", 2)


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("my club/100%.cgn", "my%20club/100%25.cgn"),
        ("Zoë.cgn", "Zo%C3%AB.cgn"),
        ("a:b#c.cgn", "a%3Ab%23c.cgn"),
        ("/srv/games/a b.cgn", "file:///srv/games/a%20b.cgn"),
        ("bad\udcff.cgn", "bad%FF.cgn"),
    ],
)
def test_a_file_is_a_uri(near_tag: Diagnostic, file: str, uri: str) -> None:
    (location,) = run(near_tag.at(replace(near_tag.place, file=file)))["results"][0]["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_without_a_file_there_is_no_physical_location(near_tag: Diagnostic) -> None:
    assert run(near_tag.at(Place()))["results"][0]["locations"] == [{}]


def test_no_diagnostic_no_result() -> None:
    log = run()
    assert log["results"] == []
    assert log["tool"]["driver"]["rules"] == []
