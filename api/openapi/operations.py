"""What the description of the service says of each route beside its schemas."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from api.http.arguments import Blueprint
from api.http.content_types import Kind, Spelling
from api.problems import title_of
from notation.read import Form

F = TypeVar("F", bound=Callable[..., Any])

ALWAYS = (400, 401, 429, 500, 503)
"""What any route may answer."""

BODY = (411, 413, 415, 507)
"""What a route that takes a body may answer besides."""

BEARER = "bearer"
"""The name of the way to prove who one is."""

RECORD = "Record"
"""The name of the schema of a record."""

RECORD_SCHEMA: Final = {"$ref": f"#/components/schemas/{RECORD}"}
"""The schema of a body that has to be a record."""

ANY: Final = {"description": "A record. Anything else is reported, not refused."}
"""The schema of a body that should be a record, and is not refused if it is none."""

_TEXT: Final = {"type": "string"}


def component(status: int) -> str:
    """The name of the answer with this status among the components of the description.

    >>> component(404)
    'NOT_FOUND'
    """
    return title_of(status).upper().replace(" ", "_")


def described(
    blueprint: Blueprint,
    name: str,
    *statuses: int,
    token: bool = False,
    body: Sequence[Kind] = (),
    schema: Mapping[str, Any] = RECORD_SCHEMA,
) -> Callable[[F], F]:
    """Describe an operation: its name, the statuses with which it refuses, whose token it takes.

    `body` are the kinds of body that it takes, unless a schema of its own says so; `schema` is
    that of a body of JSON.
    """
    security: list[dict[str, list[str]]] = [{BEARER: []}] if token else [{}, {BEARER: []}]
    operation: dict[str, Any] = {"operationId": name, "security": security}
    if body:
        content = {
            kind.type: {"schema": schema if _is_json(kind) else _typed(kind)} for kind in body
        }
        operation["requestBody"] = {"required": True, "content": content}
    refusals = sorted({*ALWAYS, *statuses, *(BODY if body else ())})
    operation["responses"] = {str(status): _reference(status) for status in refusals}
    describing: Callable[[F], F] = blueprint.doc(**operation)
    return describing


def answering(blueprint: Blueprint, about: str, *kinds: Spelling) -> Callable[[F], F]:
    """Describe that a route answers with records, as each of these kinds."""

    def describe(view: F) -> F:
        for kind in kinds:
            schema = RECORD if _is_json(kind) else _TEXT
            view = blueprint.alt_response(
                200, schema=schema, content_type=kind.type, description=about
            )(view)
        return view

    return describe


def _is_json(kind: Kind) -> bool:
    """Whether JSON Schema can describe a body of this kind."""
    return isinstance(kind, Spelling) and kind.form is Form.JSON


def _typed(kind: Kind) -> Mapping[str, str]:
    """What is said of a body that is no JSON."""
    return {"contentMediaType": kind.type}


def _reference(status: int) -> dict[str, str]:
    return {"$ref": f"#/components/responses/{component(status)}"}
