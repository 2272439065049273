"""openapi.yaml: what it says is what the service does."""

import json
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from api.openapi.examples import FILE as EXAMPLES
from api.openapi.links import LINKS, operations
from api.problems import title_of
from docs.openapi import DESCRIPTION, description, exchanges
from tests.api.asking import Served
from tests.api.conftest import Serve

COMMITTED = DESCRIPTION.read_bytes()
DOCUMENT = yaml.safe_load(COMMITTED)
OPERATIONS = {operation["operationId"]: operation for operation in operations(DOCUMENT)}


def test_the_committed_description_is_what_is_generated() -> None:
    assert description() == COMMITTED, "run `make openapi`"


def test_its_examples_are_what_a_service_answers() -> None:
    asked, kept = exchanges(), json.loads(EXAMPLES.read_text(encoding="utf-8"))
    assert [told["name"] for told in asked] == [told["name"] for told in kept]
    for told, known in zip(asked, kept, strict=True):
        if told["operation"] not in ("getMetrics", "getDescription"):
            assert told == known, "run `make openapi`"


def test_it_is_openapi() -> None:
    validate(DOCUMENT)
    assert DOCUMENT["openapi"] == "3.1.0"


def test_the_service_gives_it_with_the_limits_that_hold_there(serve: Serve) -> None:
    assert serve(reads=0).get("/openapi.yaml").data == COMMITTED
    other = yaml.safe_load(serve(max_page=7).get("/openapi.yaml").data)
    (limit,) = (
        parameter
        for parameter in other["paths"]["/v1/replays"]["get"]["parameters"]
        if parameter.get("name") == "limit"
    )
    assert limit["schema"]["maximum"] == 7


def test_every_route_is_in_it(served: Served) -> None:
    told = {
        (method.upper(), path)
        for path, operations in DOCUMENT["paths"].items()
        for method in operations
        if method != "parameters"
    }
    there = set()
    for rule in served.app.url_map.iter_rules():
        path = rule.rule
        for name in rule.arguments:
            path = path.replace(f"<{name}:{name}>", f"{{{name}}}").replace(
                f"<id:{name}>", f"{{{name}}}"
            )
        methods = (rule.methods or set()) - {"HEAD", "OPTIONS"}
        is_page = rule.endpoint.partition(".")[0] in ("docs", "site", "watch", "table_page")
        there |= {(method, path) for method in methods if not is_page}
    assert told == there


@pytest.mark.parametrize("name", OPERATIONS)
class TestOperations:
    def test_it_has_a_summary_and_a_link(self, name: str) -> None:
        operation = OPERATIONS[name]
        assert operation["summary"].endswith(".")
        fine = [told for status, told in operation["responses"].items() if status[0] == "2"]
        assert fine
        for answer in fine:
            assert set(answer["links"]) == set(LINKS[name])
            for link in answer["links"].values():
                target = OPERATIONS[link["operationId"]]
                assert set(link["parameters"]) <= self._parameters(target)

    def test_it_has_an_example_that_fits_its_schema(self, name: str) -> None:
        operation = OPERATIONS[name]
        parts = [*operation["responses"].values(), operation.get("requestBody", {})]
        contents = [content for part in parts for content in part.get("content", {}).values()]
        found = [
            (content["schema"], example["value"])
            for content in contents
            for example in content.get("examples", {}).values()
        ]
        assert found or "204" in operation["responses"]
        for schema, value in found:
            told = {**schema, "components": DOCUMENT["components"]}
            errors = list(Draft202012Validator(told).iter_errors(value))
            assert not errors, errors[0].message

    def test_every_refusal_is_a_problem(self, name: str) -> None:
        for status, told in OPERATIONS[name]["responses"].items():
            if status[0] in "45":
                component = told["$ref"].rpartition("/")[2]
                answer = DOCUMENT["components"]["responses"][component]
                assert set(answer["content"]) == {"application/problem+json"}
                assert answer["description"] == f"{title_of(int(status))}."

    def _parameters(self, operation: dict[str, Any]) -> set[str]:
        (path,) = (path for path in DOCUMENT["paths"].values() if operation in path.values())
        told = [*path.get("parameters", []), *operation.get("parameters", [])]
        return {parameter["name"] for parameter in told if "name" in parameter}
