"""Answers that are pages."""

from flask import Response

from api.http.responses import sent
from pages.headers import HTML, policy


def page(
    html: str | bytes, tag: str | None = None, *, status: int = 200, framed: bool = False
) -> Response:
    """A page: as text, or as gzip. Only one that is `framed` may be shown by other sites."""
    data, is_packed = (html, True) if isinstance(html, bytes) else (html.encode(), False)
    headers = policy(framed=framed)
    return sent(data, HTML, tag, is_packed=is_packed, status=status, headers=headers)
