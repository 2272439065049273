"""How often a client may ask: so many requests that read and so many others in any minute."""

import math
from collections.abc import Iterable
from functools import lru_cache, partial
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock
from time import time
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from api.http.wsgi import Headers, Write
from api.policy.auth import BEARER, Bearer, bearer_of
from api.problems import REFUSED, Problem
from api.settings import Settings
from api.shapes import Limit
from replays.store.model import Clock, StoreError
from replays.store.protocol import Store

CLIENT, CHARGE = "cgn.client", "cgn.charge"
"""The keys of the environ under which stand the client, and what counts more work of theirs."""

_FREE = ("/healthz", "/readyz", "/metrics")
"""What may be asked as often as one likes."""

_READING = ("GET", "HEAD")
_BODY = 1 << 16
"""Bytes of a body that count as a request."""

_WORK = 2_000
"""Weight of work that counts as a request."""

_SINGLY = 10_000
"""Clients that are counted singly; the library looks at every one of them 100 times a second."""

_NAMED = ("owner ", "seat ")
"""How clients begin that are known by a token."""

_MINUTE = 60
_IPV4_NETWORK, _IPV6_NETWORK, _LARGE_IPV6_NETWORK = 16, 64, 32
_ADDRESSES = 1_024
"""Addresses that need not be read again."""


class Rates:
    """A WSGI application that refuses clients who ask too often, and says how much is left.

    A client is the owner of a token, a seat of a game in progress, or else an address; an IPv6 one
    stands for its network. Where there are too many clients, addresses that come anew count by
    larger networks.
    """

    def __init__(
        self, app: WSGIApplication, settings: Settings, store: Store, clock: Clock
    ) -> None:
        self._app = app
        self._store = store
        self._clock = clock
        self._limits = {
            kind: RateLimitItemPerMinute(most, namespace=kind)
            for kind, most in (("reads", settings.reads), ("writes", settings.writes))
            if most
        }
        self._storage = MemoryStorage()
        self._limiter = MovingWindowRateLimiter(self._storage)
        self._swept = time()
        self._lock = Lock()

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Handle one request."""
        client = environ[CLIENT] = self._client(environ)
        kind = "reads" if environ["REQUEST_METHOD"] in _READING else "writes"
        limit = self._limits.get(kind)
        free = environ["REQUEST_METHOD"] == "OPTIONS" or environ["PATH_INFO"] in _FREE
        if limit is None or free:
            return self._app(environ, start)
        key = self._key(client)
        cost = min(1 + int(environ.get("CONTENT_LENGTH") or 0) // _BODY, limit.amount)
        allowed = self._limiter.test(limit, key, cost=cost)
        if not allowed:
            environ[REFUSED] = self._refusal(limit, kind, key)
        environ[CHARGE] = partial(self._charge, limit, key)

        def counted(status: str, headers: Headers, *rest: Any) -> Write:  # noqa: ANN401 - PEP 3333
            if allowed and not status.startswith("304"):
                self._limiter.hit(limit, key, cost=cost)
            return start(status, [*headers, *self._headers(limit, key).items()], *rest)

        return self._app(environ, counted)

    def _charge(self, limit: RateLimitItem, key: str, work: int) -> None:
        """Count work of this weight besides the request that caused it."""
        cost = min(work // _WORK, self._limiter.get_window_stats(limit, key).remaining)
        if cost > 0:
            self._limiter.hit(limit, key, cost=cost)

    def _headers(self, limit: RateLimitItem, key: str) -> dict[str, str]:
        stats = self._limiter.get_window_stats(limit, key)
        return {
            "RateLimit-Limit": str(limit.amount),
            "RateLimit-Remaining": str(stats.remaining),
            "RateLimit-Reset": str(min(max(math.ceil(stats.reset_time - time()), 1), _MINUTE)),
        }

    def _refusal(self, limit: RateLimitItem, kind: str, key: str) -> Problem:
        seconds = self._headers(limit, key)["RateLimit-Reset"]
        detail = (
            f"more than {limit.amount:,} such requests a minute ({kind}), or what they cost; "
            f"ask again in {seconds} seconds"
        )
        return Problem(429, detail, {"Retry-After": seconds}, limit=Limit(kind, limit.amount))

    def _client(self, environ: WSGIEnvironment) -> str:
        header = environ.get("HTTP_AUTHORIZATION")
        try:
            bearer = Bearer() if header is None else bearer_of(header, self._store, self._clock)
        except StoreError:  # which the app will come upon as well
            return client_at(environ.get("REMOTE_ADDR"))
        environ[BEARER] = bearer
        if bearer.seat is not None:
            return f"seat {bearer.seat.table} {bearer.seat.seat}"
        if bearer.token is not None:
            return f"owner {bearer.token.owner}"
        return client_at(environ.get("REMOTE_ADDR"))

    def _key(self, client: str) -> str:
        """Under which name a client is counted."""
        if len(self._storage.events) >= _SINGLY:
            self._sweep()
        is_known = any(
            limit.key_for(client) in self._storage.events for limit in self._limits.values()
        )
        if is_known or len(self._storage.events) < _SINGLY or client.startswith(_NAMED):
            return client
        return network_of(client)

    def _sweep(self) -> None:
        """Forget, once a minute, the clients who asked nothing lately; the library keeps them."""
        with self._lock:
            if time() - self._swept < _MINUTE:
                return
            self._swept = time()
        for key, events in list(self._storage.events.items()):
            if not events:
                self._storage.clear(key)


@lru_cache(maxsize=_ADDRESSES)
def client_at(address: str | None) -> str:
    """The client that has this address.

    >>> client_at("192.0.2.1"), client_at("2001:db8::1")
    ('192.0.2.1', '2001:db8::')
    """
    try:
        parsed = ip_address(address or "")
    except ValueError:
        return address or "nobody"
    if isinstance(parsed, IPv6Address):
        mapped = parsed.ipv4_mapped
        return str(mapped or ip_network((parsed, _IPV6_NETWORK), strict=False).network_address)
    return str(parsed)


def network_of(client: str) -> str:
    """The network of a client that is known by its address.

    >>> network_of("192.0.2.1"), network_of("2001:db8:1::")
    ('192.0.0.0/16', '2001:db8::/32')
    """
    try:
        parsed = ip_address(client)
    except ValueError:
        return "nobody"
    bits = _LARGE_IPV6_NETWORK if isinstance(parsed, IPv6Address) else _IPV4_NETWORK
    return str(ip_network((parsed, bits), strict=False))
