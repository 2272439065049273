"""Quick fixes and new numbers, as an editor applies them."""

from collections.abc import Iterator

from lsprotocol.types import CodeAction, CodeActionKind, TextEdit, WorkspaceEdit

from cli.lsp.document import Document, Part
from cli.lsp.findings import finding
from notation.diagnostics import Diagnostic
from notation.edits import Edit
from notation.mending import renumbered_from


def actions(document: Document, uri: str, part: Part, problem: Diagnostic) -> Iterator[CodeAction]:
    """The quick fixes of a diagnostic of a part of a document."""
    for edit in problem.edits:
        yield CodeAction(
            edit.title,
            kind=CodeActionKind.QuickFix,
            diagnostics=[finding(document, uri, part, problem)],
            is_preferred=edit.meant,
            edit=WorkspaceEdit(changes={uri: [_of(document, part, edit)]}),
        )


def renumbering(document: Document, uri: str, line: int) -> Iterator[CodeAction]:
    """The action that numbers the plies from a line on anew, if one of them has a wrong number."""
    part = document.part_at(line)
    if part is None:
        return
    edit = renumbered_from(document.text_of(part), line - part.above)
    if edit is not None:
        yield CodeAction(
            edit.title,
            kind=CodeActionKind.RefactorRewrite,
            edit=WorkspaceEdit(changes={uri: [_of(document, part, edit)]}),
        )


def _of(document: Document, part: Part, edit: Edit) -> TextEdit:
    """An edit of a part of a document, as an editor makes it."""
    start, end = (
        document.lines.offset_at(part.above + spot.line, spot.column)
        for spot in (edit.start, edit.end)
    )
    return TextEdit(document.lines.range(start, end), edit.text)
