"""Shows the mistakes in a line, and the position after its ply, as `cgn show` draws it."""

import re
from collections.abc import Iterable

from lsprotocol.types import Hover, MarkupContent, MarkupKind, Position

from cli.draw.glyphs import signs_for
from cli.draw.position import Drawing
from cli.draw.printing import rendered
from cli.load import LoadedRecord
from cli.lsp.document import Document, RecordPart
from cli.lsp.findings import facts_of, is_expected
from cli.lsp.places import WrittenPly, written_at
from notation.diagnostics import Diagnostic
from notation.fault import Fault
from notation.record import Ply
from notation.render.words import heading
from replays.view.frames import frame
from replays.view.playhead import Playhead

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
