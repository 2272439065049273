"""Scenes and frames for the tests of pages."""

from functools import cache
from pathlib import Path

from msgspec.structs import replace

from cgn import read
from engines.registry import OWN_DECKS
from notation.record import SEATS, Ply, Record
from pages.scene import Scene, scene
from replays.set_up import game_of
from replays.view.frames import Frame, film
from replays.view.views import ALL, PUBLIC

EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.cgn"))


@cache
def example(name: str) -> Record:
    """The record of an example."""
    (path,) = [path for path in EXAMPLES if path.stem == name]
    record = next(iter(read(path))).record
    assert record is not None
    return record


def shot(record: Record, view: str = ALL) -> tuple[Scene, list[Frame]]:
    """The scene of a record in a view, and its frames."""
    frames = list(film(record, view=None if view == ALL else view))
    views = (ALL, PUBLIC, *SEATS[: len(record.seats)])
    game = game_of(record, OWN_DECKS)
    made = scene(game, record, frames, view=view, views=views, root="", address="/r/x")
    return made, frames


def with_comment(record: Record, comment: str) -> Record:
    """A record with this comment on every ply."""
    plies = [
        replace(entry, comments=(comment,)) if isinstance(entry, Ply) else entry
        for entry in record.plies
    ]
    return replace(record, plies=tuple(plies))
