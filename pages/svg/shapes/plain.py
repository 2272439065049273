"""Shapes for any game: piles, rows of cards, boxes to cross off, numbers."""

from collections.abc import Iterator

from engines.wording import capitalized
from pages.svg import cards as one
from pages.svg.block import Block, Part, box, column, over, row
from pages.svg.painter import EDGE, Painter, colours
from pages.svg.text import centred, words
from pages.wording import signed
from replays.view.shapes import Area
from replays.view.zone_views import CounterView

_WIDE = 81
"""The width of a large card."""

_BOX = 24


def pile(painter: Painter, area: Area) -> Iterator[Part]:
    """A pile: its top card, how many there are, and its name."""
    (zone,) = area.zones
    if painter.hides(area):
        return
    name = centred((capitalized(zone.title),), 14, _WIDE + 8, ink=colours()["ink-2"])
    drawn = one.empty(_WIDE, one.LARGE)
    if zone.cards:
        top = zone.cards[0]
        shows = top.public or zone.owner is not None
        card = one.card(painter, top, one.LARGE) if shows else one.back(painter, one.LARGE)
        drawn = one.piled(card, len(zone.cards), shows=shows)
    yield Part((column([drawn, name], 4),))


def cards(painter: Painter, area: Area) -> Iterator[Part]:
    """A zone as its cards."""
    if not painter.hides(area):
        (zone,) = area.zones
        yield Part(one.cards(painter, zone.cards), one.caption(zone))


def sheet(painter: Painter, area: Area) -> Iterator[Part]:
    """Rows of boxes, one a counter, crossed as far as it counts."""
    yield Part((column([_row_of_boxes(painter, counter) for counter in area.counters], 4),))


def _row_of_boxes(painter: Painter, counter: CounterView) -> Block:
    name = counter.name.rpartition("-")[2]
    plain = (colours()["paper"], colours()["ink"])
    ground, ink = painter.scene.layout.colours.get(name, plain)
    label = centred((name,), 16, 40, bold=True, ink=ink)
    head = over(box(40, _BOX, ground, round_by=5), (label, 0, 2))
    boxes = [
        _crossed(is_new=at >= counter.before)
        if at < counter.value
        else box(_BOX, _BOX, colours()["paper"], round_by=4, line=EDGE)
        for at in range(counter.most or 0)
    ]
    return row([head, *boxes], 4)


def _crossed(*, is_new: bool) -> Block:
    ink = colours()["moved" if is_new else "ink"]
    cross = f'<path d="M6 6l12 12M18 6l-12 12" stroke="{ink}" stroke-width="3"/>'
    edge, thick = (ink, 2) if is_new else (EDGE, 1)
    paper = box(_BOX, _BOX, colours()["paper"], round_by=4, line=edge, thick=thick)
    return over(paper, (Block(_BOX, _BOX, cross), 0, 0))


def numbers(painter: Painter, area: Area) -> Iterator[Part]:
    """Counters by their names."""
    del painter
    for counter in area.counters:
        name = capitalized(counter.name.replace("-", " "))
        most = f" of {counter.most}" if counter.most else ""
        yield Part((words(f"{name} {counter.value}{most}", 15),))


def sums(painter: Painter, area: Area) -> Iterator[Part]:
    """The points of each kind of cards."""
    del painter
    told = [row([words(name, 15), points_of(points)], 6) for name, points in area.content]
    yield Part(tuple(told), gap=14)


def points_of(points: int) -> Block:
    """Points with their sign."""
    return words(signed(points), 15, bold=True, ink=colours()["bad"] if points < 0 else "")
