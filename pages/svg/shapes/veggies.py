"""A market of veggies and point cards, and what a seat has of both."""

from collections.abc import Iterator
from typing import Any

from pages.svg import cards as one
from pages.svg.block import Block, Part, box, column, flow, over, padded, row
from pages.svg.painter import EDGE, Painter, colours, lit
from pages.svg.text import centred, lines, words
from pages.wording import minus
from replays.view.shapes import Area, CardGroup
from replays.view.zone_views import CardView

_WIDE = 108
_TEXT, _NUMBER = 13, 15


def offer(painter: Painter, area: Area) -> Iterator[Part]:
    """A pile of point cards: what the top one gives points for, and the veggie behind it."""
    (zone,) = area.zones
    if not zone.cards:
        yield Part((one.empty(_WIDE, one.LARGE),))
        return
    top = zone.cards[0]
    drawn = _point_card(painter, top, one.LARGE)
    kind = painter.scene.kind(top.code)
    if kind is not None:
        drawn = over(drawn, (painter.symbol(kind.kind, 20), 5, 5))
    yield Part((one.piled(drawn, len(zone.cards), shows=True),))


def slot(painter: Painter, area: Area) -> Iterator[Part]:
    """A veggie of the market."""
    (zone,) = area.zones
    high = 74
    if not zone.cards:
        yield Part((one.empty(_WIDE, high),))
        return
    (card,) = zone.cards
    name = card.label or ""
    paper = box(_WIDE, high, painter.ground(name), round_by=9, line=EDGE)
    mark = painter.symbol(name, 34)
    inner = column([mark, centred((name,), 13, _WIDE, bold=True)], 2, middle=True)
    drawn = over(paper, (inner, 0, (high - inner.height) / 2))
    yield Part((lit(drawn, changed=card.changed, round_by=9),))


def tally(painter: Painter, area: Area) -> Iterator[Part]:
    """How many veggies there are of each kind."""
    drawn = [_counted(painter, group) for group in area.content]
    yield Part(tuple(drawn), one.caption(area.zones[0]))


def _counted(painter: Painter, group: CardGroup) -> Block:
    number = words(str(len(group.cards)), 18, bold=True)
    inner = row([_veggie(painter, group.name or "?", 28), number], 6, middle=True)
    ground = painter.ground(group.name) if group.cards else "none"
    drawn = over(
        box(inner.width + 16, 40, ground, round_by=9, line=EDGE),
        (inner, 8, (40 - inner.height) / 2),
    )
    return lit(drawn, changed=any(card.changed for card in group.cards), round_by=9)


def scoring(painter: Painter, area: Area) -> Iterator[Part]:
    """Point cards, each with what it is worth now."""
    drawn = [
        _worth(_point_card(painter, card, 66), points)
        for card, points in area.content
        if painter.take()
    ]
    more = one.besides(len(area.content) - len(drawn))
    yield Part((*drawn, *more), one.caption(area.zones[0]), gap=9)


def _worth(card: Block, points: int | None) -> Block:
    badge = one.badge(
        "?" if points is None else minus(points), colours()["accent" if points else "ink-2"]
    )
    return over(card, (badge, card.width - badge.width + 4, -6))


def _point_card(painter: Painter, seen: CardView, high: float) -> Block:
    """What a card gives points for; a card whose points nobody sees."""
    scene = painter.scene
    if scene.kind(seen.code) is None:
        drawn = one.card(painter, seen, high)
        return padded(drawn, (_WIDE - drawn.width) / 2, 0)
    code = seen.code or ""
    face, room = scene.face(code), _WIDE - 10
    if isinstance(face, dict) and "kind" in face:
        told = flow([*_terms(painter, face)], room, 4, middle=True)
    else:
        said = lines(painter.title(code), 12, room, count=4)
        told = centred(said, 12, room)
    paper = box(_WIDE, high, colours()["paper"], round_by=9, line=EDGE)
    drawn = over(paper, (told, (_WIDE - told.width) / 2, (high - told.height) / 2))
    return lit(drawn, changed=seen.changed, round_by=9)


def _terms(painter: Painter, rule: dict[str, Any]) -> Iterator[Block]:
    """The terms of a rule of points, as pages show them."""
    match rule["kind"]:
        case "weights":
            for name, points in rule["weights"].items():
                yield _per(points, _veggie(painter, name))
        case "set":
            needed = [name for name, need in rule["need"].items() for _ in range(need)]
            yield _set(painter, needed, rule["points"])
        case "complete_set":
            yield _set(painter, painter.scene.kinds, rule["points"])
        case "most" | "fewest" as extreme:
            yield row([words(extreme, _TEXT), _veggie(painter, rule["of"])], 4, middle=True)
            yield _bold(f"= {rule['points']}")
        case "most_total" | "fewest_total" as extreme:
            yield words(f"{extreme.partition('_')[0]} veggies", _TEXT)
            yield _bold(f"= {rule['points']}")
        case "parity":
            even = [_veggie(painter, rule["of"]), words("even", _TEXT), _bold(rule["even"])]
            yield row(even, 4, middle=True)
            yield row([words("odd", _TEXT), _bold(rule["odd"])], 4, middle=True)
        case "types_missing":
            yield _per(rule["points"], words("missing veggie", _TEXT))
        case "types_at_least":
            yield _per(rule["points"], words(f"{rule['least']}+ of a kind", _TEXT))


def _set(painter: Painter, names: list[str], points: int) -> Block:
    size = min(20, (_WIDE - 46) / len(names))
    return row(
        [*[_veggie(painter, name, size) for name in names], _bold(f"= {points}")], 1, middle=True
    )


def _per(points: int, what: Block) -> Block:
    return row([_bold(points), words("/", _NUMBER), what], 2, middle=True)


def _bold(said: str | int) -> Block:
    bad = isinstance(said, int) and said < 0
    text = said if isinstance(said, str) else minus(said)
    return words(text, _NUMBER, bold=True, ink=colours()["bad"] if bad else "")


def _veggie(painter: Painter, name: str, size: float = 20) -> Block:
    """The symbol of a veggie; its name without one."""
    return painter.symbol(name, size) if painter.has(name) else words(name, _TEXT)
