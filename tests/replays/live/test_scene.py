"""Frames and moves of a game in progress are made of its record, as those of a replay are."""

import pytest
from msgspec.structs import replace

from engines.registry import GAMES
from notation.record import Ply, Record
from replays.live.record_parts import RecordParts, StoredPly, entries_of, parts_of
from replays.live.scene import live_scene
from replays.view.frames import film
from replays.view.moves import moves
from replays.view.views import PUBLIC, seen_by, views_of
from tests.replays.helpers import played

PLIES = 20


def begun(name: str, **fields: object) -> tuple[Record, RecordParts]:
    """The beginning of a game, and a seeded table at which its seats played it."""
    record = played(name)
    plies = [entry for entry in record.plies if isinstance(entry, Ply)][:PLIES]
    record = replace(record, plies=tuple(plies), result=None)
    sent = [StoredPly(entries_of([replace(ply, **fields)]), ply.seat) for ply in plies]
    return record, replace(parts_of(replace(record, plies=())), sent=tuple(sent))


@pytest.mark.parametrize("name", GAMES)
def test_each_view_is_shown_what_it_sees_of_a_replay(name: str) -> None:
    record, parts = begun(name)
    for view in views_of(len(record.seats)):
        scene = live_scene(parts, view)
        assert [*scene.frames()] == [*film(record, view=seen_by(view))]
        assert [*scene.moves()] == [*moves(record, view=seen_by(view))]


@pytest.mark.parametrize("name", GAMES)
def test_the_frames_from_a_ply_on_are_the_last_of_all(name: str) -> None:
    _, parts = begun(name)
    for first in (0, 7, PLIES, PLIES + 1):
        scene = live_scene(parts, PUBLIC)
        assert [*scene.frames(first)] == [*scene.frames()][first:]
        assert [*scene.moves(first)] == [*scene.moves()][first:]


def test_a_comment_is_shown_to_its_sender_alone() -> None:
    _, parts = begun("triggs", comments=("my plan",))
    for view in ("all", "A", PUBLIC):
        for ply, frame in enumerate(live_scene(parts, view).frames()):
            is_own = ply > 0 and parts.sent[ply - 1].sender == view
            assert frame.comments == (("my plan",) if is_own else ())


def test_a_table_is_shown_as_it_was_before_plies_that_were_taken_back() -> None:
    _, parts = begun("the_jam")
    earlier = [*live_scene(parts.until(5), PUBLIC).frames()]
    assert [frame.ply for frame in earlier] == [*range(6)]
    assert {frame.plies for frame in earlier} == {5}
