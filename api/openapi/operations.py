"""What the description of the service says of each route beside its schemas."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, TypeVar

from marshmallow import Schema

from api.http.arguments import Blueprint
from api.http.content_types import ALIASES, BYTES, JSON, JSON_LINES, TOML, Kind, Spelling
from api.problem_types import status_title
from notation.read import Form

F = TypeVar("F", bound=Callable[..., Any])

ALWAYS = (400, 401, 429, 500, 503)
"""What any route may answer."""

BODY = (411, 413, 415, 507)
"""What a route that takes a body may answer besides."""

BEARER = "bearer"
"""The name of the security scheme."""

RECORD = "GameRecord"
"""The name of the schema of a record."""

RECORD_SCHEMA: Final = {"$ref": f"#/components/schemas/{RECORD}"}
"""The schema of a body that has to be a record."""

TEXT: Final = {"type": "string"}
"""The schema of a body of text."""

FILE: Final = {"type": "string", "format": "binary"}
"""The schema of a body that generators leave as it is."""


def json_body(schema: type[Schema]) -> dict[str, Any]:
    """How the description says that a call takes a JSON object."""
    return {"required": True, "content": {JSON: {"schema": schema}}}


_SENT = (JSON_LINES, BYTES)
_ANSWERED = (*_SENT, TOML)
"""Types that generators pass on as bytes. TOML they can send as text, but not read."""


def component(status: int) -> str:
    """The name of the answer with this status among the components of the description.

    >>> component(404)
    'NOT_FOUND'
    """
    return status_title(status).upper().replace(" ", "_")


def described(
    blueprint: Blueprint,
    name: str,
    *statuses: int,
    token: bool = False,
    body: Sequence[Kind] = (),
) -> Callable[[F], F]:
    """Describe an operation: its name, the statuses with which it refuses, whose token it takes.

    `body` are the kinds of body that it takes, unless a schema of its own says so: the first is
    what generated clients send. Other names of a kind are left out, as the description has them
    once for all.
    """
    security: list[dict[str, list[str]]] = [{BEARER: []}] if token else [{}, {BEARER: []}]
    operation: dict[str, Any] = {"operationId": name, "security": security}
    if body:
        content = {
            kind.type: {"schema": _schema(kind, _SENT)} for kind in body if kind.type not in ALIASES
        }
        operation["requestBody"] = {"required": True, "content": content}
    refusals = sorted({*ALWAYS, *statuses, *(BODY if body else ())})
    operation["responses"] = {str(status): component(status) for status in refusals}
    describing: Callable[[F], F] = blueprint.doc(**operation)
    return describing


def answering(blueprint: Blueprint, about: str, *kinds: Kind) -> Callable[[F], F]:
    """Describe that a route answers with records or files, as each of these kinds."""

    def describe(view: F) -> F:
        for kind in kinds:
            if kind.type not in ALIASES:
                view = blueprint.alt_response(
                    200, schema=_schema(kind, _ANSWERED), content_type=kind.type, description=about
                )(view)
        return view

    return describe


def _schema(kind: Kind, files: Collection[str]) -> Mapping[str, str]:
    """The schema of a body of this kind, as text unless it is one of these files."""
    if isinstance(kind, Spelling) and kind.form is Form.JSON:
        return RECORD_SCHEMA
    return FILE if kind.type in files else TEXT
