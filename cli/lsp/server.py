"""The language server: handles notifications and requests of an editor."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic
from typing import TypeVar

from lsprotocol import types
from lsprotocol.types import CodeAction, CodeActionKind, TextEdit, WorkspaceEdit
from pygls.lsp.server import LanguageServer

from cli.fmt import Canonical
from cli.load import BrokenRecord
from cli.lsp.document import Document, RecordPart
from cli.lsp.findings import finding
from cli.lsp.line import completions, hover
from client.about import version
from engines.registry import Decks
from notation import diagnostics
from notation.diagnostics import Diagnostic
from notation.edits import Edit
from notation.mending import renumbered_from
from notation.split_records import Chunk


def actions(
    document: Document, uri: str, part: RecordPart, problem: Diagnostic
) -> Iterator[CodeAction]:
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
    """The action that renumbers the plies from a line on, if one has a wrong number."""
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


def _of(document: Document, part: RecordPart, edit: Edit) -> TextEdit:
    """Convert an edit of a part of a document for the editor."""
    start, end = (
        document.lines.offset_at(part.above + spot.line, spot.column)
        for spot in (edit.start, edit.end)
    )
    return TextEdit(document.lines.range(start, end), edit.text)


def formatting(document: Document) -> list[TextEdit]:
    """The edit that brings a document into canonical form; none if it is canonical already.

    The editor keeps its line ends. Unchanged lines at the beginning and the end are left out.
    Raises BrokenRecord if a record cannot be read.
    """
    new = Canonical().of(document.raw, document.name).decode()
    old = document.text
    if old.replace("\r\n", "\n") == new:
        return []
    head, tail = _shared(old, new)
    return [
        TextEdit(document.lines.range(head, len(old) - tail), new[head : len(new) - tail]),
    ]


def _shared(old: str, new: str) -> tuple[int, int]:
    """The number of characters of whole lines that two texts share, at their start and end."""
    olds, news = old.split("\n"), new.split("\n")
    most = min(len(olds), len(news))
    first = next((i for i in range(most) if olds[i] != news[i]), most - 1)
    most -= first
    last = next((i for i in range(most) if olds[-1 - i] != news[-1 - i]), most - 1)
    head = sum(len(line) + 1 for line in olds[:first])
    tail = sum(len(line) + 1 for line in olds[len(olds) - last :])
    return head, tail


T = TypeVar("T")

_PAUSE = 0.2
"""Seconds after the last change until a document is checked."""

_TURN = 0.05
"""Seconds of a turn of playing records, before requests of the editor come first."""

_TRIGGERS = (" ", ":", ".", ",", "=", "+")


class Server(LanguageServer):
    """Serves one editor. Records may name `decks`.

    A second thread plays records in short turns, so that requests never wait long for a large
    file.
    """

    def __init__(self, decks: Decks) -> None:
        # Editors send whole documents: pygls, which would join parts, takes U+2028 and others for
        # line ends, and editors do not.
        super().__init__("cgn", version(), text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self._decks = decks
        self._player = ThreadPoolExecutor(1)
        self._checks: dict[str, asyncio.Task[None]] = {}
        self._checked: dict[str, dict[Chunk, list[diagnostics.Diagnostic]]] = {}

    def document(self, uri: str) -> Document:
        """The document at this address, with the editor's present text."""
        text = self.workspace.get_text_document(uri)
        units = self.workspace.position_encoding
        return Document(text.source, text.filename or "", units, self._decks)

    async def play(self, work: Callable[[], T]) -> T:
        """Run `work` in the thread that plays records, after its turn. Returns the result."""
        return await asyncio.get_running_loop().run_in_executor(self._player, work)

    def check_soon(self, uri: str) -> None:
        """Check a document after a pause in typing, and show its mistakes."""
        self.stop_checking(uri)
        self._checks[uri] = asyncio.ensure_future(self._check(uri))

    def stop_checking(self, uri: str) -> None:
        """Cancel the check of a document."""
        if uri in self._checks:
            self._checks.pop(uri).cancel()

    def close(self, uri: str) -> None:
        """Forget a document, and withdraw its diagnostics."""
        self.stop_checking(uri)
        self._checked.pop(uri, None)
        self._publish(uri, None, [])

    async def _check(self, uri: str) -> None:
        await asyncio.sleep(_PAUSE)
        number = self.workspace.get_text_document(uri).version
        document = self.document(uri)
        findings = []
        for part, problems in await self.problems(uri, document):
            findings += [finding(document, uri, part, problem) for problem in problems]
        self._publish(uri, number, findings)

    async def problems(
        self, uri: str, document: Document
    ) -> list[tuple[RecordPart, list[diagnostics.Diagnostic]]]:
        """The parts of a document, each with its mistakes.

        A part that has not changed since the last check is not played again.
        """
        known = self._checked.get(uri, {})
        parts = await self.play(lambda: list(document.parts()))
        while not await self.play(partial(_check_some, document, parts, known)):
            pass
        self._checked[uri] = {part.chunk: known[part.chunk] for part in parts}
        empty = document.empty() if not parts else None
        nothing = [(RecordPart(1, 0, Chunk(1, b"")), [empty])] if empty is not None else []
        return nothing or [(part, known[part.chunk]) for part in parts]

    def _publish(self, uri: str, number: int | None, diagnostics: list[types.Diagnostic]) -> None:
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri=uri, version=number, diagnostics=diagnostics)
        )

    @property
    def reads_markdown(self) -> bool:
        """Whether the editor shows Markdown on hover."""
        text = self.client_capabilities.text_document
        asked = text.hover.content_format if text is not None and text.hover is not None else None
        return types.MarkupKind.Markdown in (asked or ())


