"""A diagnostic as a JSON object, for programs."""

import json
from typing import Any

from notation.diagnostics import Diagnostic, Place


def to_dict(diagnostic: Diagnostic) -> dict[str, Any]:
    """The diagnostic as an object; what does not apply is absent.

    Always there are `code`, `severity`, `message` and `place`. Besides, in this order: `label`,
    `also` (`place`, `message`), `record`, `game`, `ply`, `seat`, `player`, `table`, `rule`,
    `legal` (a number), `nearest` (a list), `help`, `note`. A place has `file`, `line`,
    `column`, `endColumn` (the column after the last), `pointer` and `source` (the line's text).
    Texts are as they were written: whoever prints them makes them safe.
    """
    also = diagnostic.also
    parts = {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "place": _place(diagnostic.place),
        "label": diagnostic.label or None,
        "also": also and {"place": _place(also.place), "message": also.message},
        "record": diagnostic.record,
        "game": diagnostic.game,
        "ply": diagnostic.ply,
        "seat": diagnostic.seat,
        "player": diagnostic.player,
        "table": diagnostic.table,
        "rule": diagnostic.rule,
        "legal": diagnostic.legal,
        "nearest": list(diagnostic.nearest) or None,
        "help": diagnostic.help,
        "note": diagnostic.note,
    }
    return _present(parts)


def render_json(diagnostic: Diagnostic) -> str:
    """The object on one line, in ASCII only, so that it is safe on a terminal too."""
    return json.dumps(to_dict(diagnostic))


def _place(place: Place) -> dict[str, Any]:
    parts = {
        "file": place.file or None,
        "line": place.line,
        "column": place.column,
        "endColumn": place.end,
        "pointer": place.pointer,
        "source": place.text or None,
    }
    return _present(parts)


def _present(parts: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in parts.items() if value is not None}
