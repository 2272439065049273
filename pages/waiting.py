"""The page of a table before its cards are dealt."""

from collections.abc import Sequence

from engines.registry import title_of
from pages.environment import render


def waiting_page(root: str, game: str, players: Sequence[str], live: str, version: int) -> str:
    """A page that waits for the deal. At `live` its script is told the version of the table."""
    facts = {"title": title_of(game), "players": players, "live": live, "version": version}
    return render("waiting.html", root=root, **facts)
