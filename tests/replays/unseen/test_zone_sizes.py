"""Zones whose sizes no open choice changes, as a game says."""

from collections.abc import Iterator
from contextlib import suppress

import pytest
from msgspec.structs import replace

from engines.table import Table
from engines.triggs.state import ACTION
from engines.zone import Visibility
from notation.fault import Fault
from notation.record import Path, Ply, Record
from replays.play import steps
from replays.set_up import game_of, open_table
from replays.unseen.choice import Way
from replays.unseen.follow import follow
from replays.unseen.follower import LineFollower
from replays.unseen.judge import judge
from replays.unseen.zones import UnseenZone
from tests.replays.unseen import hiding

WAYS = [Way(0), Way(1), Way(2), Way(0, (True, False))]


def true_sizes(record: Record) -> dict[Path, dict[str, int]]:
    """How many cards lie in each zone after each ply of a record that leaves no card out."""
    table = open_table(record, game_of(record))
    return {
        step.path: {zone.key: len(zone) for zone in table.zones()}
        for step in steps(table, record.plies, record.seed)
    }


def followed(record: Record, way: Way) -> Iterator[tuple[Path, Table]]:
    """The positions after the plies that can be followed in a way."""
    with suppress(Fault):
        yield from follow(record, game_of(record), LineFollower(way))


@pytest.mark.parametrize(
    ("seats", "seed", "player"),
    [(2, "sizes 1", "random"), (3, "sizes 3", "random"), (4, "sizes 0", "sensible")],
)  # in the second one, a pile is refilled with one card, which no shuffle tells
def test_no_open_choice_changes_a_size_that_triggs_calls_known(
    seats: int, seed: str, player: str
) -> None:
    record = hiding.played("triggs", seats, seed, {}, player)
    true, others = true_sizes(record), set[str]()
    told = hiding.without_shuffles(record)
    for hidden in (told, hiding.without_reveals(told), hiding.partly(record, 5, seed)):
        for way in WAYS:
            for path, table in followed(hidden, way):
                for zone in table.zones() if path else ():
                    assert isinstance(zone, UnseenZone)
                    if list.__len__(zone) != true[path][zone.key]:
                        assert not zone.size_known, (path, zone.key)
                        others.add(zone.key)
    assert others  # so choices were made


@pytest.mark.parametrize(
    ("held", "draw", "rule"),
    [
        (10, "draw middle", "hand-limit"),
        (9, "draw left middle", "draw-count"),
        (8, "draw middle", "draw-count"),
    ],
)
@pytest.mark.parametrize(("seats", "seed"), [(2, "sizes 1"), (3, "sizes 1")])
def test_a_hand_draws_as_many_as_it_may_whatever_left_a_pile(
    seats: int, seed: str, held: int, draw: str, rule: str
) -> None:
    record = hiding.played("triggs", seats, seed, {}, "random")
    table = open_table(record, game_of(record))
    turns: list[tuple[int, str]] = []
    for step in steps(table, record.plies, record.seed):
        seat = table.to_act
        if seat and table.phase is ACTION and len(table.zone("hand", seat)) == held:
            turns.append((step.path[-1] + 1 + len(step.shuffles), seat))
    at, seat = turns[-1]  # late, so unseen cards may have left a pile
    told = hiding.without_shuffles(record).plies[:at]
    slip = replace(record, plies=(*told, Ply(seat, draw)), result=None)
    fault = judge(slip).fault
    assert fault is not None
    assert (fault.code, fault.where[:2]) == (f"triggs.{rule}", ("plies", at))


def touched(*, size_known: bool) -> tuple[UnseenZone, LineFollower]:
    """A hand of which an open choice decides what lies in it."""
    follower = LineFollower()
    hand = follower.zone("hand", Visibility.OWNER, owner="A", ordered=False)
    hand.put_all(["7", "8"])
    follower.touch(hand)
    if size_known:
        follower.sizes_known([hand])
    follower.doubtful = follower.spreads = False
    return hand, follower


@pytest.mark.parametrize("size_known", [True, False])
def test_a_size_that_no_open_choice_changes_is_certain(size_known: bool) -> None:  # noqa: FBT001 - a parameter
    hand, follower = touched(size_known=size_known)
    assert len(hand.copy()) == len(hand) == 2
    assert follower.doubtful is follower.spreads is not size_known


@pytest.mark.parametrize(
    "ask",
    [lambda hand: hand.top, lambda hand: "7" in hand, lambda hand: hand.draw()],
    ids=["top", "in", "draw"],
)
def test_what_lies_in_a_zone_of_known_size_is_not_certain(ask: object) -> None:
    hand, follower = touched(size_known=True)
    assert callable(ask)
    ask(hand)
    assert follower.doubtful
    assert follower.spreads


@pytest.mark.parametrize("reveals", [(), ("_", "7")])
def test_a_size_is_known_as_far_as_reveals_tell_what_came(reveals: tuple[str, ...]) -> None:
    hand, follower = touched(size_known=True)
    follower.line, follower.at = [Ply("A", "discard 7", reveals=reveals)], 0
    follower.reveals_tell_size(hand)
    assert hand.size_known is bool(reveals)
