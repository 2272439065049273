"""A mistake in a record, and its place: one value that every rendering in `render` draws."""

from typing import Annotated, Literal, Self, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from notation.edits import Edit
from notation.json_shape import doc

Severity: TypeAlias = Annotated[
    Literal["error", "warning"], Meta(extra_json_schema={"type": "string"})
]


BRIEF = 400
"""The longest line, in characters, that a service repeats to its sender. A ply takes some 30."""

BRIEF_EDIT = 1 << 14
"""The longest text, in characters, of an edit in an answer: 500 plies with new numbers."""


class Place(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    rename={"end": "endColumn", "text": "source"},
):
    """A place in a record or its file.

    A field that does not apply is None or empty, and is left out of JSON.
    """

    file: Annotated[str, doc("The name of the file.")] = ""
    line: Annotated[int | None, doc("From 1.", 102)] = None
    column: Annotated[int | None, doc("From 1, in code points.", 20)] = None
    end: Annotated[int | None, doc("The column after the last one.", 23)] = None
    pointer: Annotated[str | None, doc("A JSON pointer.", "/plies/87")] = None
    text: Annotated[
        str,
        doc(f"The text of the line; a service leaves out one of over {BRIEF} characters."),
    ] = ""

    def brief(self) -> Self:
        """The same without the text of a long line; a record of JSON is often one line."""
        return self if len(self.text) <= BRIEF else replace(self, text="")


class Label(Struct, frozen=True, kw_only=True):
    """A second place, and what happened there."""

    place: Place
    message: str


class Diagnostic(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A mistake in a record, its place, and what to do. `docs/errors.md` has every code."""

    code: Annotated[str, doc("Stable; `cgn explain` explains it.", "triggs.sum")]
    severity: Severity
    message: Annotated[str, doc("One line.", "9+2 makes 11, not 10")]
    place: Place
    label: Annotated[str, doc("What is at the place, in a few words.")] = ""
    also: Annotated[Label | None, doc("Where an earlier ply is the cause.")] = None
    record: Annotated[int | None, doc("The record's number in the file or body, from 1.")] = None
    game: str | None = None
    ply: Annotated[int | None, doc("The ply's number.", 20)] = None
    seat: Annotated[str | None, doc("Whose ply it was.", "B")] = None
    player: Annotated[str | None, doc("The name of that player.")] = None
    table: Annotated[str | None, doc("What the table holds, as far as it matters.")] = None
    rule: Annotated[str | None, doc("The rule, with its section.")] = None
    legal: Annotated[int | None, doc("How many moves were legal.", 18)] = None
    nearest: Annotated[
        tuple[str, ...], doc("The legal moves most like the one written, or all.")
    ] = ()
    help: Annotated[str | None, doc("What to do.", "did you mean `cross 10 10,10`?")] = None
    note: Annotated[str | None, doc("How far the record is valid.")] = None
    edits: Annotated[
        tuple[Edit, ...],
        doc("Edits of the text that would mend it, the likeliest first. JSON records have none."),
    ] = ()
    """Made only for a source that asks for them."""

    def at(self, place: Place) -> Self:
        """The same diagnostic at this place."""
        return replace(self, place=place)

    def brief(self) -> Self:
        """The same without the texts of long lines, and without long edits."""
        also = self.also and replace(self.also, place=self.also.place.brief())
        edits = tuple([edit for edit in self.edits if len(edit.text) <= BRIEF_EDIT])
        return replace(self, place=self.place.brief(), also=also, edits=edits)
