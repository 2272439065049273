"""Reads queries and JSON bodies by their schemas; what does not fit is a problem."""

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

import flask
from flask_smorest import Blueprint as SmorestBlueprint
from marshmallow import EXCLUDE, RAISE, Schema, ValidationError
from webargs.flaskparser import FlaskParser

from api.http.content_types import JSON, Kind, content_kind
from api.http.request_bodies import SMALL, body, json_value
from api.problems import bad_parameters
from api.shapes import ParameterError

_UNKNOWN = "unknown parameter"
_TWICE = "given twice"


class Parser(FlaskParser):
    """Refuses parameters that are not known or given twice, and JSON that is loose."""

    DEFAULT_VALIDATION_STATUS = 400
    DEFAULT_UNKNOWN_BY_LOCATION = {"query": RAISE, "json": RAISE, "headers": EXCLUDE}  # noqa: RUF012 - as webargs has it

    def load_querystring(self, req: flask.Request, _: Schema) -> Mapping[str, str]:
        """The query, each parameter once."""
        doubled = {name: [_TWICE] for name, values in req.args.lists() if len(values) > 1}
        if doubled:
            raise ValidationError(doubled)
        return req.args.to_dict()

    def load_json(self, _req: flask.Request, schema: Schema) -> Any:  # noqa: ANN401 - any JSON value
        """The body, read as strictly as records are; a schema may allow more than a small one."""
        content_kind((Kind(JSON),))
        with body(at_most=getattr(schema, "most_bytes", SMALL)) as stream:
            return json_value(stream.read())

    def handle_error(self, error: ValidationError, *_: object, **__: object) -> NoReturn:
        """Raise Problem (400), with each parameter and what is wrong with it."""
        (messages,) = error.messages_dict.values()
        raise bad_parameters(list(errors_of(messages)))


def errors_of(messages: Any, path: str = "") -> Iterator[ParameterError]:  # noqa: ANN401 - nested as marshmallow has it
    """What marshmallow found wrong with each parameter; of one inside another, with its path."""
    if isinstance(messages, Mapping):
        for name, inner in messages.items():
            home = path if name == "_schema" else f"{path}.{name}".lstrip(".")
            yield from errors_of(inner, home)
        return
    for message in messages if isinstance(messages, list) else [messages]:
        wording = _UNKNOWN if message == "Unknown field." else str(message)
        yield ParameterError(path or "body", wording)


def register_queries(app: flask.Flask) -> None:
    """Have the app refuse a query where nothing can be asked: a slip would go unseen."""

    @app.before_request
    def refuse() -> None:
        request = flask.request
        if request.args and not _takes_query(app, request.endpoint, request.method):
            raise bad_parameters([ParameterError(name, _UNKNOWN) for name in request.args])


def _takes_query(app: flask.Flask, endpoint: str | None, method: str) -> bool:
    """Whether a route says that it does, or is none of ours."""
    view = getattr(app.view_functions.get(endpoint or ""), "view_class", None)
    handler = getattr(view, "get" if method == "HEAD" else method.lower(), None)
    if handler is None:
        return True
    parameters = getattr(handler, "_apidoc", {}).get("arguments", {}).get("parameters", [])
    return any(part["in"] == "query" for part in parameters)


def read_query(schema: Schema) -> dict[str, Any]:
    """The query of a page, of which a page takes what it knows. Raises Problem (400)."""
    given = {name: value for name, value in flask.request.args.items() if value}
    try:
        asked: dict[str, Any] = schema.load(given)
    except ValidationError as error:
        raise bad_parameters(list(errors_of(error.messages_dict))) from None
    return asked


class Blueprint(SmorestBlueprint):  # type: ignore[misc] # flask-smorest has no types
    """Routes of one kind, with their place in the description of the service."""

    ARGUMENTS_PARSER = Parser()
