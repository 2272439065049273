"""Sampled games agree with all that their seat has seen."""

from random import Random

import pytest

from engines.registry import GAMES, load_game
from replays.local.deals import NoDeal
from replays.local.table import LocalTable, Observation, open_game
from replays.simulate import player_of, simulate
from tests.replays.helpers import fixed
from tests.replays.local.test_table import dealt, verdict

POSITIONS = 12


def sampled(observation: Observation, random: Random) -> LocalTable | None:
    """A sample, if one is found."""
    try:
        return observation.sample(random)
    except NoDeal:
        return None


def position(table: LocalTable) -> object:
    """All cards and numbers of a table; the cards of unordered zones sorted."""
    inner = table._table
    zones = {zone.key: zone.cards if zone.ordered else sorted(zone) for zone in inner.zones()}
    return zones, inner.counters(), table.due, table.scores, sorted(table.legal())


def known(observation: Observation) -> list[object]:
    """What a seat knows of a game, without the free tags and the seed's hash."""
    zones, scores, due = observation.zones, observation.scores, observation.due
    return [zones, scores, due, observation.legal, observation.record.plies]


@pytest.mark.parametrize("name", GAMES)
def test_a_sample_looks_to_its_seat_as_the_game_does_and_its_record_replays_to_it(
    name: str,
) -> None:
    random, found, different = fixed(5), 0, 0
    for number in range(POSITIONS):
        table = dealt(load_game(name), number)
        for _ in range(random.randrange(70)):
            if not table.over:
                table.play(table.suggest(random, random.choice(["sensible", "random"])))
        seat = random.choice(table.seats)
        seen = table.observe(seat)
        for _ in range(2):
            sample = sampled(seen, random)
            if sample is None:
                continue
            found += 1
            different += position(sample) != position(table)
            assert known(sample.observe(seat)) == known(seen)
            record = sample.record()
            assert verdict(record) in ("valid", "incomplete")
            assert position(open_game(record)) == position(sample)
            if not sample.over:
                sample.play(sample.suggest(random))
                assert verdict(sample.record()) in ("valid", "incomplete")
    assert found >= 2 * POSITIONS - 4  # in The Jam 1 position in 60 has none
    assert different or name == "grab_your_breakfast"


@pytest.mark.parametrize(
    ("seats", "player", "ply", "seat"), [(2, "sensible", 135, "A"), (3, "random", 134, "B")]
)
def test_a_sample_has_what_came_and_went_by_blind_trades(
    seats: int, player: str, ply: int, seat: str
) -> None:
    game = load_game("the_jam")
    record = simulate(game, seats, "s5042", {"variant": "travel"}, player_of(game, player))
    seen = open_game(record, ply).observe(seat)
    for number in range(6):
        sample = seen.sample(fixed(number))
        assert known(sample.observe(seat)) == known(seen)
        assert position(open_game(sample.record())) == position(sample)  # its ages, too


def test_a_game_of_which_a_seat_has_seen_everything_has_one_deal() -> None:
    table = dealt(load_game("point_salad"), 0)
    while not table.over:
        table.play(table.suggest(fixed(1)))
    seen = table.observe("A")
    sample = seen.sample(fixed(2))
    assert sample.over
    assert sample.scores == table.scores
