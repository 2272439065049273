"""What the built-in games say of their cards and zones: components of the description."""

from collections.abc import Iterator
from itertools import chain
from typing import Any, TypeAlias

from msgspec.json import schema_components

from engines.registry import GAMES, load_game

Schema: TypeAlias = dict[str, Any]


def shapes() -> dict[str, Schema]:
    """The schema of each face and of all details, by its name: `TheJamTasksDetails`."""
    found: dict[str, Schema] = {}
    for name in GAMES:
        game = load_game(name)
        kinds, where = (*game.faces, *game.details), _reference(name)
        _, parts = schema_components(kinds, ref_template=f"{where}{{name}}")
        found |= {f"{_prefix(name)}{part}": _plain(schema) for part, schema in parts.items()}
    return found


def changes() -> dict[str, dict[str, Schema]]:
    """For each component with a field that games fill, the schema of that field."""
    games = [load_game(name) for name in GAMES]
    faces = chain.from_iterable(_references(game.name, game.faces) for game in games)
    details = chain.from_iterable(_references(game.name, game.details) for game in games)
    return {
        "CardKind": {"face": _any_of("What else is on it; null: nothing.", faces)},
        "Zone": {"details": _any_of("Facts that its cards do not show; null: none.", details)},
    }


def _any_of(about: str, schemas: Iterator[Schema]) -> Schema:
    other = {"type": "object", "description": "Defined by a game from another package."}
    return {"description": about, "anyOf": [*schemas, other, {"type": "null"}]}


def _references(game: str, kinds: tuple[type, ...]) -> Iterator[Schema]:
    return ({"$ref": f"{_reference(game)}{kind.__name__}"} for kind in kinds)


def _reference(game: str) -> str:
    return f"#/components/schemas/{_prefix(game)}"


def _prefix(game: str) -> str:
    """How the names of a game's components begin.

    >>> _prefix("the_jam")
    'TheJam'
    """
    return game.title().replace("_", "")


def _plain(schema: Schema) -> Schema:
    """A schema as generators of clients like it.

    It has no title, which would not be unique, one line of description, and a type for each tag.
    """
    rest = {key: part for key, part in schema.items() if key != "title"}
    properties = {name: _typed(part) for name, part in schema["properties"].items()}
    about = schema["description"].partition("\n")[0]
    return {**rest, "description": about, "properties": properties}


def _typed(schema: Schema) -> Schema:
    return {"type": "string", **schema} if "enum" in schema else schema
