"""The page of one's own games: the upload of files, one's replays, and one's tables."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from msgspec import Struct

from pages.environment import render
from pages.start import Listed

_CHOICES = {
    "public": "Everyone finds it",
    "unlisted": "Who has the link sees it",
    "private": "Only I see it",
}
"""What each visibility means, in the order in which they are offered."""


class StoredGame(NamedTuple):
    """A record of a file that is stored; `held` if it was before."""

    id: str
    title: str
    plies: int
    verdict: str
    held: bool


class RefusedGame(NamedTuple):
    """A record of a file that was refused: its number, what is wrong, and in which line, if any."""

    record: int
    words: str
    line: int | None


class FileResult(NamedTuple):
    """What became of a file.

    Attributes:
        name: that of the file; empty for a pasted log.
        stored, refused: its first records of each kind.
        additions, refusals: how many of each kind there are.
        wrong: what keeps the rest of the file out, if anything does.
        text: the file, if it can be mended on the page of a log.
    """

    name: str
    stored: Sequence[StoredGame] = ()
    refused: Sequence[RefusedGame] = ()
    additions: int = 0
    refusals: int = 0
    wrong: str = ""
    text: str = ""


class OwnReplay(NamedTuple):
    """A replay of one's own: its tags, who may find it by one's own choice, and who finds it."""

    shown: Listed
    tags: Mapping[str, str]
    hold: str
    visibility: str


class OwnTable(NamedTuple):
    """A table of one's own.

    Attributes:
        id, game, title: its id, and the name and title of its game.
        players: their names, seat A first.
        plies: how many there are.
        asked: the names of those who are asked; none if the cards are not dealt, or it has ended.
        due: what they are to do, to follow a name.
        ended: how it ended, empty while it runs.
    """

    id: str
    game: str
    title: str
    players: Sequence[str]
    plies: int
    asked: Sequence[str]
    due: str
    ended: str


class Cursors(NamedTuple):
    """Where each list of the page begins, or goes on; None at its beginning, or after its end."""

    after: str | None = None
    tables: str | None = None
    ended: str | None = None

    def query(self, **changes: str | None) -> str:
        """The query of the page with other values of some of these."""
        asked = {**self._asdict(), **changes}
        return urlencode({name: value for name, value in asked.items() if value})


class OwnGames(Struct, frozen=True):
    """What the page shows: whose games, the three lists, and where the next page of each begins.

    A guest can neither add replays nor change any.
    """

    owner: str
    is_guest: bool
    replays: Sequence[OwnReplay]
    running: Sequence[OwnTable]
    ended: Sequence[OwnTable]
    here: Cursors
    next: Cursors


class Said(Struct, frozen=True):
    """What the page says of what was sent last.

    Attributes:
        results: what became of each file.
        wrong: why a form was refused.
        replay: the replay that `wrong` is about; empty: it is about the upload.
        log, visibility: what stands in the form of the upload.
    """

    results: Sequence[FileResult] = ()
    wrong: str = ""
    replay: str = ""
    log: str = ""
    visibility: str = "unlisted"


def own_page(root: str, games: OwnGames, said: Said, files: int) -> str:
    """The page of one's own games. `files` is how many files its form takes at once."""
    return render("me.html", root=root, games=games, said=said, files=files, choices=_CHOICES)
