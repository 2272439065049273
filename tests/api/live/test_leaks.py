"""No answer reveals more than its view may know.

Two tables that differ only in what a view cannot know answer its calls with the same bytes,
refusals included.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, pairwise

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from api.live import jobs
from api.live.jobs import MatchView
from engines.play import Reveals
from engines.registry import GAMES, load_game
from notation.read import Form
from notation.record import Ply
from replays.live import playing
from replays.live.choosing import choices_of
from replays.live.playing import asked, legal, play, record_for
from replays.live.ply_request import PlyRequest, Refusal
from replays.live.record_parts import RecordParts, parts_of, plies_from
from replays.live.scene import live_scene
from replays.simulate import simulate
from replays.view import narration
from replays.view.frames import Frame, frame
from replays.view.moves import moves
from replays.view.playhead import Playhead
from replays.view.views import ALL, PUBLIC
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

TAPS = 8
"""Things that are tapped in both worlds of a pair."""


def seated(world: World) -> RecordParts:
    """The table of a world after its plies."""
    empty = parts_of(replace(world.record, plies=()))
    plies = [entry for entry in world.record.plies if isinstance(entry, Ply)]
    return replace(empty, sent=plies_from(plies, "all"))


def shown(world: World, view: str) -> list[Frame]:
    """What a view sees of each ply of a world."""
    return [*live_scene(seated(world), view).frames()]


def answered(world: World, view: str, move: str) -> object:
    """The answer to a seat's move: the plies, what is asked then, and the new frame."""
    request = PlyRequest(encode({"seat": view, "move": move}), Form.JSON, view)
    parts = seated(world)
    try:
        done = play(parts, request)
    except Refusal as refused:
        return refused.message, encode(refused.problem)
    longer = replace(parts, sent=(*parts.sent, *done.sent))
    scene = live_scene(longer, view)
    return done.sent, asked(longer)[view], [*scene.frames(len(longer.sent))]


def read(world: World, view: str) -> object:
    """The record, legal moves and moves of an unfinished replay in a view."""
    parts = seated(world)
    record = parts.record()
    worded = [*live_scene(parts, view).moves()]
    memory = () if view == PUBLIC else jobs.remembered(MatchView(parts, view), Form.TEXT).run({})
    seen = record_for(record, view), [*moves(record, view=view)], memory
    return seen, legal(parts, view), worded


told = choices_of
"""What a view is told of its choices."""


def tapped(world: World, view: str, taps: Sequence[Sequence[str]]) -> list[object]:
    """What a view may do after each of these taps."""
    return [told(seated(world), view, some) for some in ([], *taps)]


def any_taps(*worlds: World) -> list[list[str]]:
    """Taps on whatever the worlds have, hidden or not, alone and in pairs."""
    keys = dict.fromkeys(
        thing.key
        for world in worlds
        for found in [choices_of(seated(world), ALL)]
        if found is not None
        for thing in found.things
    )
    words = [f"word:{key.rpartition('/')[2]}" for key in keys if "/" in key]
    some = [*keys, *words][:: len(keys) // TAPS + 1]
    return [[key] for key in some] + [list(pair) for pair in pairwise(some)]


def leaks(chosen: Iterable[tuple[str, World, World]]) -> Iterator[str]:
    """Differences between the answers of two worlds that a view cannot distinguish."""
    for view, one, two in chosen:
        with opened(one, two):
            seen = [shown(world, view) for world in (one, two)]
            if seen[0] != seen[1]:
                yield f"{one.seed}: frames of {view}"
            if read(one, view) != read(two, view):
                yield f"{one.seed}: the record, or legal moves, of {view}"
            taps = any_taps(one, two)
            if tapped(one, view, taps) != tapped(two, view, taps):
                yield f"{one.seed}: the choices of {view}"
            for move in guesses(one.record) if view != PUBLIC else ():
                both = [answered(world, view, move) for world in (one, two)]
                if both[0] != both[1] and not tells_more(one, two, Ply(view, move)):
                    yield f"{one.seed}: {view}: {move}: {both}"


@pytest.mark.parametrize("name", GAMES)
def test_indistinguishable_worlds_give_the_same_answers(name: str) -> None:
    assert list(leaks(islice(pairs(name), CASES))) == []


def test_if_hands_decide_who_is_asked_only_that_seat_knows() -> None:
    game, count = load_game("turkey_my_mayonnaise"), 0
    for number in range(3):
        record = simulate(game, 4, str(number), {}, game.player)
        replay = Playhead(record)
        while replay.forward() and replay.ply < 80:
            table = replay.table
            due = table.due_for(PUBLIC)
            if due is None or due == table.due:
                continue
            count += 1
            views = (PUBLIC, *table.seats)
            for view in views:
                seen = frame(replay, view)
                known = (table.to_act,) if view == table.to_act else due.seats
                assert seen.due is not None
                assert seen.due.seats == known
                assert seen.to_act == (known[0] if len(known) == 1 else None)
    assert count


def _reveals(reveals: Reveals, _: str | None) -> tuple[str, ...]:
    """The cards of reveals, including those the view did not see."""
    return tuple([card for card, _ in reveals])


def _all_choices(parts: RecordParts, view: str, taps: Sequence[str] = ()) -> object:
    """What the seat that is asked may do, told to any view."""
    del view
    return choices_of(parts, ALL, taps)


@pytest.mark.parametrize(
    ("name", "where", "what", "planted"),
    [
        ("triggs", sys.modules[__name__], "told", _all_choices),
        ("the_jam", narration, "seen_score", hidden_score),
        ("triggs", playing, "diagnose", with_digests),
        ("grab_your_breakfast", narration, "seen_reveals", _reveals),
    ],
    ids=["choices", "a score", "a digest", "a reveal"],
)
def test_a_leak_is_found(
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    where: object,
    what: str,
    planted: Callable[..., object],
) -> None:
    monkeypatch.setattr(where, what, planted)
    assert next(leaks(islice(pairs(name), PLANTED)), None) is not None
