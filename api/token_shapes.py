"""The shapes of answers about tokens and their owners."""

from datetime import datetime
from typing import Annotated, Self

from msgspec import Meta, Struct, convert
from msgspec.structs import asdict

from notation.json_shape import doc, one_of
from replays.store import model
from replays.store import tokens as kept

_Time = Annotated[datetime, Meta(tz=True)]
_Scope = Annotated[str, one_of(kept.SCOPES)]
LONG = Meta(extra_json_schema={"format": "int64"})
"""A number for which generated clients take 64 bits, since 32 are not enough."""


class Holdings(Struct, frozen=True):
    """How much of everything an owner holds, or may hold."""

    replays: Annotated[int, doc("The number of replays.", 12), LONG]
    bytes: Annotated[int, doc("Their bytes, packed.", 40_960), LONG]
    decks: Annotated[int, doc("The number of decks.", 1)]
    tables: Annotated[int, doc("The number of games in progress.", 2)]
    tokens: Annotated[int, doc("The number of tokens that are neither revoked nor expired.", 1)]

    @classmethod
    def of(cls, held: model.Usage | model.Quota) -> Self:
        """So much as this says."""
        return convert(held, cls, from_attributes=True)


class Token(Struct, frozen=True):
    """A token, without its text."""

    id: Annotated[int, doc("Its number.", 3)]
    owner: Annotated[str, doc("The name of the owner.", "ana")]
    scopes: Annotated[tuple[_Scope, ...], doc("What it allows.", ["upload"])]
    created: Annotated[_Time, doc("When it was created.", "2026-11-20T19:30:00Z")]
    expires: Annotated[_Time | None, doc("When it expires; null: never.")]
    revoked: Annotated[_Time | None, doc("When it was revoked; null: it was not.")]

    @classmethod
    def of(cls, token: kept.Token) -> Self:
        """The entry for a token in the store."""
        return convert(token, cls, from_attributes=True, strict=False)


class TokenPage(Struct, frozen=True):
    """A page of the list of tokens."""

    tokens: tuple[Token, ...]
    next: Annotated[str | None, doc("The cursor of the next page; null on the last.")]


class CreatedToken(Token, frozen=True):
    """A new token."""

    token: Annotated[str, doc("The token itself, which is shown only here.", "cgn_…")]

    @classmethod
    def made(cls, token: kept.Token, secret: str) -> Self:
        """A token in the store, and its text."""
        return cls(**asdict(Token.of(token)), token=secret)


class Me(Struct, frozen=True):
    """The owner of a token."""

    owner: Annotated[str, doc("The name of the owner.", "ana")]
    token: Annotated[Token, doc("The token that was sent.")]
    holds: Annotated[Holdings, doc("What the owner holds.")]
    quota: Annotated[Holdings, doc("What the owner may hold.")]
