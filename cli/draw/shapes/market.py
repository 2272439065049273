"""Draws a market in columns, cards with their worth, and how many there are of each kind."""

from collections.abc import Sequence
from itertools import groupby, zip_longest

from rich.text import Text

from cli.draw.layout import columns, flow
from cli.draw.names import spelled
from cli.draw.scene import Scene, drawn, mark
from replays.view.shapes import Area
from replays.view.zone_views import CardView

_GAP = 4


def market(scene: Scene, groups: Sequence[Sequence[Area]]) -> list[Text]:
    """Columns of piles with their tops, and of the cards below them."""
    piles = [_column(scene, group) for group in groups]
    share = scene.width // max(len(piles), 1)
    widths = [max(cell.cell_len for cell in column) + 1 for column in piles]
    if max(widths, default=0) > share:
        room = scene.width - sum(widths)
        shares = [width + min(max(room // 2, 1), _GAP) for width in widths]
    else:
        shares = [share] * len(piles)
    lines = []
    for row in zip_longest(*piles, fillvalue=Text()):
        line = columns([Text.assemble(" ", cell) for cell in row], shares)
        lines += [line] if line.cell_len <= scene.width else flow(row, scene.width, gap="  ")
    return lines


def _column(scene: Scene, group: Sequence[Area]) -> list[Text]:
    cells = []
    for area in group:
        (zone,) = area.zones
        if area.shape == "slot":
            cells.append(Text.assemble(f"{zone.name} ", _top(scene, area)))
        else:
            title = zone.name.replace("-", " ")
            cells += [Text(f"{title} ({len(zone.cards)})"), _top(scene, area)]
    return cells


def _top(scene: Scene, area: Area) -> Text:
    """The card on top: of a slot its kind, of a pile what it scores."""
    (zone,), is_slot = area.zones, area.shape == "slot"
    if not zone.cards:
        return Text(scene.signs.none, "dim")
    card = zone.cards[0]
    looks = scene.named(card) if is_slot else _rule(scene, card)
    return drawn(card, looks, "" if is_slot else "bold")


def _rule(scene: Scene, card: CardView) -> str:
    """What a card scores."""
    return spelled(scene.named(card), scene.short)


def tally(scene: Scene, area: Area) -> list[Text]:
    """How many cards there are of each kind, and of those whose kind is not known."""
    groups = [(group.name, group.cards) for group in area.content if group.name]
    others = [card for group in area.content if not group.name for card in group.cards]
    alike = groupby(sorted(others, key=scene.named), scene.named)
    groups += [(name, tuple(cards)) for name, cards in alike]
    pieces = []
    for name, cards in groups:
        looks = f"{scene.short.get(name, name)} {len(cards) or scene.signs.none}"
        pieces.append(mark(looks, any(card.changed for card in cards), "" if cards else "dim"))
    return pieces


def scoring(scene: Scene, area: Area) -> list[Text]:
    """Each card with what it gives."""
    if not area.content or not scene.shows_cards(area.owner):
        return []
    rules = []
    for card, points in area.content:
        worth = f" = {scene.number(points)}" if points else ""
        rules.append(drawn(card, f"{_rule(scene, card)}{worth}"))
    return flow(rules, scene.width, first=Text("   "), gap="  ")
