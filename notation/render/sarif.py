"""Diagnostics as a SARIF 2.1.0 log, the form in which code scanners exchange their results."""

from collections.abc import Callable, Sequence
from os import fsencode
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from msgspec import to_builtins

from notation.codes import Code
from notation.diagnostics import Diagnostic, Place
from notation.render.visible import masked, visible
from notation.render.words import explained, has_source, heading

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_PROPERTIES = ("record", "game", "ply", "seat", "player", "legal", "nearest")


def sarif_log(
    diagnostics: Sequence[Diagnostic], version: str, explain: Callable[[str], Code]
) -> dict[str, Any]:
    """The log of one run of this version, with a rule for every code that occurs.

    `explain` gives the text of a code. A place in text is a region; one in JSON is a logical
    location, named by its pointer. Every text is safe to print.
    """
    codes = sorted({diagnostic.code for diagnostic in diagnostics})
    driver = {
        "name": "cgn",
        "version": version,
        "rules": [_rule(code, explain(code)) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(diagnostic, codes.index(diagnostic.code)) for diagnostic in diagnostics
        ],
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(name: str, code: Code) -> dict[str, Any]:
    return {
        "id": name,
        "shortDescription": {"text": code.summary},
        "help": {"text": code.explanation},
    }


def _result(diagnostic: Diagnostic, index: int) -> dict[str, Any]:
    facts = [f"{name}: {fact}" for name, fact in explained(diagnostic)]
    fields = to_builtins(diagnostic)
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": index,
        "level": diagnostic.severity,
        "message": {"text": "\n".join([heading(diagnostic), *facts])},
        "locations": [_location(diagnostic.place, diagnostic.label)],
        "properties": {name: fields[name] for name in _PROPERTIES if name in fields},
    }
    if diagnostic.also is not None:
        also = diagnostic.also
        result["relatedLocations"] = [{"id": 1, **_location(also.place, also.message)}]
    return result


def _location(place: Place, message: str) -> dict[str, Any]:
    location: dict[str, Any] = {}
    if place.file:
        location["physicalLocation"] = _physical(place)
    if place.pointer:
        location["logicalLocations"] = [
            {"fullyQualifiedName": visible(place.pointer), "kind": "value"}
        ]
    if message:
        location["message"] = {"text": visible(message)}
    return location


def _physical(place: Place) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(place.file)}}
    if place.line is not None:
        region = {"startLine": place.line, "startColumn": place.column, "endColumn": place.end}
        physical["region"] = {name: value for name, value in region.items() if value is not None}
    if has_source(place):
        physical["contextRegion"] = {
            "startLine": place.line,
            "snippet": {"text": masked(place.text)},
        }
    return physical


def _uri(file: str) -> str:
    path = PurePath(file)
    return path.as_uri() if path.is_absolute() else quote(fsencode(path.as_posix()))
