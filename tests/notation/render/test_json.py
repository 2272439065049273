"""The rendering for programs."""

import json

from msgspec import to_builtins

from notation.diagnostics import Diagnostic, Place
from notation.render.json import printable


def test_every_fact_has_its_key(wrong_sum: Diagnostic) -> None:
    assert to_builtins(wrong_sum) == {
        "code": "triggs.sum",
        "severity": "error",
        "message": "3+9 makes 12, not 11",
        "place": {
            "file": "club/2026-11-14.cgn",
            "line": 141,
            "column": 24,
            "endColumn": 27,
            "source": "37. B: cross 11 11,5+6,3+9",
        },
        "label": "these two cards make 12",
        "record": 2,
        "game": "triggs",
        "ply": 37,
        "seat": "B",
        "player": "Mara",
        "table": "Mara holds 3 4 5 6 7 9 11 11 (8 of 10); row 11: 2 of 5 crossed",
        "rule": "triggs, Crossing off: one card, or the sum of two cards, makes the value named",
        "legal": 48,
        "nearest": ("cross 11 11,5+6,4+7", "cross 12 3+9,5+7", "discard 11"),
        "help": "did you mean `cross 11 11,5+6,4+7`?",
        "note": "plies 1-36 are valid (position 9f31c2e0); plies 38-52 were not checked",
    }


def test_a_second_label_has_a_place_of_its_own(in_json: Diagnostic) -> None:
    rendered = to_builtins(in_json)
    assert rendered["place"] == {"file": "file.cgn.json", "pointer": "/plies/3/move"}
    assert rendered["also"] == {
        "place": {"file": "file.cgn.json", "pointer": "/plies/1/move"},
        "message": "3b was emptied here",
    }


def test_missing_facts_have_no_key() -> None:
    assert to_builtins(
        Diagnostic(code="cgn.game", message="no", severity="warning", place=Place())
    ) == {
        "code": "cgn.game",
        "severity": "warning",
        "message": "no",
        "place": {},
    }


def test_hostile_texts_survive_unchanged(hostile: Diagnostic) -> None:
    read = json.loads(printable(hostile))
    assert set(read) == set(to_builtins(hostile))
    assert read["nearest"] == list(hostile.nearest)
    assert read["message"] == hostile.message
    assert read["place"]["file"] == hostile.place.file
    assert read["place"]["source"] == hostile.place.text
