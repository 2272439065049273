"""What a service says of replays, games, decks, tokens and their owners.

The service answers with these, and its description has each as a component.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from engines.catalogue import CardKind
from notation.diagnostics import Diagnostic
from notation.json_shape import LONG, doc, fits, one_of
from replays.review import PlyReview
from replays.store.model import MAX_COUNT, MAX_SAME_GAME, VERDICTS, Visibility
from replays.store.tokens import GUEST, SCOPES, SIGN_IN
from replays.view.frames import Frame
from replays.view.moves import PlayedPly

Id: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Time: TypeAlias = Annotated[datetime, Meta(tz=True)]
Cursor: TypeAlias = Annotated[str | None, doc("The cursor of the next page; null on the last.")]
_Scope: TypeAlias = Annotated[str, one_of((*SCOPES, GUEST, SIGN_IN))]
_Cards: TypeAlias = Annotated[
    Mapping[str, CardKind], doc("The cards of the record's deck, by code.")
]


class Entry(Struct, frozen=True):
    """A replay in a list."""

    id: Annotated[Id, doc("SHA-256 of the record's canonical form.")]
    game: Annotated[str, doc("Its name.", "triggs")]
    rules: Annotated[str, doc("The version of the rules.", "1")]
    deck: Annotated[str | None, doc("The deck; null: the game's own.")]
    options: Annotated[Mapping[str, str], doc("The game's options.")]
    players: Annotated[tuple[str, ...], doc("Their names, seat A first.", ["Ana", "Bo"])]
    tags: Annotated[Mapping[str, str], doc("The free tags.")]
    finished: Annotated[bool, doc("Whether the game has ended.")]
    verdict: Annotated[str, one_of(VERDICTS), doc("What validation says of it.", "valid")]
    plies: Annotated[int, doc("How many there are.", 88)]
    winners: Annotated[tuple[str, ...], doc("Their seats; none: not finished.", ["B"])]
    scores: Annotated[
        tuple[int | None, ...],
        doc("One for each seat; null if it depends on cards that you may not know.", [39, 41]),
    ]
    visibility: Annotated[str, one_of(Visibility), doc("The most open choice of its holders.")]
    uploaded: Annotated[Time, doc("When it was uploaded or made public.", "2026-11-20T19:30:00Z")]


class Stored(Struct, frozen=True):
    """An upload that was stored."""

    id: Annotated[Id, doc("SHA-256 of the record's canonical form.")]
    created: Annotated[bool, doc("Whether you could not see this replay before.")]
    held: Annotated[bool, doc("Whether you held it already.")]
    same_game: Annotated[
        tuple[Id, ...],
        doc(f"Other replays of this game, the newest first, {MAX_SAME_GAME} at most."),
    ]
    game: Annotated[str, doc("Its name.", "triggs")]
    verdict: Annotated[
        str,
        one_of(VERDICTS),
        doc("incomplete: a legal beginning; undetermined: cards left out decide whether it is."),
    ]
    plies: Annotated[int, doc("How many there are.", 88)]
    warnings: tuple[Diagnostic, ...]


class ReplayPage(Struct, frozen=True, omit_defaults=True):
    """A page of a list of replays."""

    replays: tuple[Entry, ...]
    next: Cursor
    total: Annotated[int | None, doc("With `total`: how many the query finds.", 1)] = None
    more: Annotated[
        bool | None, doc(f"With `total`: whether it finds more than {MAX_COUNT:,}.")
    ] = None


class ViewedFrame(Frame, frozen=True):
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
    catalogue: _Cards
    frames: tuple[ViewedFrame, ...]


class MoveList(Struct, frozen=True):
    """The moves of a replay."""

    id: str
    view: Annotated[str, doc("The view of all moves.", "B")]
    plies: Annotated[int, doc("How many the record has.", 88)]
    catalogue: _Cards
    moves: Annotated[tuple[PlayedPly, ...], doc("From ply 0 on.")]


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


REVIEW_STATES = ("none", "running", "finished")
"""How far a review is: `none` if nobody has asked for one."""


class ReplayReview(Struct, frozen=True):
    """What the plies of a game gave away, as far as the review is done."""

    state: Annotated[
        str, one_of(REVIEW_STATES), doc("How far it is; `none`: nobody asked for it.", "running")
    ]
    done: Annotated[int, doc("How many plies are done.", 37)]
    plies: Annotated[int, doc("Of how many.", 88)]
    version: Annotated[int | None, doc("The version of reviews that made it.", 1)]
    seed: Annotated[
        str | None,
        doc(
            "What decides the guesses, as for `cgn review`; null: an older version made it.",
            "review",
        ),
    ]
    deals: Annotated[
        int | None, doc("Guessed deals for each ply, as for `cgn review`; null likewise.", 20)
    ]
    most: Annotated[
        tuple[int, ...], doc("The plies that gave most away so far, those first.", [12, 5])
    ]
    rows: Annotated[
        tuple[PlyReview, ...],
        doc("Of each ply that is done, in order; without those that took too long."),
    ]


class Deck(Struct, frozen=True):
    """A user's deck in a list."""

    name: Annotated[str, fits("sha256:[0-9a-f]{64}"), doc("As records name it: by its content.")]
    game: Annotated[str, doc("The game that it is for.", "triggs")]
    added: Annotated[Time, doc("When it was added.", "2026-11-20T19:30:00Z")]


