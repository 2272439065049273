"""Moves as things that are tapped: each legal move can be made, and nothing hidden is told."""

from collections import Counter
from itertools import product

import pytest
from msgspec.json import decode, encode
from msgspec.structs import replace

from engines.game import Game
from engines.registry import GAMES, load_game
from notation.moves import Move
from notation.record import Record
from replays.legs import beginning
from replays.simulate import player_of, simulate
from replays.view.choices import Choices, choices, with_made
from replays.view.frames import FrameMaker, frame, legal_moves
from replays.view.made import MAX_TAPS, may_be_played
from replays.view.playhead import Playhead
from replays.view.redact import redact
from replays.view.taps import left
from replays.view.things import Things, word_of, words_in
from replays.view.views import PUBLIC
from tests.replays.taps import FILE, vectors

MOST_TAPS = {
    "grab_your_breakfast": 2,
    "point_salad": 3,
    "the_jam": 4,
    "triggs": 4,
    "turkey_my_mayonnaise": 3,
}
"""Taps that half of the plies of sensible games need at most, with the one on the button."""


def played_by(game: Game, player: str, number: int, plies: int) -> Record:
    """A game; the number decides seats, options and seed."""
    known = game.starts
    seats, options = known[number % len(known)]
    return simulate(game, seats, str(number), options, player_of(game, player), plies)


def asked(head: Playhead, maker: FrameMaker) -> tuple[Choices | None, Things]:
    """What may be done where a replay stands, and its things."""
    shown, table = maker.take(), head.table
    players = head.record.seats
    found = choices(table, shown, players, legal_moves(table))
    return found, Things(table.game, shown, table.to_act or "A", players)


def taps_for(found: Choices, things: Things, move: Move, head: Playhead) -> int:
    """How many taps make a move, with the one on its button; 0 if none do."""
    named = things.named(move)
    for count in range(len(named.things) + 1):
        ready = left(found.moves, named.things[:count], opens=found.opens).ready
        if any(one.move == named.move for one in ready):
            return count + 1
    position = frame(head)
    made = with_made(found, head.table, position, head.record.seats, named.things).made
    return len(named.things) + 1 if any(one.move == named.move for one in made) else 0


