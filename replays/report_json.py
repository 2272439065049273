"""A report of validation as JSON, which `cgn validate` prints and the service answers."""

from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from notation.diagnostics import Diagnostic
from notation.json_shape import doc, one_of
from replays.validate import INCOMPLETE, INVALID, UNDETERMINED, VALID, Report


class ReportRow(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The report of validation on one record."""

    file: Annotated[str, doc("The name of the file.")] = ""
    record: Annotated[int, doc("Its number in the file or body.", 1)]
    game: Annotated[str | None, doc("Its name.", "triggs")] = None
    deck: Annotated[str | None, doc("The deck that the record names.")] = None
    verdict: Annotated[
        str,
        one_of((VALID, INCOMPLETE, UNDETERMINED, INVALID)),
        doc(
            "incomplete: a legal beginning of a game. undetermined: cards are left out, and it is"
            " not known whether any can make the record right."
        ),
    ]
    doubt: Annotated[
        str | None,
        doc(
            "Why it is undetermined.",
            "ply 12 was refused in all 8 ways tried: point_salad.same-slot",
        ),
    ] = None
    plies: Annotated[int, doc("How many plies are valid.", 88)]
    code: Annotated[str | None, doc("The error's code.", "triggs.sum")] = None
    message: Annotated[str | None, doc("The error's message.")] = None
    line: int | None = None
    column: int | None = None
    pointer: str | None = None
    ply: int | None = None
    seat: str | None = None
    legal: Annotated[int | None, doc("How many moves were legal.")] = None
    suggestions: Annotated[tuple[str, ...], doc("The nearest legal moves.")] = ()
    help: str | None = None
    scores: Annotated[
        tuple[int | None, ...] | None, doc("Those that the moves give.", [39, 41])
    ] = None
    winners: Annotated[tuple[str, ...] | None, doc("Those that the moves give.", ["B"])] = None
    digest: Annotated[str | None, doc("The id that the replay would have.")] = None
    warnings: tuple[Diagnostic, ...] = ()
    diagnostic: Diagnostic | None = None
    same_game: Annotated[
        tuple[str, ...] | None, doc("Stored replays of the same game that you can find.")
    ] = None


def row(report: Report) -> ReportRow:
    """A report as one flat object."""
    row = ReportRow(
        file=report.file,
        record=report.record,
        game=report.game,
        deck=report.deck,
        verdict=report.verdict,
        doubt=report.doubt,
        plies=report.plies,
        scores=report.scores,
        winners=report.winners,
        digest=report.digest,
        warnings=report.warnings,
    )
    problem = report.problem
    if problem is None:
        return row
    return replace(
        row,
        code=problem.code,
        message=problem.message,
        line=problem.place.line,
        column=problem.place.column,
        pointer=problem.place.pointer,
        ply=problem.ply,
        seat=problem.seat,
        legal=problem.legal,
        suggestions=problem.nearest,
        help=problem.help,
    )


def full(report: Report) -> ReportRow:
    """A report as one flat object, with the whole diagnostic if there is one."""
    return replace(row(report), diagnostic=report.problem)