def _check_some(
    document: Document,
    parts: Sequence[RecordPart],
    known: dict[Chunk, list[diagnostics.Diagnostic]],
) -> bool:
    """Check parts that are not known yet, for one turn. Returns whether all are known now."""
    end = monotonic() + _TURN
    for part in parts:
        if part.chunk not in known:
            known[part.chunk] = document.check(part)
            if monotonic() > end:
                return False
    return True


def make_server(decks: Decks) -> Server:
    """Make a server with all features."""
    server = Server(decks)
    _follow_documents(server)
    _answer(server)
    return server


def _follow_documents(server: Server) -> None:
    """Check documents when they are opened and changed."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.check_soon(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        server.check_soon(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)


def _answer(server: Server) -> None:
    """Answer completion, hover, quick fixes and formatting."""

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=_TRIGGERS)
    )
    async def complete(params: types.CompletionParams) -> types.CompletionList:
        document = server.document(params.text_document.uri)
        return await server.play(lambda: completions(document, params.position))

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hovered(params: types.HoverParams) -> types.Hover | None:
        uri, markdown = params.text_document.uri, server.reads_markdown
        document = server.document(uri)
        checked = await server.problems(uri, document)
        problems = [(part, problem) for part, some in checked for problem in some]
        work = partial(hover, document, params.position, problems, markdown=markdown)
        return await server.play(work)

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(
            code_action_kinds=[
                types.CodeActionKind.QuickFix,
                types.CodeActionKind.RefactorRewrite,
            ]
        ),
    )
    async def fix(params: types.CodeActionParams) -> list[types.CodeAction]:
        return await _actions(server, params)

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def form(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        document = server.document(params.text_document.uri)
        try:
            return await server.play(lambda: formatting(document))
        except BrokenRecord as broken:
            place = broken.problem.place
            message = f"not formatted: line {place.line}: {broken.problem.message}"
            server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, message))
            return []


async def _actions(server: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    """The quick fixes of mistakes in the lines of a range, and new numbers from there on."""
    uri = params.text_document.uri
    document = server.document(uri)
    if not document.is_text:
        return []
    found = [
        action
        for part, problems in await server.problems(uri, document)
        for problem in problems
        if _share_a_line(document.range_of(part, problem.place), params.range)
        for action in actions(document, uri, part, problem)
    ]
    titles = {action.title for action in found}
    line = document.lines.line_at(document.lines.offset(params.range.start))
    again = await server.play(lambda: list(renumbering(document, uri, line)))
    return [*found, *(action for action in again if action.title not in titles)]


def _share_a_line(one: types.Range, other: types.Range) -> bool:
    return one.start.line <= other.end.line and other.start.line <= one.end.line
