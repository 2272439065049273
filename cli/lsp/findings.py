"""Converts diagnostics for editors: message, severity, link to an explanation."""

from collections.abc import Mapping
from functools import cache

from lsprotocol.types import (
    CodeDescription,
    Diagnostic,
    DiagnosticRelatedInformation,
    DiagnosticSeverity,
    Location,
)

from cli.lsp.document import Document, RecordPart
from notation import diagnostics
from notation.render.visible import visible
from notation.render.words import explained, heading
from pages.docs_folder import DOCS

_HEADING = "### "
_EXPECTED = "cgn.cut-off"
"""The code of every record that is still being written."""


def finding(
    document: Document, uri: str, part: RecordPart, diagnostic: diagnostics.Diagnostic
) -> Diagnostic:
    """Convert a diagnostic of a part of a document for an editor.

    The message is one line, since many editors write it behind the line at fault. The cards on
    the table, the rule and the help are related information, and lines in `data`.
    """
    span = document.range_of(part, diagnostic.place)
    facts = facts_of(diagnostic)
    related = [(span, fact) for fact in facts]
    if (also := diagnostic.also) is not None:
        related.insert(0, (document.range_of(part, also.place), visible(also.message)))
    href = _explanations().get(diagnostic.code)
    return Diagnostic(
        range=span,
        severity=_severity(diagnostic),
        code=diagnostic.code,
        code_description=CodeDescription(href) if href else None,
        source="cgn",
        message=heading(diagnostic),
        related_information=[
            DiagnosticRelatedInformation(Location(uri, place), text) for place, text in related
        ]
        or None,
        data=facts or None,
    )


def is_expected(diagnostic: diagnostics.Diagnostic) -> bool:
    """Whether every record has this mistake while it is being written."""
    return diagnostic.code == _EXPECTED


def facts_of(diagnostic: diagnostics.Diagnostic) -> list[str]:
    """The facts of a diagnostic besides its message, one a line."""
    return [f"{name}: {fact}" for name, fact in explained(diagnostic)]


def _severity(diagnostic: diagnostics.Diagnostic) -> DiagnosticSeverity:
    if is_expected(diagnostic):
        return DiagnosticSeverity.Information
    if diagnostic.severity == "warning":
        return DiagnosticSeverity.Warning
    return DiagnosticSeverity.Error


@cache
def _explanations() -> Mapping[str, str]:
    """The address of the explanation of each code, in the page of errors."""
    page = DOCS / "errors.md"
    lines = page.read_text(encoding="utf-8").splitlines()
    return {
        line.removeprefix(_HEADING): f"{page.resolve().as_uri()}#L{number}"
        for number, line in enumerate(lines, start=1)
        if line.startswith(_HEADING)
    }
