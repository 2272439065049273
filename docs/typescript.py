"""Writes clients/js/answers.d.ts, the types of the service's answers: `make openapi`.

They are those of openapi.yaml: what the methods of the JavaScript module take and give.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parent.parent
DECLARATIONS = ROOT / "clients" / "js" / "answers.d.ts"

ANSWERS = (
    "Entry",
    "Film",
    "MoveList",
    "ReplayReview",
    "ReportRow",
    "TableChoices",
    "TableEntry",
    "TableEvents",
    "TableFilm",
    "TableLegal",
    "TableMoves",
    "TableState",
)
"""The schemas of what methods give; those in them are declared too."""

BODIES = ("NewTable",)
"""The schemas of what methods send."""

QUERIES = {
    "ReplayQuery": "listReplays",
    "FramesQuery": "getFrames",
    "MovesQuery": "getMoves",
    "TableQuery": "listTables",
}
"""The types of queries, and the operations whose parameters they have."""

HEADER = """\
/** The answers of a service, and the queries that it takes: made from openapi.yaml. */
"""

_SIMPLE = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

Schema = Mapping[str, Any]


def declarations(description: Schema) -> str:
    """The declarations of a described service."""
    schemas = description["components"]["schemas"]
    names = sorted(_reached([*ANSWERS, *BODIES], schemas))
    parts = [_declared(name, schemas[name]) for name in names]
    operations = _operations(description)
    for name, operation in QUERIES.items():
        parts.append(_query(name, operations[operation]))
    return "\n".join([HEADER, *parts])


def _operations(description: Schema) -> dict[str, Schema]:
    """Every operation by its id."""
    return {
        operation["operationId"]: operation
        for path in description["paths"].values()
        for operation in path.values()
        if isinstance(operation, dict) and "operationId" in operation
    }


def _reached(names: list[str], schemas: Schema) -> set[str]:
    """These schemas, and all that they name."""
    found, left = set[str](), list(names)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += re.findall(r'"#/components/schemas/(\w+)"', json.dumps(schemas[name]))
    return found


def _declared(name: str, schema: Schema) -> str:
    comment = _comment(schema, "")
    if schema.get("properties"):
        return f"{comment}export interface {name} {_object(schema, '')}\n"
    return f"{comment}export type {name} = {_type(schema, '')};\n"


def _query(name: str, operation: Schema) -> str:
    """The parameters of the query of an operation."""
    lines = [f"/** {operation['summary'].rstrip('.')}: what a query may ask for. */"]
    lines.append(f"export interface {name} {{")
    for parameter in operation.get("parameters", ()):
        if parameter.get("in") == "query":
            lines += _property(parameter["name"], parameter["schema"], parameter, "  ", "?")
    return "\n".join([*lines, "}\n"])


def _property(
    name: str, schema: Schema, described: Schema, indent: str, optional: str
) -> Iterator[str]:
    if comment := _comment(described, indent):
        yield comment.rstrip("\n")
    key = name if _NAME.fullmatch(name) else json.dumps(name)
    yield f"{indent}{key}{optional}: {_type(schema, indent)};"


def _comment(schema: Schema, indent: str) -> str:
    text = " ".join(schema.get("description", "").split()).replace("*/", "* /")
    return f"{indent}/** {text} */\n" if text else ""


def _object(schema: Schema, indent: str) -> str:
    required = schema.get("required", ())
    lines = ["{"]
    for name, inner in schema["properties"].items():
        optional = "" if name in required else "?"
        lines += _property(name, inner, inner, f"{indent}  ", optional)
    return "\n".join([*lines, f"{indent}}}"])


def _type(schema: Schema, indent: str) -> str:
    """The type of the values that fit a schema."""
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[-1])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys([_type(one, indent) for one in schema["anyOf"]]))
    if "const" in schema or "enum" in schema:
        return " | ".join(map(json.dumps, schema.get("enum", [schema.get("const")])))
    return _plain(schema, indent)


def _plain(schema: Schema, indent: str) -> str:
    """The type of a schema that names its type."""
    if schema.get("type") == "array":
        inner = _type(schema.get("items", {}), indent)
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if schema.get("type") == "object":
        if schema.get("properties"):
            return _object(schema, indent)
        values = schema.get("additionalProperties")
        return f"{{ [name: string]: {_type(values if isinstance(values, dict) else {}, indent)} }}"
    return _SIMPLE.get(schema.get("type", ""), "unknown")


def main() -> None:
    """Write the declarations of the committed description."""
    description = yaml.safe_load((ROOT / "openapi.yaml").read_bytes())
    DECLARATIONS.write_text(declarations(description), encoding="utf-8")


if __name__ == "__main__":
    main()
