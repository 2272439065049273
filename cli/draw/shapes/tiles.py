"""Draws a board of stacked tiles, the sets that are made of them, and what sets do not score."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, repeat

from rich.text import Text

from cli.draw.layout import columns, flow, words
from cli.draw.scene import Scene, drawn, joined, look, touchable
from replays.view.shapes import Area
from replays.view.zone_views import CardView, ZoneView

_LABEL = 4


def board(scene: Scene, areas: Sequence[Area]) -> Iterator[Text]:
    """The stacks, row by row."""
    zones = [zone for area in areas for zone in area.zones]
    rows = [list(row) for _, row in groupby(zones, lambda zone: zone.row)]
    share = (scene.width - _LABEL) // max(map(len, rows))
    if scene.roomy and scene.form.blanks:
        numbers = [f"c{number}" for number in range(1, len(rows[0]) + 1)]
        yield Text(" " * _LABEL + "".join(f"{name:<{share}}" for name in numbers).rstrip(), "dim")
    for number, row in enumerate(rows, 1):
        deepest = max(len(zone.cards) for zone in row)
        for depth in range(max(deepest, 2 if scene.form.blanks else 1)):
            tiles = [_tile(scene, zone, depth) for zone in row]
            for tile in tiles:
                tile.truncate(share - 1)
            label = Text("" if depth else f"r{number}", "dim")
            yield columns([label, *tiles], [_LABEL, *repeat(share, len(tiles))])


def _tile(scene: Scene, zone: ZoneView, depth: int) -> Text:
    """A tile of a stack: the uppermost with the sides on which it is free."""
    signs = scene.signs
    if depth >= len(zone.cards):
        return Text("" if depth else signs.none, "dim")
    card = zone.cards[depth]
    looks = scene.named(card, lambda code: _name(scene, code))
    if depth:
        return touchable(Text(f"  {signs.below}{looks}", "dim"), card=card.number)
    free = zone.details.free if zone.details else ()
    tile = drawn(card, looks, "bold" if free else "")
    left, right = (signs.left if "left" in free else ""), signs.right if "right" in free else ""
    return Text.assemble((left, "bold"), tile, (right, "bold"))


def _name(scene: Scene, code: str) -> str:
    card = scene.catalogue[code]
    return card.title if scene.roomy else card.name


def lines(scene: Scene, area: Area) -> list[Text]:
    """The lines of a score that belong to no card, except what is lost: tiles show that."""
    return [
        Text(f"{line.source} {line.points:+}".replace("-", scene.signs.minus))
        for line in area.content
        if line.source != scene.layout.lost
    ]


def sets(scene: Scene, area: Area) -> list[Text]:
    """The sets with their points, then the tiles that are in no set."""
    (zone,) = area.zones
    if not zone.cards or not scene.shows_cards(area.owner):
        return []
    if area.content is None:
        return flow(scene.pieces(zone), scene.width, first=Text("    "), gap=" ")
    extra, pieces = scene.layout.extra, list[Text]()
    lost = scene.line(area.owner, scene.layout.lost)
    alone = sum(
        len(group.cards) for group in area.content if group.points is None and group.name != extra
    )
    for group in area.content:
        if group.points is not None or group.name == extra:
            parts = [(group.cards, group.points or 0)]
        else:
            parts = [(cards, lost * len(cards) // alone) for cards in _alike(group.cards)]
        for cards, points in parts:
            pieces += [Text(scene.signs.dot)] if pieces else []
            pieces += scene.counted(
                look(card, scene.named(card, lambda code: scene.catalogue[code].name))
                for card in cards
            )
            pieces += words(f"= {scene.number(points)}") if points else []
    return flow(_unparted(pieces), scene.width, first=Text("    "), gap=" ")


def _alike(cards: Iterable[CardView]) -> list[list[CardView]]:
    """The cards, those of a code together."""
    codes: dict[str | None, list[CardView]] = {}
    for card in cards:
        codes.setdefault(card.code, []).append(card)
    return list(codes.values())


def _unparted(pieces: list[Text]) -> Iterator[Text]:
    """The pieces; a figure stays next to the piece that it belongs to."""
    held: list[Text] = []
    for piece in pieces:
        if held and not piece.plain.startswith("=") and not held[-1].plain.endswith("="):
            yield joined(held, " ")
            held = []
        held.append(piece)
    if held:
        yield joined(held, " ")
