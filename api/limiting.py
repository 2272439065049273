"""How often a client may ask: so many requests that read and so many others a minute."""

from ipaddress import IPv6Address, ip_address
from math import ceil

from flask import Flask, Response, g, request

from api.auth import bearer
from api.problems import Problem
from api.rates import Rates
from api.settings import Settings

_FREE = ("/healthz", "/readyz", "/metrics")
"""What may be asked as often as one likes."""

_READING = ("GET", "HEAD", "OPTIONS")
_IPV6_NETWORK = 64


def register_limits(app: Flask, settings: Settings) -> None:
    """Have the app refuse a client that asks too often (429), and tell each what is left.

    A client is the owner of a token, or else an address; an IPv6 one stands for its network.
    """
    rates = {"reads": (settings.reads, Rates()), "writes": (settings.writes, Rates())}

    @app.before_request
    def count() -> None:
        kind = "reads" if request.method in _READING else "writes"
        most, clients = rates[kind]
        if not most or request.path in _FREE:
            return
        number, left = clients.count(_client())
        seconds = ceil(left)
        g.rates = {
            "RateLimit-Limit": str(most),
            "RateLimit-Remaining": str(max(most - number, 0)),
            "RateLimit-Reset": str(seconds),
        }
        if number > most:
            raise _refusal(kind, most, seconds)

    @app.after_request
    def tell(response: Response) -> Response:
        response.headers.update(g.get("rates", {}))
        return response


def _client() -> str:
    token = bearer().token
    if token is not None:
        return f"owner {token.owner}"
    address = request.remote_addr or "nobody"
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        return str(int(parsed) >> (128 - _IPV6_NETWORK))
    return address


def _refusal(kind: str, most: int, seconds: int) -> Problem:
    return Problem(
        429,
        f"more than {most:,} such requests a minute ({kind}); ask again in {seconds} seconds",
        {"Retry-After": str(seconds)},
        limit={"name": kind, "value": most},
    )
