"""The shapes of JSON answers. The description of the service has each as a component."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Annotated, Any, Self

from msgspec import UNSET, Meta, Struct, UnsetType, convert, defstruct
from msgspec.structs import asdict, fields

from api.problem_types import NOT_FOUND
from api.table_shapes import (
    Contradiction,
    SeatGiven,
    TableEntry,
    TableEvent,
    TableLegal,
    TableMoves,
    TableSeat,
    TableState,
)
from api.token_shapes import LONG, CreatedToken, Holdings, Me, Token, TokenPage
from engines.catalogue import CardKind
from engines.table import Due, Points
from engines.wording import Part, Sentence
from notation.diagnostics import Diagnostic, Label, Place
from notation.json_shape import doc, fits, one_of
from notation.weight import TOO_COSTLY
from replays import frames
from replays.moves import Played, Variation
from replays.numbers import Moved, Spot
from replays.report_json import ReportRow
from replays.store import model
from replays.zone_views import CardView, CounterView, ZoneView

_Id = Annotated[str, fits("[0-9a-f]{64}")]
_Visibility = Annotated[str, one_of(model.Visibility)]
_Time = Annotated[datetime, Meta(tz=True)]
_Cursor = Annotated[str | None, doc("The cursor of the next page; null on the last.")]


class Limit(Struct, frozen=True):
    """The limit that was passed."""

    name: Annotated[str, doc("The name of the setting.", "max_body")]
    value: Annotated[int, doc("Its value.", 4_194_304), LONG]


class ParameterError(Struct, frozen=True):
    """What is wrong with one parameter."""

    parameter: Annotated[str, doc("Its name.", "limit")]
    message: str


class ProblemBody(Struct, frozen=True, omit_defaults=True):
    """Why a request was refused (RFC 9457)."""

    type: Annotated[
        str,
        Meta(extra_json_schema={"format": "uri-reference"}),
        doc("The address of a page about this type of problem.", NOT_FOUND.path),
    ]
    title: Annotated[str, doc("What the type means.", NOT_FOUND.title)]
    status: Annotated[int, doc("The status.", NOT_FOUND.status)]
    detail: Annotated[str, doc("What is wrong, and what to do.")]
    diagnostics: tuple[Diagnostic, ...] = ()
    errors: tuple[ParameterError, ...] = ()
    limit: Limit | None = None
    code: Annotated[str | None, doc("The code, if the work is too costly.", TOO_COSTLY)] = None
    table: Annotated[
        TableMoves | None, doc("What happened at the table since the version of If-Match.")
    ] = None


class Status(Struct, frozen=True):
    """Whether the service works."""

    status: Annotated[str, doc("Always `ok`.", "ok")]


class Entry(Struct, frozen=True):
    """A replay in a list."""

    id: Annotated[_Id, doc("SHA-256 of the record's canonical form.")]
    game: Annotated[str, doc("Its name.", "triggs")]
    rules: Annotated[str, doc("The version of the rules.", "1")]
    deck: Annotated[str | None, doc("The deck; null: the game's own.")]
    options: Annotated[Mapping[str, str], doc("The game's options.")]
    players: Annotated[tuple[str, ...], doc("Their names, seat A first.", ["Ana", "Bo"])]
    tags: Annotated[Mapping[str, str], doc("The free tags.")]
    finished: Annotated[bool, doc("Whether the game has ended.")]
    verdict: Annotated[str, one_of(model.VERDICTS), doc("What validation says of it.", "valid")]
    plies: Annotated[int, doc("How many there are.", 88)]
    winners: Annotated[tuple[str, ...], doc("Their seats; none: not finished.", ["B"])]
    scores: Annotated[
        tuple[int | None, ...],
        doc("One for each seat; null if it depends on cards that you may not know.", [39, 41]),
    ]
    visibility: Annotated[_Visibility, doc("The most open choice of its holders.")]
    uploaded: Annotated[_Time, doc("When it was uploaded or made public.", "2026-11-20T19:30:00Z")]

    @classmethod
    def of(cls, entry: model.Entry) -> Self:
        """The entry for what the store says of a replay."""
        return convert(entry, cls, from_attributes=True, strict=False)


class Changed(Entry, frozen=True):
    """A replay as it is after a change."""

    hold: Annotated[
        _Visibility | None,
        doc("The visibility that you chose; null if you do not hold it."),
    ]

    @classmethod
    def to(cls, replay: model.Replay) -> Self:
        """The replay after a change."""
        return cls(**asdict(Entry.of(replay.entry)), hold=replay.hold)


class Page(Struct, frozen=True):
    """A page of a list of replays."""

    replays: tuple[Entry, ...]
    next: _Cursor
    total: Annotated[int, doc("With `total`: how many the query finds.", 1)] | UnsetType = UNSET
    more: (
        Annotated[bool, doc(f"With `total`: whether it finds more than {model.MAX_COUNT:,}.")]
        | UnsetType
    ) = UNSET


class Stored(Struct, frozen=True):
    """An upload that was stored."""

    id: Annotated[_Id, doc("SHA-256 of the record's canonical form.")]
    created: Annotated[bool, doc("Whether you could not see this replay before.")]
    held: Annotated[bool, doc("Whether you held it already.")]
    same_game: Annotated[
        tuple[_Id, ...],
        doc(f"Other replays of this game, the newest first, {model.MAX_SAME_GAME} at most."),
    ]
    game: Annotated[str, doc("Its name.", "triggs")]
    verdict: Annotated[
        str,
        one_of(model.VERDICTS),
        doc("incomplete: a legal beginning; undetermined: cards left out decide whether it is."),
    ]
    plies: Annotated[int, doc("How many there are.", 88)]
    warnings: tuple[Diagnostic, ...]


def _optional(kind: type[Struct]) -> Iterator[tuple[str, Any, Any]]:
    """The fields of a struct, all of which can be left out."""
    for field in fields(kind):
        if field.required:
            yield field.name, field.type | UnsetType, UNSET
        else:
            yield field.name, field.type, field.default


ImportLine = defstruct(
    "ImportLine",
    [
        ("record", Annotated[int, doc("Its number in the body.", 1)]),
        ("status", Annotated[int, doc("The status that a single upload of it would get.", 201)]),
        *_optional(Stored),
        *(field for field in _optional(ProblemBody) if field[0] != "status"),
    ],
    namespace={"__doc__": "A record of an import: as Stored where it is stored, or a Problem."},
    omit_defaults=True,
    kw_only=True,
)


class ImportEnd(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How an import ended; if it is not complete, the members of a problem say why."""

    complete: Annotated[bool, doc("Whether every record was looked at.")]
    records: Annotated[int, doc("How many were looked at.", 2)]
    stored: Annotated[int, doc("How many of these are stored.", 1)]
    refused: Annotated[int, doc("How many were refused.", 1)]
    type: str | None = None
    title: str | None = None
    status: int | None = None
    detail: Annotated[str | None, doc("What is wrong, and what to do.")] = None
    diagnostics: tuple[Diagnostic, ...] = ()
    limit: Limit | None = None
    code: Annotated[str | None, doc("The code, if the work is too costly.", TOO_COSTLY)] = None


