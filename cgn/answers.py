"""What a service says of replays, games, decks, tables, tokens and their owners."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct, field

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


class TableFilm(Struct, frozen=True):
    """Positions of a table: all, or those after the `keep` plies that stand as they stood."""

    id: str
    view: str
    version: int
    plies: int
    keep: int
    frames: tuple[ViewedFrame, ...]
    catalogue: Mapping[str, CardKind] = field(default_factory=dict)


class TableEvent(Struct, frozen=True):
    """What happened at a table; docs/tables.md explains the `details`."""

    version: int
    act: str
    time: datetime
    details: dict[str, Any]
    stands: bool
    moves: tuple[Played, ...]


class TableMoves(Struct, frozen=True):
    """The moves of a table in words, as TableFilm has its positions, and what happened there."""

    id: str
    view: str
    version: int
    plies: int
    keep: int
    moves: tuple[Played, ...]
    events: tuple[TableEvent, ...]
    catalogue: Mapping[str, CardKind] = field(default_factory=dict)


class Option(Struct, frozen=True):
    """An option of a game, and the values that it can have by the number of seats."""

    name: str
    meaning: str
    default: str | None
    absent: str | None
    values: Mapping[int, tuple[str, ...]]


class Move(Struct, frozen=True):
    """A kind of move of a game; `pattern` is a regular expression that matches each of them."""

    verb: str
    usage: str
    meaning: str
    examples: tuple[str, ...]
    pattern: str


class OwnDeck(Struct, frozen=True):
    """The deck that a game comes with."""

    name: str
    digest: str
    origin: str
    source: str
    facts: dict[str, Any]


class GameEntry(Struct, frozen=True):
    """A game in a list."""

    name: str
    title: str
    seats: tuple[int, ...]
    rules_versions: tuple[str, ...]
    options: tuple[Option, ...]


class Game(GameEntry, frozen=True):
    """A game, with its rules in Markdown, and the JSON Schema of its records."""

    moves: tuple[Move, ...]
    deck: OwnDeck
    catalogue: Mapping[str, CardKind]
    rules: str
    schema: dict[str, Any]


class Games(Struct, frozen=True):
    """The list of games."""

    games: tuple[GameEntry, ...]


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
