"""Draws a replay at a ply.

What changes with a ply is drawn in regions: each is one element, whose id stays. A script replaces
those that differ from the ones shown.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import pairwise

from markupsafe import Markup
from msgspec import Struct

from engines.table import by_source
from pages.environment import environment, render
from pages.graph import Graph, graph, now
from pages.places import largest, still
from pages.reels import Reel
from pages.rounds import Round, rounds
from pages.scene import Scene
from pages.sheet import Legal, Way, groups, ways
from pages.wording import day, signed
from replays.view.frames import Frame
from replays.view.picture import Picture, Seat, picture, seat_of

_SHAPES = (
    "table/plain.html",
    "table/veggies.html",
    "table/tiles.html",
    "table/sandwiches.html",
    "table/kitchen.html",
)
"""The templates with the shapes of areas."""

LONG = (320, 160)
"""The lengths above which a sentence is set in the smallest size, and in the middle one."""

_SENTENCES = 3
"""How many of each size keep the place of all: of two as long, one may take a line more."""


def regions(scene: Scene, frame: Frame) -> dict[str, Markup]:
    """The HTML of every region of a position by its id; all positions have the same ones."""
    return _regions(scene, frame, _picture(scene, frame), _seats(scene, frame))


def sheet(scene: Scene, frame: Frame, legal: Legal) -> Markup:
    """The score sheet and the legal moves of a position."""
    return _macros("sheet.html")("sheet")(scene, frame, groups(scene, frame), legal)


def line_parts(scene: Scene, moves: Sequence[Frame]) -> tuple[Markup, Markup]:
    """The graph and the list of moves of a page at its last ply."""
    draw, last = _macros("line.html", "regions.html"), moves[-1]
    shown = draw("graph_now")(scene, now(scene, last))
    return (
        draw("graph")(scene, graph(scene, moves), shown),
        draw("moves")(scene, rounds(moves), last.ply),
    )


class Strip(Struct, frozen=True):
    """What of a page belongs to one line: its graph and the mark of a ply on it, moves, cards."""

    scene: Scene
    graph: Graph
    now: Markup
    rounds: Sequence[Round]
    ways: Sequence[Way]


def strip(reel: Reel) -> Strip:
    """What belongs to the line of a reel."""
    scene, frames = reel.scene, reel.frames
    shown = _macros("regions.html")("graph_now")(scene, now(scene, frames[scene.line.fork]))
    return Strip(scene, graph(scene, frames), shown, rounds(frames), ways(scene, frames))


class Going(Struct, frozen=True):
    """When a replay is erased, in seconds since the epoch, and whether its reader can keep it."""

    time: int
    can_keep: bool

    @property
    def day(self) -> str:
        """The day in words.

        >>> Going(1_795_132_800, can_keep=True).day
        '20 November 2026'
        """
        return day(datetime.fromtimestamp(self.time, UTC).date().isoformat())


class KeptLine(Struct, frozen=True):
    """A replay that goes on from another one: its id, the ply after which, and by whom."""

    id: str
    ply: int
    players: tuple[str, ...]


class KeptLines(Struct, frozen=True):
    """The newest replays that go on from another one, and whether there are older ones."""

    lines: tuple[KeptLine, ...] = ()
    has_more: bool = False


def replay_page(
    scene: Scene,
    frame: Frame,
    moves: Sequence[Frame],
    template: str = "replay.html",
    *,
    film: str = "",
    lines: Iterable[Strip] = (),
    **facts: object,
) -> str:
    """The page of a replay at a ply. `moves` are all its plies, from the deal on.

    A page that has all plies with it has them in `film`, and what belongs to the variations in
    `lines`. Of the `facts`, the usual template knows `going`, `proof`, `kept`, `review` and
    `moving`, whether the service draws moving pictures; the others are for one that extends it.
    """
    drawn, seats = _picture(scene, frame), _seats(scene, frame)
    return render(
        template,
        root=scene.root,
        scene=scene,
        frame=frame,
        film=film,
        lines=lines,
        picture=drawn,
        seats=seats,
        regions=_regions(scene, frame, drawn, seats),
        places=_places(scene, moves[: frame.ply + 1] if scene.hides else moves),
        graph=graph(scene, moves),
        rounds=rounds(moves),
        ways=ways(scene, moves) if film else (),
        **{"going": None, "proof": None, "kept": None, "review": None, "moving": False, **facts},
    )


def _picture(scene: Scene, frame: Frame) -> Picture:
    return picture(scene.layout, scene.game.catalogue, frame)


def _seats(scene: Scene, frame: Frame) -> list[Seat]:
    """The heads, in seat order; partners share one."""
    return [seat_of(scene.layout, frame, letters) for letters in frame.allies]


def _regions(
    scene: Scene, frame: Frame, drawn: Picture, seats: Sequence[Seat]
) -> dict[str, Markup]:
    """Every region by its id, in the order in which they lie on the page."""
    draw, shape = _macros("regions.html"), _macros(*_SHAPES)
    regions = {
        "views": draw("views")(scene, frame),
        "sentence": _sentence(scene, frame),
        "graph-now": draw("graph_now")(scene, now(scene, frame)),
        "steps": draw("steps")(scene, step_links(scene, frame)),
    }
    for seat in seats:
        regions[f"strip-{seat.letter}"] = draw("strip")(scene, frame, seat)
        regions[f"head-{seat.letter}"] = draw("head")(scene, frame, seat)
    for area in drawn.areas():
        regions[area.key] = shape(area.shape)(scene, frame, area)
    return regions


def _sentence(scene: Scene, frame: Frame) -> Markup:
    draw, told = _macros("regions.html")("sentence"), list(changes(scene, frame))
    number = length(frame, told)
    size = next(
        (name for name, least in zip(("long", "middling"), LONG, strict=True) if number > least), ""
    )
    return draw(scene, frame, told, size)


def _places(scene: Scene, moves: Sequence[Frame]) -> dict[str, list[Markup]]:
    """The copies that keep the place of each region that grows, by its id.

    Those of the sentence are the longest ones of each size in which it is set.
    """
    copies: dict[str, dict[Markup, None]] = {"sentence": {}}
    for ply, keys in largest(scene, moves, _picture(scene, moves[0])).items():
        for area in _picture(scene, moves[ply]).areas():
            if area.key in keys:
                drawn = _macros(*_SHAPES)(area.shape)(scene, moves[ply], area)
                copies.setdefault(area.key, {})[still(drawn)] = None
    lengths = [length(move, [*changes(scene, move)]) for move in moves]
    for above, below in pairwise((math.inf, *LONG, -1)):
        fitting = [ply for ply, number in enumerate(lengths) if below < number <= above]
        for ply in sorted(fitting, key=lambda ply: -lengths[ply])[:_SENTENCES]:
            copies["sentence"][still(_sentence(scene, moves[ply]))] = None
    return {key: list(drawn) for key, drawn in copies.items()}


@cache
def _macros(*templates: str) -> Callable[[str], Callable[..., Markup]]:
    """The macros of these templates, by their names."""
    modules = [environment().get_template(template).module for template in templates]

    def macro(name: str) -> Callable[..., Markup]:
        module = next(module for module in modules if hasattr(module, name))
        named: Callable[..., Markup] = getattr(module, name)
        return named

    return macro


class StepLink(Struct, frozen=True):
    """A link that steps: its id, its name, and the ply that it leads to; None at an end."""

    key: str
    title: str
    ply: int | None


def step_links(scene: Scene, frame: Frame) -> tuple[StepLink, ...]:
    """The links of a position: to the ends, and to the neighbouring rounds and plies."""
    ply, last = frame.ply, scene.plies
    back = max([start for start in scene.rounds if start < ply], default=0)
    forward = min([start for start in scene.rounds if start > ply], default=last)
    before, after = ply > 0, ply < last
    return (
        StepLink("first", "First position", 0 if before else None),
        StepLink("round-back", "Back to the start of the round", back if before else None),
        StepLink("back", "Back", ply - 1 if before else None),
        StepLink("forward", "Forward", ply + 1 if after else None),
        StepLink("round-forward", "Forward to the next round", forward if after else None),
        StepLink("last", "Last position", last if after and not scene.hides else None),
    )


class Change(Struct, frozen=True):
    """A change of the score of a seat or team, and the points gained and lost by each source."""

    name: str
    points: int
    reasons: tuple[tuple[str, int], ...]

    @property
    def length(self) -> int:
        """How long it is in words."""
        return len(self.name) + sum([len(source) + 5 for source, _ in self.reasons])


def words(scene: Scene, frames: Iterable[Frame]) -> list[str]:
    """What is said of each ply on the page, as one text, for a search."""
    return [" ".join(_said(scene, frame)) for frame in frames]


def _said(scene: Scene, frame: Frame) -> Iterator[str]:
    for said in (frame.sentence, *frame.auto):
        if said is not None:
            yield "".join([part.text for part in said.parts])
    yield from frame.comments
    for change in changes(scene, frame):
        reasons = [f"{source} {signed(points)}" for source, points in change.reasons]
        yield f"{change.name} {signed(change.points)}: {', '.join(reasons)}"


def length(frame: Frame, told: Iterable[Change] = ()) -> int:
    """How long the words about a ply are: its letters, and 20 for each line that they begin."""
    said = (*([frame.sentence] if frame.sentence else ()), *frame.auto)
    lines = [sum([len(part.text) for part in one.parts]) for one in said]
    lines += [*map(len, frame.comments), *[change.length for change in told]]
    return sum(lines) + 20 * len(lines)


def changes(scene: Scene, frame: Frame) -> Iterator[Change]:
    """The changes of a ply with several reasons, and all those of seats that did not play it."""
    for group in frame.allies:
        points = scene.change(group[0], frame.ply)
        if not points:
            continue
        at = scene.seats.index(group[0])
        by = Counter(by_source(frame.breakdown[at]))
        by.subtract(by_source(scene.breakdowns[max(frame.ply - 1, 0)][at]))
        reasons = [(source, number) for source, number in by.items() if number]
        if len(reasons) > 1 or frame.seat not in group:
            reasons.sort(key=lambda reason: -reason[1])
            yield Change(scene.players_of(group), points, tuple(reasons))
