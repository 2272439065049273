"""The keys and the JSON Schema of the objects that structs become in JSON."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, get_args

from msgspec import UNSET, Meta, Struct
from msgspec.json import schema_components
from msgspec.structs import FieldInfo, fields

Schema = dict[str, Any]

LONG = Meta(extra_json_schema={"format": "int64"})
"""A number that needs 64 bits, for generated clients."""


def fits(pattern: str) -> Meta:
    """A field that this regular expression (of ECMA 262) matches as a whole."""
    return Meta(extra_json_schema={"pattern": f"^{pattern}$"})


def one_of(values: Iterable[str]) -> Meta:
    """A field that has one of these values."""
    return Meta(extra_json_schema={"enum": list(map(str, values))})


def constant(value: str | int) -> Schema:
    """The schema of a constant.

    >>> constant(1)
    {'type': 'integer', 'const': 1}
    """
    return {"type": "string" if isinstance(value, str) else "integer", "const": value}


def choice(values: Iterable[str]) -> Schema:
    """The schema of a text that is one of these.

    >>> choice("AB")
    {'type': 'string', 'enum': ['A', 'B']}
    """
    return {"type": "string", "enum": list(values)}


def doc(description: str, *examples: object) -> Meta:
    """A field with this description in the JSON Schema."""
    return Meta(description=description, examples=list(examples) or None)


@cache
def keys(kind: type[Struct]) -> tuple[str, ...]:
    """The keys of these objects, in order."""
    return (*_tags(kind), *(field.encode_name for field in fields(kind)))


@cache
def required(kind: type[Struct]) -> tuple[str, ...]:
    """The keys that these objects always have, in order."""
    written = (field.encode_name for field in fields(kind) if not _can_be_left_out(kind, field))
    return (*_tags(kind), *written)


def object_schema(kind: type[Struct], changes: Mapping[str, Schema] | None = None) -> Schema:
    """The JSON Schema of these objects.

    `changes` replaces the schemas of some keys. References to other structs go by their names:
    `#/$defs/Place`.
    """
    properties = {name: constant(tag) for name, tag in _tags(kind).items()}
    for field in fields(kind):
        changed = (changes or {}).get(field.encode_name)
        properties[field.encode_name] = changed or _schema(kind, field)
    return {
        "type": "object",
        "required": list(required(kind)),
        "additionalProperties": False,
        "properties": properties,
    }


def structs_in(kinds: Iterable[object]) -> set[type[Struct]]:
    """The structs in these types, and in their fields."""
    found, left = set[type[Struct]](), list(kinds)
    while left:
        kind = left.pop()
        left += get_args(kind)
        if isinstance(kind, type) and issubclass(kind, Struct) and kind not in found:
            found.add(kind)
            left += [field.type for field in fields(kind)]
    return found


def _tags(kind: type[Struct]) -> dict[str, str | int]:
    """The key and value that each object begins with, if any."""
    field, tag = kind.__struct_config__.tag_field, kind.__struct_config__.tag
    return {} if field is None or tag is None else {field: tag}


def _can_be_left_out(kind: type[Struct], field: FieldInfo) -> bool:
    return field.default is UNSET or (kind.__struct_config__.omit_defaults and not field.required)


def _schema(kind: type[Struct], field: FieldInfo) -> Schema:
    """The schema of a field's value. One that is left out is never null instead."""
    (schema,), _ = schema_components([field.type])
    if field.default is None and _can_be_left_out(kind, field):
        (other,) = (some for some in schema.pop("anyOf") if some != {"type": "null"})
        schema |= other
    return schema
