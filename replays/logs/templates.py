"""The moves of rows: templates of actions, filled in with the row's cells."""

import re
from dataclasses import dataclass

from notation.diagnostics import Place
from replays.logs.mapping import LogMapping, items
from replays.logs.rows import Row

FIELD = re.compile(r"\{([a-z]+)(?::(words|sum))?\}")
_JOINTS = {None: ",", "words": " ", "sum": "+"}


@dataclass(frozen=True)
class Filled:
    """A line of play, with the places of the cells from which its parts come."""

    text: str
    parts: tuple[tuple[int, int, Place], ...]

    def place(self, start: int, end: int | None, default: Place) -> Place:
        """The cell from which this part of the text comes, if it comes from one."""
        stop = len(self.text) if end is None else end
        inside = [place for first, last, place in self.parts if first < stop and start < last]
        return inside[0] if inside and end is not None else default


def fill(template: str, row: Row, mapping: LogMapping) -> Filled:
    """A template filled in: a word of it is left out if all its columns are empty."""
    text, parts = "", list[tuple[int, int, Place]]()
    for word in template.split():
        written, inner, empty = "", list[tuple[int, int, Place]](), True
        at = 0
        for match in FIELD.finditer(word):
            written += word[at : match.start()]
            at = match.end()
            cell = row.cells.get(mapping.columns[match[1]])
            value = _JOINTS[match[2]].join(items(cell.value, mapping)) if cell else ""
            if cell is not None and value:
                inner.append((len(written), len(written) + len(value), cell.place))
                empty = False
            written += value
        written += word[at:]
        if at and empty:
            continue
        gap = len(text) + bool(text)
        parts += [(start + gap, end + gap, place) for start, end, place in inner]
        text = f"{text} {written}".lstrip()
    return Filled(text, tuple(parts))
