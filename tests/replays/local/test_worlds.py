"""A seat is told nothing that it cannot know, and the computer's move rests on no more."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

import pytest
from msgspec.json import encode

from engines.registry import GAMES
from notation.record import Ply, Shuffle
from replays import sender
from replays.local import memory, table
from replays.local.deals import NoDeal
from replays.local.table import LocalTable, Observation, Refused, open_game
from replays.view.views import PUBLIC
from tests.replays.helpers import fixed
from tests.replays.worlds import (
    CASES,
    PLANTED,
    World,
    guesses,
    hidden_score,
    opened,
    pairs,
    tells_more,
    with_digests,
)


def answered(game: LocalTable, seat: str, move: str) -> object:
    """What a seat hears when it sends a move."""
    try:
        return game.copy().play(move, seat)
    except Refused as refused:
        return refused.code, encode(refused.problem)


def observed(seen: Observation) -> Iterator[tuple[str, object]]:
    """Every fact that an observation tells, with a sample by one seed."""
    for name in ("seat", "game", "due", "legal", "lists_all", "zones", "scores", "record", "frame"):
        yield name, getattr(seen, name)
    try:
        sample = seen.sample(fixed(1))
    except NoDeal as error:
        yield "sample", str(error)
    else:
        yield "sample", sample.record()


def suggested(game: LocalTable, seat: str) -> Iterator[tuple[str, object]]:
    """The moves that the computer makes for a seat, if it is asked."""
    for player in ("sensible", "random") if game.to_act == seat else ():
        for seed in range(3):
            yield f"{player} {seed}", game.suggest(fixed(seed), player)


def seats(name: str) -> Iterator[tuple[str, World, World]]:
    """Pairs of worlds that a seat cannot distinguish."""
    return (found for found in pairs(name, 160) if found[0] != PUBLIC)


def leaks(chosen: Iterable[tuple[str, World, World]]) -> Iterator[str]:
    """Differences between two worlds that a seat cannot distinguish."""
    for seat, one, two in chosen:
        with opened(one, two):
            games = [open_game(world.record) for world in (one, two)]
            seen = [game.observe(seat) for game in games]
            for first, second in zip(*map(observed, seen), strict=True):
                if first != second:
                    yield f"{one.seed}: {first[0]} of {seat}: {first[1]}, {second[1]}"
            for first, second in zip(*[suggested(game, seat) for game in games], strict=True):
                if first != second:
                    yield f"{one.seed}: {first[0]} for {seat}: {first[1]}, {second[1]}"
            for move in guesses(one.record):
                both = [answered(game, seat, move) for game in games]
                if both[0] != both[1] and not tells_more(one, two, Ply(seat, move)):
                    yield f"{one.seed}: {seat}: {move}: {both}"


@pytest.mark.parametrize("name", GAMES)
def test_worlds_that_a_seat_cannot_distinguish_look_the_same_to_it(name: str) -> None:
    assert list(leaks(islice(seats(name), CASES))) == []


def _told(shuffle: Shuffle, known: Iterable[bool] = ()) -> Shuffle:
    """A shuffle with all its cards."""
    del known
    return shuffle


@pytest.mark.parametrize(
    ("name", "where", "what", "planted"),
    [
        ("triggs", memory, "hidden_shuffle", _told),
        ("the_jam", table, "seen_score", hidden_score),
        ("point_salad", sender, "diagnose", with_digests),
    ],
    ids=["a shuffle", "a score", "a digest"],
)
def test_a_planted_leak_is_found(
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    where: object,
    what: str,
    planted: Callable[..., object],
) -> None:
    monkeypatch.setattr(where, what, planted)
    assert next(leaks(islice(seats(name), PLANTED)), None) is not None
