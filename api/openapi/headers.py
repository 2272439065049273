"""The headers of requests and answers in the description."""

from collections.abc import Iterator
from typing import Any, Final

from api.openapi.links import operations
from api.openapi.operations import component

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
