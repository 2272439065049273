"""How a token looks, and the digest by which a store knows it."""

from base64 import urlsafe_b64encode
from hashlib import sha256

UPLOAD, ADMIN = "upload", "admin"
"""The scopes: to write one's own replays; to see and change everything."""

SCOPES = (UPLOAD, ADMIN)
"""Every scope that a token can have."""

PREFIX = "cgn_"
"""How every token begins, so that scanners recognise one that leaked."""

TOKEN_BYTES = 32
"""The random bytes in a token."""


def write_token(random: bytes) -> str:
    """The token for `TOKEN_BYTES` random bytes.

    >>> write_token(bytes(32))
    'cgn_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    """
    return PREFIX + urlsafe_b64encode(random).decode().rstrip("=")


def digest_of(token: str) -> str:
    """SHA-256 of a token, in hex: all that is kept of it."""
    return sha256(token.encode(errors="surrogatepass")).hexdigest()
