"""The moves of a replay are its frames without zones, with variations."""

import pytest
from msgspec.structs import replace

from engines.registry import GAMES
from notation.record import Ply, Record
from replays.legs import line_to, variations
from replays.view.frames import film, frames
from replays.view.moves import PlayedPly, Variation, moves, named
from replays.view.playhead import Playhead
from replays.view.redact import redact
from replays.view.views import PUBLIC
from tests.replays.helpers import played

SHARED = (
    "ply", "round", "seat", "move", "sentence", "auto", "mark", "comments", "at", "scores",
    "open_scores", "due",
)  # fmt: skip


def with_variations(record: Record) -> Record:
    """The record with variations, nested too, that repeat the plies of the game."""
    plies = list(record.plies)
    at = [index for index, entry in enumerate(plies) if isinstance(entry, Ply)]
    tail = tuple(plies[at[4] : at[6]])
    inner = replace(tail[0], mark="?", variations=(tuple(plies[at[4] : at[8]]),))
    plies[at[4]] = replace(tail[0], variations=((inner, *tail[1:]), tuple(plies[at[4] : at[5]])))
    return replace(record, plies=tuple(plies))


def lines(rows: list[PlayedPly]) -> list[Variation]:
    """Every line, in written order."""
    return [
        line
        for row in rows
        for variation in row.variations
        for line in (variation, *lines(list(variation.moves)))
    ]


@pytest.mark.parametrize("view", [None, "B", PUBLIC])
@pytest.mark.parametrize("game", GAMES)
def test_moves_agree_with_frames(game: str, view: str | None) -> None:
    record = played(game)
    rows = list(moves(record, view=view))
    for row, frame in zip(rows, film(record, view=view), strict=True):
        assert all(getattr(row, name) == getattr(frame, name) for name in SHARED)


@pytest.mark.parametrize("unseen", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_a_variation_is_shown_like_a_played_line(game: str, unseen: bool) -> None:  # noqa: FBT001 - one of two kinds of records
    record = with_variations(played(game))
    if unseen:
        kept = redact(replace(record, result=None, plies=record.plies[:30]), "A")
        record = with_variations(kept)
    nested = lines(list(moves(record, view="A")))
    starts = list(variations(record))
    assert [line.line for line in nested] == [named(start[:-1]) for start in starts]
    assert len(nested) == 3
    for line, start in zip(nested, starts, strict=True):
        alone, _ = line_to(record, start)
        shown = list(frames(Playhead(alone), "A"))
        assert line.moves[-1].ply == len(shown) - 1
        for row in line.moves:
            frame = shown[row.ply]
            assert all(getattr(row, name) == getattr(frame, name) for name in SHARED)
