"""Completes a line for an editor, and says what an editor shows of one."""

import re
from collections.abc import Iterable, Iterator

from lsprotocol.types import (
    CompletionItem,
    CompletionItemKind,
    CompletionList,
    Hover,
    MarkupContent,
    MarkupKind,
    Position,
    TextEdit,
)

from cli.draw.glyphs import signs_for
from cli.draw.position import Drawing
from cli.draw.printing import rendered
from cli.load import LoadedRecord
from cli.lsp.document import Document, RecordPart
from cli.lsp.findings import facts_of, is_expected
from cli.lsp.places import NextPly, WrittenPly, next_at, written_at
from cli.recorder.moves import Moves
from engines.table import Table
from notation.diagnostics import Diagnostic
from notation.fault import Fault
from notation.record import Ply, Result
from notation.render.words import heading
from notation.text_writer import write_result
from replays.opening import faces_of
from replays.view.frames import frame
from replays.view.playhead import Playhead

_MOST = 100
_BEGUN = re.compile(
    r"(?P<opening>[ \t(]*)(?P<ply>[0-9]*(?:\.[ \t]*(?:(?P<seat>[A-J])(?P<colon>:[ \t]*)?)?)?)"
    r"(?P<move>[A-Za-z0-9_,+=:. \t\-]*)"
)
_END_LINE = re.compile(r"=[^a-z]*")
_REST = re.compile(r"[A-Za-z0-9_,+=:.\-]*(?:[ \t]+(?!->)[A-Za-z0-9_][A-Za-z0-9_,+=:.\-]*)*")


def completions(document: Document, position: Position) -> CompletionList:
    """The completions of the line at this place.

    They are the legal moves, the nearest first, as in `cgn record`; with number and seat if the
    line has none. After the end of the game, the completion is the end line.
    """
    items = list(_items(document, document.lines.offset(position)))
    return CompletionList(is_incomplete=True, items=items)


def _items(document: Document, cursor: int) -> Iterator[CompletionItem]:
    line = document.lines.line_at(cursor)
    start = document.lines.start(line)
    part, typed = document.part_at(line), document.text[start:cursor]
    match = _BEGUN.fullmatch(typed)
    ends = _END_LINE.fullmatch(typed) is not None
    if part is None or not (match or ends):
        return
    opening = match["opening"] if match else ""
    following = next_at(document, part, line - part.above, opening)
    if following is None:
        return
    try:
        table = following.table
    except Fault:
        return
    if table.over and not following.depth:
        yield from _end_lines(document, table, start, cursor)
    elif match:
        yield from _moves(document, following, match, start, cursor)


def _moves(
    document: Document, following: NextPly, match: re.Match[str], start: int, cursor: int
) -> Iterator[CompletionItem]:
    table = following.table
    if match["seat"] not in (None, table.to_act) or table.over:
        return
    spelled = match["colon"] is not None
    typed = _typed(match, following.number)
    prefix = "" if spelled else f"{following.number}. {table.to_act}: "
    first = start + (match.start("move") if spelled else match.end("opening"))
    end = _end(document.text, cursor)
    moves = Moves(table, faces_of(table))
    for order, text in enumerate(moves.menu(typed, _MOST)):
        spec = table.game.moves.spec(type(table.game.moves.parse(text)))
        yield CompletionItem(
            label=prefix + text,
            kind=CompletionItemKind.Value,
            detail=spec.meaning,
            sort_text=f"{order:03}",
            filter_text=document.text[first:cursor] or prefix + text,
            text_edit=TextEdit(document.lines.range(first, end), prefix + text),
            preselect=order == 0,
        )


def _typed(match: re.Match[str], number: int) -> str:
    """The typed part of a move; the line may lack number and seat."""
    if match["colon"] is None and "." in match["ply"]:
        return ""
    typed = (match["move"] if match["colon"] else match["ply"] + match["move"]).strip()
    return "" if typed == str(number) else typed


def _end(text: str, cursor: int) -> int:
    """The end of the rest of the move after the cursor."""
    match = _REST.match(text, cursor)
    return match.end() if match else cursor


def _end_lines(
    document: Document, table: Table, start: int, cursor: int
) -> Iterator[CompletionItem]:
    result = table.known(lambda: Result(tuple(table.winners()), tuple(table.scores())))
    if result is not None:
        text = write_result(result)
        yield CompletionItem(
            label=text,
            kind=CompletionItemKind.Value,
            detail="The game is over.",
            filter_text=document.text[start:cursor] or text,
            text_edit=TextEdit(document.lines.range(start, cursor), text),
        )


_WIDTH = 80
_FENCE = "```"


def hover(
    document: Document,
    position: Position,
    problems: Iterable[tuple[RecordPart, Diagnostic]] = (),
    *,
    markdown: bool,
) -> Hover | None:
    """The mistakes in this line, and the drawing of the position after its ply.

    For a wrong ply, the position is that before it. None if the line has no mistake, and either no
    ply and no shuffle, or a record that cannot be read up to it.
    """
    line = document.lines.line_at(document.lines.offset(position))
    texts = [
        "\n".join([heading(problem), *facts_of(problem)])
        for part, problem in problems
        if part.above + (problem.place.line or 1) == line and not is_expected(problem)
    ]
    part = document.part_at(line)
    written = written_at(document, part, line - part.above) if part is not None else None
    if part is not None and written is not None:
        texts.append(_drawn(document, part.number, written))
    if not texts:
        return None
    text = "\n\n".join(texts)
    if not markdown:
        return Hover(MarkupContent(MarkupKind.PlainText, text))
    fence = max([_FENCE, *[f"{run}`" for run in re.findall("`+", text)]], key=len)
    return Hover(MarkupContent(MarkupKind.Markdown, f"{fence}text\n{text}\n{fence}"))


def _drawn(document: Document, number: int, written: WrittenPly) -> str:
    """The drawing, or the reason why there is none."""
    try:
        replay = Playhead(written.line, document.decks)
        replay.seek(written.plies)
        fault = replay.fault
    except Fault as problem:
        return f"no position: {problem.message}"
    if fault is not None and replay.ply < written.plies - 1:
        return f"no position: ply {replay.ply + 1} is wrong: {fault.message}"
    loaded = LoadedRecord(
        document.name,
        number,
        more=any(part.number > number for part in document.parts()),
        replay=replay,
        plies=sum(isinstance(entry, Ply) for entry in written.line.plies),
        good=replay.plies,
        problem=None,
        decks=document.decks,
    )
    drawing = Drawing(loaded, signs_for("utf-8")).whole(frame(replay, None), _WIDTH)
    return "\n".join([line.rstrip() for line in rendered(drawing, color=False)])
