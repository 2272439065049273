"""Pages of lists: how long they are, where the next one is, and the cursors that lead there.

Clients treat a cursor as opaque.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from urllib.parse import urlencode

from flask import request

from api.service import service
from replays.store.model import Order, Page

E = TypeVar("E")

USUAL = 20
"""Entries in a page without `limit`."""

CURSOR = "[0-7][0-9a-f]{15}"
"""The form of a cursor, 63 bits. Every text of this form is one."""


def page_size(asked: Mapping[str, Any]) -> int:
    """The number of entries in a page: `limit`, or the usual number if that is allowed."""
    size: int = asked.get("limit", min(USUAL, service().settings.max_page))
    return size


def paged(
    asked: Mapping[str, Any],
    find: Callable[[int | None, int, Order], Page[E]],
    number: Callable[[E], int],
    order: Order = Order.OLDEST,
) -> tuple[Page[E], dict[str, str]]:
    """The page that is asked for, and the header that leads to those before and after it.

    `find` takes a number to begin after, the size of a page, and an order; `number` is that of an
    entry.
    """
    after, size = read_cursor(asked.get("after")), page_size(asked)
    page = find(after, size, order)
    pages: dict[str, str | None] = {}
    if after is not None and page.entries:
        step, backwards = (1, Order.OLDEST) if order is Order.NEWEST else (-1, Order.NEWEST)
        back = find(number(page.entries[0]), size, backwards)
        if back.entries:
            pages["prev"] = None if back.next is None else write_cursor(back.next + step)
    if page.next is not None:
        pages["next"] = next_cursor(page)
    return page, _links(pages)


def next_cursor(page: Page[E]) -> str | None:
    """The cursor of the next page, None on the last one."""
    return None if page.next is None else write_cursor(page.next)


def _links(pages: Mapping[str, str | None]) -> dict[str, str]:
    """The header that leads to other pages of this list: to `next` and `prev`, by their cursors.

    A page without a cursor is the first.
    """
    written = []
    for rel, cursor in pages.items():
        query = {**request.args.to_dict(), "after": cursor}
        asked = urlencode({name: value for name, value in query.items() if value is not None})
        where = f"{request.url_root.rstrip('/')}{request.path}"
        written.append(f'<{where}{asked and "?"}{asked}>; rel="{rel}"')
    return {"Link": ", ".join(written)} if written else {}


def write_cursor(number: int) -> str:
    """The cursor behind the entry of this number.

    >>> write_cursor(41)
    '0000000000000029'
    """
    return f"{number:016x}"


def read_cursor(text: str | None) -> int | None:
    """The number that a cursor stands for; None without one."""
    return None if text is None else int(text, 16)