@pytest.mark.parametrize("player", ["sensible", "random"])
@pytest.mark.parametrize("name", GAMES)
def test_every_move_of_a_game_is_made_by_taps_on_what_it_names(name: str, player: str) -> None:
    game, counts = load_game(name), list[int]()
    for number in range(2):
        record = played_by(game, player, number, 90)
        head = Playhead(record)
        maker = FrameMaker(head, None)
        for ply in record.moves:
            found, things = asked(head, maker)
            assert found is not None
            counts.append(taps_for(found, things, game.moves.parse(ply.move), head))
            assert counts[-1], ply
            head.forward()
        assert asked(head, maker)[0] is None or head.table.to_act is not None
    if player == "sensible":
        assert sorted(counts)[len(counts) // 2] <= MOST_TAPS[name]


@pytest.mark.parametrize("name", GAMES)
def test_no_move_names_a_card_more_often_than_it_lies_there(name: str) -> None:
    """Where the hand has one of two cones, the other one is touched in the basket."""
    game, twice = load_game(name), 0
    for number in range(4):
        record = played_by(game, "sensible", number, 60)
        head = Playhead(record)
        maker = FrameMaker(head, None)
        for _ in record.moves:
            found, _ = asked(head, maker)
            assert found is not None
            lie = {thing.key: len(thing.cards) for thing in found.things if thing.cards}
            for move in found.moves:
                often = {key: n for key, n in Counter(move.things).items() if n > 1 and key in lie}
                assert all(n <= lie[key] for key, n in often.items()), move
                words = Counter(word_of(key) for key in move.things if key in lie)
                twice += max(words.values(), default=0) > 1 and not often
            head.forward()
    assert twice or name != "the_jam"


@pytest.mark.parametrize("name", GAMES)
def test_what_lights_up_leads_to_a_move(name: str) -> None:
    record = played_by(load_game(name), "sensible", 1, 30)
    head = Playhead(record)
    head.seek(20)
    found, _ = asked(head, FrameMaker(head, None))
    assert found is not None
    known = {thing.key for thing in found.things}
    for lit in left(found.moves, []).lit:
        assert lit in known
        after = left(found.moves, [lit])
        assert after.ready or after.lit
        assert lit in {key for move in found.moves for key in move.things}


@pytest.mark.parametrize("name", GAMES)
def test_where_nobody_told_the_hands_the_deck_makes_every_move(name: str) -> None:
    game, made = load_game(name), 0
    record = played_by(game, "sensible", 2, 60)
    public = replace(redact(record), result=None)
    for at in range(0, len(record.moves), 7):
        head = Playhead(beginning(public, at))
        head.seek(at)
        shown, table, ply = frame(head, PUBLIC), head.table, record.moves[at]
        found = choices(table, shown, record.seats, legal_moves(table))
        if found is None or found.moves or ply.seat != table.to_act:
            continue
        spec = game.moves.spec(type(move := game.moves.parse(ply.move)))
        kind = next(one for one in found.opens if one.verb == spec.verb)
        columns = zip(spec.arguments, kind.columns, strict=True)
        ways = [
            [key for key in column if word_of(key) == word]
            for argument, column in columns
            for word in words_in(argument, getattr(move, argument.field))
        ]
        tried = [with_made(found, table, shown, record.seats, taps) for taps in product(*ways)]
        assert any(one.move == ply.move for this in tried for one in this.made), ply
        assert all(len(this.made) <= 3 for this in tried)
        made += 1
    assert made or name == "point_salad"


def test_the_deck_has_what_may_still_come() -> None:
    game = load_game("triggs")
    record = played_by(game, "sensible", 0, 30)
    head = Playhead(replace(redact(record), result=None))
    head.seek(10)
    shown = frame(head, PUBLIC)
    found = choices(head.table, shown, record.seats, None)
    assert found is not None
    seen = Counter(card.code for zone in shown.zones for card in zone.cards if card.code)
    whole = sum(thing.left or 0 for thing in found.deck) + sum(seen.values())
    assert whole == sum(len(zone.cards) for zone in shown.zones)


def test_taps_on_other_things_make_nothing_and_try_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played_by(load_game("the_jam"), "sensible", 0, 60)
    head = Playhead(record)
    head.seek(40)
    found, _ = asked(head, FrameMaker(head, None))
    assert found is not None
    assert found.opens
    monkeypatch.setattr("replays.view.made.may_be_played", _refuse)
    for taps in (["word:cherry"], ["hand.B/no"], ["seat:B"] * (MAX_TAPS + 1)):
        assert with_made(found, head.table, frame(head), record.seats, taps).made == ()


def _refuse(*_: object) -> bool:
    raise AssertionError("a move was tried")


def test_a_move_of_another_phase_or_against_the_rules_may_not_be_played() -> None:
    head = Playhead(played_by(load_game("triggs"), "sensible", 0, 10))
    assert may_be_played(head.table, head.record.moves[0].move)
    for text in ("extra 3", "draw up", "fly", "cross 12 12,12,12,12"):
        assert not may_be_played(head.table, text)


def test_cards_before_a_seat_follow_the_seat_that_was_tapped() -> None:
    record = played_by(load_game("the_jam"), "sensible", 3, 120)
    head = Playhead(record)
    head.seek(60)
    found, _ = asked(head, FrameMaker(head, None))
    assert found is not None
    (trade,) = [kind for kind in found.opens if kind.verb == "trade"]
    seats = [key for key in trade.columns[0] if key.startswith("seat:")]
    lit = left(found.moves, seats[:1], "trade", found.opens).lit
    owners = {key.partition("/")[0].rpartition(".")[2] for key in lit if "/" in key}
    assert owners <= {found.seat, seats[0][-1]}


def test_the_vectors_are_what_python_gives() -> None:
    assert decode(FILE.read_bytes()) == decode(encode([*vectors()]))
