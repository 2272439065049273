"""Frames of a record that leaves cards out: a face is shown from the ply that tells it."""

from collections import Counter

import pytest
from msgspec.structs import replace

from engines.registry import GAMES, load_game
from notation.record import Record
from replays.fill_in_reveals import with_reveals
from replays.frames import PUBLIC, Frame, film, frames, legal_moves
from replays.playhead import Playhead
from replays.redact import redact
from replays.simulate import player_of, simulate


def begun(name: str, plies: int) -> Record:
    """The beginning of a simulated game."""
    game = load_game(name)
    record = simulate(game, 2, "unseen", {}, player_of(game, "sensible"))
    return with_reveals(replace(record, plies=record.plies[:plies], result=None))


@pytest.fixture(params=GAMES, scope="module")
def game(request: pytest.FixtureRequest) -> Record:
    return begun(request.param, 40)


def codes(frame: Frame) -> list[Counter[str]]:
    """The codes that are shown, zone by zone."""
    return [Counter([card.code for card in zone.cards if card.code]) for zone in frame.zones]


@pytest.mark.parametrize("view", ["A", "B", PUBLIC])
def test_every_face_and_score_shown_is_the_true_one(game: Record, view: str) -> None:
    seen = list(frames(Playhead(redact(game, view))))
    for shown, true in zip(seen, frames(Playhead(game)), strict=True):
        assert all(some <= whole for some, whole in zip(codes(shown), codes(true), strict=True))
        pairs = zip(shown.scores, true.scores, strict=True)
        assert all(score in (None, whole) for score, whole in pairs)


@pytest.mark.parametrize("view", ["A", PUBLIC])
def test_what_happened_is_said_as_the_view_saw_it(game: Record, view: str) -> None:
    seen = list(frames(Playhead(redact(game, view)), view))
    for shown, true in zip(seen, frames(Playhead(game), view), strict=True):
        assert all(some <= whole for some, whole in zip(codes(shown), codes(true), strict=True))
        assert (shown.sentence, shown.due) == (true.sentence, true.due)
        assert len(shown.auto) == len(true.auto)


def test_going_back_hides_what_a_later_ply_tells(game: Record) -> None:
    replay = Playhead(redact(game))
    there = list(frames(replay))
    back = []
    for ply in reversed(range(replay.plies + 1)):
        replay.seek(ply)
        back.append(next(frames(replay)))
    assert back[::-1] == there
    assert list(film(redact(game))) == there


@pytest.mark.parametrize("name", ["triggs", "grab_your_breakfast", "turkey_my_mayonnaise"])
def test_the_moves_of_a_hand_that_nobody_told_are_not_listed(name: str) -> None:
    game = begun(name, 40)
    replay = Playhead(game)
    replay.seek(0)
    seat = replay.table.to_act
    assert seat is not None
    assert legal_moves(Playhead(redact(game, "J")).table) is None
    assert legal_moves(Playhead(redact(game, seat)).table) == legal_moves(replay.table)
