"""Limits how many reads and how many other requests a client may send in a minute."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from api.http.wsgi import CACHED, Headers, Write
from api.policy.auth import BEARER, bearer_in
from api.policy.windows import Windows
from api.problems import REFUSED, Problem
from api.settings import Settings
from api.shapes import Limit
from replays.store.model import Clock, StoreError
from replays.store.sql.store import Store
from replays.store.tokens import is_guest

CLIENT, OWNER, CHARGE = "client.client", "cgn.owner", "cgn.charge"
"""Environ keys: the client; the owner of its table, or the client again; what counts more work."""

_UNLIMITED = ("/healthz", "/readyz", "/metrics")
"""Paths without a rate limit."""

_READING = ("GET", "HEAD", "OPTIONS")
COUNTED_BYTES = 1 << 16
"""Bytes of a body, unpacked, that count as a request."""

COUNTED_WORK = 2_000
"""Weight of work that counts as a request."""

_SINGLY = 10_000
"""Clients counted one by one; a flood from more addresses takes no more memory than these."""

_NAMED = ("owner ", "seat ")
"""The prefix of the names of clients that sent a token."""

_IPV4_NETWORK, _IPV6_NETWORK, _LARGE_IPV6_NETWORK = 16, 64, 32
_ADDRESSES = 1_024
"""Addresses whose network is remembered."""


class Rates:
    """A WSGI application that refuses clients who ask too often, and says how much is left.

    A client is the owner of a token, a seat of a game in progress, or else an address; an IPv6 one
    stands for its network. Where there are too many clients, addresses that come anew count by
    larger networks. The seats of one owner's tables share what a few clients have. Guests and the
    seats at their tables count by address: anyone can be one.
    """

    def __init__(
        self, app: WSGIApplication, settings: Settings, store: Store, clock: Clock
    ) -> None:
        self._app = app
        self._store = store
        self._clock = clock
        self._kinds = {
            kind: Windows(most)
            for kind, most in (("reads", settings.reads), ("writes", settings.writes))
            if most
        }

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Handle one request."""
        client, owner = self._client(environ)
        environ[CLIENT], environ[OWNER] = client, owner or client
        kind = "reads" if environ["REQUEST_METHOD"] in _READING else "writes"
        windows = self._kinds.get(kind)
        if windows is None or environ["PATH_INFO"] in _UNLIMITED:
            return self._app(environ, start)
        count = _Count(windows, self._key(client), owner)
        cost = min(1 + int(environ.get("CONTENT_LENGTH") or 0) // COUNTED_BYTES, windows.most)
        allowed = count.left()[0] >= cost
        if not allowed:
            environ[REFUSED] = _refusal(count, kind)
        environ[CHARGE] = count.charge

        def counted(status: str, headers: Headers, *rest: Any) -> Write:  # noqa: ANN401 - PEP 3333
            # `If-None-Match: *` makes any answer a 304: only what the cache answers costs nothing.
            if allowed and not (status.startswith("304") and CACHED in environ):
                count.use(cost)
            return start(status, [*headers, *_headers(count).items()], *rest)

        return self._app(environ, counted)

    def _client(self, environ: WSGIEnvironment) -> tuple[str, str]:
        """The client, and the owner of its table if it is a seat, else nothing."""
        try:
            bearer = bearer_in(environ, self._store, self._clock)
        except StoreError:  # which the app will come upon as well
            return client_at(environ.get("REMOTE_ADDR")), ""
        environ[BEARER] = bearer
        if is_guest(bearer.owner):
            return client_at(environ.get("REMOTE_ADDR")), ""
        if bearer.seat is not None:
            return f"seat {bearer.seat.match} {bearer.seat.seat}", f"owner {bearer.seat.owner}"
        if bearer.token is not None:
            return f"owner {bearer.token.owner}", ""
        return client_at(environ.get("REMOTE_ADDR")), ""

    def _key(self, client: str) -> str:
        """The name under which a client is counted."""
        is_known = any(client in windows for windows in self._kinds.values())
        clients = max(map(len, self._kinds.values()))
        if is_known or clients < _SINGLY or client.startswith(_NAMED):
            return client
        return network_of(client)


@dataclass(frozen=True, slots=True)
class _Count:
    """What one client has of one kind of requests; `group` is the owner of a seat's table."""

    windows: Windows
    key: str
    group: str

    def left(self) -> tuple[int, int]:
        """How much is left, and in how many seconds there will be more."""
        return self.windows.left(self.key, self.group)

    def use(self, cost: int) -> None:
        """Count requests."""
        self.windows.use(self.key, cost, self.group)

    def charge(self, work: int) -> None:
        """Count work of this weight besides the request that caused it."""
        cost = min(work // COUNTED_WORK, self.left()[0])
        if cost > 0:
            self.use(cost)


def _headers(count: _Count) -> dict[str, str]:
    remaining, seconds = count.left()
    return {
        "RateLimit-Limit": str(count.windows.most),
        "RateLimit-Remaining": str(remaining),
        "RateLimit-Reset": str(seconds),
    }


def _refusal(count: _Count, kind: str) -> Problem:
    most, seconds = count.windows.most, count.left()[1]
    detail = (
        f"more than {most:,} such requests a minute ({kind}), or what they cost; "
        f"ask again in {seconds} seconds"
    )
    return Problem(429, detail, {"Retry-After": str(seconds)}, limit=Limit(kind, most))


@lru_cache(maxsize=_ADDRESSES)
def client_at(address: str | None) -> str:
    """The client at this address.

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
    """The network of a client that sent no token.

    >>> network_of("192.0.2.1"), network_of("2001:db8:1::")
    ('192.0.0.0/16', '2001:db8::/32')
    """
    try:
        parsed = ip_address(client)
    except ValueError:
        return "nobody"
    bits = _LARGE_IPV6_NETWORK if isinstance(parsed, IPv6Address) else _IPV4_NETWORK
    return str(ip_network((parsed, bits), strict=False))
