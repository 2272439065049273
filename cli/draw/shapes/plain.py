"""Draws the shapes of any game: piles, cards, counters as numbers, notes or rows of boxes."""

from collections.abc import Iterator, Sequence
from itertools import repeat

from rich.text import Text

from cli.draw.cards import CHANGED, rows
from cli.draw.layout import columns, flow
from cli.draw.scene import Scene, drawn, joined, touchable
from replays.view.shapes import Area
from replays.view.zone_views import CounterView, ZoneView

_NUMBER = 4


def pile(scene: Scene, area: Area) -> list[Text]:
    """A pile by its number of cards and its top, if that lies open."""
    (zone,) = area.zones
    line = Text(f"{zone.name} {len(zone.cards)}")
    if zone.cards and zone.cards[0].public:
        line.append(", on top ").append_text(scene.card(zone.cards[0]))
    return [line]


def piles(scene: Scene, areas: Sequence[Area]) -> Iterator[Text]:
    """Piles side by side, each with the number of its cards, and below it the card on top."""
    zones = [zone for area in areas for zone in area.zones]
    share = repeat(scene.width // max(len(zones), 1))
    counts = [Text(f" {zone.key} {len(zone.cards)}") for zone in zones]
    tops = [_top(scene, zone) for zone in zones]
    if not scene.form.hands:
        yield columns([Text.assemble(*both) for both in zip(counts, repeat(" "), tops)], share)
        return
    yield columns(counts, share)
    yield columns([Text("  ") + top for top in tops], share)


def _top(scene: Scene, zone: ZoneView) -> Text:
    if not zone.cards:
        return Text(f" {scene.signs.none}", "dim")
    card = zone.cards[0]
    if not card.public:
        known = zone.owner is None and card.code is None and scene.frame.view is None
        looks, style = (scene.signs.unknown if known else scene.signs.hidden), "dim"
    else:
        looks, style = scene.named(card), "bold"
    if card.public and card.changed:
        return drawn(card, looks)
    edge = scene.signs.edge
    return Text.assemble(edge, touchable(Text(looks, style), card=card.number), edge)


def few_cards(scene: Scene, area: Area) -> list[Text]:
    """The cards of a zone beside the head of a seat."""
    (zone,) = area.zones
    if not zone.cards:
        return []
    shown = scene.shows_hand(area.owner)
    cards = joined(scene.pieces(zone), " ") if shown else scene.sum(zone)
    return [Text(f"{zone.name} ").append_text(cards)]


def cards(scene: Scene, area: Area) -> list[Text]:
    """The cards of a zone, and how many they are; nothing if there are none and may be any."""
    (zone,), face = area.zones, scene.layout.face
    count = f"{len(zone.cards)} of {zone.most}" if zone.most else str(len(zone.cards))
    if not (zone.cards or zone.most) or (
        area.shape == "strips" and not scene.shows_cards(area.owner)
    ):
        return []
    if not scene.shows_hand(area.owner):
        return [Text(f"  {zone.name} ").append_text(scene.sum(zone))]
    label, gap = f"  {zone.name} {count}  ", "  "
    if face == "figure":
        looks = [(card, scene.named(card), "" if card.code else "dim") for card in zone.cards]
        pieces, gap = [drawn(*one) for one in looks], " "
    elif face == "recipe" and any(card.code is not None for card in zone.cards):
        pieces = [scene.card(card) for card in zone.cards]
    else:
        pieces = scene.pieces(zone)
    if face == "recipe":
        label = f"  {zone.name:<6} {count:<2} " if scene.form.full else f"  {zone.name}  "
    return flow(pieces, scene.width, first=Text(label), gap=gap)


def folded_cards(scene: Scene, area: Area) -> list[Text]:
    """How many cards there are, if any."""
    return [scene.sum(zone, zone.title) for zone in area.zones if zone.cards]


def notes(scene: Scene, area: Area) -> list[Text]:
    """What the counters that are set are called."""
    dot = scene.signs.dot
    return [
        Text(f"{dot} {scene.layout.called(counter.name)}", "dim")
        for counter in area.counters
        if counter.value
    ]


def numbers(scene: Scene, area: Area) -> Iterator[Text]:
    """Counters by kinds."""
    for label, pieces in rows(area.counters, scene.signs):
        yield from flow(pieces, scene.width, first=Text(f"  {label} ", "cyan"))


def sheet(scene: Scene, area: Area) -> Iterator[Text]:
    """Counters as rows of boxes, in two columns unless there is room for one."""
    cells = [_boxes(scene, row) for row in area.counters]
    if scene.roomy and scene.form.blanks:
        yield from cells
        return
    half = (len(cells) + 1) // 2
    for left, right in zip(cells[:half], cells[half:], strict=False):
        line = left.copy()
        line.append(" " * max(scene.width // 2 - 2 - line.cell_len, 1))
        line.append_text(right)
        yield line


def _boxes(scene: Scene, row: CounterView) -> Text:
    """A row: its number, the boxes crossed off, in brackets those of the ply, and the others."""
    signs, most = scene.signs, row.most or row.value
    line = Text(f"{row.name.rpartition('-')[2]:>{_NUMBER}} ")
    line.append(signs.full * min(row.before, row.value))
    if row.value > row.before:
        line.append(f"[{signs.full * (row.value - row.before)}]", CHANGED)
    line.append(signs.free * (most - row.value))
    if row.value == most:
        line.append(f" {signs.done}", "green")
    return line
