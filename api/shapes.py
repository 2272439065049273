"""The shapes of JSON answers. The description of the service has each as a component.

Those that clients read as well are in client/answers.py, client/table_answers.py and
client/statistics_answers.py.
"""

import sys
from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Annotated, Any, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct
from msgspec.structs import fields

from api.problem_types import NOT_FOUND
from client import answers, statistics_answers, table_answers
from client.answers import Entry
from client.table_answers import TableMoves
from notation.diagnostics import Diagnostic
from notation.json_shape import LONG, doc, one_of, structs_in
from notation.typed_json import convert_to
from notation.weight import TOO_COSTLY
from replays.report_json import ReportRow
from replays.store import model

S = TypeVar("S", bound=Struct)


def shaped(kept: object, kind: type[S]) -> S:
    """What a store keeps, in the shape of an answer."""
    return convert_to(kind, kept, of_attributes=True)


class Limit(Struct, frozen=True):
    """The limit that was passed."""

    name: Annotated[str, doc("The name of the setting.", "max_body")]
    value: Annotated[int, doc("Its value.", 4_194_304), LONG]


class ParameterError(Struct, frozen=True):
    """What is wrong with one parameter."""

    parameter: Annotated[str, doc("Its name.", "limit")]
    message: str


class ProblemBody(Struct, frozen=True, omit_defaults=True):
    """Why a request was refused (RFC 9457)."""

    type: Annotated[
        str,
        Meta(extra_json_schema={"format": "uri-reference"}),
        doc("The address of a page about this type of problem.", NOT_FOUND.path),
    ]
    title: Annotated[str, doc("What the type means.", NOT_FOUND.title)]
    status: Annotated[int, doc("The status.", NOT_FOUND.status)]
    detail: Annotated[str, doc("What is wrong, and what to do.")]
    diagnostics: tuple[Diagnostic, ...] = ()
    errors: tuple[ParameterError, ...] = ()
    limit: Limit | None = None
    code: Annotated[str | None, doc("The code, if the work is too costly.", TOO_COSTLY)] = None
    table: Annotated[
        TableMoves | None, doc("What happened at the table since the version of If-Match.")
    ] = None


class Status(Struct, frozen=True):
    """Whether the service works."""

    status: Annotated[str, doc("Always `ok`.", "ok")]


class Changed(Entry, frozen=True):
    """A replay as it is after a change."""

    hold: Annotated[
        Annotated[str, one_of(model.Visibility)] | None,
        doc("The visibility that you chose; null if you do not hold it."),
    ]


def _optional(kind: type[Struct]) -> Iterator[tuple[str, Any, Any]]:
    """The fields of a struct, all of which can be left out."""
    for field in fields(kind):
        if field.required:
            yield field.name, field.type | UnsetType, UNSET
        else:
            yield field.name, field.type, field.default


ImportLine = defstruct(
    "ImportLine",
    [
        ("record", Annotated[int, doc("Its number in the body.", 1)]),
        ("status", Annotated[int, doc("The status that a single upload of it would get.", 201)]),
        *_optional(answers.Stored),
        *(field for field in _optional(ProblemBody) if field[0] != "status"),
    ],
    namespace={"__doc__": "A record of an import: as Stored where it is stored, or a Problem."},
    omit_defaults=True,
    kw_only=True,
)


class Imported(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of the records of an import.

    If it is not complete, the members of a problem say why.
    """

    complete: Annotated[bool, doc("Whether every record was looked at.")]
    records: Annotated[int, doc("How many were looked at.", 2)]
    stored: Annotated[int, doc("How many of these are stored.", 1)]
    refused: Annotated[int, doc("How many were refused.", 1)]
    type: str | None = None
    title: str | None = None
    status: int | None = None
    detail: Annotated[str | None, doc("What is wrong, and what to do.")] = None
    diagnostics: tuple[Diagnostic, ...] = ()
    limit: Limit | None = None
    code: Annotated[str | None, doc("The code, if the work is too costly.", TOO_COSTLY)] = None
    lines: Annotated[
        tuple[ImportLine, ...],  # type: ignore[valid-type] # mypy does not know what defstruct makes
        doc("One for each record, in order."),
    ]


class Validation(Struct, frozen=True):
    """What validation says of every record of the body."""

    records: tuple[ReportRow, ...]
    valid: int
    incomplete: int
    undetermined: int
    invalid: int


class TableFrame(answers.ViewedFrame, frozen=True):
    """One position of a table."""

    version: Annotated[int, doc("The version of the table that was asked for.", 12)] = 0


def _answers() -> Iterator[type[Struct]]:
    """The structs that these modules define."""
    for module in (answers.__name__, table_answers.__name__, statistics_answers.__name__, __name__):
        for kind in vars(sys.modules[module]).values():
            if isinstance(kind, type) and issubclass(kind, Struct) and kind.__module__ == module:
                yield kind


COMPONENTS: Mapping[str, type[Struct]] = {
    kind.__name__: kind for kind in sorted(structs_in(_answers()), key=attrgetter("__name__"))
}
"""Every shape that occurs in an answer, by its name in the description."""
