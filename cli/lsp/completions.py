"""Completes moves in a line, and the end line."""

import re
from collections.abc import Iterator

from lsprotocol.types import (
    CompletionItem,
    CompletionItemKind,
    CompletionList,
    Position,
    TextEdit,
)

from cli.lsp.document import Document
from cli.lsp.places import NextPly, next_at
from cli.recorder.matching import faces_of
from cli.recorder.moves import Moves
from engines.table import Table
from notation.fault import Fault
from notation.record import Result
from notation.text_writer import write_result

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
