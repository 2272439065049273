"""Cards have numbers that a view can follow, and `moved` says which card went where."""

from collections import Counter
from functools import cache
from itertools import pairwise

import pytest
from msgspec.structs import replace

from engines.registry import GAMES, load_game
from notation.record import Entry, Ply, Record, Shuffle
from replays.fill_in_reveals import with_reveals
from replays.play import steps
from replays.set_up import game_of, open_table
from replays.view.frames import Frame, film
from replays.view.frames import frame as frame_of
from replays.view.playhead import Playhead
from replays.view.redact import redact
from replays.view.views import PUBLIC
from replays.view.zone_views import CardView, ZoneView
from tests.replays.helpers import played

VIEWS = (None, "A", PUBLIC)
COURSES = [
    (game, seats, player, unseen)
    for game in GAMES
    for seats in (load_game(game).seats[0], load_game(game).seats[-1])
    for player in ("sensible", "random")
    for unseen in (False, True)
    if not (unseen and player == "random")
]


@cache
def frames_of(game: str, seats: int, player: str, unseen: bool, view: str | None) -> list[Frame]:  # noqa: FBT001 - as the courses have it
    """The frames of a game; with `unseen`, of its beginning in A's view."""
    record = played(game, seats, "numbers", player)
    record = replace(record, plies=record.plies[: 30 if unseen else 80], result=None)
    return list(film(redact(with_reveals(record), "A") if unseen else record, view=view))


@pytest.fixture(params=COURSES, ids=str, scope="module")
def course(request: pytest.FixtureRequest) -> tuple[str, int, str, bool]:
    chosen: tuple[str, int, str, bool] = request.param
    return chosen


def zones(frame: Frame) -> dict[str, ZoneView]:
    return {zone.key: zone for zone in frame.zones}


def by_number(frame: Frame) -> dict[int, CardView]:
    return {card.number: card for zone in frame.zones for card in zone.cards}


@pytest.mark.parametrize("view", VIEWS)
def test_every_card_has_one_place_and_a_number_of_its_own(
    course: tuple[str, int, str, bool], view: str | None
) -> None:
    shown = frames_of(*course, view)
    sizes = {sum(len(zone.cards) for zone in frame.zones) for frame in shown}
    assert len(sizes) == 1
    assert all(len(by_number(frame)) in sizes for frame in shown)


@pytest.mark.parametrize("view", VIEWS)
def test_moved_is_what_zones_gained_and_lost(
    course: tuple[str, int, str, bool], view: str | None
) -> None:
    for before, after in pairwise(frames_of(*course, view)):
        gained = Counter(move.to.zone for move in after.moved)
        lost = Counter(move.from_.zone for move in after.moved)
        old = zones(before)
        for key, zone in zones(after).items():
            assert len(zone.cards) == len(old[key].cards) + gained[key] - lost[key]
            came = {move.number for move in after.moved if move.to.zone == key}
            assert came == {card.number for card in zone.cards if card.changed}
            new = {card.number for card in zone.cards} - {card.number for card in old[key].cards}
            assert came <= new
            if all(card.code for card in (*zone.cards, *old[key].cards)) and not after.shuffled:
                assert came == new


@pytest.mark.parametrize("view", VIEWS)
def test_a_moved_card_lies_where_moved_says(
    course: tuple[str, int, str, bool], view: str | None
) -> None:
    for before, after in pairwise(frames_of(*course, view)):
        old, new = zones(before), zones(after)
        for move in after.moved:
            assert move.from_.zone != move.to.zone
            if move.to.index is not None:
                card = new[move.to.zone].cards[move.to.index]
                assert (card.number, card.code) == (move.number, move.card)
            if move.from_.index is not None:
                assert old[move.from_.zone].cards[move.from_.index].code in (move.card, None)
            assert move.number in {card.number for card in new[move.to.zone].cards}


@pytest.mark.parametrize("view", VIEWS)
def test_a_number_never_stands_for_another_face(
    course: tuple[str, int, str, bool], view: str | None
) -> None:
    faces: dict[int, str] = {}
    for frame in frames_of(*course, view):
        for number, card in by_number(frame).items():
            if card.code is not None and not card.code.endswith("_"):
                assert faces.setdefault(number, card.code) == card.code


def test_drawing_a_card_like_the_one_played_is_a_move() -> None:
    swaps = [
        frame
        for seed in range(8)
        for frame in film(played("grab_your_breakfast", 2, str(seed)))
        if frame.move is not None and frame.move.startswith("take")
        and [card.code for card in zones(frame)["discard"].cards[:1]] == list(frame.reveals[-1:])
        and len(frame.moved) == 3
    ]  # fmt: skip
    assert swaps
    for frame in swaps:
        routes = sorted((move.from_.zone, move.to.zone) for move in frame.moved)
        assert routes[0][0] == "draw"
        assert {"discard", f"hand.{frame.seat}"} <= {to for _, to in routes}
        assert (f"hand.{frame.seat}", "discard") in routes


def test_the_number_of_a_card_drawn_after_a_shuffle_reveals_nothing() -> None:
    count = 0
    for seed in range(4):
        record, shuffle = up_to_a_shuffle(played("grab_your_breakfast", 2, str(seed)))
        drawn = shuffle.order[0]
        for other in set(shuffle.order) - {drawn}:
            at = shuffle.order.index(other)
            order = (other, *shuffle.order[1:at], drawn, *shuffle.order[at + 1 :])
            world = replace(record, plies=(*record.plies[:-1], replace(shuffle, order=order)))
            ply = record.plies[-2]
            assert isinstance(ply, Ply)
            for view in {PUBLIC, "A", "B"} - {ply.seat}:
                assert last_frame(world, view) == last_frame(record, view)
            count += 1
    assert count


def up_to_a_shuffle(record: Record) -> tuple[Record, Shuffle]:
    """A recorded game up to the first ply that shuffles a pile and draws from it."""
    table = open_table(record, game_of(record))
    line: list[Entry] = [*table.chance.shuffles]
    for step in steps(table, record.plies, record.seed):
        line += [replace(step.ply, reveals=()), *step.shuffles]
        if step.shuffles and step.shuffles[-1].order[0] in [card for card, _ in step.reveals]:
            break
    shuffle = line[-1]
    assert isinstance(shuffle, Shuffle)
    return replace(record, seed=None, plies=tuple(line), result=None), shuffle


def last_frame(record: Record, view: str) -> Frame:
    """The last frame of a record."""
    replay = Playhead(record)
    replay.seek(replay.plies)
    return frame_of(replay, view)
