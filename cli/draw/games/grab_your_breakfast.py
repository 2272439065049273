"""Draws Grab Your Breakfast: the board of stacked tiles, hands, and the sets of each seat."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, repeat

from rich.text import Text

from cli.draw.layout import columns, flow, words
from cli.draw.scene import Look, Scene, drawn, joined, look, touchable
from replays.view.zone_views import CardView, ZoneView, taken

_LABEL = 4
_HEAD = 13
_BONUS = "bonus"
_OF_TILES = ("sets", "with", "left")
"""Words in score lines that repeat what the tiles show."""


def table(scene: Scene) -> list[Text]:
    """The board, the piles, and each seat."""
    lines = [*_board(scene), *_piles(scene)]
    for seat in scene.seats:
        lines += [*(scene.blank() if scene.roomy else ()), *_seat(scene, seat)]
    return lines


def _board(scene: Scene) -> Iterator[Text]:
    placed = [zone for zone in scene.frame.zones if zone.row is not None]
    rows = [list(zones) for _, zones in groupby(placed, lambda zone: zone.row)]
    share = (scene.width - _LABEL) // max(map(len, rows))
    if scene.roomy and scene.form.blanks:
        numbers = [f"c{number}" for number in range(1, len(rows[0]) + 1)]
        yield Text(" " * _LABEL + "".join(f"{name:<{share}}" for name in numbers).rstrip(), "dim")
    for number, zones in enumerate(rows, 1):
        deepest = max(len(zone.cards) for zone in zones)
        for depth in range(max(deepest, 2 if scene.form.blanks else 1)):
            tiles = [_tile(scene, zone, depth) for zone in zones]
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
    free = zone.details.free
    tile = drawn(card, looks, "bold" if free else "")
    left, right = (signs.left if "left" in free else ""), signs.right if "right" in free else ""
    return Text.assemble((left, "bold"), tile, (right, "bold"))


def _name(scene: Scene, code: str) -> str:
    card = scene.catalogue[code]
    return card.title if scene.roomy else card.name


def _piles(scene: Scene) -> list[Text]:
    piles = [scene.pile(key, scene.zone(key), str) for key in ("draw", "discard")]
    return flow([joined(piles, f" {scene.signs.dot} ")], scene.width)


def _seat(scene: Scene, seat: str) -> list[Text]:
    """A seat: its hand and awards, and below them its sets and single tiles."""
    head = scene.head(seat)
    head.append(" " * max(_HEAD - head.cell_len, 1))
    hand = scene.zone(f"hand.{seat}")
    if hand.cards and scene.shows_hand(seat):
        head.append("hand ")
        head.append_text(joined(scene.pieces(hand, str), " "))
    elif hand.cards:
        head.append("hand ").append_text(scene.sum(hand))
    awards = [
        Text(f"  {line.source} {line.points:+}".replace("-", scene.signs.minus))
        for line in scene.frame.breakdown[scene.seats.index(seat)]
        if not set(line.source.split()) & set(_OF_TILES)
    ]
    lines = flow([head, *awards], scene.width, indent=_HEAD)
    tiles = scene.zone(f"tiles.{seat}")
    if not tiles.cards:
        return lines
    if not scene.shows_cards(seat):
        return [*lines[:-1], Text.assemble(lines[-1], "  ", scene.sum(tiles, "tiles"))]
    return [*lines, *_tiles(scene, seat, tiles)]


def _tiles(scene: Scene, seat: str, tiles: ZoneView) -> list[Text]:
    """The sets with their points, then the tiles that are in no set."""
    left = list(tiles.cards)
    groups = [(made.tiles, made.points) for made in tiles.details.sets]
    alone = [code for code in tiles.details.left if scene.catalogue[code].kind != _BONUS]
    lines = scene.frame.breakdown[scene.seats.index(seat)]
    lost = next((line.points for line in lines if "left" in line.source.split()), 0)
    for code, count in Counter(alone).items():
        groups.append(((code,) * count, lost * count // len(alone)))
    groups.append(([code for code in tiles.details.left if code not in alone], 0))
    pieces: list[Text] = []
    for codes, points in groups:
        if codes:
            pieces += [Text(scene.signs.dot)] if pieces else []
            pieces += scene.counted(_group(scene, codes, left))
            pieces += words(f"= {scene.number(points)}") if points else []
    return flow(_unparted(pieces), scene.width, first=Text("    "), gap=" ")


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


def _group(scene: Scene, codes: Iterable[str], left: list[CardView]) -> Iterator[Look]:
    """The tiles of a group, which are taken from those that are left."""
    for code in codes:
        card = taken(left, code)
        if card is not None:
            yield look(card, scene.catalogue[code].name)


def in_words(zone: ZoneView, title: Callable[[str], str]) -> list[str] | None:
    """A stack of tiles with the sides on which it is free; the sets and single tiles of a seat."""
    if zone.row is not None:
        free = " and ".join(zone.details.free)
        below = [f", below it {title(card.code)}" for card in zone.cards[1:] if card.code]
        side = f"free on the {free}" if free else "not free"
        return [f": {title(zone.cards[0].code or '')}, {side}{''.join(below)}"]
    sets = [
        f", a set for {made.points}: {', '.join(map(title, made.tiles))}"
        for made in zone.details.sets
    ]
    left = ", ".join(map(title, zone.details.left))
    return [*sets, *([f", in no set: {left}"] if left else [])]
