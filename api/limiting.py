"""How often a client may ask: so many requests that read and so many others a minute."""

from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from math import ceil

from flask import Flask, Response, g, request

from api.auth import bearer
from api.problems import Problem
from api.rates import Rates
from api.settings import Settings
from api.shapes import Limit
from replays.store.model import Token

_FREE = ("/healthz", "/readyz", "/metrics")
"""What may be asked as often as one likes."""

_READING = ("GET", "HEAD", "OPTIONS")
_IPV6_NETWORK = 64
_ADDRESSES = 1_024
"""Addresses that need not be read again."""


class Limits:
    """Counts what clients ask for, each kind of request apart: `reads` and `writes`."""

    def __init__(self, settings: Settings) -> None:
        self._rates = {"reads": (settings.reads, Rates()), "writes": (settings.writes, Rates())}

    def count(self, kind: str, client: str) -> Mapping[str, str]:
        """Count a request, and give the headers that tell the client what is left.

        Raises Problem (429) where it asks too often.
        """
        most, rates = self._rates[kind]
        if not most:
            return {}
        number, left = rates.count(client)
        seconds = ceil(left)
        told = {
            "RateLimit-Limit": str(most),
            "RateLimit-Remaining": str(max(most - number, 0)),
            "RateLimit-Reset": str(seconds),
        }
        if number > most:
            often = f"more than {most:,} such requests a minute ({kind})"
            raise Problem(
                429,
                f"{often}; ask again in {seconds} seconds",
                {**told, "Retry-After": str(seconds)},
                limit=Limit(kind, most),
            )
        return told


def register_limits(app: Flask, limits: Limits) -> None:
    """Have the app refuse a client that asks too often (429), and tell each what is left.

    A client is the owner of a token, or else an address; an IPv6 one stands for its network.
    """

    @app.before_request
    def count() -> None:
        if request.path not in _FREE:
            kind = "reads" if request.method in _READING else "writes"
            g.rates = limits.count(kind, client())

    @app.after_request
    def tell(response: Response) -> Response:
        response.headers.update(g.get("rates", {}))
        return response


def client() -> str:
    """The client of this request: the owner of its token, or else its address."""
    token = bearer().token
    return client_at(request.remote_addr) if token is None else client_with(token)


def client_with(token: Token) -> str:
    """The client that has this token."""
    return f"owner {token.owner}"


@lru_cache(maxsize=_ADDRESSES)
def client_at(address: str | None) -> str:
    """The client that has this address."""
    try:
        parsed = ip_address(address or "")
    except ValueError:
        return address or "nobody"
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or int(parsed) >> (128 - _IPV6_NETWORK))
    return str(parsed)
