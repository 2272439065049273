"""The start page: a place to paste a log, and the newest replays."""

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from engines.registry import usable_games
from engines.wording import number
from pages.environment import render

EXAMPLE = """\
[CGN "1"]
[Game "triggs"]
[Rules "1"]
[A "Ana"]
[B "Bo"]
[Seed "tuesday-7"]

1. A: draw right left -> 3 3
2. B: draw right left -> 10 6
3. A: cross 3 3,3 !
"""


class Player(NamedTuple):
    """A player of a listed replay."""

    seat: str
    name: str
    score: int | None
    won: bool


class Listed(NamedTuple):
    """A replay in the list."""

    id: str
    game: str
    title: str
    occasion: str
    players: Sequence[Player]
    plies: int
    verdict: str


class Search(NamedTuple):
    """What is searched for, and the cursor of the next page of what is found, if there is one.

    `hides` says that results are hidden, here and on the pages of the replays.
    """

    words: str
    game: str
    next: str | None
    hides: bool

    def asked(self, **changes: str | None) -> str:
        """The query of this search with other values of some of its parameters."""
        hide = "ahead" if self.hides else ""
        asked = {"q": self.words, "game": self.game, "hide": hide, **changes}
        return urlencode({name: value for name, value in asked.items() if value})

    @property
    def older(self) -> str | None:
        """The query that leads to the next page."""
        return self.next and self.asked(after=self.next)


def check_page(root: str, log: str = "", wrong: str = "", *, keeps: bool) -> str:
    """The page that takes a log: with one that was sent, if something was `wrong` with it.

    It offers to keep the log for a day if the service `keeps` logs.
    """
    return render("check.html", root=root, example=EXAMPLE, log=log, wrong=wrong, keeps=keeps)


def keep_page(root: str, log: str, record: int, wrong: str) -> str:
    """The page that asks for a token to keep this record of a log, and has the log meanwhile.

    `wrong` says why the last token was refused.
    """
    return render("keep.html", root=root, log=log, record=record, wrong=wrong)


class Software(NamedTuple):
    """What serves the pages: its version, and the address of its source."""

    version: str
    source: str


def start_page(
    root: str,
    replays: Sequence[Listed],
    search: Search,
    software: Software,
    picked: Sequence[Listed] = (),
    *,
    keeps: bool,
) -> str:
    """The start page with lists of replays: those that are `picked`, then those of the search.

    Its form is as `check_page` has it.
    """
    return render(
        "start.html",
        root=root,
        replays=replays,
        picked=picked,
        search=search,
        software=software,
        games=usable_games(),
        example=EXAMPLE,
        number=number,
        keeps=keeps,
    )
