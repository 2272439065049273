"""openapi.yaml avoids what client generators get wrong. `make clients` runs them."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from api.settings import declared
from tests.api.described import COMMITTED, DOCUMENT
from tests.api.test_openapi import OPERATIONS

TEXT = COMMITTED.decode()
SCHEMAS = DOCUMENT["components"]["schemas"]
SHOWN = ("example", "examples")
CONDITIONS = {"prefixItems", "if", "then", "else", "allOf", "oneOf", "$defs"}
TAKEN = {"Record", "Object", "String", "Map", "List", "Set", "Date", "Error", "Partial", "Pick"}


def parts(part: object, where: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object of the description outside examples, with its path."""
    if isinstance(part, list):
        for index, inner in enumerate(part):
            yield from parts(inner, f"{where}/{index}")
    if isinstance(part, dict):
        yield where, part
        for name, inner in part.items():
            if name not in SHOWN or where.endswith("/properties"):
                yield from parts(inner, f"{where}/{name}")


def bodies() -> Iterator[tuple[str, dict[str, Any]]]:
    """The request and response bodies of each operation, by media type."""
    for name, operation in OPERATIONS.items():
        if "requestBody" in operation:
            yield f"{name} takes", operation["requestBody"]["content"]
        for status, answer in operation["responses"].items():
            if "content" in answer:
                yield f"{name} answers {status}", answer["content"]


def test_choices_and_constants_have_a_type() -> None:
    fixed = [(where, part) for where, part in parts(DOCUMENT) if {"enum", "const"} & set(part)]
    assert fixed
    untyped = [where for where, part in fixed if not where.endswith("/not") and "type" not in part]
    assert untyped == []


def test_numbers_that_may_exceed_31_bits_are_int64() -> None:
    large = {setting.name for setting in declared() if (setting.high or 0) >= 1 << 31}
    assert SCHEMAS["Limit"]["properties"]["value"]["format"] == "int64"
    for name, schema in SCHEMAS["Holdings"]["properties"].items():
        assert (schema.get("format") == "int64") == (f"max_{name}" in large)


def test_schemas_say_nothing_that_types_cannot() -> None:
    assert [where for where, part in parts(SCHEMAS) if CONDITIONS & set(part)] == []
    assert [where for where, part in parts(DOCUMENT) if isinstance(part.get("type"), list)] == []


@pytest.mark.parametrize(("which", "content"), list(bodies()))
class TestBodies:
    def test_json_is_the_first_media_type(self, which: str, content: dict[str, Any]) -> None:
        kinds = list(content)
        several = which == "importReplays takes"  # JSON is one record there
        assert "application/json" not in kinds[1:] or several

    def test_each_has_a_type(self, which: str, content: dict[str, Any]) -> None:
        assert which
        assert all({"type", "$ref"} & set(body["schema"]) for body in content.values())


def test_success_comes_before_refusals() -> None:
    for operation in OPERATIONS.values():
        statuses = list(operation["responses"])
        assert statuses == sorted(statuses)


def test_examples_are_whole_and_have_no_references() -> None:
    shown = str([body.get("examples") for _, content in bodies() for body in content.values()])
    assert "$ref" not in shown
    assert " …" not in shown


def test_every_component_is_used() -> None:
    for kind, named in DOCUMENT["components"].items():
        if kind != "securitySchemes":
            unused = [name for name in named if f"#/components/{kind}/{name}'" not in TEXT]
            assert unused == []


@pytest.mark.parametrize("name", SCHEMAS)
class TestNames:
    def test_no_name_is_a_reserved_word(self, name: str) -> None:
        assert name not in TAKEN

    def test_no_property_shares_its_name_with_its_schema(self, name: str) -> None:
        snake = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
        inner = SCHEMAS[name].get("properties", {}).get(snake, {"type": "string"})
        assert inner["type"] in ("string", "integer", "boolean")
        assert "enum" not in inner


def test_each_operation_has_a_described_tag_a_summary_and_a_description() -> None:
    described = [tag["name"] for tag in DOCUMENT["tags"] if tag["description"]]
    used = {operation["tags"][0] for operation in OPERATIONS.values()}
    assert sorted(used) == sorted(described)
    for operation in OPERATIONS.values():
        assert len(operation["tags"]) == 1
        assert operation["summary"] != operation["description"]


def test_no_two_tags_begin_alike() -> None:
    names = [tag["name"].rstrip("s") for tag in DOCUMENT["tags"]]
    assert len(set(names)) == len(names)
