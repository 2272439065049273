"""The graph of the scores: who is ahead, by how much, and nothing that a view does not see."""

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from engines.registry import GAMES, load_game
from pages.graph import Line, graph, now
from replays.view.views import ALL
from tests.api.pages.drawn import example, shot
from tests.replays.helpers import played

TABLES = [(game, seats) for game in GAMES for seats in (2, 3, 4) if seats in load_game(game).seats]


def depths(line: Line) -> Iterator[int]:
    """How far below the top a line is after each ply, by its steps."""
    steps = re.findall(r"([MHV])(\d+)(?: (\d+))?", line.path)
    at, down = 0, 0
    for command, to, depth in steps:
        if command == "H":
            yield from [down] * (int(to) - at)
            at = int(to)
        else:
            down = int(depth or to)
    yield down


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_best_is_at_the_top_and_the_others_as_far_below_as_they_are_behind(
    game: str, seats: int
) -> None:
    scene, frames = shot(played(game, seats))
    drawn = graph(scene, frames)
    assert scene.shows_lead
    assert drawn.top == 0
    found = {line.letter: list(depths(line)) for line in drawn.lines}
    for frame in frames:
        scores = dict(zip(scene.seats, [score or 0 for score in frame.scores], strict=True))
        first = max(scores.values())
        behind = {letters[0]: first - scores[letters[0]] for letters in frame.allies}
        assert {letter: line[frame.ply] for letter, line in found.items()} == behind
        assert dict(now(scene, frame).dots) == behind
    assert drawn.high == max(max(line) for line in found.values())


def test_a_view_that_does_not_see_all_scores_has_the_totals_that_it_sees() -> None:
    scene, frames = shot(example("the_jam"), "B")
    drawn = graph(scene, frames)
    assert not scene.shows_lead
    assert drawn.top == max(score or 0 for frame in frames for score in frame.scores)
    (dot,) = now(scene, frames[60]).dots
    assert dot == ("B", drawn.top - (frames[60].scores[1] or 0))


def test_a_page_that_hides_what_is_to_come_draws_none_of_it() -> None:
    scene, frames = shot(example("point_salad"), ALL)
    hiding = replace(scene, hides=True)
    shown = now(hiding, frames[10])
    assert shown.plies == 10
    for line in shown.lines:
        whole = next(other for other in graph(scene, frames).lines if other.letter == line.letter)
        assert [*depths(line)] == [*depths(whole)][:11]
    assert shown.high == max(max(depths(line)) for line in shown.lines)
