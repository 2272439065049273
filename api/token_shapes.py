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
    """So much of everything that an owner can hold."""

    replays: Annotated[int, doc("Replays.", 12), LONG]
    bytes: Annotated[int, doc("Bytes of these, packed.", 40_960), LONG]
    decks: Annotated[int, doc("Decks.", 1)]
    tables: Annotated[int, doc("Games in progress.", 2)]
    tokens: Annotated[int, doc("Tokens that are neither revoked nor expired.", 1)]

    @classmethod
    def of(cls, held: model.Usage | model.Quota) -> Self:
        """So much as this says."""
        return convert(held, cls, from_attributes=True)


class Token(Struct, frozen=True):
    """What is known of a token."""

    id: Annotated[int, doc("Its number here.", 3)]
    owner: Annotated[str, doc("Whose it is.", "ana")]
    scopes: Annotated[tuple[_Scope, ...], doc("What it opens.", ["upload"])]
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
    """A token that was just made."""

    token: Annotated[str, doc("The token itself, which is shown this once.", "cgn_…")]

    @classmethod
    def made(cls, token: kept.Token, secret: str) -> Self:
        """A token in the store, and its text."""
        return cls(**asdict(Token.of(token)), token=secret)


class Me(Struct, frozen=True):
    """Whose token asks."""

    owner: Annotated[str, doc("Whose it is.", "ana")]
    token: Annotated[Token, doc("The token that asks.")]
    holds: Annotated[Holdings, doc("What the owner holds.")]
    quota: Annotated[Holdings, doc("What the owner may hold.")]
