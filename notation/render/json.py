"""A diagnostic as a JSON object, for programs."""

from typing import Any

from notation.diagnostics import Diagnostic, Label, Place
from notation.render.visible import masked, visible


def to_dict(diagnostic: Diagnostic) -> dict[str, Any]:
    """The diagnostic as an object; what does not apply is absent.

    Always there are `code`, `severity`, `message` and `place`. Besides, in this order: `label`,
    `also` (`place`, `message`), `record`, `game`, `ply`, `seat`, `player`, `table`, `rule`,
    `legal` (a number), `nearest` (a list), `help`, `note`. A place has `file`, `line`,
    `column`, `endColumn` (the column after the last), `pointer` and `source` (the line's text).
    Every text is safe to print.
    """
    parts = {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": visible(diagnostic.message),
        "place": _place(diagnostic.place),
        "label": visible(diagnostic.label) or None,
        "also": _also(diagnostic.also),
        "record": diagnostic.record,
        "game": _text(diagnostic.game),
        "ply": diagnostic.ply,
        "seat": _text(diagnostic.seat),
        "player": _text(diagnostic.player),
        "table": _text(diagnostic.table),
        "rule": _text(diagnostic.rule),
        "legal": diagnostic.legal,
        "nearest": [visible(move) for move in diagnostic.nearest] or None,
        "help": _text(diagnostic.help),
        "note": _text(diagnostic.note),
    }
    return _present(parts)


def _also(also: Label | None) -> dict[str, Any] | None:
    if also is None:
        return None
    return {"place": _place(also.place), "message": visible(also.message)}


def _place(place: Place) -> dict[str, Any]:
    parts = {
        "file": visible(place.file) or None,
        "line": place.line,
        "column": place.column,
        "endColumn": place.end,
        "pointer": _text(place.pointer),
        "source": masked(place.text) or None,
    }
    return _present(parts)


def _text(text: str | None) -> str | None:
    return None if text is None else visible(text)


def _present(parts: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in parts.items() if value is not None}