class DeckPage(Struct, frozen=True):
    """A page of the list of decks."""

    decks: tuple[Deck, ...]
    next: Cursor


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


class GameEntry(Struct, frozen=True):
    """A game in a list."""

    name: Annotated[str, doc("As records name it.", "triggs")]
    title: Annotated[str, doc("As people name it.", "Triggs")]
    seats: Annotated[tuple[int, ...], doc("The possible numbers of players.", [2, 3, 4])]
    rules_versions: Annotated[tuple[str, ...], doc("The versions of its rules.", ["1"])]
    options: tuple[Option, ...]


class GameList(Struct, frozen=True):
    """All games."""

    games: tuple[GameEntry, ...]


class Game(GameEntry, frozen=True):
    """A game, with its moves, deck and rules."""

    moves: tuple[Move, ...]
    deck: OwnDeck
    catalogue: Annotated[Mapping[str, CardKind], doc("The cards of its own deck, by code.")]
    rules: Annotated[str, doc("The rules, in Markdown.")]
    schema: Annotated[dict[str, Any], doc("The JSON Schema of its records.")]


class Holdings(Struct, frozen=True):
    """How much of everything an owner holds, or may hold."""

    replays: Annotated[int, doc("The number of replays.", 12), LONG]
    bytes: Annotated[int, doc("Their bytes, packed.", 40_960), LONG]
    decks: Annotated[int, doc("The number of decks.", 1)]
    tables: Annotated[int, doc("The number of games in progress.", 2)]
    tokens: Annotated[int, doc("The number of tokens that are neither revoked nor expired.", 1)]


class Token(Struct, frozen=True):
    """A token, without its text."""

    id: Annotated[int, doc("Its number.", 3)]
    owner: Annotated[str, doc("The name of the owner.", "ana")]
    scopes: Annotated[tuple[_Scope, ...], doc("What it allows.", ["upload"])]
    created: Annotated[Time, doc("When it was created.", "2026-11-20T19:30:00Z")]
    expires: Annotated[Time | None, doc("When it expires; null: never.")]
    revoked: Annotated[Time | None, doc("When it was revoked; null: it was not.")]


class TokenPage(Struct, frozen=True):
    """A page of the list of tokens."""

    tokens: tuple[Token, ...]
    next: Cursor


class CreatedToken(Token, frozen=True):
    """A new token."""

    token: Annotated[str, doc("The token itself, which is shown only here.", "cgn_…")]


class Me(Struct, frozen=True):
    """The owner of a token."""

    owner: Annotated[str, doc("The name of the owner.", "ana")]
    token: Annotated[Token, doc("The token that was sent.")]
    holds: Annotated[Holdings, doc("What the owner holds.")]
    quota: Annotated[Holdings, doc("What the owner may hold.")]
