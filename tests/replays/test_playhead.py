"""Stepping through a record: forward, back, anywhere."""

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engines.registry import GAMES, load_game
from engines.table import Table
from notation.record import Ply
from replays.digests import position_digest
from replays.simulate import random_player, simulate
from replays.view.frames import film, frame, frames
from replays.view.playhead import Playhead
from replays.view.views import PUBLIC
from tests.replays.helpers import played
from tests.tries import tries

PLAYED = {game: played(game) for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_back_returns_to_the_same_position(game: str) -> None:
    replay = Playhead(PLAYED[game])
    digests = [position_digest(replay.table)]
    while replay.forward():
        digests.append(position_digest(replay.table))
    assert len(digests) == replay.plies + 1
    while True:
        assert position_digest(replay.table) == digests[replay.ply]
        if not replay.back():
            break
    assert replay.ply == 0


@tries(8)
@given(st.sampled_from(GAMES), st.lists(st.integers(-5, 400), max_size=8))
def test_a_jump_reaches_the_same_position_as_steps(game: str, jumps: list[int]) -> None:
    stepped, jumping = Playhead(PLAYED[game]), Playhead(PLAYED[game])
    for jump in jumps:
        jumping.seek(jump)
        target = min(max(jump, 0), stepped.plies)
        while stepped.ply < target:
            stepped.forward()
        while stepped.ply > target:
            stepped.back()
        assert frame(jumping) == frame(stepped)


def test_jumps_in_a_long_record_take_few_copies_of_the_table() -> None:
    game = load_game("turkey_my_mayonnaise")
    record = simulate(game, 2, "endless", {}, random_player, 6_000)
    with patch.object(Table, "copy", autospec=True, side_effect=Table.copy) as copy:
        replay = Playhead(record)
        digests = [position_digest(replay.table)]
        while replay.forward():
            digests.append(position_digest(replay.table))
    assert replay.plies == 6_000
    assert 100 < copy.call_count < 200
    for ply in (1, 46, 47, 3_000, 5_999):
        replay.seek(ply)
        assert position_digest(replay.table) == digests[ply]


def test_a_broken_record_is_replayed_up_to_its_mistake() -> None:
    record = PLAYED["triggs"]
    plies = list(record.plies)
    bad = plies[20]
    assert isinstance(bad, Ply)
    plies[20] = replace(bad, move="extra 13")
    replay = Playhead(replace(record, plies=tuple(plies)))
    replay.seek(30)
    assert (replay.ply, replay.plies) == (20, 20)
    assert replay.fault is not None
    good = Playhead(record)
    good.seek(20)
    assert frame(replay) == replace(frame(good), plies=20)


HIDDEN = {
    "triggs": {"hand", "middle"},
    "turkey_my_mayonnaise": {"hand", "deck"},
    "the_jam": {"hand", "under", "deck", "winter", "granny", "yummy"},
    "point_salad": {"box"},
    "grab_your_breakfast": {"hand", "draw"},
}
"""Some zones of each game whose cards the public never sees."""


@pytest.mark.parametrize("game", GAMES)
def test_the_public_view_shows_only_open_cards(game: str) -> None:
    for shown in frames(Playhead(PLAYED[game]), PUBLIC):
        closed = [zone for zone in shown.zones if zone.name in HIDDEN[game]]
        assert {zone.name for zone in closed} == HIDDEN[game]
        assert all(card.code is None for zone in closed for card in zone.cards)


def test_a_seat_sees_its_own_hand_and_its_own_draws_only() -> None:
    record = PLAYED["triggs"]
    for view in ("A", "B"):
        for shown in frames(Playhead(record), view):
            for zone in shown.zones:
                if zone.name == "hand":
                    assert all(
                        (card.code is not None) == (zone.owner == view) for card in zone.cards
                    )
            if shown.move and shown.move == "draw middle middle":
                assert all((card is not None) == (shown.seat == view) for card in shown.reveals[:2])


@pytest.mark.parametrize("player", ["random", "sensible"])
@pytest.mark.parametrize("game", GAMES)
def test_a_film_has_the_frames_that_steps_have(game: str, player: str) -> None:
    for seats in (load_game(game).seats[0], load_game(game).seats[-1]):
        record = played(game, seats, "film", player)
        record = replace(record, plies=record.plies[:80])
        for view in (None, "B", PUBLIC):
            assert list(film(record, view=view)) == list(frames(Playhead(record), view))


@pytest.mark.parametrize("view", ["A", PUBLIC])
@pytest.mark.parametrize("game", GAMES)
def test_the_open_part_of_a_score_is_the_sum_of_its_open_lines(game: str, view: str) -> None:
    for shown in film(PLAYED[game], view=view):
        rows = zip(shown.scores, shown.open_scores, shown.breakdown, strict=True)
        for score, open_score, lines in rows:
            assert open_score == sum(line.points for line in lines)
            assert score in (None, open_score)


@pytest.mark.parametrize("game", GAMES)
def test_rounds_of_frames_begin_with_rounds_of_the_replay(game: str) -> None:
    replay = Playhead(PLAYED[game])
    rounds = [shown.round for shown in film(replay.record)]
    begins = [ply for ply in range(1, replay.plies) if rounds[ply + 1] > rounds[ply]]
    assert (0, *begins) == replay.rounds
    assert rounds[:2] == [1, 1]


def test_a_film_shares_unchanged_zones() -> None:
    before, after = list(film(PLAYED["triggs"]))[1:3]
    same = [old is new for old, new in zip(before.zones, after.zones, strict=True)]
    assert True in same
    assert all(old == new for old, new in zip(before.zones, after.zones, strict=True) if old is new)
