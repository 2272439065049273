"""The graph of the scores: a line for each, in steps, on the scale of the plies.

The best score is at the top, and each other one as far below as it is behind: as totals, all would
rise together along one diagonal. A view that does not see all scores has the totals.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from pages.rounds import starts
from pages.scene import Scene
from pages.standings import bounds
from replays.view.frames import Frame

WIDTH = 344
"""How wide the strips of marks above and below the lines are, in their own units."""


class Line(Struct, frozen=True):
    """The line of a seat or team: its path, empty if the view does not see its scores."""

    letter: str
    name: str
    path: str


class Now(Struct, frozen=True):
    """The ply of a position on the graph: a line, and a dot for each score.

    Attributes:
        top: what is at the top of the graph: the highest score, or 0 for the best one.
        dots: the letter of each seat or team whose score the view sees, and how far down that is.
        lines: all lines, if the graph ends with this ply because the rest is hidden.
    """

    ply: int
    plies: int
    high: int
    top: int
    dots: tuple[tuple[str, int], ...]
    lines: tuple[Line, ...] = ()


class Span(Struct, frozen=True):
    """A round on the graph: its number, where it begins and how many plies it lasts."""

    number: int
    start: int
    plies: int


class Mark(Struct, frozen=True):
    """A mark of a ply, above or below the lines; of a new lead, the letter of the seat or team."""

    ply: int
    across: float
    letter: str = ""


class Graph(Struct, frozen=True):
    """The graph: its lines, where the lead changes and to whom, where somebody commented."""

    high: int
    top: int
    lines: tuple[Line, ...]
    leads: tuple[Mark, ...]
    comments: tuple[Mark, ...]
    spans: tuple[Span, ...]


def graph(scene: Scene, moves: Sequence[Frame]) -> Graph:
    """The graph of a replay in a view."""
    begins = [*starts(moves), scene.plies]
    low, high = scene.bounds
    return Graph(
        high=high - low,
        top=high,
        lines=tuple(_lines(scene, moves[0], scene.standings, high)),
        leads=tuple([_mark(scene, ply, letter) for ply, letter in _leads(scene, moves)]),
        comments=tuple([_mark(scene, move.ply) for move in moves if move.comments and move.ply]),
        spans=tuple(
            [
                Span(number, start, end - start)
                for number, (start, end) in enumerate(pairwise(begins), 1)
            ]
        ),
    )


def now(scene: Scene, frame: Frame) -> Now:
    """A ply on the graph."""
    past = scene.standings[: frame.ply + 1]
    low, high = bounds(past) if scene.hides else scene.bounds
    scores = [(group[0], past[-1][scene.seats.index(group[0])]) for group in frame.allies]
    return Now(
        ply=frame.ply,
        plies=frame.ply if scene.hides else scene.plies,
        high=high - low,
        top=high,
        dots=tuple([(letter, high - score) for letter, score in scores if score is not None]),
        lines=tuple(_lines(scene, frame, past, high)) if scene.hides else (),
    )


def _mark(scene: Scene, ply: int, letter: str = "") -> Mark:
    """The mark of a ply, at its place on a strip of marks."""
    return Mark(ply, round(ply / scene.plies * WIDTH, 1), letter)


def _lines(
    scene: Scene, frame: Frame, positions: Sequence[Sequence[int | None]], high: int
) -> Iterator[Line]:
    """The lines of the standings of these positions; the highest one is at the top."""
    for group in frame.allies:
        at = scene.seats.index(group[0])
        path = "".join(_steps([scores[at] for scores in positions], high))
        yield Line(group[0], scene.players_of(group), path)


def _steps(scores: Sequence[int | None], high: int) -> Iterator[str]:
    """The commands of a path: across to each ply whose score is another one, and up or down."""
    last: int | None = None
    for ply, score in enumerate(scores):
        if score is None:
            last = None
        elif last is None:
            yield f"M{ply} {high - score}"
            last = score
        elif score != last:
            yield f"H{ply}V{high - score}"
            last = score
    if last is not None:
        yield f"H{len(scores) - 1}"


def _leads(scene: Scene, moves: Sequence[Frame]) -> Iterator[tuple[int, str]]:
    """Each ply at which another seat comes to lead alone, with that seat."""
    leader = ""
    for move in moves:
        scores = [move.scores[scene.seats.index(group[0])] for group in move.allies]
        if None in scores:
            return
        best = max(scores)  # type: ignore[type-var]  # none of them is None
        first = [
            group[0] for group, score in zip(move.allies, scores, strict=True) if score == best
        ]
        if len(first) == 1 and first[0] != leader:
            if leader:
                yield move.ply, first[0]
            leader = first[0]
