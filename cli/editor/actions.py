"""Quick fixes, as an editor applies them."""

from collections.abc import Iterator

from lsprotocol.types import CodeAction, CodeActionKind, TextEdit, WorkspaceEdit

from cli.editor.document import Document, Part
from cli.editor.findings import finding
from cli.editor.fixes import fixes
from notation.diagnostics import Diagnostic


def actions(document: Document, uri: str, part: Part, problem: Diagnostic) -> Iterator[CodeAction]:
    """The quick fixes of a diagnostic of a part of a document."""
    for fix in fixes(problem):
        place = problem.place
        line = part.above + (place.line or 1)
        start, end = (document.lines.offset_at(line, column) for column in (fix.start, fix.end))
        edit = TextEdit(document.lines.range(start, end), fix.text)
        yield CodeAction(
            fix.title,
            kind=CodeActionKind.QuickFix,
            diagnostics=[finding(document, uri, part, problem)],
            is_preferred=fix.meant,
            edit=WorkspaceEdit(changes={uri: [edit]}),
        )
