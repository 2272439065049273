"""docs/notation.md, Identity: the exact bytes of records, games and positions."""

from hashlib import sha256

from notation.digests import (
    Event,
    game_bytes,
    game_digest,
    position_bytes,
    position_digest,
    record_digest,
)
from notation.record import Shuffle

EVENTS: list[Event] = [
    Shuffle("deck", ("7", "3", "12")),
    ("A", "draw left right"),
    ("B", "cross 11 11,6+5"),
    Shuffle("left", ("1",)),
]
GAME = """\
cgn-game 1
game triggs
rules 1
deck triggs/standard
option rounds 1
option variant kids
seats 2
shuffle deck 7 3 12
move A draw left right
move B cross 11 11,6+5
shuffle left 1
"""
POSITION = """\
cgn-position 1
game triggs
to-act B
counter row-11.A 2
counter round -1
zone hand.A 5 4 3
zone left
"""
COUNTERS = [("row-11.A", 2), ("round", -1)]
ZONES = [("hand.A", ("5", "4", "3")), ("left", ())]


def test_a_game_is_all_that_decides_its_play() -> None:
    options = {"variant": "kids", "rounds": "1"}
    hashed = game_bytes("triggs", "1", "triggs/standard", options, 2, EVENTS)
    assert hashed == GAME.encode()
    digest = game_digest("triggs", "1", "triggs/standard", options, 2, iter(EVENTS))
    assert digest == sha256(GAME.encode()).hexdigest()


def test_a_position_is_whose_turn_it_is_the_counters_and_the_zones() -> None:
    assert position_bytes("triggs", "B", COUNTERS, ZONES) == POSITION.encode()
    digest = position_digest("triggs", "B", COUNTERS, ZONES)
    assert digest == sha256(POSITION.encode()).hexdigest()


def test_after_the_end_nobody_is_to_act() -> None:
    assert b"\nto-act -\n" in position_bytes("triggs", None, COUNTERS, ZONES)


def test_a_record_is_its_canonical_text() -> None:
    assert record_digest("[CGN]\n") == sha256(b"[CGN]\n").hexdigest()
    assert record_digest("ü") == sha256("ü".encode()).hexdigest()
