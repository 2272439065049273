"""Sets the public address of every request, so that no client can forge it."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

_PREFIX = re.compile(r"(?:/[A-Za-z0-9._~-]+)*")
"""What may stand before a path; `//evil.example` would make links that lead elsewhere."""

_ADDRESS = re.compile(rf"https?://[A-Za-z0-9.-]+(?::[0-9]{{1,5}})?{_PREFIX.pattern}/?")


class BadAddress(ValueError):
    """A setting that is no public address."""


class Addressed:
    """A WSGI application that sets this address, if there is one, and drops a malformed prefix.

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
