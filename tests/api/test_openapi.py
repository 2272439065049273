"""openapi.yaml describes the service."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from api.openapi.description import FILE as EXAMPLES
from api.openapi.links import LINKS, operations
from api.problem_types import status_title
from docs.openapi import exchanges
from tests.api.asking import Served
from tests.api.conftest import Serve
from tests.api.described import COMMITTED, DOCUMENT, parsed

OPERATIONS = {operation["operationId"]: operation for operation in operations(DOCUMENT)}


def test_its_examples_are_answers_of_a_service() -> None:
    made, kept = exchanges(), json.loads(EXAMPLES.read_text(encoding="utf-8"))
    assert [exchange["name"] for exchange in made] == [exchange["name"] for exchange in kept]
    for exchange, known in zip(made, kept, strict=True):
        if exchange["operation"] not in ("getMetrics", "getDescription"):
            assert exchange == known, "run `make openapi`"


def test_it_is_valid_openapi() -> None:
    validate(DOCUMENT)
    assert DOCUMENT["openapi"] == "3.1.0"


def test_the_committed_description_is_that_of_a_service(served: Served) -> None:
    assert served.get("/openapi.yaml").data == COMMITTED, "run `make openapi`"


def test_a_service_serves_it_with_its_own_limits(serve: Serve) -> None:
    other = parsed(serve(max_page=7).get("/openapi.yaml").data)
    (limit,) = (
        parameter
        for parameter in other["paths"]["/v1/replays"]["get"]["parameters"]
        if parameter.get("name") == "limit"
    )
    assert limit["schema"]["maximum"] == 7


PAGES = (
    *("docs", "site", "logs", "watch", "table_page", "play_page", "lobby", "end_page"),
    *(
        "session",
        "new_game",
        "own_games",
        "tries",
        "judge",
        "move_seat",
        "short_ids",
        "moving",
        "app",
    ),
)
"""The blueprints whose routes are pages."""


def test_every_route_is_in_it(served: Served) -> None:
    described = {
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
        is_page = rule.endpoint.partition(".")[0] in PAGES
        there |= {(method, path) for method in methods if not is_page}
    assert described == there


@pytest.mark.parametrize("name", OPERATIONS)
class TestOperations:
    def test_it_has_a_summary_and_a_link(self, name: str) -> None:
        operation = OPERATIONS[name]
        assert operation["summary"].endswith(".")
        fine = [response for status, response in operation["responses"].items() if status[0] == "2"]
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
        examples = [
            (content["schema"], example["value"])
            for content in contents
            for example in content.get("examples", {}).values()
        ]
        assert examples or "204" in operation["responses"]
        for schema, value in examples:
            whole = {**schema, "components": DOCUMENT["components"]}
            errors = list(Draft202012Validator(whole).iter_errors(value))
            assert not errors, errors[0].message

    def test_every_refusal_is_a_problem(self, name: str) -> None:
        for status, response in OPERATIONS[name]["responses"].items():
            if status[0] in "45":
                component = response["$ref"].rpartition("/")[2]
                answer = DOCUMENT["components"]["responses"][component]
                assert set(answer["content"]) == {"application/problem+json"}
                assert answer["description"] == f"{status_title(int(status))}."

    def _parameters(self, operation: dict[str, Any]) -> set[str]:
        (path,) = (path for path in DOCUMENT["paths"].values() if operation in path.values())
        parameters = [*path.get("parameters", []), *operation.get("parameters", [])]
        return {parameter["name"] for parameter in parameters if "name" in parameter}
