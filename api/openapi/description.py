"""The description of the service: what openapi.yaml says. `make openapi` writes it."""

import json
from collections.abc import Callable, Iterator
from functools import cached_property
from http import HTTPStatus
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeAlias

import yaml
from flask import Flask
from flask_smorest import Api
from msgspec.json import schema_components

from api.http.content_types import JSON
from api.openapi.links import add_links, operations
from api.openapi.operations import BEARER, RECORD, component
from api.problem_types import GENERAL, status_title
from api.problems import TYPE
from api.schemas import properties
from api.settings import Settings
from api.shapes import COMPONENTS
from client.about import version
from engines.registry import GAMES, load_game
from notation.json_shape import object_schema
from notation.schema import schema

Schema: TypeAlias = dict[str, Any]


def game_shapes() -> dict[str, Schema]:
    """The schema of each face and of all details, by its name: `TheJamTasksDetails`."""
    found: dict[str, Schema] = {}
    for name in GAMES:
        game = load_game(name)
        kinds, where = (*game.faces, *game.details), _reference(name)
        _, parts = schema_components(kinds, ref_template=f"{where}{{name}}")
        found |= {f"{_prefix(name)}{part}": _plain(schema) for part, schema in parts.items()}
    return found


def game_fields() -> dict[str, dict[str, Schema]]:
    """For each component with a field that games fill, the schema of that field."""
    games = [load_game(name) for name in GAMES]
    faces = chain.from_iterable(_references(game.name, game.faces) for game in games)
    details = chain.from_iterable(_references(game.name, game.details) for game in games)
    return {
        "CardKind": {"face": _any_of("What else is on it; null: nothing.", faces)},
        "ZoneView": {"details": _any_of("Facts that its cards do not show; null: none.", details)},
    }


def _any_of(about: str, schemas: Iterator[Schema]) -> Schema:
    other = {"type": "object", "description": "Defined by a game from another package."}
    return {"description": about, "anyOf": [*schemas, other, {"type": "null"}]}


def _references(game: str, kinds: tuple[type, ...]) -> Iterator[Schema]:
    return ({"$ref": f"{_reference(game)}{kind.__name__}"} for kind in kinds)


def _reference(game: str) -> str:
    return f"#/components/schemas/{_prefix(game)}"


def _prefix(game: str) -> str:
    """How the names of a game's components begin.

    >>> _prefix("the_jam")
    'TheJam'
    """
    return game.title().replace("_", "")


def _plain(schema: Schema) -> Schema:
    """A schema as generators of clients like it.

    It has no title, which would not be unique, one line of description, and a type for each tag.
    """
    rest = {key: part for key, part in schema.items() if key != "title"}
    properties = {name: _typed(part) for name, part in schema["properties"].items()}
    about = schema["description"].partition("\n")[0]
    return {**rest, "description": about, "properties": properties}


def _typed(schema: Schema) -> Schema:
    return {"type": "string", **schema} if "enum" in schema else schema


FILE = Path(__file__).parent / "examples.json"


def add_examples(document: dict[str, Any]) -> None:
    """Add the examples to each operation's body and answers."""
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


_ABOUT = """Stores and serves replays of card games in CGN, the Card Game Notation.

Reading is open. Writing requires a token, sent as `Authorization: Bearer cgn_…`. Until a game is
finished, only its uploaders see more than everyone at the table saw. Every refusal is
`application/problem+json`; if it is about a record, it has the diagnostics. Bodies of requests and
answers may be gzipped; HEAD works wherever GET does. `application/vnd.cgn+json` is another name for
`application/json` where that is a record, and `application/x-ndjson` for `application/jsonl`.
"""
_ORDER = ("openapi", "info", "servers", "tags", "paths", "components")
_DEFS = "#/$defs/"


class Description(Api):  # type: ignore[misc] # flask-smorest has no types
    """Collects the descriptions of the routes of `app` as OpenAPI 3.1."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def __init__(self, app: Flask, settings: Settings) -> None:
        app.config["OPENAPI_VERSION"] = "3.1.0"
        info = {"description": _ABOUT, "license": {"name": "MIT", "identifier": "MIT"}}
        servers = [{"url": "/", "description": "Where this description comes from."}]
        about = {"title": "CGN", "version": version(), "info": info, "servers": servers}
        super().__init__(app, spec_kwargs=about)
        self.app = app
        self.ma_plugin.converter.add_attribute_function(properties(settings))
        scheme = {"type": "http", "scheme": BEARER, "description": "From `cgn token create`."}
        self.spec.components.security_scheme(BEARER, scheme)

    def _register_error_handlers(self) -> None:
        """Leave errors to `problems.register_handlers`: flask-smorest's lose Allow."""

    def _register_pagination_header(self) -> None:
        """Leave out the pages of flask-smorest, which are not ours."""

    def _register_responses(self) -> None:
        """Add a response component for each status of a refusal, as a problem."""
        for status in GENERAL:
            content = {TYPE: {"schema": "ProblemBody"}}
            answer = {"description": f"{status_title(status)}.", "content": content}
            self.spec.components.response(component(status), answer, lazy=True)

    @cached_property
    def document(self) -> dict[str, Any]:
        """The whole description."""
        for name, part in {**_shapes(), **_record_schemas()}.items():
            self.spec.components.schema(name, part)
        parts = self.spec.to_dict()
        document = {name: parts[name] for name in _ORDER}
        for path in document["paths"].values():
            if "parameters" in path:
                path["parameters"] = path.pop("parameters")  # after the operations
        add_examples(document)
        add_links(document)
        add_headers(document)
        _sort_answers(document)
        _spell_null(document)
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


