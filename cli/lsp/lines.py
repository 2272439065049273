"""Places in a text: as an editor counts them, and as diagnostics do."""

import re
from bisect import bisect_right
from functools import cached_property

from lsprotocol.types import Position, PositionEncodingKind, Range

_END = re.compile(r"\r\n|\n|\r")
_BOM = "\ufeff"
_CODECS = {
    PositionEncodingKind.Utf8: ("utf-8", 1),
    PositionEncodingKind.Utf16: ("utf-16-le", 2),
    PositionEncodingKind.Utf32: ("utf-32-le", 4),
}
"""How each unit of the protocol is encoded, and its bytes."""


class Lines:
    """The lines of a text, for an editor that counts columns in these units.

    To an editor a line ends with LF, CRLF or CR, to a record only with the first two.
    """

    def __init__(self, text: str, units: PositionEncodingKind | str | None = None) -> None:
        self.text = text
        default = _CODECS[PositionEncodingKind.Utf16]
        self._codec, self._width = _CODECS.get(PositionEncodingKind(units or "utf-16"), default)

    @cached_property
    def _starts(self) -> list[int]:
        """Where an editor's lines begin."""
        return [0, *[match.end() for match in _END.finditer(self.text)]]

    @cached_property
    def _record_starts(self) -> list[int]:
        """Where the lines of records begin."""
        return [0, *[match.end() for match in re.finditer("\n", self.text)]]

    def position(self, offset: int) -> Position:
        """The place of a character, as the editor counts."""
        line = bisect_right(self._starts, offset) - 1
        before = self.text[self._starts[line] : offset]
        return Position(line, len(before.encode(self._codec, "surrogatepass")) // self._width)

    def offset(self, position: Position) -> int:
        """The index of the character at a place; of the line's end, if the line is shorter."""
        if position.line >= len(self._starts):
            return len(self.text)
        start = self._starts[position.line]
        end = _END.search(self.text, start)
        line = self.text[start : end.start() if end else len(self.text)]
        raw = line.encode(self._codec, "surrogatepass")[: position.character * self._width]
        return start + len(raw.decode(self._codec, "ignore"))

    def range(self, start: int, end: int) -> Range:
        """From one character to before another."""
        return Range(self.position(start), self.position(end))

    def offset_at(self, line: int, column: int) -> int:
        """The index of the character at a diagnostic's place, in the text or at its end."""
        start = self.start(line)
        marked = self.text.startswith(_BOM, start)
        return min(start + marked + column - 1, len(self.text))

    def start(self, line: int) -> int:
        """Where a line of a record begins, counted from 1."""
        return self._record_starts[min(line, len(self._record_starts)) - 1]

    def line_at(self, offset: int) -> int:
        """The number of the line of a record in which a character stands."""
        return bisect_right(self._record_starts, offset)
