"""The JSON Schema (2020-12) of records, from the declarations that the readers use. Knows no game.

A schema describes the form only; the rules decide whether the plies can be played.
"""

from collections.abc import Mapping, Sequence

from msgspec.json import schema as schema_of

from notation.grammar import MAX_TAGS
from notation.header import RESERVED
from notation.json_shape import Schema, choice, constant, object_schema
from notation.moves import MoveSet
from notation.record import SEATS, Ply, Record, Result, Shuffle, Text

Values = Mapping[int, Sequence[str]]
"""The possible values of an option, for each number of seats."""

_TEXT = schema_of(Text)
_SEAT = {"$ref": "#/$defs/seat"}
_WINNERS = {"type": "array", "uniqueItems": True, "items": _SEAT}
_OWN_DECK = {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"}


def schema(
    moves: MoveSet | None = None,
    *,
    game: str | None = None,
    rules: Sequence[str] = (),
    deck: str | None = None,
    seats: Sequence[int] = range(2, len(SEATS) + 1),
    options: Mapping[str, Values] | None = None,
) -> Schema:
    """The schema of a record of one game or, without arguments, of any.

    `rules` are the known versions, `deck` is the name of the game's deck, `seats` are the possible
    numbers of players, and `options` are all options of the game.

    >>> schema()["properties"]["cgn"]
    {'type': 'integer', 'const': 1}
    """
    changes = {
        "rules": _rules(rules),
        "seats": {"type": "array", "items": _TEXT, "minItems": min(seats), "maxItems": max(seats)},
        "options": _options(options),
        "tags": _tags(),
        "plies": {"type": "array", "items": {"$ref": "#/$defs/entry"}},
        "result": object_schema(Result, {"winners": _WINNERS}),
    }
    if game is not None:
        changes["game"] = constant(game)
    if deck is not None:
        changes["deck"] = {"anyOf": [constant(deck), _OWN_DECK]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A record of CGN" if game is None else f"A record of {game} in CGN",
        **object_schema(Record, changes),
        "allOf": [_with_seats(count, options or {}) for count in seats],
        "$defs": _entries(moves, max(seats)),
    }


def _rules(versions: Sequence[str]) -> Schema:
    """Any version, or one of these; as a whole number too."""
    if not versions:
        return {**_TEXT, "type": ["string", "integer"]}
    numbers = [int(version) for version in versions if version.isdecimal()]
    return {"enum": [*versions, *numbers]}


def _options(options: Mapping[str, Values] | None) -> Schema:
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
    properties = {name: choice(values) for name, values in every.items()}
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _tags() -> Schema:
    return {
        "type": "object",
        "propertyNames": {
            "pattern": "^[A-Z][A-Za-z0-9_-]*$",
            "not": {"enum": [*RESERVED, *SEATS]},
        },
        "additionalProperties": _TEXT,
        "maxProperties": MAX_TAGS,
    }


def _with_seats(count: int, options: Mapping[str, Values]) -> Schema:
    """The conditions on a record with exactly `count` seats."""
    exactly = {"minItems": count, "maxItems": count}
    result = {"winners": {"items": {"enum": list(SEATS[:count])}}, "scores": exactly}
    then: Schema = {"result": {"properties": result}}
    if options:
        allowed = {name: {"enum": list(values.get(count, ()))} for name, values in options.items()}
        then["options"] = {"properties": allowed}
    return {"if": {"properties": {"seats": exactly}}, "then": {"properties": then}}


def _entries(moves: MoveSet | None, seats: int) -> Schema:
    """The definitions of a seat, a ply, a shuffle, and a variation."""
    changes: dict[str, Schema] = {
        "seat": _SEAT,
        "variations": {"type": "array", "items": {"$ref": "#/$defs/variation"}},
    }
    if moves is not None:
        changes["move"] = {"type": "string", "pattern": moves.pattern}
    return {
        "seat": choice(SEATS[:seats]),
        "entry": {"anyOf": [{"$ref": "#/$defs/ply"}, {"$ref": "#/$defs/shuffle"}]},
        "ply": object_schema(Ply, changes),
        "shuffle": object_schema(Shuffle),
        "variation": {
            "type": "array",
            "minItems": 1,
            "prefixItems": [{"$ref": "#/$defs/ply"}],
            "items": {"$ref": "#/$defs/entry"},
        },
    }
