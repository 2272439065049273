"""Reads queries and JSON bodies by their schemas; what does not fit is a problem."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn
from urllib.parse import quote, unquote_to_bytes, urlencode

import flask
from flask_smorest import Blueprint as SmorestBlueprint
from marshmallow import EXCLUDE, RAISE, Schema, ValidationError
from webargs.flaskparser import FlaskParser
from werkzeug.wrappers import Response as BaseResponse

from api.http.content_types import JSON, Kind, content_kind
from api.http.request_bodies import SMALL, body, json_value
from api.problems import bad_parameters
from api.shapes import ParameterError

_TWICE = "given twice"
_NOT_UTF_8 = "must be UTF-8"
_OURS = {"Unknown field.": "unknown parameter", "Invalid input type.": "must be an object"}
"""What marshmallow says of whole schemas, in the words of api/schemas.py."""


class Parser(FlaskParser):
    """Refuses parameters that are not known or given twice, and JSON that is loose."""

    DEFAULT_VALIDATION_STATUS = 400
    DEFAULT_UNKNOWN_BY_LOCATION = {"query": RAISE, "json": RAISE, "headers": EXCLUDE}  # noqa: RUF012 - as webargs has it

    def load_querystring(self, req: flask.Request, _: Schema) -> Mapping[str, str]:
        """The query, each parameter once, in UTF-8."""
        wrong = {name: [_TWICE] for name, values in req.args.lists() if len(values) > 1}
        _refuse(wrong | _garbled(req))
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
        yield ParameterError(path or "body", _OURS.get(message, str(message)))


def _refuse(wrong: dict[str, list[str]]) -> None:
    """Raise ValidationError if any parameter is wrong."""
    if wrong:
        raise ValidationError(wrong)


def _garbled(request: flask.Request) -> dict[str, list[str]]:
    """Each parameter whose bytes are not UTF-8: werkzeug would read `%ff` as another character."""
    parts = [part.partition(b"=") for part in request.query_string.split(b"&")]
    return {
        unquote_to_bytes(name).decode(errors="replace"): [_NOT_UTF_8]
        for name, _, value in parts
        if not (_is_utf_8(name) and _is_utf_8(value))
    }


def _is_utf_8(quoted: bytes) -> bool:
    try:
        unquote_to_bytes(quoted).decode()
    except UnicodeDecodeError:
        return False
    return True


def register_queries(app: flask.Flask) -> None:
    """Refuse a query on routes that take none, so that a slip is noticed."""

    @app.before_request
    def refuse() -> None:
        request = flask.request
        if request.args and not _takes_query(app, request.endpoint, request.method):
            raise bad_parameters(
                [ParameterError(name, "unknown parameter") for name in request.args]
            )


def leave_out_the_unknown(
    pages: flask.Blueprint,
    of_some: Mapping[str, Sequence[str] | None],
    of_others: Sequence[str] = (),
) -> None:
    """Redirect pages to themselves without parameters that they do not know.

    So `?x=1`, `?x=2` … draw nothing anew. `of_some` has the parameters of some pages by the names
    of their views, None for any; all others have `of_others`.
    """

    @pages.before_request
    def lead() -> BaseResponse | None:
        request = flask.request
        name = (request.endpoint or "").rpartition(".")[2]
        known = of_some.get(name, of_others)
        if known is None or not request.args or request.method not in ("GET", "HEAD"):
            return None
        kept = [(name, request.args[name]) for name in request.args if name in known]
        if kept == list(request.args.items(multi=True)):
            return None
        query = urlencode(kept, safe="/")
        path = quote(f"{request.script_root}{request.path}")
        return flask.redirect(f"{path}{'?' if query else ''}{query}")


def _takes_query(app: flask.Flask, endpoint: str | None, method: str) -> bool:
    """Whether a route says that it does, or is none of ours."""
    described = getattr(app.view_functions.get(endpoint or ""), "_apidoc", None)
    if described is None or method == "OPTIONS":
        return True
    parameters = described.get("arguments", {}).get("parameters", [])
    return any(part["in"] == "query" for part in parameters)


def read_query(schema: Schema) -> dict[str, Any]:
    """The query of a page, of which a page takes what it knows. Raises Problem (400)."""
    given = {name: value for name, value in flask.request.args.items() if value}
    try:
        known = {field.data_key or name for name, field in schema.load_fields.items()}
        _refuse({name: wrong for name, wrong in _garbled(flask.request).items() if name in known})
        asked: dict[str, Any] = schema.load(given)
    except ValidationError as error:
        raise bad_parameters(list(errors_of(error.messages_dict))) from None
    return asked


class Blueprint(SmorestBlueprint):  # type: ignore[misc] # flask-smorest has no types
    """Routes of one kind, with their place in the description of the service."""

    ARGUMENTS_PARSER = Parser()
