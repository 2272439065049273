"""Draws the table of a game that has a layout: what all share, then each seat."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from rich.text import Text

from cli.draw.layout import beside, flow
from cli.draw.scene import Scene, joined
from cli.draw.shapes import LINES, PIECES, SUMMED
from cli.draw.shapes.kitchen import basket
from cli.draw.shapes.market import market
from cli.draw.shapes.plain import folded_cards, piles
from cli.draw.shapes.sandwiches import states
from cli.draw.shapes.tiles import board
from replays.view.picture import Seat
from replays.view.shapes import Area

_LEAST = 34
"""The least width of a seat beside another one."""


def table(scene: Scene) -> list[Text]:
    """The lines of the table."""
    lines = list(_shared(scene))
    bar = f" {scene.signs.bar} "
    is_wide = scene.width >= 2 * _LEAST + len(bar) and len(scene.seats) > 1
    abreast = 2 if scene.layout.side_by_side and is_wide else 1
    share = replace(scene, width=(scene.width - len(bar) * (abreast - 1)) // abreast)
    is_close = scene.layout.terminal.close and not scene.roomy
    for start in range(0, len(scene.seats), abreast):
        blocks = [list(_seat(share, seat)) for seat in scene.seats[start : start + abreast]]
        lines += () if is_close else scene.blank()
        lines += (
            blocks[0] if len(blocks) == 1 else beside(blocks, scene.width, scene.signs.more, bar)
        )
    return lines


def _shared(scene: Scene) -> Iterator[Text]:
    """What lies between the players: a market, or line by line piles, a board, a basket."""
    groups = [group for group in scene.picture.shared if group]
    if scene.layout.columns:
        yield from market(scene, groups[: len(scene.layout.shared)])
        groups = groups[len(scene.layout.shared) :]
    for group in groups:
        if scene.layout.face == "figure" and all(area.shape == "pile" for area in group):
            yield from piles(scene, group)
            continue
        stacks = [area for area in group if any(zone.row for zone in area.zones)]
        if stacks:
            yield from board(scene, stacks)
        pieces = [p for area in group if area not in stacks for p in _pieces(scene, area)]
        baskets = [area for area in group if area.shape == "basket"]
        for area in baskets:
            yield from basket(scene, area, pieces)
        if pieces and not baskets:
            yield from flow(pieces, scene.width, gap=f" {scene.signs.dot} ")


def _pieces(scene: Scene, area: Area) -> Sequence[Text]:
    return list(PIECES[area.shape](scene, area)) if area.shape in PIECES else ()


def _seat(scene: Scene, seat: str) -> Iterator[Text]:
    """A seat: its head with what is beside it, and what is below."""
    first, *rest = scene.picture.seats[seat]
    below = list(chain.from_iterable(rest))
    pieces = [piece for area in first for piece in _pieces(scene, area)]
    folded: list[Area] = [] if scene.shows_cards(seat) else below
    pieces += [
        piece for area in folded if area.shape == "sandwiches" for piece in states(scene, area)
    ]
    sums = [p for area in folded if area.shape in SUMMED for p in folded_cards(scene, area)]
    *lines, last = flow(pieces, scene.width, first=_head(scene, scene.seat(seat)), gap="  ")
    yield from lines
    yield joined([last, *sums], "  ")  # a sum is cut off rather than given a line
    for area in below:
        if area.shape in LINES:
            yield from LINES[area.shape](scene, area)
        elif own := _pieces(scene, area):
            yield from flow(own, scene.width, first=Text("  "), gap="  ")


def _head(scene: Scene, seat: Seat) -> Text:
    """The head of a seat, and what is due. Of seats side by side the score is on the right."""
    layout = scene.layout
    head = scene.head(seat, score=not layout.side_by_side)
    if seat.phase in layout.terminal.due:
        head.append(f"  {layout.terminal.due[seat.phase]}", "cyan")
    if layout.side_by_side:
        score = Text(scene.score(seat), "bold")
        head.append(" " * max(scene.width - head.cell_len - score.cell_len, 1))
        return head.append_text(score)
    least = layout.terminal.head
    return head.append(" " * (max(least - head.cell_len, 1) if least else 2))
