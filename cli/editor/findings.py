"""The parts of a diagnostic that an editor shows: message, severity, link to an explanation."""

from collections.abc import Mapping
from functools import cache

from lsprotocol.types import (
    CodeDescription,
    Diagnostic,
    DiagnosticRelatedInformation,
    DiagnosticSeverity,
    Location,
)

from api.pages.docs_folder import DOCS
from cli.editor.document import Document, Part
from notation import diagnostics
from notation.render.visible import visible
from notation.render.words import explained, heading

_HEADING = "### "
_EXPECTED = "cgn.cut-off"
"""The code that every record has while it is being written."""


def finding(
    document: Document, uri: str, part: Part, diagnostic: diagnostics.Diagnostic
) -> Diagnostic:
    """A diagnostic of a part of a document, as an editor shows it."""
    facts = [f"{name}: {fact}" for name, fact in explained(diagnostic)]
    href = _explanations().get(diagnostic.code)
    also = diagnostic.also
    return Diagnostic(
        range=document.range_of(part, diagnostic.place),
        severity=_severity(diagnostic),
        code=diagnostic.code,
        code_description=CodeDescription(href) if href else None,
        source="cgn",
        message="\n".join([heading(diagnostic), *facts]),
        related_information=None
        if also is None
        else [
            DiagnosticRelatedInformation(
                Location(uri, document.range_of(part, also.place)), visible(also.message)
            )
        ],
    )


def _severity(diagnostic: diagnostics.Diagnostic) -> DiagnosticSeverity:
    if diagnostic.code == _EXPECTED:
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
