"""Hiding cards never makes a correct record invalid (`make unseen` runs more cases)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.registry import GAMES, OWN_DECKS, load_game
from notation.chance import UnseenCards
from notation.record import Record
from notation.text_writer import write_result
from replays.play_out import play_out
from replays.simulate import player_of, simulate
from replays.unseen.judge import judge
from replays.view.redact import redact
from tests.replays.unseen import hiding
from tests.tries import tries


def checked(record: Record) -> None:
    """Judge a correct record, and check its completion."""
    try:
        play_out(record, OWN_DECKS, write_result)
    except UnseenCards:
        judgement = judge(record)
        assert judgement.fault is None
        if judgement.completion is not None:
            play_out(judgement.completion, OWN_DECKS, write_result)


@pytest.mark.parametrize("game", GAMES)
@tries(6)
@given(data=st.data())
def test_hiding_cards_never_makes_a_record_invalid(game: str, data: st.DataObject) -> None:
    seats, options = data.draw(st.sampled_from(load_game(game).starts), label="start")
    seed = str(data.draw(st.integers(0, 1 << 32), label="seed"))
    played = hiding.played(game, seats, seed, options)
    view = data.draw(st.sampled_from([None, "A", "public"]), label="view")
    if view is None:
        record = hiding.partly(played, data.draw(st.integers(1, 10), label="of ten"), seed)
    else:
        record = redact(played, view)
    checked(record)
    checked(hiding.cut(record, seed))


def test_two_recipes_of_a_blind_trade_are_not_both_the_one_that_nobody_saw() -> None:
    """On one way through this game a pile had one unseen recipe, and a trade named two others."""
    game = load_game("the_jam")
    played = simulate(game, 3, "905", {"variant": "travel"}, player_of(game, "random"))
    checked(redact(played, "B"))
