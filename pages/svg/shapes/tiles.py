"""A board of two-storey stacks of tiles, and the sets that are made of them."""

from collections.abc import Iterator

from pages.svg import cards as one
from pages.svg.block import Block, Part, box, over, row
from pages.svg.painter import EDGE, Painter, colours, lit
from pages.svg.shapes.plain import cards, points_of
from pages.svg.text import words
from replays.view.shapes import Area, CardGroup
from replays.view.zone_views import CardView

_PLACE = (100, 104)
_TILE, _SMALL = 76, 40
_SHADE = "#0000000f"


def tile(painter: Painter, area: Area) -> Iterator[Part]:
    """A place of a board: a tile, which may lie on another, and the sides at which it is free."""
    (zone,) = area.zones
    wide, high = _PLACE
    low = (wide - _TILE - 4, high - _TILE - 4)
    place = box(wide, high, _SHADE, round_by=12)
    if not zone.cards:
        yield Part((place,))
        return
    top, stack = zone.cards[0], zone.details
    left, upper = (4, 4) if stack and stack.level > 1 else low
    free = stack.free if stack else ()
    below = [(_tile(painter, card), *low) for card in zone.cards[1:]]
    arrows = [
        (_arrow(side), left - 8 if side == "left" else left + _TILE - 8, upper + _TILE / 2 - 8)
        for side in free
    ]
    drawn = _tile(painter, top, is_free=bool(free))
    yield Part((over(place, *below, (drawn, left, upper), *arrows),))


def _arrow(side: str) -> Block:
    path = "M14 2v12L3 8z" if side == "left" else "M2 2v12l11-6z"
    colour = f'fill="{colours()["free"]}" stroke="#fff" stroke-width="1.5"'
    return Block(16, 16, f'<path d="{path}" {colour}/>')


def _tile(painter: Painter, card: CardView, *, is_free: bool = False) -> Block:
    edge, thick = (colours()["free"], 3) if is_free else (EDGE, 1)
    paper = box(_TILE, _TILE, colours()["paper"], round_by=9, line=edge, thick=thick)
    drawn = over(paper, (one.face(painter, card, _TILE, _TILE), 0, 0))
    kind = painter.scene.kind(card.code)
    if kind is not None and kind.kind == painter.scene.layout.extra:
        drawn = over(drawn, (painter.star(18), _TILE - 22, 4))
    return lit(drawn, changed=card.changed, round_by=9)


def lines_of_score(painter: Painter, area: Area) -> Iterator[Part]:
    """The lines of a score that belong to no card."""
    del painter
    told = [row([words(line.source, 15), points_of(line.points)], 6) for line in area.content]
    yield Part(tuple(told), gap=14)


def sets(painter: Painter, area: Area) -> Iterator[Part]:
    """Sets with their points, then the other tiles by kinds; without details, the tiles."""
    if area.content is None:
        yield from cards(painter, area)
        return
    yield Part(
        tuple([_group(painter, group) for group in area.content]), one.caption(area.zones[0])
    )


def _group(painter: Painter, group: CardGroup) -> Block:
    tiles = row([_small(painter, card) for card in group.cards if painter.take()], 2)
    if group.points is None:
        return tiles
    inner = row([tiles, points_of(group.points)], 6, middle=True)
    ground = box(inner.width + 12, inner.height + 8, _SHADE, round_by=9)
    return over(ground, (inner, 6, 4))


def _small(painter: Painter, card: CardView) -> Block:
    paper = box(_SMALL, _SMALL, colours()["paper"], round_by=6, line=EDGE)
    drawn = over(paper, (painter.mark(card.code, 30), 5, 5))
    return lit(drawn, changed=card.changed, round_by=6)
