"""Where the parts of a record stand in the file they were read from. Found only when asked."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property

from notation.diagnostics import Place
from notation.grammar import PLAY_LINE, TAG_LINE
from notation.record import Path, Record, pointer, walk
from notation.tags import is_option, is_seat

_GROUPS = {"number": 2, "seat": 3, "move": 4, "reveals": 5, "irregular": 6, "shuffle": 10}


class Source(ABC):
    """The file, the number of the record in it, and the places of the record's parts."""

    file: str
    record: int

    @abstractmethod
    def whole(self) -> Place:
        """Where the record begins."""

    @abstractmethod
    def header(self, name: str) -> Place:
        """The header line of this name; where the record begins if there is none."""

    @abstractmethod
    def entry(
        self, record: Record, path: Path, part: str = "move", start: int = 0, end: int | None = None
    ) -> Place:
        """A part of the entry at this path, from `start` to `end` of that part's text.

        `part` is number, seat, move, reveals, irregular or shuffle.
        """

    @abstractmethod
    def result(self) -> Place:
        """The end line; the last line of the record if there is none."""


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
        return self.place(0)

    def header(self, name: str) -> Place:
        for index, line in enumerate(self._lines):
            match = TAG_LINE.fullmatch(line)
            if match is not None and match[1] == name:
                return self.place(index, 1, len(line.rstrip()) + 1)
        return self.whole()

    def entry(
        self, record: Record, path: Path, part: str = "move", start: int = 0, end: int | None = None
    ) -> Place:
        order = next(i for i, (p, _) in enumerate(walk(record.plies)) if p == path)
        match = list(PLAY_LINE.finditer(self.text))[order]
        group = _GROUPS[part]
        begin = match.start(group)
        found = match[group]
        first, last = _in_source(found, start), _in_source(found, end, closing=True)
        index = self.text.count("\n", 0, begin)
        offset = begin - (self.text.rfind("\n", 0, begin) + 1) + 1
        return self.place(index, offset + first, offset + last)

    def result(self) -> Place:
        solid = [i for i, line in enumerate(self._lines) if line.strip() and line[0] != "%"]
        return self.place(solid[-1] if solid else 0)


def _in_source(found: str, offset: int | None, *, closing: bool = False) -> int:
    """The offset in the text as typed of an offset in the same text with single spaces."""
    if offset is None:
        return len(found)
    single = " ".join(found.split())
    if single == found:
        return offset
    wanted = len(single[:offset].replace(" ", ""))
    solid = [i for i, char in enumerate(found) if not char.isspace()]
    return solid[wanted - 1] + 1 if closing else solid[wanted]


@dataclass(frozen=True)
class JsonSource(Source):
    """A record of JSON; `line` is its line in a file of JSON Lines, else None."""

    file: str
    record: int
    line: int | None = None

    def at(self, where: str) -> Place:
        """The place of this JSON pointer."""
        return Place(file=self.file, line=self.line, pointer=where)

    def whole(self) -> Place:
        return self.at("")

    def header(self, name: str) -> Place:
        return self.at(header_pointer(name))

    def entry(
        self, record: Record, path: Path, part: str = "move", start: int = 0, end: int | None = None
    ) -> Place:
        del record, start, end
        key = {"number": "", "shuffle": "/order"}.get(part, f"/{part}")
        return self.at(pointer(path) + key)

    def result(self) -> Place:
        return self.at("/result")


def header_pointer(name: str) -> str:
    """The JSON pointer of what a header line of this name says.

    >>> header_pointer("SeedHash"), header_pointer("B"), header_pointer("variant")
    ('/seedHash', '/seats/1', '/options/variant')
    """
    if is_seat(name):
        return f"/seats/{ord(name) - ord('A')}"
    if is_option(name):
        return f"/options/{name}"
    fixed = {"CGN": "cgn", "SeedHash": "seedHash"}
    if name in ("CGN", "Game", "Rules", "Deck", "Seed", "SeedHash", "Termination"):
        return "/" + fixed.get(name, name.lower())
    return f"/tags/{name}"
