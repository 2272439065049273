"""Fills in the templates of a mapping: lines of play, and the codes of cards."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from notation.diagnostics import Place
from notation.wording import quote
from replays.logs.cells import Cell, Row, is_empty
from replays.logs.mapping import FIELD, NOBODY, Column, LogMapping, word_of
from replays.logs.seats import Seats

_JOINTS = {"words": " ", "sum": "+", "seats": "+", "scores": " "}


def cell_of(row: Row, name: str, mapping: LogMapping) -> Cell | None:
    """The cell of one of our columns; None if there is no such column, or the cell is empty.

    Raises Fault if a card is to be made of several cells, and these do not fit together.
    """
    if name not in mapping.columns:
        return None
    column = mapping.column(name)
    return row.cells.get(column.column) if column.column else _joined(row, column, mapping)


def items(cell: Cell, column: Column, mapping: LogMapping) -> list[str]:
    """The items of a cell, a card's name replaced by its code, each sum with its `+`.

    Raises Fault if the cell has an object that is no card.
    """
    if isinstance(cell.value, list):
        sums = [item if isinstance(item, list) else [item] for item in cell.value]
        return ["+".join([_item(cell, part, column, mapping) for part in parts]) for parts in sums]
    if isinstance(cell.value, dict):
        return [_item(cell, cell.value, column, mapping)]
    texts = [text.strip() for text in cell.text.split(mapping.separator)]
    return [_code(text, mapping) for text in texts if text]


def _item(cell: Cell, value: object, column: Column, mapping: LogMapping) -> str:
    if not isinstance(value, dict):
        return _code("" if value is None else str(value), mapping)
    known = ", ".join([quote(str(name)) for name in value])
    if not column.card or not column.column:
        raise cell.fault(
            "cgn.json-type",
            f"this is an object, with {known}",
            f'say in [columns] which card it is, as in `{{column = "{cell.column}", '
            f'card = "{"".join([f"{{{name}}}" for name in value][:2])}"}}`',
        )

    def field(match: re.Match[str]) -> str:
        if is_empty(value.get(match[1])):
            message = f"this card has no {quote(match[1])}, only {known}"
            advice = f"`card` in [columns] is {quote(column.card)}: name what every card has"
            raise cell.fault("cgn.missing-key", message, advice)
        return _padded(_code(str(value[match[1]]), mapping), match[2])

    return _code(FIELD.sub(field, column.card), mapping)


def _joined(row: Row, column: Column, mapping: LogMapping) -> Cell | None:
    """The cards that several cells of a row give together, the first of each, and so on."""
    names = [match[1] for match in FIELD.finditer(column.card)]
    cells = [row.cells.get(mapping.column(name).column) for name in names]
    present = [cell for cell in cells if cell is not None]
    if not present:
        return None
    lists = [
        items(cell, mapping.column(name), mapping) if cell is not None else []
        for name, cell in zip(names, cells, strict=True)
    ]
    if len({len(values) for values in lists}) > 1:
        counts = ", ".join([f"{name} has {len(v)}" for name, v in zip(names, lists, strict=True)])
        advice = f"`card` in [columns] is {quote(column.card)}: each card takes one item of each"
        raise present[0].fault("cgn.missing-key", f"these cells do not fit: {counts}", advice)
    cards = [_filled(column.card, parts) for parts in zip(*lists, strict=True)]
    return Cell(cards, ", ".join([cell.column for cell in present]), present[0].locate)


def _filled(card: str, parts: Sequence[str]) -> str:
    """The template of a card with its fields replaced, in their order.

    >>> _filled("{suit}{number:02}", ["PE", "4"])
    'PE04'
    """
    left = iter(parts)
    return FIELD.sub(lambda match: _padded(next(left), match[2]), card)


def _padded(text: str, form: str | None) -> str:
    """A number with as many digits as its form says: `02`.

    >>> _padded("4", "02"), _padded("_", None)
    ('04', '_')
    """
    return text.zfill(int(form)) if form is not None and form.isdigit() else text


def _code(text: str, mapping: LogMapping) -> str:
    code = word_of(text, mapping.cards)
    if code is not None:
        return code
    parts = [part.strip() for part in text.split("+")]
    return "+".join([word_of(part, mapping.cards) or part for part in parts])


@dataclass(frozen=True)
class FilledTemplate:
    """A line of play made of a template, with the cells that gave its parts.

    `is_blank` if the template has fields, and the cells of all of them are empty.
    """

    text: str
    parts: tuple[tuple[int, int, Cell], ...]
    is_blank: bool

    def place(self, start: int, end: int, default: Place) -> Place:
        """The place of the cell that gave this part of the text; `default` if none did."""
        inside = [cell for first, last, cell in self.parts if first < end and start < last]
        return inside[0].place if inside else default


def fill(template: str, row: Row, mapping: LogMapping, seats: Seats) -> FilledTemplate:
    """Fill in a template. A word is left out if it has fields, and their cells are all empty.

    Raises Fault if a cell does not have what the form of a field asks for.
    """
    text, parts = "", list[tuple[int, int, Cell]]()
    for word in template.split():
        written, inner = "", list[tuple[int, int, Cell]]()
        at = 0
        for match in FIELD.finditer(word):
            written += word[at : match.start()]
            at = match.end()
            cell = cell_of(row, match[1], mapping)
            if cell is not None and (value := _value(cell, match, mapping, seats)):
                inner.append((len(written), len(written) + len(value), cell))
                written += value
        written += word[at:]
        if at and not inner:
            continue
        gap = len(text) + bool(text)
        parts += [(start + gap, end + gap, cell) for start, end, cell in inner]
        text = f"{text} {written}".lstrip()
    return FilledTemplate(text, tuple(parts), not parts and FIELD.search(template) is not None)


def _value(cell: Cell, field: re.Match[str], mapping: LogMapping, seats: Seats) -> str:
    """What replaces a field."""
    column, form = mapping.column(field[1]), field[2]
    if form == "scores" and isinstance(cell.value, dict):
        return " ".join(_scores(cell, cell.value, seats))
    if form == "seats":
        names = cell.value if isinstance(cell.value, list) else cell.text.split(mapping.separator)
        letters = [seats.of(cell, str(name).strip()) for name in names]
        return "+".join([letter for letter in letters if letter != NOBODY])
    texts = [_padded(text, form) for text in items(cell, column, mapping)]
    return _JOINTS.get(form or "", ",").join(texts)


def _scores(cell: Cell, value: dict[str, Any], seats: Seats) -> list[str]:
    """The scores of an object with a score for each player, in the order of the seats."""
    scores = {seats.of(cell, name): score for name, score in value.items()}
    missing = [letter for letter in seats.letters if letter not in scores]
    if missing:
        advice = "an object of scores has one for each player"
        raise cell.fault("cgn.missing-key", f"there is no score of {missing[0]}", advice)
    return [str(scores[letter]) for letter in seats.letters]
