"""Cards passed on unnamed: the blind trades of The Jam in travel."""

import pytest
from msgspec.structs import replace

from engines.registry import OWN_DECKS
from notation.record import Ply, Record
from notation.text_writer import write_result
from replays.play_out import play_out
from replays.unseen.judge import judge
from replays.view.redact import redact
from tests.replays.unseen import hiding

TRAVEL = {"variant": "travel"}


def seen(seats: int, seed: str, view: str = "public", player: str = "sensible") -> Record:
    """A view of a game in which others traded."""
    record = redact(hiding.played("the_jam", seats, seed, TRAVEL, player), view)
    assert any("_" in entry.move for entry in record.plies if isinstance(entry, Ply))
    return record


def first(record: Record, verb: str) -> int:
    """The index of the first ply of this kind."""
    moves = enumerate(getattr(entry, "move", "") for entry in record.plies)
    return next(at for at, move in moves if move.startswith(verb))


def has_completion(record: Record) -> bool:
    """Whether a completion is found that is valid by the ordinary rules."""
    completion = judge(record).completion
    return completion is not None and bool(
        play_out(completion, OWN_DECKS, write_result).result.winners
    )


@pytest.mark.parametrize(
    ("seats", "seed", "view"),
    [(2, "unseen-0", "public"), (3, "unseen-2", "A"), (3, "unseen-10", "public")],
)
def test_recipes_that_a_blind_trade_passes_on_are_found(seats: int, seed: str, view: str) -> None:
    assert has_completion(seen(seats, seed, view))


def test_recipes_that_were_passed_on_many_times_are_found() -> None:
    assert has_completion(seen(3, "unseen-13", "A", "random"))


def test_bids_and_forfeits_constrain_the_piles() -> None:
    assert has_completion(seen(3, "unseen-11", "A", "random"))


def test_a_losing_bid_stays_on_the_bidders_pile() -> None:
    assert has_completion(seen(3, "unseen-6"))


def test_a_card_that_lies_elsewhere_is_in_no_hand() -> None:
    assert has_completion(seen(3, "unseen-2", "A", "random"))


def test_a_refused_line_is_retried_with_another_choice() -> None:
    assert has_completion(seen(4, "unseen-6"))


def test_a_seat_out_of_turn_is_invalid_also_if_it_names_no_card() -> None:
    record = seen(2, "unseen-0")
    at = first(record, "trade")
    trade = record.plies[at]
    assert isinstance(trade, Ply)
    plies = [*record.plies]
    plies[at] = replace(trade, seat="B" if trade.seat == "A" else "A")
    judgement = judge(replace(record, plies=tuple(plies)))
    assert judgement.fault is not None
    assert (judgement.fault.code, judgement.fault.where[:2]) == ("cgn.turn", ("plies", at))


def test_more_recipes_than_a_pile_has_are_not_passed_on() -> None:
    record = seen(2, "unseen-0")
    at = first(record, "trade")
    plies = [*record.plies[:at], replace(record.plies[at], move="trade B give=_,_,_,_")]
    judgement = judge(replace(record, plies=tuple(plies), result=None))
    assert judgement.fault is not None
    assert judgement.fault.code == "the_jam.trade-size"


def test_a_jam_that_karlsman_costs_may_have_been_passed_on_unnamed() -> None:
    record = seen(2, "j 52", player="random")
    assert judge(record).fault is None
    assert judge(hiding.cut(record, "j 52public")).fault is None
