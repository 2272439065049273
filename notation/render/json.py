"""A diagnostic as a JSON object, for programs: true texts, escaped where they are printed."""

import json
from typing import Any

from notation.diagnostics import Diagnostic, Label, Place
from notation.render.visible import HIDDEN


def to_dict(diagnostic: Diagnostic) -> dict[str, Any]:
    """The diagnostic as an object; what does not apply is absent.

    Always there are `code`, `severity`, `message` and `place`. Besides, in this order: `label`,
    `also` (`place`, `message`), `record`, `game`, `ply`, `seat`, `player`, `table`, `rule`,
    `legal` (a number), `nearest` (a list), `help`, `note`. A place has `file`, `line`,
    `column`, `endColumn` (the column after the last), `pointer` and `source` (the line's text).
    Every text is the true one; `printable` makes it safe to print.
    """
    parts = {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "place": _place(diagnostic.place),
        "label": diagnostic.label or None,
        "also": _also(diagnostic.also),
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


def printable(value: object) -> bytes:
    r"""The value as one line of JSON, in UTF-8, with every character that acts or hides escaped.

    >>> printable({"file": "\x9b\u202eZoë"}).decode()
    '{"file":"\\u009b\\u202eZoë"}'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return HIDDEN.sub(lambda match: json.dumps(match[0])[1:-1], text).encode()


def _also(also: Label | None) -> dict[str, Any] | None:
    if also is None:
        return None
    return {"place": _place(also.place), "message": also.message}


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
