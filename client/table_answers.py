"""What a service says of games in progress."""

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

from msgspec import Struct

from client.answers import Cursor, Time, ViewedFrame
from engines.catalogue import CardKind
from engines.table import Due
from notation.json_shape import doc, fits, one_of
from notation.record import TERMINATIONS
from replays.live.kinds import KINDS
from replays.store.live_model import MATCH_ID, Act
from replays.store.model import Visibility
from replays.view.choices import Choices
from replays.view.moves import PlayedPly

_Id: TypeAlias = Annotated[str, fits(MATCH_ID)]
_Version: TypeAlias = Annotated[
    int, doc("How many events there were: the number in its ETag, `v12`.", 12)
]
_Plies: TypeAlias = Annotated[int, doc("How many plies stand.", 10)]
_Keep: TypeAlias = Annotated[
    int, doc("How many plies stand as they stood at `since`; 0 without it.", 8)
]
_Due: TypeAlias = Annotated[
    Due | None,
    doc(
        "What is asked, and of whom: where hidden cards decide that, of all seats that may be"
        " asked, unless the view is that of the seat asked. Null once the game is over."
    ),
]
_Cards: TypeAlias = Annotated[
    Mapping[str, CardKind], doc("The cards of the deck, by code; not with `since`.")
]


class TableEntry(Struct, frozen=True):
    """What lists say of a table."""

    id: _Id
    kind: Annotated[str, one_of(KINDS), doc("Where its chance comes from.", "seeded")]
    game: Annotated[str, doc("Its name.", "triggs")]
    players: Annotated[tuple[str, ...], doc("Their names, seat A first.", ["Ana", "Bo"])]
    owner: Annotated[str, doc("Who created it.", "ana")]
    visibility: Annotated[str, one_of(Visibility), doc("Who finds it, and its replay.")]
    version: _Version
    plies: _Plies
    finished: Annotated[bool, doc("Whether the game has ended.")]
    termination: Annotated[
        str | None, doc(f"Null, unless it ended early: {', '.join(TERMINATIONS)}.")
    ]
    winners: Annotated[tuple[str, ...], doc("The seats that won; none: nobody, or not yet.")]
    replay: Annotated[str | None, doc("The id of the replay made of it; null: none, or not yet.")]
    computer: Annotated[
        Mapping[str, str], doc("The seats that the computer plays, each by a built-in player.")
    ]
    created: Annotated[Time, doc("When it was created.", "2026-11-20T19:30:00Z")]
    expires: Annotated[
        Time | None,
        doc("When it ends as abandoned unless somebody goes on; null: it has ended."),
    ]


class TableList(Struct, frozen=True):
    """A page of a list of tables."""

    tables: tuple[TableEntry, ...]
    next: Cursor


class TableSeat(Struct, frozen=True):
    """A seat of a dealt table."""

    seat: Annotated[str, doc("The seat.", "B")]
    taken: Annotated[bool, doc("Whether somebody sits there.")]
    commit: Annotated[str | None, doc("The SHA-256 of its nonce; null: it is free.")]
    sent: Annotated[bool, doc("Whether it has sent its nonce.")]


class Contradiction(Struct, frozen=True):
    """A ply that contradicted a view, at a table whose plies report the cards."""

    ply: Annotated[int, doc("The ply.", 20)]
    view: Annotated[str, doc("The view that it contradicted.", "B")]
    token: Annotated[str, doc("The token that sent it, by its number.", "seat 3")]


class TableState(
    TableEntry,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    rename={"secret_hash": "secretHash"},
):
    """A table as a view sees it."""

    header: Annotated[
        dict[str, Any],
        doc("The header as in the JSON form; no seed while the table runs."),
    ]
    view: Annotated[str, doc("The view: `all`, `public` or a seat.", "B")]
    due: _Due
    scores: Annotated[
        tuple[int | None, ...],
        doc("One a seat, as if the game ended now; null: it rests on hidden cards."),
    ]
    resigned: Annotated[
        tuple[str, ...], doc("The seats that have resigned, with their teams: they play no more.")
    ] = ()
    secret_hash: Annotated[
        str | None, doc("Of a dealt table: the SHA-256 of the service's secret.")
    ] = None
    seats: Annotated[tuple[TableSeat, ...], doc("Of a dealt table.")] = ()
    contradictions: Annotated[
        tuple[Contradiction, ...] | None,
        doc("At a table whose plies report the cards, once it has ended without a replay."),
    ] = None
    invitations: Annotated[
        Mapping[str, str], doc("By seat, only in the answer that creates a dealt table.")
    ] = {}

    @property
    def is_asked(self) -> bool:
        """Whether exactly the seat of this view is asked for a ply."""
        return self.due is not None and self.due.seats == (self.view,)


class TableEvent(Struct, frozen=True):
    """What happened at a table."""

    version: Annotated[int, doc("The version that it made.", 12)]
    act: Annotated[str, one_of(Act), doc("What was done.", "plies")]
    time: Annotated[Time, doc("When.", "2026-11-20T19:30:00Z")]
    details: Annotated[dict[str, Any], doc("What it says besides, as docs/tables.md has it.")]
    stands: Annotated[bool, doc("Whether none of its plies was taken back.")]


class TableEvents(Struct, frozen=True):
    """What happened at a table, or what happened since a version."""

    id: _Id
    version: _Version
    plies: _Plies
    keep: _Keep
    events: Annotated[tuple[TableEvent, ...], doc("All of them, or those after `since`.")]


class TableMoves(Struct, frozen=True, omit_defaults=True):
    """The moves of a table, or those since a version."""

    id: _Id
    view: Annotated[str, doc("The view of all moves.", "B")]
    version: _Version
    plies: _Plies
    keep: _Keep
    finished: Annotated[bool, doc("Whether the game has ended.")]
    due: _Due
    replay: Annotated[str | None, doc("The id of the replay made of it; null: none, or not yet.")]
    moves: Annotated[tuple[PlayedPly, ...], doc("From ply 0 on, or those after the ones kept.")]
    catalogue: _Cards = {}


class TableFilm(Struct, frozen=True, omit_defaults=True):
    """The frames of a table, or those that came since a version."""

    id: str
    view: Annotated[str, doc("The view of all frames.", "B")]
    version: Annotated[int, doc("The version of the table.", 12)]
    plies: _Plies
    keep: _Keep
    frames: Annotated[tuple[ViewedFrame, ...], doc("From ply 0 on, or those after the ones kept.")]
    catalogue: _Cards = {}


class TableLegal(Struct, frozen=True):
    """The legal moves of the seat that is asked."""

    id: _Id
    view: Annotated[str, doc("The view.", "B")]
    version: _Version
    plies: _Plies
    legal: Annotated[
        tuple[str, ...] | None, doc("As they are written; null in the view of another seat.")
    ]
    lists_all: Annotated[bool | None, doc("Whether these are all, and not a sample of too many.")]


class TableChoices(Struct, frozen=True):
    """What the seat that is asked may do, as things to tap."""

    id: _Id
    view: Annotated[str, doc("The view.", "B")]
    version: _Version
    plies: _Plies
    choices: Annotated[
        Choices | None, doc("Null in the view of another seat, and once the game is over.")
    ]


class SeatGiven(Struct, frozen=True, omit_defaults=True):
    """A new token of a seat."""

    seat: Annotated[str, doc("The seat.", "B")]
    token: Annotated[str | None, doc("It plays for the seat, and is shown this once.", "cgn_…")] = (
        None
    )
    invitation: Annotated[str | None, doc("Of a dealt table: its holder can take the seat.")] = None
