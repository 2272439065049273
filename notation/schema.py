"""The JSON Schema (2020-12) of records, from the declarations that the readers use. Knows no game.

A schema describes the form only; the rules decide whether the plies can be played.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from notation.arguments import portable
from notation.grammar import ATOM, KEY, MARKS, MAX_TAGS, MAX_TIME, PILE, VERB
from notation.header import RESERVED, TERMINATIONS
from notation.json_record import MOST_SCORE, NEEDED
from notation.moves import MoveSet
from notation.record import FORMAT_VERSION, SEATS

Values = Mapping[int, Sequence[str]]
"""The values an option may have with each number of seats."""

_ITEM = f"(?:{KEY}=)?{ATOM}(?:[+,]{ATOM})*"
_MOVE = portable(f"^{VERB}(?: {_ITEM})*$")
_CARD = {"type": "string", "pattern": portable(f"^{ATOM}$")}
_PILE = {"type": "string", "pattern": portable(f"^{PILE}$")}
_TEXT = {"type": "string", "pattern": r"^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f]*$"}
_OWN_DECK = {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"}
_TEXTS = {"type": "array", "items": _TEXT}


def schema(
    moves: MoveSet | None = None,
    *,
    game: str | None = None,
    rules: Sequence[str] = (),
    deck: str | None = None,
    seats: Sequence[int] = range(2, len(SEATS) + 1),
    options: Mapping[str, Values] | None = None,
) -> dict[str, Any]:
    """The schema of a record of one game or, without arguments, of any.

    `rules` are the versions there are, `deck` is the name of the game's deck, `seats` are the
    numbers of players, and `options` all that the game has.

    >>> schema()["properties"]["cgn"]
    {'const': 1}
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A record of CGN" if game is None else f"A record of {game} in CGN",
        **_object(
            {
                "cgn": {"const": int(FORMAT_VERSION)},
                "game": _TEXT if game is None else {"const": game},
                "rules": _rules(rules),
                "deck": _TEXT if deck is None else {"anyOf": [{"const": deck}, _OWN_DECK]},
                "seats": {**_TEXTS, "minItems": min(seats), "maxItems": max(seats)},
                "options": _options(options),
                "seed": _TEXT,
                "seedHash": _TEXT,
                "termination": {"enum": list(TERMINATIONS)},
                "tags": _tags(),
                "comments": _TEXTS,
                "plies": {"type": "array", "items": {"$ref": "#/$defs/entry"}},
                "result": _result(),
            },
            NEEDED,
        ),
        "allOf": [_with_seats(count, options or {}) for count in seats],
        "$defs": _entries(_MOVE if moves is None else moves.pattern, max(seats)),
    }


def _object(properties: Mapping[str, Any], required: Sequence[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "required": list(required),
        "additionalProperties": False,
        "properties": dict(properties),
    }


def _rules(versions: Sequence[str]) -> dict[str, Any]:
    """Any version, or one of these; as a whole number too."""
    if not versions:
        return {**_TEXT, "type": ["string", "integer"]}
    numbers = [int(version) for version in versions if version.isdecimal()]
    return {"enum": [*versions, *numbers]}


def _options(options: Mapping[str, Values] | None) -> dict[str, Any]:
    if options is None:
        names = {"pattern": "^[a-z][a-z0-9_-]*$"}
        return {
            "type": "object",
            "propertyNames": names,
            "additionalProperties": _TEXT,
            "maxProperties": MAX_TAGS,
        }
    every = {
        name: list(dict.fromkeys(value for some in values.values() for value in some))
        for name, values in options.items()
    }
    return _object({name: {"enum": values} for name, values in every.items()}, ())


def _tags() -> dict[str, Any]:
    return {
        "type": "object",
        "propertyNames": {
            "pattern": "^[A-Z][A-Za-z0-9_-]*$",
            "not": {"enum": [*RESERVED, *SEATS]},
        },
        "additionalProperties": _TEXT,
        "maxProperties": MAX_TAGS,
    }


def _result() -> dict[str, Any]:
    score = {"type": "integer", "minimum": -MOST_SCORE, "maximum": MOST_SCORE}
    winners = {"type": "array", "items": {"enum": list(SEATS)}, "uniqueItems": True}
    scores = {"type": "array", "items": score}
    return _object({"winners": winners, "scores": scores}, ("winners", "scores"))


def _with_seats(count: int, options: Mapping[str, Values]) -> dict[str, Any]:
    """What holds for a record with just so many seats."""
    exactly = {"minItems": count, "maxItems": count}
    result = {"winners": {"items": {"enum": list(SEATS[:count])}}, "scores": exactly}
    then: dict[str, Any] = {"result": {"properties": result}}
    if options:
        allowed = {name: {"enum": list(values.get(count, ()))} for name, values in options.items()}
        then["options"] = {"properties": allowed}
    return {"if": {"properties": {"seats": exactly}}, "then": {"properties": then}}


def _entries(move: str, seats: int) -> dict[str, Any]:
    """The definitions of a ply, a shuffle, and a variation."""
    cards = {"type": "array", "items": _CARD, "minItems": 1}
    ply = {
        "seat": {"enum": list(SEATS[:seats])},
        "move": {"type": "string", "pattern": move},
        "reveals": cards,
        "irregular": {"const": True},
        "mark": {"enum": list(MARKS)},
        "comments": _TEXTS,
        "at": {
            "description": "Seconds since the start, with at most three decimals.",
            "type": "number",
            "minimum": 0,
            "maximum": MAX_TIME / 1000,
        },
        "variations": {"type": "array", "items": {"$ref": "#/$defs/variation"}},
    }
    return {
        "entry": {"anyOf": [{"$ref": "#/$defs/ply"}, {"$ref": "#/$defs/shuffle"}]},
        "ply": _object(ply, ("seat", "move")),
        "shuffle": _object(
            {"shuffle": _PILE, "order": cards, "reveals": cards}, ("shuffle", "order")
        ),
        "variation": {
            "type": "array",
            "minItems": 1,
            "prefixItems": [{"$ref": "#/$defs/ply"}],
            "items": {"$ref": "#/$defs/entry"},
        },
    }
