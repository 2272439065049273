"""A report of validation as JSON: what `cgn validate` prints and the service answers."""

from typing import Any

from notation.render.json import to_dict
from replays.validate import Report


def row(report: Report) -> dict[str, Any]:
    """A report as one flat object; what does not apply is left out."""
    problem = report.problem
    found: dict[str, Any] = {
        "file": report.file or None,
        "record": report.record,
        "game": report.game,
        "deck": report.deck,
        "verdict": report.verdict,
        "plies": report.plies,
    }
    if problem is not None:
        told = to_dict(problem)
        found |= {
            "code": problem.code,
            "message": told["message"],
            "line": problem.place.line,
            "column": problem.place.column,
            "pointer": problem.place.pointer,
            "ply": problem.ply,
            "seat": problem.seat,
            "legal": problem.legal,
            "suggestions": told.get("nearest"),
            "help": told.get("help"),
        }
    found |= {
        "scores": report.scores,
        "winners": report.winners,
        "digest": report.digest,
        "warnings": [to_dict(warning) for warning in report.warnings] or None,
    }
    return {name: value for name, value in found.items() if value is not None}


def full(report: Report) -> dict[str, Any]:
    """The same with the whole diagnostic under `diagnostic`, where there is one."""
    found = row(report)
    if report.problem is not None:
        found["diagnostic"] = to_dict(report.problem)
    return found
