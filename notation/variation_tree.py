"""Builds the nested lines of play from the matched lines of a text record."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from notation.fault import Fault
from notation.grammar import MAX_DEPTH, comments_in, read_time
from notation.record import Entry, Ply, Shuffle, Where

Row = tuple[str, str, str, str, str, str, str, str, str, str, str, str, str]
"""The groups of `notation.grammar.PLAY_LINE`; one that did not match is empty."""

OPENING, _NUMBER, _PILE, CLOSING = 1, 2, 10, 13
"""Groups of a line, counted from 1 as a match counts them; a row counts from 0."""

_WRITTEN = slice(1, 5)
"""Number, seat, move and reveals, in a row."""


def build(rows: list[Row]) -> tuple[Entry, ...]:
    """The main line with its variations.

    Raises Fault if a line is out of place. The fault's `where` consists of the index of a line, a
    group of the line, and a text in the group; so does a second place.
    """
    return _built(rows).done()


def check(rows: list[Row]) -> None:
    """Raise Fault, as `build` does, if a line is out of place; more lines may follow."""
    _built(rows)


def _built(rows: list[Row]) -> "_Builder":
    builder = _Builder(rows)
    for index, row in enumerate(rows):
        builder.add(index, row, entry_of(row))
    return builder


def entry_of(row: Row) -> Entry:
    """The ply or shuffle of a row."""
    _, _, seat, move, reveals, irregular, mark, comments, at, pile, order, shown, _ = row
    if not seat:
        return Shuffle(pile, tuple(order.split()), tuple(shown.split()))
    if "  " in move or "\t" in move:
        move = " ".join(move.split())
    cards = tuple(reveals.split()) if reveals else ()
    if not (irregular or mark or comments or at):
        return Ply(seat, move, cards)
    time = read_time(at) if at else None
    return Ply(seat, move, cards, bool(irregular), mark, tuple(comments_in(comments)), time)


class _Outer(NamedTuple):
    """A line that waits while a variation of its ply at `owner` is read, which `row` opened."""

    line: list[Entry]
    number: int
    owner: int
    variations: list[tuple[Entry, ...]]
    row: int


class _Builder:
    """The line being read, and the outer lines, of which it is a variation.

    `_variations` are those read so far for the ply at `_owner`; None unless one directly precedes.
    """

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows
        self._line: list[Entry] = []
        self._number = 1
        self._outer: list[_Outer] = []
        self._owner = 0
        self._variations: list[tuple[Entry, ...]] | None = None

    def add(self, index: int, row: Row, entry: Entry) -> None:
        opening, closing = row[0], row[12]
        if "(" in opening:
            self._open(index, opening, is_ply=isinstance(entry, Ply))
        if isinstance(entry, Ply):
            self._count(index, row[1])
        elif self._variations is not None:
            raise Fault(
                "cgn.misplaced-shuffle",
                "a shuffle belongs directly after the ply that causes it",
                "move this line above the variation",
                (index, _PILE, entry.pile),
            )
        self._line.append(entry)
        if ")" in closing:
            self._close(index, closing)

    def _count(self, index: int, number: str) -> None:
        """Begin the next ply of the line."""
        if number != str(self._number):
            raise self._wrong_number(index, number)
        self._number += 1
        if self._variations is not None:
            self._settle()

    def done(self) -> tuple[Entry, ...]:
        if self._outer:
            raise Fault(
                "cgn.unbalanced",
                "this variation is never closed",
                "close it with `)` after its last ply",
                (self._outer[-1].row, OPENING, "("),
            )
        return self._finished()

    def _open(self, index: int, opening: str, *, is_ply: bool) -> None:
        for _ in range(opening.count("(")):
            if not is_ply:
                raise self._misplaced(index, "a variation begins with a ply, not with a shuffle")
            if self._variations is None:
                owner = _last_ply(self._line)
                if owner is None:
                    message = "a variation replaces the ply before it, but there is no such ply"
                    raise self._misplaced(index, message)
                self._owner, self._variations = owner, []
            if len(self._outer) == MAX_DEPTH:
                raise Fault(
                    "cgn.too-deep",
                    f"variations are nested more than {MAX_DEPTH} deep",
                    "make the inner ones variations of an outer line",
                    (index, OPENING, "("),
                )
            outer = _Outer(self._line, self._number, self._owner, self._variations, index)
            self._outer.append(outer)
            self._line, self._variations = [], None
            self._number -= 1

    def _close(self, index: int, closing: str) -> None:
        for _ in range(closing.count(")")):
            if not self._outer:
                raise Fault(
                    "cgn.unbalanced",
                    "no variation is open here",
                    "take the `)` out",
                    (index, CLOSING, ")"),
                )
            inner = self._finished()
            self._line, self._number, self._owner, self._variations, _ = self._outer.pop()
            self._variations.append(inner)

    def _finished(self) -> tuple[Entry, ...]:
        if self._variations is not None:
            self._settle()
        return tuple(self._line)

    def _settle(self) -> None:
        """Give the variations to the ply they replace."""
        ply = self._line[self._owner]
        if isinstance(ply, Ply) and self._variations is not None:
            self._line[self._owner] = replace(ply, variations=tuple(self._variations))
        self._variations = None

    def _misplaced(self, index: int, message: str) -> Fault:
        advice = "a variation begins with a ply, and follows the ply it replaces"
        return Fault("cgn.misplaced-variation", message, advice, (index, OPENING, "("))

    def _wrong_number(self, index: int, number: str) -> Fault:
        return Fault(
            "cgn.ply-number",
            f"this ply is number {self._number}, not {number}",
            self._line_meant(index, number)
            or f"write `{self._number}.`, or put back the plies left out; "
            "`cgn fmt --renumber` numbers all plies anew",
            (index, _NUMBER, number),
            also=self._left_open(number),
        )

    def _line_meant(self, index: int, number: str) -> str | None:
        """The help for a wrong number if a line is doubled or swapped, or a variation unclosed."""
        if self._left_open(number):
            return "close the variation with `)` at the end of the line above"
        above = self._ply_in(self._rows[:index][::-1])
        below = self._ply_in(self._rows[index + 1 :])
        if above is not None and above[_WRITTEN] == self._rows[index][_WRITTEN]:
            return f"ply {number} stands here a second time: take this line out"
        if below is not None and below[1] == str(self._number) == str(int(number) - 1):
            return f"plies {self._number} and {number} are swapped: exchange the two lines"
        return None

    def _left_open(self, number: str) -> tuple[Where, str] | None:
        """The place of the unclosed variation, if a ply with this number belongs outside of it."""
        for outer in self._outer:
            if number == str(outer.number):
                row = self._outer[-1].row
                return (row, OPENING, "("), "this variation is not closed"
        return None

    def _ply_in(self, rows: Sequence[Row]) -> Row | None:
        """The first ply among some rows."""
        return next((row for row in rows if row[1]), None)


def _last_ply(line: list[Entry]) -> int | None:
    for index in range(len(line) - 1, -1, -1):
        if isinstance(line[index], Ply):
            return index
    return None
