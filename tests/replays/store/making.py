"""Records and uploads for the tests of stores."""

from functools import cache
from typing import Any

from msgspec.structs import replace

from engines.registry import OWN_DECKS, Decks
from notation.record import Ply, Record
from notation.text_writer import write_text
from replays.store.model import Upload
from replays.store.prepare import prepare
from tests.replays.helpers import played, reading

EVENT = {"Event": "Tuesday club", "Site": "Zoë's kitchen", "Date": "2026-11-20"}


def record(
    seed: str = "s",
    game: str = "triggs",
    *,
    players: tuple[str, ...] = ("Ana", "Bo"),
    plies: int | None = None,
    **parts: Any,  # noqa: ANN401 - any part of a record
) -> Record:
    """A complete game, or its first plies; `parts` replace fields of the record."""
    made = replace(_played(game, len(players), seed), seats=players)
    if plies is not None:
        made = replace(made, plies=made.plies[:plies], result=None)
    return replace(made, **parts)


def branching(variations: int) -> Record:
    """A complete game with so many variations, each of which repeats the second ply."""
    whole = record()
    first, second, *rest = whole.plies
    assert isinstance(second, Ply)
    branched = replace(second, variations=((second,),) * variations)
    return replace(whole, plies=(first, branched, *rest))


def nested() -> Record:
    """A complete game with two variations of its second ply, the first with one of its own.

    Each has the plies of the game, the first three and the one within it two.
    """
    whole = record()
    first, second, third, fourth, *rest = whole.plies
    assert isinstance(second, Ply)
    assert isinstance(third, Ply)
    inner = (replace(third, mark="?"),)
    long = (second, replace(third, variations=(inner,)), fourth)
    branched = replace(second, variations=(long, (second,)))
    return replace(whole, plies=(first, branched, third, fourth, *rest))


def upload(seed: str = "s", game: str = "triggs", **parts: Any) -> Upload:  # noqa: ANN401 - as for a record
    """The upload of `record` with these arguments."""
    return upload_of(record(seed, game, **parts))


def upload_of(original: Record, decks: Decks = OWN_DECKS) -> Upload:
    """The upload of a valid record."""
    made = prepare(reading(write_text(original)), decks).upload
    assert made is not None
    return made


@cache
def _played(game: str, seats: int, seed: str) -> Record:
    return played(game, seats, seed)
