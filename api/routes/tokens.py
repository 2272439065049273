"""`/v1/me` and `/v1/tokens`: who asks, and the tokens of an owner."""

from datetime import datetime
from functools import partial
from operator import attrgetter
from secrets import token_bytes
from typing import Any

from flask import Response
from marshmallow import Schema
from msgspec.structs import asdict

from api.http.arguments import Blueprint
from api.http.paging import next_cursor, paged
from api.http.responses import answer
from api.openapi.operations import BODY, described
from api.policy.auth import beyond, needs_any_token, needs_token, own_token, scopes_of
from api.problems import UNCACHED, Problem, bad_parameter
from api.schemas import Choice, Items, Moment, PagedSchema, Text, about
from api.service import service
from api.shapes import shaped
from client import answers
from replays.store.tokens import (
    ADMIN,
    LONGEST,
    MOST_OWNER,
    SCOPES,
    TOKEN_BYTES,
    digest_of,
    write_token,
)
from replays.store.tokens import Token as Kept

blueprint = Blueprint("tokens", __name__, url_prefix="/v1", description="Tokens and their owners.")


class TokenSearchSchema(PagedSchema):
    """Which tokens to list."""

    owner = Text(
        MOST_OWNER,
        metadata=about("Whose tokens, for admins; by default one's own, or an admin's all.", "ana"),
    )


class NewTokenSchema(Schema):
    """A token to be made."""

    scopes = Items(
        Choice(SCOPES),
        required=True,
        metadata=about("What it allows: only scopes of the token that you send.", ["upload"]),
    )
    expires = Moment(
        metadata=about(
            "When it expires: no later than the token that asks, which is when it does by default.",
            "2027-11-20T19:30:00Z",
        ),
    )


_SEARCH, _NEW = TokenSearchSchema(), NewTokenSchema()


@blueprint.get("/me")
@needs_any_token
@described(blueprint, "getMe", 403, token=True)
@blueprint.response(200, "Me")
def get_me() -> Response:
    """Describe the token's owner.

    The token, what its owner holds, and what they may hold.
    """
    token = own_token()
    holds = shaped(service().store.usage(token.owner), answers.Holdings)
    quota = shaped(service().settings.quota, answers.Holdings)
    return answer(answers.Me(token.owner, shaped(token, answers.Token), holds, quota))


@blueprint.get("/tokens")
@needs_any_token
@described(blueprint, "listTokens", 403, token=True)
@blueprint.arguments(_SEARCH, location="query")
@blueprint.response(200, "TokenPage")
def list_tokens(asked: dict[str, Any]) -> Response:
    """List tokens.

    Your own, the oldest first, including revoked and expired ones; an admin's token lists those
    of all owners. The text of a token is never shown.
    """
    find = partial(service().store.tokens.page, _listed(asked.get("owner")))
    page, headers = paged(asked, find, attrgetter("id"))
    tokens = tuple([shaped(token, answers.Token) for token in page.entries])
    return answer(answers.TokenPage(tokens, next_cursor(page)), headers=headers)


@blueprint.post("/tokens")
@needs_token
@described(blueprint, "createToken", *BODY, 403, token=True)
@blueprint.arguments(_NEW)
@blueprint.response(201, "CreatedToken", description="Created.")
def create_token(asked: dict[str, Any]) -> Response:
    """Create a token.

    For the owner of the token that you send. The new one has no other scopes, and expires no
    later.
    """
    by, scopes = own_token(), sorted(set(asked["scopes"]))
    missing = [scope for scope in scopes if scope not in scopes_of(by)]
    if missing:
        raise beyond(f"your token does not have the scope {' and '.join(missing)}", *missing)
    expires = _expiry(by, asked.get("expires"))
    secret = write_token(token_bytes(TOKEN_BYTES))
    made = service().store.tokens.create(by.owner, scopes, digest_of(secret), expires)
    created = answers.CreatedToken(**asdict(shaped(made, answers.Token)), token=secret)
    return answer(created, 201, UNCACHED)


@blueprint.delete("/tokens/<token:token>")
@needs_token
@described(blueprint, "revokeToken", 403, 404, 507, token=True)
@blueprint.response(204, description="It is revoked.")
def revoke_token(token: int) -> Response:
    """Revoke a token.

    One of your own, even the one that you send; an admin's token revokes any. It is revoked at
    once and for good. Tokens that it created stay valid.
    """
    if not service().store.tokens.revoke(token, _only()):
        raise Problem(404, "there is no token with this id that you may revoke")
    return Response(status=204)


def _only() -> str | None:
    """The owner whose tokens the token that asks opens, None for an admin's: all."""
    by = own_token()
    return None if ADMIN in by.scopes else by.owner


def _listed(owner: str | None) -> str | None:
    """The owner whose tokens are asked for, None for all. Raises Problem (403)."""
    only = _only()
    if owner is not None and only not in (None, owner):
        raise beyond(f"a token with the scope {ADMIN} lists the tokens of others", ADMIN)
    return owner or only


def _expiry(by: Kept, wanted: datetime | None) -> int | None:
    """When a token expires that `by` makes. Raises Problem (400) if it cannot then."""
    if wanted is None:
        return by.expires
    expires, now = int(wanted.timestamp()), service().clock()
    if not now < expires <= now + LONGEST:
        raise bad_parameter("expires", "must be in the future, at most 100 years ahead")
    if by.expires is not None and expires > by.expires:
        raise bad_parameter("expires", "must not be later than your token expires")
    return expires
