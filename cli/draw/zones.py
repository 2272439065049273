"""Draws a table of any game as its zones and counters. Knows frames, but no game."""

from collections.abc import Iterator

from rich.text import Text

from cli.draw.cards import held, piece, rows, rows_of_zones, tops
from cli.draw.layout import beside, flow
from cli.draw.scene import Scene
from replays.view.frames import Frame
from replays.view.zone_views import CounterView, ZoneView

_CELL = 38
_BLOCK = 52
_FLAG = 1
_EMPTY = "empty"


def table(scene: Scene) -> list[Text]:
    """The shared zones, first those in rows or spread out, and then a block for each seat."""
    grid = rows_of_zones(scene.frame, scene.signs)
    spread = [line for zone in shared(scene.frame) if zone.spread for line in _all(scene, zone)]
    return [*grid, *spread, *_piles(scene), *_seats(scene)]


def shared(frame: Frame) -> list[ZoneView]:
    """The zones that belong to no seat."""
    return [zone for zone in frame.zones if zone.owner is None]


def is_worth_a_line(counter: CounterView) -> bool:
    """Whether a counter is worth a line: a flag is not, as long as it is 0."""
    return counter.most != _FLAG or counter.value > 0


def _all(scene: Scene, zone: ZoneView) -> list[Text]:
    """A shared zone with all of its cards."""
    first = Text.assemble((zone.name, "cyan"), (f" ({len(zone.cards)}) ", "dim"))
    return flow(held(zone, {}, scene.signs), scene.width, first=first)


def _seats(scene: Scene) -> Iterator[Text]:
    """The blocks of the seats, two side by side if there is room."""
    abreast = 2 if scene.width >= 2 * _BLOCK else 1
    share = (scene.width - 2 * (abreast - 1)) // abreast
    blocks = [_block(scene, seat, share) for seat in scene.seats]
    for start in range(0, len(blocks), abreast):
        row = blocks[start : start + abreast]
        row += [[]] * (abreast - len(row))
        yield from scene.blank()
        yield from beside(row, scene.width, scene.signs.more)


def _piles(scene: Scene) -> list[Text]:
    zones = [zone for zone in shared(scene.frame) if zone.row is None and not zone.spread]
    columns = max(min(scene.width // _CELL, len(zones)), 1)
    share = (scene.width - 2 * (columns - 1)) // columns
    name = max((len(zone.name) for zone in zones), default=0)
    cells = [_cell(scene, zone, name, share) for zone in zones]
    lines = []
    for start in range(0, len(cells), columns):
        row = cells[start : start + columns]
        row += [[Text()]] * (columns - len(row))
        lines += beside(row, scene.width, scene.signs.more)
    return lines


def _cell(scene: Scene, zone: ZoneView, name: int, width: int) -> list[Text]:
    """A shared zone: its name, the number of its cards if there are several, its top."""
    count = f"({len(zone.cards)})" if len(zone.cards) > 1 else ""
    first = Text.assemble((f"{zone.name:<{name}}", "cyan"), (f" {count:<4}", "dim"))
    return flow(tops(zone, width - first.cell_len, scene.signs), width, first=first)


def _block(scene: Scene, seat: str, width: int) -> list[Text]:
    """A seat: player and score, zones (empty ones share a line), counters."""
    frame, signs = scene.frame, scene.signs
    points = frame.breakdown[scene.seats.index(seat)]
    of_cards = {line.card: line.points for line in points if line.card is not None}
    zones = [zone for zone in frame.zones if zone.owner == seat]
    counters = rows([c for c in frame.counters if c.owner == seat and is_worth_a_line(c)], signs)
    empty = [piece(zone.name, style="dim") for zone in zones if not zone.cards]
    named = [
        (zone.name, held(zone, of_cards, signs)) for zone in zones if zone.cards or len(empty) == 1
    ]
    named += [(_EMPTY, empty)] if len(empty) > 1 else []
    named += counters
    name = max((len(label) for label, _ in named), default=0)
    lines = flow(_sources(scene, seat), width, first=Text.assemble(scene.head(seat), " "), gap=" ")
    for label, pieces in named:
        lines += flow(pieces, width, first=Text(f"  {label:<{name}} ", "cyan"))
    return lines


def _sources(scene: Scene, seat: str) -> Iterator[Text]:
    """The parts of a score that do not come from cards, if there are any."""
    index = scene.seats.index(seat)
    lines = scene.frame.breakdown[index]
    if len(lines) > 1 or scene.frame.scores[index] is None:
        for line in lines:
            if line.card is None:
                yield Text(f"({line.source}: {line.points})", "dim")
