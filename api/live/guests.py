"""Guests: people without a token of their own, who may open a few tables a day."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from re import fullmatch
from secrets import token_hex
from typing import NamedTuple

from flask import request

from api.policy.auth import bearer, require_writer
from api.policy.rates import client_at
from api.problem_types import BUSY
from api.problems import Problem
from api.service import service
from api.shapes import Limit
from replays.store.live_model import Guest
from replays.store.model import OverQuota
from replays.store.sql.guest_writes import DAY, RUNNING
from replays.store.tokens import GUEST, digest_of, guest_of, write_token

_KEY, _KEY_BYTES = "[0-9a-f]{32}", 16
"""The key of a form, which nobody guesses."""

_LATER = 10 * 60
"""Seconds after which to ask again where too many tables of guests run."""


class Opener(NamedTuple):
    """Who opens a table: its owner and, if that is a guest, the token to keep in their browser."""

    owner: str
    token: str | None = None

    @property
    def guest(self) -> Guest | None:
        """What the store has to know of a guest."""
        if self.token is None:
            return None
        return Guest(digest_of(self.token), client_at(request.remote_addr))


def comes_as_guest() -> bool:
    """Whether the client would open a table as a guest: if such tables are opened here at all."""
    asked = bearer()
    if not service().settings.open_tables or asked.seat is not None:
        return False
    return asked.token is None or GUEST in asked.token.scopes


def opener(key: str) -> Opener:
    """Who opens a table with the form that has this key.

    The token of a new guest is made of the key, so that a form that is sent twice comes from one
    guest. Raises Problem as `require_writer` does, where no guest may open a table.
    """
    if not comes_as_guest():
        return Opener(require_writer())
    known = bearer().token
    if known is not None and request.authorization is not None:
        return Opener(known.owner, request.authorization.token)
    secret = key if fullmatch(_KEY, key) else token_hex(_KEY_BYTES)
    token = write_token(sha256(f"guest {secret}".encode()).digest())
    return Opener(guest_of(token), token)


@contextmanager
def counted() -> Iterator[None]:
    """Count the table that a guest opens within the block. Raises Problem if it is one too many."""
    count = service().metrics.add_open_table
    try:
        yield
    except OverQuota as error:
        if error.name == RUNNING:
            count("full")
            detail = (
                f"{error.most} tables of guests are in progress, the most here; try again later"
            )
            raise Problem(BUSY, detail, {"Retry-After": str(_LATER)}) from None
        if error.name == "open_tables":
            count("refused")
            detail = (
                f"{error.most:,} tables were opened from your network within a day, the most for"
                " guests; go on with one of these, or sign in with a token"
            )
            limit = Limit(error.name, error.most)
            raise Problem(429, detail, {"Retry-After": str(DAY)}, limit=limit) from None
        raise
    count("opened")
