"""What is wrong with a record, and where: one value that every rendering draws."""

from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Somewhere in a file. Lines and columns count from 1, columns in code points.

    `end` is the column after the last one; `pointer` is a JSON pointer; `text` is the source
    line. What does not apply is None (`text`: empty).
    """

    file: str = ""
    line: int | None = None
    column: int | None = None
    end: int | None = None
    pointer: str | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A second place, and what happened there."""

    place: Place
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One error or warning. Renderings: `notation.render`.

    Attributes:
        code: stable, and explained by `cgn explain`: `triggs.sum`, `cgn.encoding`.
        message: what is wrong, in one line.
        severity: `error` or `warning`.
        place: where; `label` says in a few words what lies there.
        also: where an earlier ply is the cause.
        record: the record's number in its file, from 1.
        ply, seat, player: whose ply it was.
        table: what the table holds, as far as it matters.
        rule: the rule, with its section.
        legal: how many moves were legal; `nearest`: those most like the one found.
        help: what to do about it.
        note: how far the record is good.
    """

    code: str
    message: str
    severity: str = "error"
    place: Place = Place()
    label: str = ""
    also: Label | None = None
    record: int | None = None
    game: str | None = None
    ply: int | None = None
    seat: str | None = None
    player: str | None = None
    table: str | None = None
    rule: str | None = None
    legal: int | None = None
    nearest: tuple[str, ...] = ()
    help: str | None = None
    note: str | None = None

    def at(self, place: Place) -> Self:
        """The same diagnostic at this place."""
        return replace(self, place=place)
