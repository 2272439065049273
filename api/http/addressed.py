"""Gives every request the public address of the service, so that no client makes it up."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

_PREFIX = re.compile(r"(?:/[A-Za-z0-9._~-]+)*")
"""What may stand before a path; `//evil.example` would make links that lead elsewhere."""

_ADDRESS = re.compile(rf"https?://[A-Za-z0-9.-]+(?::[0-9]{{1,5}})?{_PREFIX.pattern}/?")


class BadAddress(ValueError):
    """A public address that is not one."""


class Addressed:
    """A WSGI application whose requests have this address, where one is set, and a sane prefix.

    Raises BadAddress if the address is not that of a site: `https://cgn.example`.
    """

    def __init__(self, app: WSGIApplication, address: str) -> None:
        if address and _ADDRESS.fullmatch(address) is None:
            raise BadAddress(f"{address!r} is not the address of a site: https://cgn.example")
        self._app = app
        parts = urlsplit(address)
        self._fixed = (
            {
                "wsgi.url_scheme": parts.scheme,
                "HTTP_HOST": parts.netloc,
                "SCRIPT_NAME": parts.path.rstrip("/"),
            }
            if address
            else {}
        )

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Handle one request."""
        environ.update(self._fixed)
        if _PREFIX.fullmatch(environ.get("SCRIPT_NAME", "")) is None:
            environ["SCRIPT_NAME"] = ""
        return self._app(environ, start)
