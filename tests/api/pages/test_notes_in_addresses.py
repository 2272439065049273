"""No address puts words of whoever sends its link on a page, as if this service said them."""

import re
from collections.abc import Iterator
from urllib.parse import quote, urlencode

from api.routes.frames import ViewSchema
from tests.api.asking import BROWSER, Served
from tests.api.serving import ROOT
from tests.api.test_access import PAGES, PLAYED, guarded

__all__ = ["guarded"]

NOTE = "Your games are lost: call 555 0123"
SIGN = "555 0123"
"""What of the note shows that it is there."""

USUAL = ("note", "message", "error", "said", "title", "q", "game", "after", "from", "ply")
"""Parameters by which other services show a note, and those that a page reads with others."""


def parameters() -> list[str]:
    """Every parameter that a page reads by its name, those of views, and the usual ones."""
    read = re.compile(r'request\.args(?:\.get\(|\[)"(\w+)"')
    sources = (ROOT / "api").rglob("*.py")
    named = {name for file in sources for name in read.findall(file.read_text(encoding="utf-8"))}
    assert {"line", "seat", "to"} <= named
    return sorted({*named, *ViewSchema().fields, *USUAL})


def addresses() -> Iterator[str]:
    """The pages with the note as each parameter, and with it as each part of their paths."""
    for page in [*PAGES, "/me", f"{PLAYED}/play", f"{PLAYED}/end"]:
        path, _, query = page.partition("?")
        for name in parameters():
            note = urlencode({name: NOTE})
            yield f"{path}?{query}&{note}" if query else f"{path}?{note}"
        parts = path.split("/")
        for at in range(1, len(parts)):
            yield "/".join([*parts[:at], quote(NOTE), *parts[at + 1 :]])
        yield f"{path}/{quote(NOTE)}"


def test_no_page_shows_a_note_of_its_address(guarded: Served) -> None:
    showing = []
    for address in dict.fromkeys(addresses()):
        answer = guarded.ask("GET", address, accept=BROWSER, headers={"Cookie": "cgn=cgn_ana"})
        if answer.mimetype == "text/html" and SIGN in answer.text:
            showing.append((address, re.findall(rf"[^<]*{SIGN}[^>]*", answer.text)))
    ((search, (field,)),) = showing  # a search stands in its field, where one goes on with it
    assert search.startswith("/?q=")
    assert field.startswith('input id="q"')
