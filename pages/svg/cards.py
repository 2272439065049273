"""Cards in a picture: faces, backs, piles, and the captions of zones."""

from collections.abc import Iterator

from engines.wording import capitalized
from pages.svg.block import EMPTY, Block, box, column, over, padded
from pages.svg.painter import EDGE, Painter, colours, lit
from pages.svg.text import centred, is_drawable, lines, width, words
from replays.view.views import ALL
from replays.view.zone_views import CardView, ZoneView

LARGE, MIDDLE, SMALL = 112, 76, 46
"""The heights of cards, as on pages."""

_RECIPE = 98
_SHAPE = 0.72
_ROUND = 0.1
_NAMES = (11.5, 10.5, 9.5)
"""The sizes of names on cards; the first in which each word fits is taken."""


def card(painter: Painter, seen: CardView, high: float = MIDDLE) -> Block:
    """A card: its face, or its back if the view does not see it; `?` if nobody does."""
    if painter.scene.layout.face == "recipe" and high == MIDDLE:
        high = _RECIPE
    wide = round(high * _SHAPE)
    drawn = back(painter, high)
    if seen.code is None and painter.scene.view == ALL:
        mark = centred(("?",), high * 0.4, wide, bold=True, ink="#fff")
        drawn = over(drawn, (mark, 0, (high - mark.height) / 2))
    elif seen.code is not None:
        ground = painter.colours(seen.code)[0]
        paper = box(wide, high, ground, round_by=high * _ROUND, line=EDGE)
        drawn = over(paper, (face(painter, seen, wide, high), 0, 0))
    return lit(drawn, changed=seen.changed, round_by=high * _ROUND)


def cards(painter: Painter, seen: tuple[CardView, ...]) -> tuple[Block, ...]:
    """Cards, as long as the picture has room for more; then how many there are besides."""
    drawn = [card(painter, one) for one in seen if painter.take()]
    return (*drawn, *besides(len(seen) - len(drawn)))


def besides(number: int) -> Iterator[Block]:
    """How many cards are not drawn; nothing if all are."""
    if number > 0:
        yield padded(words(f"and {number} more", 15, ink=colours()["ink-2"]), 4, 6)


def back(painter: Painter, high: float) -> Block:
    """The back of a card."""
    wide, edge = round(high * _SHAPE), high * 0.055
    paper = box(wide, high, colours()["paper"], round_by=high * _ROUND, line=EDGE)
    ground = painter.scene.layout.back
    inner = box(wide - 2 * edge, high - 2 * edge, ground, round_by=high * 0.06)
    return over(paper, (inner, edge, edge))


def empty(wide: float, high: float) -> Block:
    """The place of a card where there is none."""
    dashes = ' stroke-dasharray="4 3"'
    return box(wide, high, "none", round_by=high * _ROUND, line=colours()["line-2"], more=dashes)


def face(painter: Painter, seen: CardView, wide: float, high: float) -> Block:
    """What is on a card that the view sees, or sees in part, in this size."""
    scene, code = painter.scene, seen.code or ""
    kind, ink = scene.kind(code), painter.colours(code)[1]
    if kind is not None and scene.layout.face == "figure":
        return _figure(seen.label or code, wide, high, ink)
    if kind is not None and scene.layout.face == "recipe" and scene.ingredient(code):
        return _recipe(painter, code, wide, high)
    label = painter.title(code) if kind else seen.label or code
    name = label if is_drawable(label) else code
    size = next((size for size in _NAMES if _fits(name, size, wide - 6)), _NAMES[-1])
    said = centred(lines(name, size, wide - 6, bold=True), size, wide, bold=True, ink=ink)
    drawn = column([painter.mark(code, min(wide, high) * 0.55), said], 2, middle=True)
    return Block(wide, high, drawn.at((wide - drawn.width) / 2, max(high - drawn.height, 0) / 2))


def _fits(said: str, size: float, room: float) -> bool:
    return max([width(word, size, bold=True) for word in said.split()], default=0) <= room


def _figure(label: str, wide: float, high: float, ink: str) -> Block:
    """A figure, and small ones in two corners."""
    size = high * 0.42
    corner = words(label, high * 0.165, bold=True, ink=ink)
    turn = f"rotate(180 {corner.width / 2:.4g} {corner.height / 2:.4g})"
    turned = Block(corner.width, corner.height, f'<g transform="{turn}">{corner.markup}</g>')
    return over(
        Block(wide, high, ""),
        (centred((label,), size, wide, bold=True, ink=ink), 0, (high - size * 1.22) / 2),
        (corner, wide * 0.09, high * 0.04),
        (turned, wide * 0.91 - corner.width, high * 0.96 - corner.height),
    )


def _recipe(painter: Painter, code: str, wide: float, high: float) -> Block:
    """A recipe, and below it what the card serves as."""
    kind, below = painter.scene.kind(code), painter.scene.ingredient(code)
    points = words(str(kind.points if kind else ""), high * 0.145, bold=True)
    mark, served = painter.mark(code, high * 0.36), painter.symbol(below, high * 0.26)
    size, half = high * 0.105, high * 0.5
    name = centred(lines(below, size, wide - 6, count=1), size, wide)
    line = f'<path d="M4 0h{wide - 8:g}" stroke="#9aa0a6" stroke-dasharray="3 3"/>'
    return over(
        Block(wide, high, ""),
        (mark, (wide - mark.width) / 2 - 3, high * 0.08),
        (points, wide - points.width - 5, 2),
        (Block(wide, 1, line), 0, half),
        (served, (wide - served.width) / 2, half + 4),
        (name, 0, high - name.height - 4),
    )


def piled(top: Block, number: int, *, shows: bool) -> Block:
    """A pile: its top card, the edges of others below, and how many there are.

    The number lies beside what the top card `shows`.
    """
    edge = box(top.width, top.height, colours()["paper"], round_by=top.height * _ROUND, line=EDGE)
    under = [(edge, at, at) for at in range(3 * min(number - 1, 2), 0, -3)]
    count = badge(str(number))
    right, low = top.width - count.width - 4, top.height - count.height - 4
    place = (right + 12, low + 12) if shows else (right, low)
    return over(Block(top.width + 8, top.height + 8, ""), *under, (top, 0, 0), (count, *place))


def badge(said: str, ground: str = "#1b1f23") -> Block:
    """A few white letters on a round ground."""
    text = words(said, 14, bold=True, ink="#fff")
    wide = max(text.width + 12, 22)
    return over(box(wide, 22, ground, round_by=11), (text, (wide - text.width) / 2, 2))


def caption(zone: ZoneView) -> Block:
    """The title of a zone, how many cards are there, and how many there may be."""
    most = f" of {zone.most}" if zone.most else ""
    return note(f"{capitalized(zone.title)} {len(zone.cards)}{most}")


def note(said: str) -> Block:
    """A caption; nothing if the fonts lack a letter of it."""
    return words(said, 14, ink=colours()["ink-2"]) if is_drawable(said) else EMPTY
