"""The description of the service: what openapi.yaml says. `make openapi` writes it."""

from collections.abc import Callable
from functools import cached_property
from importlib.metadata import version
from typing import Any

import yaml
from flask import Flask
from flask_smorest import Api

from api.openapi.examples import add_examples
from api.openapi.links import add_links, operations
from api.openapi.operations import BEARER, component
from api.problems import STATUSES, TYPE, title_of
from api.schemas.fields import properties
from api.settings import Settings
from api.shapes import COMPONENTS
from notation.json_shape import object_schema
from notation.schema import schema

_ABOUT = """Stores and serves replays of card games in CGN, the Card Game Notation.

Reading is open. Writing requires a token, sent as `Authorization: Bearer cgn_…`. Until a game is
finished, only its uploaders see more than everyone at the table saw. Every refusal is
`application/problem+json`; if it is about a record, it has the diagnostics. Bodies of requests and
answers may be gzipped; HEAD works wherever GET does. Answers say how many more requests are
allowed: `RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset` (seconds).
"""
_ORDER = ("openapi", "info", "servers", "tags", "paths", "components")
_DEFS = "#/$defs/"
_LISTS = ("listReplays", "listDecks")
_CACHED = (
    *(
        "getReplay",
        "getFrames",
        "getFrame",
        "getMoves",
        "getDigests",
        "getDeck",
        "getGame",
        "listGames",
    ),
    *_LISTS,
    "getDescription",
)
_TEXT = {"schema": {"type": "string"}}
_HEADERS = {
    "ETag": {"description": "Identifies this version of the answer.", **_TEXT},
    "Link": {"description": '`<…>; rel="next"`: the next page; none on the last.', **_TEXT},
    "Location": {"description": "The address of what was stored.", **_TEXT},
    "RetryAfter": {"description": "Seconds after which to ask again.", **_TEXT},
    "Challenge": {"description": "What is wrong with the token.", **_TEXT},
}
_OF_REFUSAL = {
    401: ("WWW-Authenticate", "Challenge"),
    429: ("Retry-After", "RetryAfter"),
    503: ("Retry-After", "RetryAfter"),
}
_IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The ETag of an answer that you have: 304 if it would be the same.",
    "required": False,
    **_TEXT,
}


class Description(Api):  # type: ignore[misc] # flask-smorest has no types
    """Collects the descriptions of the routes as OpenAPI 3.1."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def __init__(self, app: Flask, settings: Settings) -> None:
        app.config["OPENAPI_VERSION"] = "3.1.0"
        info = {"description": _ABOUT, "license": {"name": "MIT", "identifier": "MIT"}}
        servers = [{"url": "/", "description": "Where this description comes from."}]
        about = {"title": "CGN", "version": version("cgn"), "info": info, "servers": servers}
        super().__init__(app, spec_kwargs=about)
        self.ma_plugin.converter.add_attribute_function(properties(settings))
        scheme = {"type": "http", "scheme": BEARER, "description": "From `cgn token create`."}
        self.spec.components.security_scheme(BEARER, scheme)
        for name, part in {**_shapes(), **_record_schemas()}.items():
            self.spec.components.schema(name, part)

    def _register_error_handlers(self) -> None:
        """Leave errors to `problems.register_handlers`: flask-smorest's lose Allow."""

    def _register_responses(self) -> None:
        """Have each status with which something is refused at hand, as a problem."""
        for status in STATUSES:
            content = {TYPE: {"schema": "Problem"}}
            answer = {"description": f"{title_of(status)}.", "content": content}
            self.spec.components.response(component(status), answer)

    @cached_property
    def document(self) -> dict[str, Any]:
        """The whole description."""
        parts = self.spec.to_dict()
        document = {name: parts[name] for name in _ORDER}
        add_examples(document)
        add_links(document)
        _add_headers(document)
        return document

    def page(self) -> bytes:
        """The description as YAML."""
        return self._page

    @cached_property
    def _page(self) -> bytes:
        text = yaml.dump(
            self.document, Dumper=_Plain, sort_keys=False, allow_unicode=True, width=100
        )
        return text.encode()


class _Plain(yaml.SafeDumper):
    """Writes repeated values in full, and texts of several lines as blocks."""

    def ignore_aliases(self, _data: object) -> bool:
        """True: no anchors."""
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Plain.add_representer(str, _text)


def _add_headers(document: dict[str, Any]) -> None:
    """Describe the headers of answers, and the requests that they allow."""
    components = document["components"]
    components["headers"] = _HEADERS
    components["parameters"] = {"IfNoneMatch": _IF_NONE_MATCH}
    for status, named in _OF_REFUSAL.items():
        components["responses"][component(status)]["headers"] = _header(*named)
    for operation in operations(document):
        answers = operation["responses"]
        if operation["operationId"] in _CACHED:
            known = {"$ref": "#/components/parameters/IfNoneMatch"}
            operation.setdefault("parameters", []).append(known)
            answers["304"] = {"description": "It is the same."}
            answers["200"]["headers"] = _header("ETag", "ETag")
        if operation["operationId"] in _LISTS:
            answers["200"]["headers"] |= _header("Link", "Link")
        if operation["operationId"] == "changeReplay":
            answers["200"]["headers"] = _header("ETag", "ETag")
        if "201" in answers:
            for answer in (answers["200"], answers["201"]):
                answer["headers"] = _header("Location", "Location")


def _header(name: str, reference: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{reference}"}}


def _shapes() -> dict[str, dict[str, Any]]:
    """The schemas of the answers."""
    names = {kind.__name__: name for name, kind in COMPONENTS.items()}
    schemas = {}
    for name, kind in COMPONENTS.items():
        about = {"description": (kind.__doc__ or "").partition("\n")[0]}
        schemas[name] = _moved(about | object_schema(kind), names.__getitem__)
    for name in ("Place", "Report"):
        del schemas[name]["properties"]["file"]  # only the command line reads files
    return schemas


def _record_schemas() -> dict[str, dict[str, Any]]:
    """The schema of records, with its definitions as components of the description."""
    whole = schema()
    parts = whole.pop("$defs")
    del whole["$schema"]
    named = {"Record": whole, **{_of_record(name): part for name, part in parts.items()}}
    return {name: _moved(part, _of_record) for name, part in named.items()}


def _of_record(name: str) -> str:
    return f"Record{name.title()}"


def _moved(part: Any, named: Callable[[str], str]) -> Any:  # noqa: ANN401 - any part of a schema
    """A part of a schema whose references lead to components, named anew."""
    if isinstance(part, list):
        return [_moved(inner, named) for inner in part]
    if not isinstance(part, dict):
        return part
    where = part.get("$ref", "")
    if isinstance(where, str) and where.startswith(_DEFS):
        return {**part, "$ref": f"#/components/schemas/{named(where.removeprefix(_DEFS))}"}
    return {name: _moved(inner, named) for name, inner in part.items()}
