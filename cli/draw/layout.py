"""Lays pieces of styled text out in lines of a given width."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.text import Text

_CONSOLE = Console()
"""Gives rich its settings; prints nothing."""


def flow(
    pieces: Iterable[Text],
    width: int,
    *,
    first: Text | None = None,
    gap: str = "",
    indent: int | None = None,
) -> list[Text]:
    """The pieces one after another with gaps between, in as many lines as they need.

    Lines after the first are indented by `indent`, by default as far as `first`, which begins the
    first one. A piece wider than a line is cut into several.

    >>> [line.plain for line in flow(map(Text, "abc"), 5, first=Text("> "), gap=" ")]
    ['> a b', '  c']
    """
    line = Text.assemble(first) if first is not None else Text()
    indent = min(line.cell_len if indent is None else indent, width // 2)
    lines, empty = [line], True
    for whole in pieces:
        for piece in _cut(whole, width - indent):
            space = "" if empty else gap
            full = line.cell_len + len(space) + piece.cell_len > width
            if full and (not empty or line.cell_len > indent):
                line = Text(" " * indent)
                lines.append(line)
                space = ""
            line.append(space)
            line.append_text(piece)
            empty = False
    for line in lines:
        line.rstrip()
    return lines


def _cut(piece: Text, width: int) -> Iterable[Text]:
    """The piece in parts that fit, cut between words if possible."""
    return [piece] if piece.cell_len <= width else piece.wrap(_CONSOLE, max(width, 1))


def words(text: str, style: str = "") -> list[Text]:
    """The words of a text as pieces for `flow`, with a space as gap."""
    return [Text(word, style) for word in text.split()]


def labelled(
    rows: Iterable[tuple[str, str | Text]], width: int, style: str = "cyan"
) -> Iterator[Text]:
    """Rows of a label and a text, with the texts below each other.

    >>> [line.plain for line in labelled([("a", "one"), ("long", "two three")], 13)]
    ['a     one', 'long  two', '      three']
    """
    rows = list(rows)
    widest = max((len(label) for label, _ in rows), default=0)
    for label, text in rows:
        pieces = words(text) if isinstance(text, str) else [text]
        yield from flow(pieces, width, first=Text(f"{label:<{widest}}  ", style), gap=" ")


def cut(line: Text, width: int, more: str) -> Text:
    """The line; a wider one is cut off, and ends with a sign.

    >>> cut(Text("a long name"), 6, "…").plain, cut(Text("name"), 6, "…").plain
    ('a lon…', 'name')
    """
    done = line.copy()
    if line.cell_len > width:
        done.truncate(max(width - len(more), 0), overflow="crop")
        done.append(more[:width], "dim")
    return done


def fit(line: Text, width: int, more: str) -> Text:
    """The line in exactly this width: padded, or cut off with a sign."""
    done = cut(line, width, more)
    done.append(" " * (width - done.cell_len))
    return done


def columns(cells: Iterable[Text], widths: Iterable[int]) -> Text:
    """The cells on one line, each padded to its width.

    >>> columns([Text("a"), Text("b"), Text("c")], [3, 2, 9]).plain
    'a  b c'
    """
    line = Text()
    for cell, width in zip(cells, widths, strict=False):
        line.append_text(cell)
        line.append(" " * (width - cell.cell_len))
    line.rstrip()
    return line


def beside(blocks: Sequence[list[Text]], width: int, more: str, gap: str = "  ") -> list[Text]:
    """Blocks of lines side by side with gaps between, each in its equal share of the width.

    >>> [line.plain for line in beside([[Text("a")], [Text("b"), Text("c")]], 7, "+")]
    ['a   b', '    c']
    """
    share = (width - len(gap) * (len(blocks) - 1)) // len(blocks)
    lines = []
    for row in range(max(map(len, blocks))):
        line = Text()
        for number, block in enumerate(blocks):
            line.append(gap if number else "", "dim")
            line.append_text(fit(block[row] if row < len(block) else Text(), share, more))
        line.rstrip()
        lines.append(line)
    return lines
