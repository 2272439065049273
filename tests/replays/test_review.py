"""Reviews: what a ply gave away, how sure that is, and that nothing hidden decides it."""

import pytest
from msgspec.structs import replace

from engines.registry import GAMES, OWN_DECKS, load_game
from notation.record import Ply, Record
from replays.local.table import open_game
from replays.review import (
    SURE,
    Reviewing,
    Unfit,
    check_fit,
    most_telling,
    review_ply,
    with_comments,
)
from replays.simulate import player_of, simulate
from replays.view.redact import redact
from tests.replays.helpers import fixed

AHEAD = [name for name in GAMES if load_game(name).looks_ahead]
DEALS = 16


def played(name: str, player: str = "random") -> Record:
    game = load_game(name)
    return simulate(game, 2, "review", {}, player_of(game, player), 40)


@pytest.mark.parametrize("name", AHEAD)
def test_a_review_names_a_legal_move_and_how_sure_it_is(name: str) -> None:
    record = played(name)
    for ply in (3, 9, 17):
        one = review_ply(record, ply, "s", DEALS)
        assert one == review_ply(record, ply, "s", DEALS)
        if one.lost is not None and one.error is not None:
            assert one.lost > 0
            assert one.lost > SURE * one.error - 0.02  # rounded
            assert one.better in open_game(record, ply - 1).legal()
            assert one.better != one.move
            assert one.sentence.count("better: ") == 1
        else:
            assert (one.better, one.sentence) == (None, "")


@pytest.mark.long
def test_random_moves_of_triggs_give_points_away_and_are_commented_in_the_record() -> None:
    record = played("triggs")
    reviews = list(Reviewing(record, "s", DEALS, OWN_DECKS).through())
    assert [one.ply for one in reviews] == list(range(1, len(reviews) + 1))
    telling = most_telling(reviews)
    assert len(telling) > 2
    lost = [one.lost or 0 for one in telling]
    assert lost == sorted(lost, reverse=True)
    plies = [ply for ply in with_comments(record, reviews).plies if isinstance(ply, Ply)]
    for one, ply in zip(reviews, plies, strict=True):
        assert (one.sentence in ply.comments) == bool(one.sentence)
        assert (ply.mark == "?") == bool(one.sentence)


def test_a_review_rests_on_what_the_seat_could_know_alone() -> None:
    record = replace(played("triggs"), result=None)
    table = open_game(record, 8)
    seat = table.to_act
    assert seat is not None
    seen = table.observe(seat)
    other = seen.sample(fixed(4))
    move = table.legal()[0]
    reviews = [one.observe(seat).compare(move, fixed(1), DEALS) for one in (table, other)]
    assert other.observe(seat).zones == seen.zones
    assert reviews[0] == reviews[1]


def test_what_cannot_be_reviewed_is_refused_with_a_reason() -> None:
    with pytest.raises(Unfit, match="point_salad has no strong player"):
        check_fit(played("point_salad"))
    with pytest.raises(Unfit, match="leaves cards out"):
        check_fit(redact(played("triggs"), "A"))