class Imported(ImportEnd, frozen=True, kw_only=True, omit_defaults=True):
    """What became of the records of an import."""

    lines: Annotated[
        tuple[ImportLine, ...],  # type: ignore[valid-type] # mypy does not know what defstruct makes
        doc("One for each record, in order."),
    ]


class Validation(Struct, frozen=True):
    """What validation says of every record of the body."""

    records: tuple[ReportRow, ...]
    valid: int
    incomplete: int
    undetermined: int
    invalid: int


class Frame(frames.Frame, frozen=True):
    """One position, and the ply that led to it (at ply 0: none)."""

    view: Annotated[str, doc("The view: `all`, `public` or a seat.", "B")]
    legal: (
        Annotated[
            tuple[str, ...] | None,
            doc("With `legal`: the legal moves; null if the view does not see the cards."),
        ]
        | UnsetType
    ) = UNSET
    lists_all: (
        Annotated[
            bool | None, doc("Whether `legal` has every legal move, and not a sample of too many.")
        ]
        | UnsetType
    ) = UNSET


class Film(Struct, frozen=True):
    """The frames of a replay, or some of them."""

    id: str
    view: Annotated[str, doc("The view of all frames.", "B")]
    plies: Annotated[int, doc("How many the record has.", 88)]
    catalogue: Annotated[Mapping[str, CardKind], doc("The cards of the record's deck, by code.")]
    frames: tuple[Frame, ...]


class MoveList(Struct, frozen=True):
    """The moves of a replay."""

    id: str
    view: Annotated[str, doc("The view of all moves.", "B")]
    plies: Annotated[int, doc("How many the record has.", 88)]
    catalogue: Annotated[Mapping[str, CardKind], doc("The cards of the record's deck, by code.")]
    moves: Annotated[tuple[Played, ...], doc("From ply 0 on.")]


class TableFrame(Frame, frozen=True):
    """One position of a table."""

    version: Annotated[int, doc("The version of the table that was asked for.", 12)] = 0


class TableFilm(Struct, frozen=True):
    """The frames of a table, or those that came since a version."""

    id: str
    view: Annotated[str, doc("The view of all frames.", "B")]
    version: Annotated[int, doc("The version of the table.", 12)]
    plies: Annotated[int, doc("How many plies stand.", 10)]
    keep: Annotated[int, doc("How many plies stand as they stood at `since`; 0 without it.", 8)]
    frames: Annotated[tuple[Frame, ...], doc("From ply 0 on, or those after the ones kept.")]
    catalogue: (
        Annotated[Mapping[str, CardKind], doc("The cards of the deck, by code; not with `since`.")]
        | UnsetType
    ) = UNSET


