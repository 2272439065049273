"""Pages of lists: how long they are, and where the next one is."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from flask import request

from api.service import service

USUAL = 20
"""Entries in a page where nobody says how many."""


def page_size(asked: Mapping[str, Any]) -> int:
    """How many entries a page has: `limit`, or else the usual number, as far as it is allowed."""
    size: int = asked.get("limit", min(USUAL, service().settings.max_page))
    return size


def next_link(cursor: str | None) -> dict[str, str]:
    """The header that leads to the next page of this list, if there is one."""
    if cursor is None:
        return {}
    query = urlencode({**request.args.to_dict(), "after": cursor})
    return {"Link": f'<{request.script_root}{request.path}?{query}>; rel="next"'}