def _spell_null(part: object) -> None:
    """Write nullable types as anyOf: some generators reject lists of types."""
    if isinstance(part, list):
        for inner in part:
            _spell_null(inner)
    elif isinstance(part, dict):
        for inner in part.values():
            _spell_null(inner)
        if isinstance(part.get("type"), list):
            part["anyOf"] = [{"type": name} for name in part.pop("type")]


def _sort_answers(document: dict[str, Any]) -> None:
    """Put success before refusals, and JSON before other types: generators take the first."""
    for operation in operations(document):
        answers = operation["responses"]
        operation["responses"] = {status: answers[status] for status in sorted(answers)}
        for answer in operation["responses"].values():
            if "content" in answer:
                kinds = sorted(answer["content"].items(), key=lambda kind: kind[0] != JSON)
                answer["content"] = dict(kinds)


def _shapes() -> dict[str, dict[str, Any]]:
    """The schemas of the answers."""
    changed = game_fields()
    schemas = game_shapes()
    for name, kind in COMPONENTS.items():
        about = {"description": (kind.__doc__ or "").partition("\n")[0]}
        whole = object_schema(kind, changed.get(name))
        schemas[name] = _moved(about | whole, str)
    for name in ("Place", "ReportRow"):
        del schemas[name]["properties"]["file"]  # only the command line reads files
    return schemas


def _record_schemas() -> dict[str, dict[str, Any]]:
    """The schema of records, with its definitions as components of the description.

    What no generator of clients can say in types is left out: which seats a record with so many
    players can name, that a variation begins with a ply, and that the version of the rules may be
    a number.
    """
    whole = schema()
    parts = whole.pop("$defs")
    for name in ("$schema", "title", "allOf"):
        del whole[name]
    whole["description"] = "A record."
    whole["properties"]["rules"]["type"] = "string"
    del parts["variation"]["prefixItems"]
    named = {RECORD: whole, **{_of_record(name): part for name, part in parts.items()}}
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


_TEXT: Final = {"type": "string"}
_COUNT: Final = {"type": "integer", "minimum": 0}
_HEADERS: Final = {
    "ETag": ("Identifies this version of the answer.", _TEXT),
    "Link": ('`<…>; rel="prev", <…>; rel="next"`: the pages before and after this one.', _TEXT),
    "Location": (
        "The address of what was stored, or of a replay.",
        {**_TEXT, "format": "uri-reference"},
    ),
    "Content-Disposition": ("Under which name to save it.", _TEXT),
    "Table-Version": ("The version of the table, the number in its ETag.", _COUNT),
    "Table-Plies": ("How many plies stand.", _COUNT),
    "Poll-After": ("With a token: seconds after which to ask again.", _COUNT),
    "Retry-After": ("Seconds after which to ask again.", _COUNT),
    "WWW-Authenticate": ("What is wrong with the token.", _TEXT),
    "RateLimit-Limit": ("Requests allowed in a minute.", _COUNT),
    "RateLimit-Remaining": ("How many of them are left.", _COUNT),
    "RateLimit-Reset": ("Seconds until more are allowed.", _COUNT),
}
_RATES = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
_OF_REFUSAL = {
    401: ("WWW-Authenticate",),
    429: ("Retry-After", *_RATES),
    503: ("Retry-After",),
}
_LISTS = ("listReplays", "listDecks", "listTables", "listTokens")
_TABLE_CHANGES = ("takeSeat", "sendNonce", "sendPlies", "takeBack", "endTable", "sendSeed")
_CREATING = ("uploadReplay", "addDeck", "createTable")
_TABLE, _READING = "getTable", ("get", "list")
"""How the names of operations begin that read a table, or anything."""

_FILES = ("getReplayText", "getReplayJson", "exportReplays")
_UNCOUNTED = ("getHealth", "getReadiness", "getMetrics")
_IF_NONE_MATCH: Final = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The ETag of an answer that you have: 304 if it would be the same.",
    "required": False,
    "schema": _TEXT,
}


def add_headers(document: dict[str, Any]) -> None:
    """Describe the headers of all answers, and If-None-Match where it is looked at."""
    components = document["components"]
    components["headers"] = {
        name: {"description": about, "schema": schema} for name, (about, schema) in _HEADERS.items()
    }
    components["parameters"] = {"IfNoneMatch": _IF_NONE_MATCH}
    for status, names in _OF_REFUSAL.items():
        components["responses"][component(status)]["headers"] = _headers(*names)
    for operation in operations(document):
        answers, name = operation["responses"], operation["operationId"]
        if _is_cached(name):
            known = {"$ref": "#/components/parameters/IfNoneMatch"}
            operation.setdefault("parameters", []).append(known)
            answers["304"] = {"description": "It is the same."}
        for status in [status for status in answers if status.startswith("2")]:
            if names := tuple(_of_success(name)):
                answers[status]["headers"] = _headers(*names)
        if "303" in answers:
            answers["303"]["headers"] = _headers("Location", *_RATES)


def _is_cached(operation: str) -> bool:
    """Whether it answers If-None-Match."""
    return operation.startswith(_READING) and operation not in _UNCOUNTED


def _of_success(operation: str) -> Iterator[str]:
    """The headers of an operation's answer that is no refusal."""
    if _is_cached(operation) or operation in (*_TABLE_CHANGES, "changeReplay", "createTable"):
        yield "ETag"
    if operation.startswith(_TABLE) or operation in _TABLE_CHANGES:
        yield from ("Table-Version", "Table-Plies")
    if operation.startswith(_TABLE):
        yield "Poll-After"
    if operation in _LISTS:
        yield "Link"
    if operation in _FILES:
        yield "Content-Disposition"
    if operation in _CREATING:
        yield "Location"
    if operation not in _UNCOUNTED:
        yield from _RATES


def _headers(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