class TableList(Struct, frozen=True):
    """A page of a list of tables."""

    tables: tuple[TableEntry, ...]
    next: _Cursor


class Digests(Struct, frozen=True):
    """The digests of a replay, each 64 hex digits."""

    record: Annotated[str, doc("The replay's id.")]
    game: Annotated[
        str | None, doc("The same for all records of one game; null: the record leaves cards out.")
    ]
    positions: Annotated[
        tuple[str | None, ...],
        doc("After each ply, from ply 0 on; null: a card lies there that nobody wrote down."),
    ]


class Deck(Struct, frozen=True):
    """A user's deck in a list."""

    name: Annotated[str, fits("sha256:[0-9a-f]{64}"), doc("As records name it: by its content.")]
    game: Annotated[str, doc("The game that it is for.", "triggs")]
    added: Annotated[_Time, doc("When it was added.", "2026-11-20T19:30:00Z")]

    @classmethod
    def of(cls, deck: model.UserDeck) -> Self:
        """The entry for a deck in the store."""
        return convert(deck, cls, from_attributes=True, strict=False)


class DeckPage(Struct, frozen=True):
    """A page of the list of decks."""

    decks: tuple[Deck, ...]
    next: _Cursor


class Option(Struct, frozen=True):
    """An option of a game."""

    name: Annotated[str, doc("As the header has it.", "rounds")]
    meaning: str
    default: Annotated[str | None, doc("The value of an absent option.", "1")]
    absent: Annotated[str | None, doc("What it means to leave it out.")]
    values: Annotated[
        Mapping[int, tuple[str, ...]], doc("The values it can have, by the number of seats.")
    ]


class Move(Struct, frozen=True):
    """A move of a game, as it is declared."""

    verb: Annotated[str, doc("Its name.", "draw")]
    usage: Annotated[str, doc("How it is written.", "draw PILE")]
    meaning: str
    examples: tuple[str, ...]
    pattern: Annotated[str, doc("A regular expression that matches the whole move.")]


class OwnDeck(Struct, frozen=True):
    """The deck that a game comes with."""

    name: Annotated[str, doc("As records name it.", "triggs/standard")]
    digest: Annotated[str, doc("Its name by its content.")]
    origin: Annotated[str, one_of(("standard", "reference"))]
    source: Annotated[str, doc("Where its facts come from.")]
    facts: Annotated[dict[str, Any], doc("Its cards.")]


class Summary(Struct, frozen=True):
    """A game in a list."""

    name: Annotated[str, doc("As records name it.", "triggs")]
    title: Annotated[str, doc("As people name it.", "Triggs")]
    seats: Annotated[tuple[int, ...], doc("The possible numbers of players.", [2, 3, 4])]
    rules_versions: Annotated[tuple[str, ...], doc("The versions of its rules.", ["1"])]
    options: tuple[Option, ...]


class GameList(Struct, frozen=True):
    """All games."""

    games: tuple[Summary, ...]


class Game(Summary, frozen=True):
    """A game, with its moves, deck and rules."""

    moves: tuple[Move, ...]
    deck: OwnDeck
    catalogue: Annotated[Mapping[str, CardKind], doc("The cards of its own deck, by code.")]
    rules: Annotated[str, doc("The rules, in Markdown.")]
    schema: Annotated[dict[str, Any], doc("The JSON Schema of its records.")]


_SHAPES: tuple[type[Struct], ...] = (
    *(Place, Label, Diagnostic, ParameterError, Limit, ProblemBody, Status),
    *(Entry, Changed, Page, Stored, ImportLine, Imported),
    *(ReportRow, Validation),
    *(Part, Sentence, CardView, CardKind, Played, Variation, MoveList, Spot, Moved),
    *(ZoneView, CounterView, Points, Due),
    *(Frame, Film, Digests, Deck, DeckPage),
    *(Holdings, Token, TokenPage, CreatedToken, Me),
    *(TableEntry, TableSeat, Contradiction, TableState, TableEvent, TableMoves, TableLegal),
    SeatGiven,
    *(TableFrame, TableFilm, TableList),
    *(Option, Move, OwnDeck, Summary, GameList, Game),
)
_RENAMED: Mapping[type[Struct], str] = {
    ProblemBody: "Problem",
    ReportRow: "Report",
    CardView: "Card",
    ZoneView: "Zone",
    CounterView: "Counter",
}
COMPONENTS: Mapping[str, type[Struct]] = {
    _RENAMED.get(kind, kind.__name__): kind for kind in _SHAPES
}
"""Every shape that occurs in an answer, by its name in the description."""
