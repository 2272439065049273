"""Locates the parts of a record in the file it was read from, only when asked."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from msgspec.structs import replace

from notation.diagnostics import Diagnostic, Label, Place
from notation.edits import Edit
from notation.encoding import BOM
from notation.fault import Fault
from notation.grammar import PLAY_LINE, TAG_LINE
from notation.header import header_where
from notation.json_writer import write_json_result
from notation.mending import suggested
from notation.record import Path, Result, Where, part_of, path_of, walk
from notation.text_writer import write_result
from notation.variation_tree import build
from notation.wording import Suggestion

_PILE, _CARDS, _SHUFFLE_REVEALS = 10, 11, 12
_GROUPS: dict[str | int, int] = {
    "seat": 3,
    "move": 4,
    "reveals": 5,
    "irregular": 6,
    "order": _PILE,
}


class Source(ABC):
    """The file, the number of the record in it, and the places of the record's parts.

    If it `mends`, its diagnostics have edits.
    """

    file: str
    record: int
    mends: bool = False

    @abstractmethod
    def place(self, where: Where, start: int = 0, end: int | None = None) -> Place:
        """The place of the value at the end of these steps, in a record that could be read.

        Of a move or of reveals, the part from `start` to `end`, counted in the text with single
        spaces. An index as the last step leads to one card of an order or of reveals. The whole
        line if the value is not written, and the start of the record if there is no line.
        """

    def whole(self) -> Place:
        """Where the record begins."""
        return self.place(())

    def diagnostic(self, fault: Fault) -> Diagnostic:
        """The fault as a diagnostic, at its place in the file."""
        place = fault.place or self.place(fault.where, fault.start, fault.end)
        return Diagnostic(
            code=fault.code,
            severity="error",
            message=fault.message,
            place=place,
            label=fault.label,
            record=self.record,
            help=None if fault.advice is None else str(fault.advice),
            also=fault.also and self._label(*fault.also),
            edits=self._edits(fault, place) if self.mends else (),
        )

    def _label(self, at: Where | Place, message: str) -> Label:
        return Label(place=at if isinstance(at, Place) else self.place(at), message=message)

    def _edits(self, fault: Fault, place: Place) -> tuple[Edit, ...]:
        """The edits that would mend a fault at this place."""
        if fault.edits or not isinstance(fault.advice, Suggestion):
            return fault.edits
        if len(part_of(fault.where)) > 1 and " " in fault.advice.text:
            place = self.place(fault.where[:-1])  # a suggestion of several cards is one of all
        return (suggested(place, fault.code, fault.advice),)

    @abstractmethod
    def last(self) -> Place:
        """The last line of a record that may have been cut off; of JSON, all of it."""

    @abstractmethod
    def spell(self, result: Result) -> str:
        """The spelling of a result in this form of a record."""


@dataclass(frozen=True)
class TextSource(Source):
    """A record of text: its file, number, first line, and text with LF line ends."""

    file: str
    record: int
    first_line: int
    text: str
    mends: bool = False

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.split("\n")

    def line_at(self, index: int, column: int = 1, end: int | None = None) -> Place:
        """A place in the line of this index, counted from 0."""
        text = self._lines[index] if index < len(self._lines) else ""
        stop = max(len(text.rstrip()) + 1, column + 1) if end is None else end
        return Place(
            file=self.file, line=self.first_line + index, column=column, end=stop, text=text
        )

    def place(self, where: Where, start: int = 0, end: int | None = None) -> Place:
        """The header line, the part of a line of play, or the end line."""
        if path := path_of(where):
            return self._entry(path, part_of(where), start, end)
        if where[:1] == ("result",):
            return self.last()
        return self.line_at(self._tag(where) if where else 0)

    def _tag(self, where: Where) -> int:
        """The index of the header line with this value, or with its first part; 0 if none has."""
        for index, line in enumerate(self._lines):
            match = TAG_LINE.fullmatch(line)
            if match is not None and header_where(match[1])[: len(where)] == where:
                return index
            if match is None and line.strip():
                break
        return 0

    def _entry(self, path: Path, part: Where, start: int, end: int | None) -> Place:
        """The place of a part of an entry."""
        plies = build(PLAY_LINE.findall(self.text))
        order = next(i for i, (p, _) in enumerate(walk(plies)) if p == path)
        match = next(islice(PLAY_LINE.finditer(self.text), order, None))
        index = self.text.count("\n", 0, match.start())
        group, card = _GROUPS.get(part[0]) if part else None, None
        if part[:1] == ("reveals",) and match[_PILE] is not None:
            group = _SHUFFLE_REVEALS
        if len(part) > 1:
            group, card = _CARDS if group == _PILE else group, int(part[1])
        if group is None or match[group] is None:
            return self.line_at(index, len(match[1]) + 1)
        if card is not None:
            start, end = _span(match[group].split(), card)
        typed = _as_typed(match[group])
        offset = match.start(group) - match.start() + 1
        last = len(match[group]) if end is None else typed[min(max(end, 1), len(typed)) - 1] + 1
        first = typed[min(start, len(typed) - 1)]
        return self.line_at(index, offset + first, offset + max(last, first + 1))

    def last(self) -> Place:
        """The last line that is neither blank nor a note."""
        solid = [i for i, line in enumerate(self._lines) if line.strip() and line[0] != "%"]
        return self.line_at(solid[-1] if solid else 0)

    def spell(self, result: Result) -> str:
        """The end line."""
        return write_result(result)


def _span(words: list[str], index: int) -> tuple[int, int]:
    """The offsets of a word's beginning and end in the text of these words, joined by spaces.

    >>> _span(["12", "7", "3"], 1)
    (3, 4)
    """
    start = len(" ".join([*words[:index], ""]))
    return start, start + len(words[index])


def _as_typed(text: str) -> list[int]:
    """For each character of the text with single spaces, its offset in the text as typed.

    >>> _as_typed("draw   left")
    [0, 1, 2, 3, 4, 7, 8, 9, 10]
    """
    blank = [char in " \t" for char in text]
    return [i for i in range(len(text)) if not (blank[i] and i and blank[i - 1])]


@dataclass(frozen=True)
class JsonSource(Source):
    """A record of JSON; `line` is its line in a file of JSON Lines, else None.

    `raw` are the bytes of the record, once known to be JSON. Without them, a place is a pointer.
    """

    file: str
    record: int
    line: int | None = None
    raw: bytes = field(default=b"", repr=False, compare=False)

    def holding(self, raw: bytes) -> "JsonSource":
        """The same source, with the bytes of the record."""
        return JsonSource(self.file, self.record, self.line, raw)

    @cached_property
    def _text(self) -> str:
        return self.raw.removeprefix(BOM).decode()

    def at(
        self, where: Where, start: int = 0, end: int | None = None, *, key: bool = False
    ) -> Place:
        """The place of the value at the end of these steps, or of a string from `start` to `end`.

        With `key`, the key and the value, up to the end of the line. Of a whole document, only its
        first character, without the text of the line.
        """
        from notation.json_places import find, marked, pointer  # noqa: PLC0415 - slow to import

        bare = Place(file=self.file, line=self.line, pointer=pointer(where))
        if not self.raw:
            return bare
        span = find(self._text, where)
        first, stop = span.key if key else span.start, span.end
        if end is not None and "\\" not in self._text[first:stop]:
            first, stop = first + 1 + start, first + 1 + end
        place = marked(bare, self._text, first, stop if where else first + 1)
        return place if where else replace(place, text="")

    def place(self, where: Where, start: int = 0, end: int | None = None) -> Place:
        """The value; of the header, with its key; of a move, from `start` to `end`."""
        in_header = where[:1] not in (("plies",), ("result",))
        return self.at(where, start, end if where[-1:] == ("move",) else None, key=in_header)

    def last(self) -> Place:
        """The document."""
        return self.whole()

    def spell(self, result: Result) -> str:
        """The key and its value."""
        return write_json_result(result)
