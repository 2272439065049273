"""The start page: a place to paste a log, and the newest replays."""

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from api.pages.environment import render
from engines.registry import usable_games
from engines.wording import number

_EXAMPLE = """\
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
    """What is searched for, and the cursor of the next page of what is found, if there is one."""

    words: str
    game: str
    next: str | None

    @property
    def older(self) -> str | None:
        """The query that leads to the next page."""
        asked = {"q": self.words, "game": self.game, "after": self.next}
        return self.next and urlencode({name: value for name, value in asked.items() if value})


def start_page(root: str, replays: Sequence[Listed], search: Search) -> str:
    """The start page with a list of replays."""
    return render(
        "start.html",
        root=root,
        replays=replays,
        search=search,
        games=usable_games(),
        example=_EXAMPLE,
        number=number,
    )
