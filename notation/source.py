"""Locates the parts of a record in the file it was read from, only when asked."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice

from notation.diagnostics import Place
from notation.encoding import BOM
from notation.grammar import PLAY_LINE, TAG_LINE
from notation.json_places import find, marked
from notation.json_writer import write_json_result
from notation.record import Path, Record, Result, pointer, walk
from notation.tags import is_option, is_seat
from notation.text_writer import write_result

_PILE, _SHUFFLE_REVEALS = 10, 12
_GROUPS = {"number": 2, "seat": 3, "move": 4, "reveals": 5, "irregular": 6, "shuffle": _PILE}


class Source(ABC):
    """The file, the number of the record in it, and the places of the record's parts."""

    file: str
    record: int

    @abstractmethod
    def whole(self) -> Place:
        """Where the record begins."""

    @abstractmethod
    def header(self, name: str) -> Place:
        """The header line of this name; the start of the record if there is none."""

    @abstractmethod
    def entry(
        self, record: Record, path: Path, part: str = "move", start: int = 0, end: int | None = None
    ) -> Place:
        """A part of the entry at this path, from `start` to `end` of that part's text.

        `part` is line, number, seat, move, reveals, irregular or shuffle; where it is not
        written, the whole line is meant. The offsets count that text with single spaces.
        """

    @abstractmethod
    def result(self) -> Place:
        """The end line."""

    @abstractmethod
    def last(self) -> Place:
        """The last line of a record that may have been cut off; of JSON, all of it."""

    @abstractmethod
    def spell(self, result: Result) -> str:
        """How a result is written in this form of a record."""


@dataclass(frozen=True)
class TextSource(Source):
    """A record of text: its file, number, first line, and text with LF line ends."""

    file: str
    record: int
    first_line: int
    text: str

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.split("\n")

    def place(self, index: int, column: int = 1, end: int | None = None) -> Place:
        """A place in the line of this index, counted from 0."""
        text = self._lines[index] if index < len(self._lines) else ""
        stop = max(len(text.rstrip()) + 1, column + 1) if end is None else end
        return Place(
            file=self.file, line=self.first_line + index, column=column, end=stop, text=text
        )

    def whole(self) -> Place:
        """The record's first line."""
        return self.place(0)

    def header(self, name: str) -> Place:
        """The line of this name; the record's first line if there is none."""
        for index, line in enumerate(self._lines):
            match = TAG_LINE.fullmatch(line)
            if match is not None and match[1] == name:
                return self.place(index, 1, len(line.rstrip()) + 1)
        return self.whole()

    def entry(
        self, record: Record, path: Path, part: str = "move", start: int = 0, end: int | None = None
    ) -> Place:
        """The part in its line, from column to column."""
        order = next(i for i, (p, _) in enumerate(walk(record.plies)) if p == path)
        match = next(islice(PLAY_LINE.finditer(self.text), order, None))
        index = self.text.count("\n", 0, match.start())
        group = _GROUPS.get(part)
        if part == "reveals" and match[_PILE] is not None:
            group = _SHUFFLE_REVEALS
        if group is None or match[group] is None:
            return self.place(index, len(match[1]) + 1)
        typed = _as_typed(match[group])
        offset = match.start(group) - match.start() + 1
        last = len(match[group]) if end is None else typed[min(max(end, 1), len(typed)) - 1] + 1
        first = typed[min(start, len(typed) - 1)]
        return self.place(index, offset + first, offset + max(last, first + 1))

    def result(self) -> Place:
        """The last line, which it is wherever there is one."""
        return self.last()

    def last(self) -> Place:
        """The last line that is neither blank nor a note."""
        solid = [i for i, line in enumerate(self._lines) if line.strip() and line[0] != "%"]
        return self.place(solid[-1] if solid else 0)

    def spell(self, result: Result) -> str:
        """The end line."""
        return write_result(result)


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

    `raw` is the record itself, once it is known to be JSON; without it, places are only pointers.
    """

    file: str
    record: int
    line: int | None = None
    raw: bytes = field(default=b"", repr=False, compare=False)

    def holding(self, raw: bytes) -> "JsonSource":
        """The same, with the bytes of the record."""
        return JsonSource(self.file, self.record, self.line, raw)

    @cached_property
    def _text(self) -> str:
        return self.raw.removeprefix(BOM).decode()

    def at(self, where: str, start: int = 0, end: int | None = None, *, key: bool = False) -> Place:
        """The place of this JSON pointer: its value, or from `start` to `end` of a string.

        With `key`, the key and the value, as far as they are on one line. For a whole document,
        only its first character, without the text of the line.
        """
        bare = Place(file=self.file, line=self.line, pointer=where)
        if not self.raw:
            return bare
        found = find(self._text, where)
        first, stop = found.key if key else found.start, found.end
        if end is not None and "\\" not in self._text[first:stop]:
            first, stop = first + 1 + start, first + 1 + end
        place = marked(bare, self._text, first, stop if where else first + 1)
        return place if where else replace(place, text="")

    def whole(self) -> Place:
        """The document."""
        return self.at("")

    def header(self, name: str) -> Place:
        """The key that says the same, with its value."""
        return self.at(header_pointer(name), key=True)

    def entry(
        self, record: Record, path: Path, part: str = "move", start: int = 0, end: int | None = None
    ) -> Place:
        """The value of this part; of a move, from `start` to `end`."""
        del record
        key = {"line": "", "number": "", "shuffle": "/order"}.get(part, f"/{part}")
        return self.at(pointer(path) + key, start, end if part == "move" else None)

    def result(self) -> Place:
        """The result."""
        return self.at("/result")

    def last(self) -> Place:
        """The document."""
        return self.whole()

    def spell(self, result: Result) -> str:
        """The key and its value."""
        return write_json_result(result)


def header_pointer(name: str) -> str:
    """The JSON pointer for a header line of this name; for an empty name, the whole record.

    >>> header_pointer("SeedHash"), header_pointer("B"), header_pointer("variant")
    ('/seedHash', '/seats/1', '/options/variant')
    """
    if not name:
        return ""
    if is_seat(name):
        return f"/seats/{ord(name) - ord('A')}"
    if is_option(name):
        return f"/options/{name}"
    fixed = {"CGN": "cgn", "SeedHash": "seedHash"}
    if name in ("CGN", "Game", "Rules", "Deck", "Seed", "SeedHash", "Termination"):
        return "/" + fixed.get(name, name.lower())
    return f"/tags/{name}"
