"""How phones reach a service: the address of this machine in its network, as text and as a code."""

import socket
import sys
from collections.abc import Iterator
from io import StringIO

import segno

_EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - compared with, not listened on
_ELSEWHERE = ("192.0.2.1", 9)
"""An address that is nobody's (RFC 5737). Nothing is sent there."""


def address_of(host: str) -> str:
    """The address by which others reach a service that listens on `host`.

    Of one that listens on all addresses, that of this machine in its network.

    >>> address_of("127.0.0.1")
    '127.0.0.1'
    """
    if host not in _EVERYWHERE:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as route:
        try:
            route.connect(_ELSEWHERE)
        except OSError:  # no network
            return "127.0.0.1"
        return str(route.getsockname()[0])


def for_phones(host: str, url: str) -> Iterator[str]:
    """What to tell whoever serves phones at `url`, if `host` lets them in: nothing otherwise."""
    if host not in _EVERYWHERE:
        return
    yield f"Phones in this network open {url}"
    if sys.stdout.isatty():
        drawn = StringIO()
        segno.make_qr(url).terminal(out=drawn, compact=True, border=2)
        yield ""
        yield drawn.getvalue().rstrip("\n")
        yield ""
    yield "This is plain http, so phones may warn of it, pages can be neither installed nor used"
    yield "offline, and a link may have to be copied by hand. Everything else works."
    yield ""
