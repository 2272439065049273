"""The rows of JSON: the lines of JSON Lines, or the objects that pointers into a document name."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from notation.diagnostics import Place
from notation.fault import Fault
from notation.json_places import find, marked, pointer
from notation.json_syntax import parse
from notation.places import JsonSource
from notation.record import Where
from notation.wording import quote
from replays.logs.cells import Cell, Row, is_empty
from replays.logs.mapping import LogMapping


class _Value(NamedTuple):
    """A value in a JSON text, which begins on line `line` of the file, or is the whole file."""

    file: str
    line: int | None
    text: str
    steps: Where
    value: Any

    def inner(self, steps: Where) -> "_Value":
        """The value at the end of these steps from here; its value is None if there is none."""
        value = self.value
        for step in steps:
            if isinstance(value, list):
                index = str(step)
                is_there = index.isdecimal() and int(index) < len(value)
                value = value[int(index)] if is_there else None
            else:
                value = value.get(step) if isinstance(value, dict) else None
        return self._replace(steps=(*self.steps, *steps), value=value)

    def place(self) -> Place:
        """Where the value is written; where it would be, if it is not."""
        span = find(self.text, self.steps)
        place = marked(Place(file=self.file, line=self.line), self.text, span.start, span.end)
        return replace(place, pointer=pointer(self.steps)) if self.steps else place

    def items(self, at: str, key: str) -> "list[_Value]":
        """The items of the list that a pointer leads to. Raises Fault if it leads to none."""
        found = self.inner(_steps(at))
        if isinstance(found.value, list):
            return [found.inner((index,)) for index in range(len(found.value))]
        message = "there is nothing" if found.value is None else "there is no list"
        raise Fault(
            "cgn.json-type",
            f'{message} at {quote(at or "the top")}, where `{key} = "{at}"` points to',
            f"point with `{key}` in the mapping to a list" + _lists(self.value),
            place=self.place() if found.value is None else found.place(),
        )

    def row(self, columns: list[str], game: "_Value") -> Row:
        """The row that an object is. Raises Fault if it is no object."""
        if not isinstance(self.value, dict):
            message = "this row is no object"
            advice = 'a row is an object with a value for each column, as in `{"player": "Ana"}`'
            raise Fault("cgn.json-type", message, advice, place=self.place())
        cells = {}
        for name in columns:
            outer = name.startswith("/")
            steps = _steps(name) if outer else tuple(name.split("."))
            found = (game if outer else self).inner(steps)
            if not is_empty(found.value):
                cells[name] = Cell(found.value, name, found.place)
        return Row(cells, self.place)


def lines(text: str, file: str, columns: list[str]) -> Iterator[Row]:
    """The rows of JSON Lines. Raises Fault if a line is no object."""
    for line in _json_lines(text, file):
        yield line.row(columns, line)


def documents(text: str, file: str, mapping: LogMapping) -> Iterator[list[Row]]:
    """The rows of each game in a document, or in JSON Lines with a document a line.

    Raises Fault if it is no JSON, or the mapping points to no list.
    """
    for document in _documents(text, file):
        games = [document] if mapping.games is None else document.items(mapping.games, "games")
        for game in games:
            rows = game.items(mapping.records or "", "records")
            yield [row.row(mapping.in_log, game) for row in rows]


def _documents(text: str, file: str) -> Iterator[_Value]:
    first, _, rest = text.lstrip("\n").partition("\n")
    if rest.strip() and first.rstrip().endswith(("}", "]")):
        source = JsonSource(file, 1, 1)
        try:
            parse(first.encode(), source)
        except Fault:
            pass  # a document of several lines, whose first one ends with a bracket
        else:
            yield from _json_lines(text, file)
            return
    yield _Value(file, None, text, (), parse(text.encode(), JsonSource(file, 1), parse_int=str))


def _json_lines(text: str, file: str) -> Iterator[_Value]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            value = parse(line.encode(), JsonSource(file, number, number), parse_int=str)
            yield _Value(file, number, line, (), value)


def _steps(at: str) -> Where:
    """The steps of a JSON pointer."""
    return tuple([step.replace("~1", "/").replace("~0", "~") for step in at.split("/")[1:]])


def _lists(value: object) -> str:
    """The lists in an object, to be named in an advice."""
    if isinstance(value, list):
        return ': here, `""` does'
    names = (
        [name for name, inner in value.items() if isinstance(inner, list)]
        if isinstance(value, dict)
        else []
    )
    found = ", ".join(quote(pointer((name,))) for name in names[:5])
    return f": here, {found} " + ("does" if len(names) == 1 else "do") if names else ""
