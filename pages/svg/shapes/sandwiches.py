"""Recipes as sandwiches with slots, and hands as strips."""

from collections.abc import Iterator, Sequence

from engines.wording import capitalized
from pages.svg import cards as one
from pages.svg.block import Block, Part, box, column, over, row
from pages.svg.painter import EDGE, Painter, colours, lit
from pages.svg.text import words
from pages.wording import minus, signed
from replays.view.shapes import Area, Sandwich, Slot
from replays.view.zone_views import CardView

_LAYER = 168
_CRUST = "#d9984a40"


def strips(painter: Painter, area: Area) -> Iterator[Part]:
    """A hand as strips."""
    (zone,) = area.zones
    yield Part(_strips(painter, zone.cards), one.caption(zone))


def in_play(painter: Painter, area: Area) -> Iterator[Part]:
    """The cards that a ply is about, as strips, zone by zone."""
    for zone in area.zones:
        if zone.cards:
            yield Part(_strips(painter, zone.cards), one.note(capitalized(zone.title)))


def notes(painter: Painter, area: Area) -> Iterator[Part]:
    """What counters say of a seat, in words."""
    layout = painter.scene.layout
    said = [layout.called(counter.name) for counter in area.counters if counter.value]
    yield Part(tuple([words(told, 15) for told in said]), gap=14)


def sandwiches(painter: Painter, area: Area) -> Iterator[Part]:
    """The recipes that are out."""
    yield Part(tuple([_sandwich(painter, out) for out in area.content]), gap=10)


def _sandwich(painter: Painter, out: Sandwich) -> Block:
    made, code = out.zone.details, out.recipe.code
    title = words(painter.title(code) if code else out.recipe.label or "", 15, bold=True)
    if made is None:
        return title
    open_for = f"{made.to_go} to go" if made.to_go else "ready to bank"
    state = words("bank stopped" if made.stopped else open_for, 13, ink=colours()["ink-2"])
    layers = [_layer(painter, slot) for slot in (*out.need, *out.extras, *out.beside)]
    worth = words(f"worth {minus(made.worth)}", 14, bold=True)
    inner = column([row([title, state], 8, middle=True), *layers, worth], 3)
    crust = box(max(inner.width, _LAYER) + 16, inner.height + 14, _CRUST, round_by=14)
    return lit(over(crust, (inner, 8, 7)), changed=out.recipe.changed, round_by=14)


def _layer(painter: Painter, slot: Slot) -> Block:
    """A slot: the card in it, or what it is open for."""
    if slot.code is None:
        named = words(slot.category, 14, ink=colours()["ink-2"])
        inner = row([painter.symbol(slot.category, 20), named], 5, middle=True)
        ground = one.empty(_LAYER, 28)
    else:
        inner = _named(painter, slot.code)
        ground = box(_LAYER, 28, painter.colours(slot.code)[0], round_by=6, line=EDGE)
    drawn = over(ground, (inner, 8, (28 - inner.height) / 2))
    return lit(drawn, changed=slot.card is not None and slot.card.changed, round_by=6)


def _strips(painter: Painter, cards: Sequence[CardView]) -> tuple[Block, ...]:
    drawn = [_strip(painter, card) for card in cards if painter.take()]
    return (*drawn, *one.besides(len(cards) - len(drawn)))


def _strip(painter: Painter, seen: CardView) -> Block:
    """A card as a strip of its name and points; one that is not seen is a small back."""
    code = seen.code
    if code is None or painter.scene.kind(code) is None:
        return one.card(painter, seen, one.SMALL)
    inner = _named(painter, code)
    ground = box(inner.width + 16, 30, painter.colours(code)[0], round_by=7, line=EDGE)
    drawn = over(ground, (inner, 8, (30 - inner.height) / 2))
    return lit(drawn, changed=seen.changed, round_by=7)


def _named(painter: Painter, code: str) -> Block:
    """The symbol, the name and the points of a card; the name and the slots of a recipe."""
    scene, ink = painter.scene, painter.colours(code)[1]
    kind, face = scene.kind(code), scene.face(code) or {}
    if kind is None:
        return words(code, 14, ink=ink)
    if face.get("of") == "recipe":
        need, extras = face["need"], face.get("extras", ())
        plus = [words("+", 14, ink=ink)] if extras else []
        symbols = [*[painter.symbol(one, 20) for one in need], *plus]
        more = [painter.symbol(one, 20) for one in extras]
        return row([words(kind.name, 14, bold=True, ink=ink), *symbols, *more], 3, middle=True)
    points = kind.points or 0
    name = painter.title(code).removesuffix(f" {abs(points)}")
    told = signed(points) if kind.kind in scene.layout.signed else minus(points)
    parts = [painter.mark(code, 20), words(name, 14, ink=ink)]
    parts += [painter.star(14)] if face.get("double") else []
    parts += [words(told, 14, bold=True, ink=ink)] if points else []
    return row(parts, 5, middle=True)
