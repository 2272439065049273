"""The rows of a text: its lines, of which the named groups of patterns are the cells."""

import re
from collections.abc import Iterator
from functools import partial

from notation.diagnostics import Place
from notation.fault import Fault
from notation.json_places import marked
from notation.wording import quote
from replays.logs.cells import Cell, Row


def matches(text: str, file: str, patterns: list[re.Pattern[str]]) -> Iterator[Row]:
    """A row for each line, by the first pattern that fits all of it.

    Blank lines are skipped, and those that fit a pattern without groups. Raises Fault if a line
    fits no pattern.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        place = partial(_place, file, number, line)
        found = next(filter(None, (pattern.fullmatch(line) for pattern in patterns)), None)
        if found is None:
            raise Fault(
                "cgn.ply-syntax",
                f"{quote(line)} fits no pattern of the mapping",
                'add a pattern for such lines; one without groups, as in `pattern = ["…", ".*"]`, '
                "skips them",
                place=place(0, len(line)),
            )
        cells = {
            name: Cell(value, name, partial(place, *found.span(name)))
            for name, value in found.groupdict().items()
            if value
        }
        if found.re.groupindex:
            yield Row(cells, partial(place, 0, len(line)))


def _place(file: str, number: int, line: str, start: int, end: int) -> Place:
    return marked(Place(file=file, line=number), line, start, end)
