"""Invitations to tables to be dealt: the store keeps nothing that they can be made from."""

from hmac import digest

from msgspec.json import decode

from api.live.answers import json_of
from api.service import service
from notation.record import SEATS
from replays.store.tokens import write_token


def invitation_of(secret: str, salt: str, seat: str) -> str:
    """The invitation for a seat of the table with this secret.

    `salt` is the idempotency key of the call that creates the table. The store keeps only its
    digest: a retry is given the same invitations, and a copy of the store invites nobody.
    """
    return write_token(digest(secret.encode(), f"{seat} {salt}".encode(), "sha256"))


def with_invitations(created: bytes, salt: str) -> bytes:
    """The answer that creates a table, as the store keeps it, with the table's invitations."""
    state = decode(created)
    table = service().store.tables.get(state["id"])
    if table is None or not table.kind.by_invitation or table.secret is None:
        return created
    seats = SEATS[: len(table.players)]
    state["invitations"] = {seat: invitation_of(table.secret, salt, seat) for seat in seats}
    return json_of(state)
