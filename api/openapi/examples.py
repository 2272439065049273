"""The examples of the description: what a service was really asked, and really answered.

`make openapi` has a service answer them, and writes them to examples.json.
"""

import json
from http import HTTPStatus
from pathlib import Path
from typing import Any

from api.openapi.links import operations

FILE = Path(__file__).parent / "examples.json"


def add_examples(document: dict[str, Any]) -> None:
    """Give each operation the examples that there are of what it takes and what it answers."""
    exchanges = json.loads(FILE.read_text(encoding="utf-8"))
    for exchange in exchanges:
        operation = next(
            one for one in operations(document) if one["operationId"] == exchange["operation"]
        )
        if "body" in exchange and exchange["status"] < HTTPStatus.BAD_REQUEST:
            content = operation["requestBody"]["content"]
            _add(content[exchange["type"]], exchange["name"], exchange["body"])
        answer = operation["responses"][str(exchange["status"])]
        if "$ref" in answer:
            answer = document["components"]["responses"][answer["$ref"].rpartition("/")[2]]
        if "answer" in exchange:
            _add(answer["content"][exchange["answered"]], exchange["name"], exchange["answer"])


def _add(content: dict[str, Any], name: str, value: object) -> None:
    content.setdefault("examples", {})[name] = {"value": value}
