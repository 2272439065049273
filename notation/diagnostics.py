"""What is wrong with a record, and where: one value that every rendering draws."""

from typing import Annotated, Literal, Self, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

Severity: TypeAlias = Literal["error", "warning"]


class Place(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    rename={"end": "endColumn", "text": "source"},
):
    """Somewhere in a file. What does not apply is None (`text`: empty)."""

    file: Annotated[str, Meta(description="The name of the file.")] = ""
    line: Annotated[int | None, Meta(description="From 1.", examples=[102])] = None
    column: Annotated[int | None, Meta(description="From 1, in code points.", examples=[20])] = None
    end: Annotated[
        int | None, Meta(description="The column after the last one.", examples=[23])
    ] = None
    pointer: Annotated[str | None, Meta(description="A JSON pointer.", examples=["/plies/87"])] = (
        None
    )
    text: Annotated[str, Meta(description="The text of the line.")] = ""


class Label(Struct, frozen=True, kw_only=True):
    """A second place, and what happened there."""

    place: Place
    message: str


class Diagnostic(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is wrong with a record, where, and what to do. `docs/errors.md` has every code.

    Renderings: `notation.render`.
    """

    code: Annotated[
        str, Meta(description="Stable; `cgn explain` explains it.", examples=["triggs.sum"])
    ]
    severity: Severity
    message: Annotated[str, Meta(description="One line.", examples=["9+2 makes 11, not 10"])]
    place: Place
    label: Annotated[str, Meta(description="What lies at the place, in a few words.")] = ""
    also: Annotated[Label | None, Meta(description="Where an earlier ply is the cause.")] = None
    record: Annotated[
        int | None, Meta(description="The record's number in the file or body, from 1.")
    ] = None
    game: str | None = None
    ply: Annotated[int | None, Meta(description="The ply's number.", examples=[20])] = None
    seat: Annotated[str | None, Meta(description="Whose ply it was.", examples=["B"])] = None
    player: Annotated[str | None, Meta(description="The name of that player.")] = None
    table: Annotated[
        str | None, Meta(description="What the table holds, as far as it matters.")
    ] = None
    rule: Annotated[str | None, Meta(description="The rule, with its section.")] = None
    legal: Annotated[int | None, Meta(description="How many moves were legal.", examples=[18])] = (
        None
    )
    nearest: Annotated[
        tuple[str, ...], Meta(description="The legal moves most like the one found.")
    ] = ()
    help: Annotated[
        str | None, Meta(description="What to do.", examples=["did you mean `cross 10 10,10`?"])
    ] = None
    note: Annotated[str | None, Meta(description="How far the record is good.")] = None

    def at(self, place: Place) -> Self:
        """The same diagnostic at this place."""
        return replace(self, place=place)
