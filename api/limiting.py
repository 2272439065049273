"""How often a client may ask: so many requests that read and so many others a minute."""

from ipaddress import IPv6Address, ip_address
from math import ceil
from time import time

from flask import Flask, Response, request
from flask_limiter import ApplicationLimit, Limiter, RateLimitExceeded

from api.auth import bearer
from api.problems import Problem
from api.rates import SCHEME
from api.settings import Settings

_FREE = ("/healthz", "/readyz", "/metrics")
"""What may be asked as often as one likes."""

_KINDS = {
    "reads": ["GET", "HEAD", "OPTIONS"],
    "writes": ["POST", "PUT", "PATCH", "DELETE", "TRACE"],
}
_IPV6_NETWORK = 64


def register_limits(app: Flask, settings: Settings) -> None:
    """Have the app refuse a client that asks too often (429), and tell each what is left.

    A client is the owner of a token, or else an address; an IPv6 one stands for its network.
    """
    limits = [
        ApplicationLimit(f"{most} per minute", scope=kind, methods=methods)
        for kind, methods in _KINDS.items()
        if (most := getattr(settings, kind))
    ]
    if not limits:
        return
    limiter = Limiter(
        _client,
        application_limits=list(limits),
        storage_uri=f"{SCHEME}://",
        strategy="fixed-window",
    )
    limiter.init_app(app)
    limiter.request_filter(lambda: request.path in _FREE)
    app.register_error_handler(RateLimitExceeded, lambda _: _refuse(limiter))

    @app.after_request
    def tell(response: Response) -> Response:
        current = limiter.current_limit
        if current is not None:
            response.headers["RateLimit-Limit"] = str(current.limit.amount)
            response.headers["RateLimit-Remaining"] = str(max(current.remaining, 0))
            response.headers["RateLimit-Reset"] = str(_seconds_to(current.reset_at))
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


def _refuse(limiter: Limiter) -> Response:
    """The answer to a client that asked too often."""
    current = limiter.current_limit
    kind = next(kind for kind, methods in _KINDS.items() if request.method in methods)
    most = current.limit.amount if current else 0
    seconds = _seconds_to(current.reset_at) if current else 60
    return Problem(
        429,
        f"more than {most:,} such requests a minute ({kind}); ask again in {seconds} seconds",
        {"Retry-After": str(seconds)},
        limit={"name": kind, "value": most},
    ).answer()


def _seconds_to(moment: float) -> int:
    return max(1, ceil(moment - time()))
