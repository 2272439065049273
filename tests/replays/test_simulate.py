"""Simulated games: complete, legal, and the same for the same seed."""

import pytest
from msgspec.structs import replace

import cgn
from engines.registry import GAMES, load_game
from notation.chance import below, key_of, words
from notation.fault import Fault
from notation.record import Ply
from notation.text_writer import write_text
from replays.fill_in_reveals import with_reveals
from replays.simulate import MAX_PLIES, NAMES, PLAYERS, player_of, simulate
from replays.validate import validate
from tests.replays.helpers import played, reading


@pytest.mark.parametrize("player", ["random", "sensible"])
@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_seats_gives_a_valid_game(name: str, player: str) -> None:
    game = load_game(name)
    for seats in game.seats:
        record = simulate(game, seats, "seats", {}, player_of(game, player))
        ended = len(record.plies) < MAX_PLIES
        assert ended or player == "random"
        assert validate(reading(write_text(record))).verdict == ("valid" if ended else "incomplete")
        assert len(record.seats) == seats


@pytest.mark.parametrize("name", GAMES)
def test_the_seed_decides_everything(name: str) -> None:
    assert played(name, seed="a") == played(name, seed="a")
    assert played(name, seed="a").plies != played(name, seed="b").plies


class FromSeed:
    """The numbers that a simulation draws."""

    def __init__(self, seed: str) -> None:
        self._words = words(key_of(seed, "cgn-player:"), 0)

    def randrange(self, stop: int, /) -> int:
        return below(stop, self._words)

    def getrandbits(self, count: int, /) -> int:
        return below(1 << count, self._words)


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("name", GAMES)
def test_a_simulated_game_is_the_one_that_deal_and_play_make(name: str, player: str) -> None:
    seats, options = load_game(name).starts[-1]
    game, random = cgn.deal(name, NAMES[:seats], seed="a", options=options), FromSeed("a")
    while game.to_act is not None and game.plies < MAX_PLIES:
        game.play(game.suggest(random, player))
    simulated = cgn.simulate(name, seats, seed="a", options=options, player=player)
    assert cgn.write(game.record()) == cgn.write(simulated)


def test_a_game_can_be_stopped_after_so_many_plies() -> None:
    game = load_game("triggs")
    record = simulate(game, 2, "s", {}, game.player, max_plies=7)
    assert len(record.plies) == 7
    assert record.result is not None
    assert record.result.winners == ()
    assert validate(reading(write_text(record))).verdict == "incomplete"


def test_wrong_seats_and_options_are_refused() -> None:
    game = load_game("triggs")
    with pytest.raises(Fault, match="not 5"):
        simulate(game, 5, "s", {}, game.player)
    with pytest.raises(Fault, match="rounds"):
        simulate(game, 2, "s", {"rounds": "2"}, game.player)


@pytest.mark.parametrize("name", GAMES)
def test_reveals_are_those_of_the_engine(name: str) -> None:
    record = played(name)
    bare = tuple(replace(ply, reveals=()) for ply in record.plies if isinstance(ply, Ply))
    assert with_reveals(replace(record, plies=bare)) == record


def test_an_unknown_player_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="'clever' is not one of the players: sensible, random"):
        player_of(load_game("triggs"), "clever")
