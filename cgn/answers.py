"""What a service says of replays, decks, tables, tokens and their owners."""

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct

from engines.catalogue import CardKind
from replays.frames import Frame
from replays.moves import Played


class Entry(Struct, frozen=True):
    """A replay in a list."""

    id: str
    game: str
    rules: str
    deck: str | None
    options: dict[str, str]
    players: tuple[str, ...]
    tags: dict[str, str]
    finished: bool
    verdict: str
    plies: int
    winners: tuple[str, ...]
    scores: tuple[int | None, ...]
    visibility: str
    uploaded: datetime


class ViewedFrame(Frame, frozen=True):
    """A position as a view sees it; `legal` if it was asked for and the view may know."""

    view: str
    legal: tuple[str, ...] | None = None
    lists_all: bool | None = None


class Film(Struct, frozen=True):
    """Positions of a replay, ready to be drawn, and its cards by their codes."""

    id: str
    view: str
    plies: int
    catalogue: Mapping[str, CardKind]
    frames: tuple[ViewedFrame, ...]


class MoveList(Struct, frozen=True):
    """The moves of a replay in words, and its cards by their codes."""

    id: str
    view: str
    plies: int
    catalogue: Mapping[str, CardKind]
    moves: tuple[Played, ...]


class Digests(Struct, frozen=True):
    """The digests of a replay: null where they rest on cards that nobody wrote down."""

    record: str
    game: str | None
    positions: tuple[str | None, ...]


class Deck(Struct, frozen=True):
    """A user's deck, which is named by its content."""

    name: str
    game: str
    added: datetime


class TableEntry(Struct, frozen=True):
    """A table in a list; `replay` is what became of it."""

    id: str
    kind: str
    game: str
    players: tuple[str, ...]
    owner: str
    visibility: str
    version: int
    plies: int
    finished: bool
    termination: str | None
    winners: tuple[str, ...]
    replay: str | None
    created: datetime
    expires: datetime | None


class Token(Struct, frozen=True):
    """A token, without its text."""

    id: int
    owner: str
    scopes: tuple[str, ...]
    created: datetime
    expires: datetime | None
    revoked: datetime | None


class CreatedToken(Token, frozen=True):
    """A new token, with its text, which is shown this once."""

    token: str


class Holdings(Struct, frozen=True):
    """How much of everything an owner holds, or may hold."""

    replays: int
    bytes: int
    decks: int
    tables: int
    tokens: int


class Me(Struct, frozen=True):
    """The owner of the client's token."""

    owner: str
    token: Token
    holds: Holdings
    quota: Holdings


class Replays(Struct, frozen=True):
    """A page of a list of replays. `next` is the cursor of the next page, as in all lists."""

    replays: tuple[Entry, ...]
    next: str | None


class Decks(Struct, frozen=True):
    """A page of a list of decks."""

    decks: tuple[Deck, ...]
    next: str | None


class Tables(Struct, frozen=True):
    """A page of a list of tables."""

    tables: tuple[TableEntry, ...]
    next: str | None


class Tokens(Struct, frozen=True):
    """A page of a list of tokens."""

    tokens: tuple[Token, ...]
    next: str | None
