"""The JSON objects that structs are encoded as: their keys, and their JSON Schema."""

from collections.abc import Mapping
from functools import cache, reduce
from operator import or_
from types import NoneType
from typing import Any, get_args

from msgspec import UNSET, Meta, Struct
from msgspec.json import schema_components
from msgspec.structs import FieldInfo, fields

Schema = dict[str, Any]


def doc(description: str, *examples: object) -> Meta:
    """What the JSON Schema says of a field."""
    return Meta(description=description, examples=list(examples) or None)


@cache
def keys(kind: type[Struct]) -> tuple[str, ...]:
    """The keys of the objects, in their order."""
    return (*_tags(kind), *(field.encode_name for field in fields(kind)))


@cache
def required(kind: type[Struct]) -> tuple[str, ...]:
    """The keys that are always there, in their order."""
    written = (field.encode_name for field in fields(kind) if not _can_be_left_out(kind, field))
    return (*_tags(kind), *written)


def object_schema(
    kind: type[Struct], changes: Mapping[str, Schema] | None = None, home: str = "#/$defs/"
) -> Schema:
    """The JSON Schema of the objects.

    `changes` are schemas of keys to take instead of those that the struct gives. References to
    other structs lead to their names below `home`.
    """
    properties = {name: {"const": tag} for name, tag in _tags(kind).items()}
    for field in fields(kind):
        found = (changes or {}).get(field.encode_name)
        properties[field.encode_name] = found or _schema(kind, field, home)
    return {
        "type": "object",
        "required": list(required(kind)),
        "additionalProperties": False,
        "properties": properties,
    }


def _tags(kind: type[Struct]) -> dict[str, str | int | None]:
    """The key and value with which each object begins, if there is one."""
    config = kind.__struct_config__
    return {} if config.tag_field is None else {config.tag_field: config.tag}


def _can_be_left_out(kind: type[Struct], field: FieldInfo) -> bool:
    return field.default is UNSET or (kind.__struct_config__.omit_defaults and not field.required)


def _schema(kind: type[Struct], field: FieldInfo, home: str) -> Schema:
    """The schema of a field's value. One that is left out is never null instead."""
    wanted = field.type
    if field.default is None and _can_be_left_out(kind, field):
        wanted = reduce(or_, (some for some in get_args(wanted) if some is not NoneType))
    (found,), _ = schema_components([wanted], ref_template=f"{home}{{name}}")
    return found
