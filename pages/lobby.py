"""The page of a table whose cards are not dealt yet: who sits there, and how one sits down."""

from collections.abc import Sequence
from urllib.parse import urlsplit

import segno
from markupsafe import Markup
from msgspec import Struct

from engines.registry import usable_games
from pages.environment import render

_LOCAL = ("localhost", "127.0.0.1", "::1")


class Place(Struct, frozen=True):
    """A seat of a table before the deal.

    Attributes:
        seat, player: its letter, and who is to sit there.
        taken: whether somebody sits there.
        ready: whether their part of the deal has come.
        by_computer: whether the computer plays there.
        link: the address at which it is taken, if this answer may show it.
    """

    seat: str
    player: str
    taken: bool
    ready: bool
    by_computer: bool = False
    link: str = ""


class Lobby(Struct, frozen=True):
    """A table before the deal, for one reader.

    Attributes:
        title: the game.
        version: the table's version.
        own: the seat of the reader; empty: none.
        is_owner: whether they invite to it.
        over: whether it ended without a deal.
    """

    title: str
    version: int
    places: Sequence[Place]
    own: str
    is_owner: bool
    over: bool

    @property
    def free(self) -> Sequence[Place]:
        """The seats at which nobody sits."""
        return [place for place in self.places if not place.taken]

    @property
    def late(self) -> Sequence[Place]:
        """The seats whose part of the deal has not come."""
        return [place for place in self.places if not place.ready]

    @property
    def owes(self) -> bool:
        """Whether the deal waits for the part of the reader, among others."""
        return not self.free and self.own in [place.seat for place in self.late]


def lobby_page(root: str, address: str, api: str, lobby: Lobby) -> str:
    """The page of the table at `address`; programs find it at `api`."""
    shown = {"address": address, "api": api, "lobby": lobby}
    return render("lobby.html", root=root, **shown, code=code, only_here=_only_here)


def join_page(root: str, address: str, api: str) -> str:
    """The page that an invitation to the table at `address` opens; programs find it at `api`."""
    titles = {game.name: game.title for game in usable_games()}
    return render("join.html", root=root, address=address, api=api, titles=titles)


def move_page(root: str, back: str, link: str) -> str:
    """The page with the link that moves a seat to another device; it leads `back` to the game."""
    return render("move.html", root=root, back=back, link=link, code=code, only_here=_only_here)


def code(link: str) -> Markup:
    """A link as a QR code: an SVG that stands within a page."""
    made = segno.make_qr(link, error="m")
    svg = made.svg_inline(border=2, dark="#000", light="#fff", svgclass="code", omitsize=True)
    return Markup(svg)  # noqa: S704 - rectangles alone


def _only_here(link: str) -> bool:
    """Whether a link leads from other devices to themselves.

    >>> _only_here("http://127.0.0.1:8000/t/1"), _only_here("http://192.168.0.7:8000/t/1")
    (True, False)
    """
    return urlsplit(link).hostname in _LOCAL
