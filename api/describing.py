"""What the description of the service says of each route beside its schemas."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from api.media import Kind, Spelling
from api.parsing import Blueprint
from api.problems import STATUSES
from notation.read import Form

F = TypeVar("F", bound=Callable[..., Any])

ALWAYS = (400, 401, 429, 500, 503)
"""What any route may answer."""

BODY = (408, 411, 413, 415)
"""What a route that takes a body may answer besides."""

BEARER = "bearer"
"""The name of the way to prove who one is."""

RECORD = "Record"
"""The name of the schema of a record."""


def component(status: int) -> str:
    """The name of the answer with this status among the components of the description.

    >>> component(404)
    'NOT_FOUND'
    """
    return STATUSES[status].upper().replace(" ", "_")


def described(
    blueprint: Blueprint,
    name: str,
    *statuses: int,
    token: bool = False,
    body: Sequence[Kind] = (),
) -> Callable[[F], F]:
    """Describe an operation: its name, the statuses with which it refuses, whose token it takes.

    `body` are the kinds of body that it takes, where no schema tells.
    """
    security: list[dict[str, list[str]]] = [{BEARER: []}] if token else [{}, {BEARER: []}]
    told: dict[str, Any] = {"operationId": name, "security": security}
    if body:
        content = {kind.type: {"schema": _schema(kind)} for kind in body}
        told["requestBody"] = {"required": True, "content": content}
    refusals = sorted({*ALWAYS, *statuses, *(BODY if body else ())})
    told["responses"] = {str(status): _reference(status) for status in refusals}
    return blueprint.doc(**told)


def answering(blueprint: Blueprint, about: str, *kinds: Spelling) -> Callable[[F], F]:
    """Describe that a route answers with records, as each of these kinds."""

    def describe(view: F) -> F:
        for kind in kinds:
            schema = RECORD if kind.form is Form.JSON else _schema(kind)
            view = blueprint.alt_response(
                200, schema=schema, content_type=kind.type, description=about
            )(view)
        return view

    return describe


def _schema(kind: Kind) -> Mapping[str, str]:
    """What a body of this kind looks like, as far as JSON Schema can tell."""
    if isinstance(kind, Spelling) and kind.form is Form.JSON:
        return {"$ref": f"#/components/schemas/{RECORD}"}
    return {"type": "string"}


def _reference(status: int) -> dict[str, str]:
    return {"$ref": f"#/components/responses/{component(status)}"}
