"""The JSON Schema (2020-12) of records, from the same declarations as the parsers."""

from collections.abc import Mapping, Sequence
from typing import Any

from notation.grammar import ATOM, MARKS, PILE, VERB
from notation.tags import RESERVED, TERMINATIONS

_CARD = f"^(?:{ATOM})$".replace("*+", "*")
_PILE = f"^{PILE}$".replace("*+", "*")
_TEXT = {"type": "string", "pattern": r"^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f]*$"}
_MOST = 9_007_199_254_740_991


def schema(
    title: str,
    move: str,
    *,
    game: str | None = None,
    seats: Sequence[int] = (2, 10),
    options: Mapping[str, Sequence[str]] | None = None,
) -> dict[str, Any]:
    """The schema of records of one game, or of any (`game` None, `options` None).

    `move` is the pattern of a move, `seats` the numbers of seats, `options` every option with
    the values it may have.
    """
    strings = {"deck": _TEXT, "seed": _TEXT, "termination": {"enum": list(TERMINATIONS)}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "type": "object",
        "required": ["cgn", "game", "rules", "seats", "plies"],
        "additionalProperties": False,
        "properties": {
            "cgn": {"const": 1},
            "game": _TEXT if game is None else {"const": game},
            "rules": {"anyOf": [_TEXT, {"type": "integer"}]},
            "seats": {
                "type": "array",
                "items": _TEXT,
                "minItems": min(seats),
                "maxItems": max(seats),
            },
            **strings,
            "seedHash": _TEXT,
            "options": _options(options),
            "tags": {
                "type": "object",
                "propertyNames": {
                    "pattern": "^[A-Z][A-Za-z0-9_-]*$",
                    "not": {"enum": [*RESERVED, *"ABCDEFGHIJ"]},
                },
                "additionalProperties": _TEXT,
            },
            "comments": _filled(_TEXT),
            "plies": {"type": "array", "items": {"$ref": "#/$defs/entry"}},
            "result": _result(max(seats)),
        },
        "$defs": _entries(move),
    }


def any_game() -> dict[str, Any]:
    """The schema of a record of any game: a move is any verb with any arguments."""
    item = rf"(?:[a-z][a-z0-9\-]*=)?{ATOM}(?:[+,]{ATOM})*"
    pattern = rf"^{VERB}(?: {item})*$".replace("*+", "*")
    return schema("A CGN record", pattern)


def _options(options: Mapping[str, Sequence[str]] | None) -> dict[str, Any]:
    if options is None:
        names = {"pattern": "^[a-z][a-z0-9_-]*$"}
        return {"type": "object", "propertyNames": names, "additionalProperties": _TEXT}
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {name: {"enum": list(values)} for name, values in options.items()},
    }


def _filled(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": 1}


def _result(seats: int) -> dict[str, Any]:
    score = {"type": "integer", "minimum": -_MOST, "maximum": _MOST}
    return {
        "type": "object",
        "required": ["winners", "scores"],
        "additionalProperties": False,
        "properties": {
            "winners": {
                "type": "array",
                "items": {"enum": list("ABCDEFGHIJ"[:seats])},
                "uniqueItems": True,
            },
            "scores": {"type": "array", "items": score, "minItems": 2, "maxItems": seats},
        },
    }


def _entries(move: str) -> dict[str, Any]:
    cards = _filled({"type": "string", "pattern": _CARD})
    return {
        "entry": {"anyOf": [{"$ref": "#/$defs/ply"}, {"$ref": "#/$defs/shuffle"}]},
        "shuffle": {
            "type": "object",
            "required": ["shuffle", "order"],
            "additionalProperties": False,
            "properties": {
                "shuffle": {"type": "string", "pattern": _PILE},
                "order": cards,
            },
        },
        "ply": {
            "type": "object",
            "required": ["seat", "move"],
            "additionalProperties": False,
            "properties": {
                "seat": {"enum": list("ABCDEFGHIJ")},
                "move": {"type": "string", "pattern": move},
                "reveals": cards,
                "irregular": {"const": True},
                "mark": {"enum": list(MARKS)},
                "comments": _filled(_TEXT),
                "at": {"type": "number", "minimum": 0},
                "variations": _filled(_filled({"$ref": "#/$defs/entry"})),
            },
        },
    }
