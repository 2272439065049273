"""Tokens: how they are written, the digest by which a store knows one, and what it stores."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from re import match

UPLOAD, ADMIN = "upload", "admin"
"""The scopes: to write one's own replays; to see and change everything."""

SCOPES = (UPLOAD, ADMIN)
"""The scopes that are given out."""

GUEST = "guest"
"""The scope of the token that a guest gets: to do at their own tables what an owner may."""

SIGN_IN = "sign-in"
"""The scope of a code that signs a browser in once, and opens nothing else."""

PREFIX = "cgn_"
"""The beginning of every token, by which scanners recognise one that leaked."""

MOST_OWNER = 100
"""Characters in the name of an owner."""

LONGEST = 100 * 365 * 24 * 60 * 60
"""The most seconds after which a token can expire."""

TOKEN_BYTES = 32
"""The random bytes in a token."""


@dataclass(frozen=True, slots=True)
class Token:
    """The facts that a store has about a token, but not the token.

    Times are seconds since the epoch; without `expires` it lasts until it is revoked.
    """

    id: int
    owner: str
    scopes: tuple[str, ...]
    created: int
    expires: int | None
    revoked: int | None

    def usable(self, now: int) -> bool:
        """Whether it still opens anything."""
        return self.revoked is None and (self.expires is None or now < self.expires)


def write_token(random: bytes) -> str:
    """The token for `TOKEN_BYTES` random bytes.

    >>> write_token(bytes(32))
    'cgn_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    """
    return PREFIX + urlsafe_b64encode(random).decode().rstrip("=")


def is_owner(name: str) -> bool:
    """Whether an owner can have this name.

    >>> is_owner("club-site"), is_owner(" ")
    (True, False)
    """
    return bool(name.strip()) and name.isprintable() and len(name) <= MOST_OWNER


def is_guest(name: str) -> bool:
    """Whether this name of an owner is kept for guests, who open tables without a token.

    >>> is_guest("guest-12345678"), is_guest("guest-1"), is_guest("guest-house")
    (True, True, False)
    """
    return match("guest-[0-9]", name) is not None


def guest_of(token: str) -> str:
    """The name of the guest who gets this token: eight digits, which do not reveal it.

    >>> guest_of("cgn_AAAA")
    'guest-69433578'
    """
    return f"guest-{int(digest_of(token), 16) % 10**8:08}"


def digest_of(token: str) -> str:
    """SHA-256 of a token, in hex, which a store has instead of the token."""
    return sha256(token.encode(errors="surrogatepass")).hexdigest()
