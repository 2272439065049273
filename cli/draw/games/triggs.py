"""Draws Triggs: piles, sheets of rows with boxes, hands."""

from collections.abc import Iterator
from itertools import repeat

from rich.text import Text

from cli.draw.cards import CHANGED
from cli.draw.layout import beside, columns, flow
from cli.draw.scene import Scene, drawn, touchable
from replays.view.zone_views import CounterView, ZoneView

_PILES = ("left", "middle", "right", "discard")
_LEAST = 34
_NUMBER = 4
_ASKED = {"extra": "extra cross due"}


def table(scene: Scene) -> list[Text]:
    """The piles, and below them the sheets, two side by side if there is room."""
    lines = [*_piles(scene), *scene.blank()]
    bar = f" {scene.signs.bar} "
    abreast = 2 if scene.width >= 2 * _LEAST + len(bar) and len(scene.seats) > 1 else 1
    share = (scene.width - len(bar) * (abreast - 1)) // abreast
    for start in range(0, len(scene.seats), abreast):
        blocks = [_sheet(scene, seat, share) for seat in scene.seats[start : start + abreast]]
        if start:
            lines += scene.blank()
        if len(blocks) == 1:
            lines += blocks[0]
        else:
            lines += beside(blocks, scene.width, scene.signs.more, bar)
    return lines


def _piles(scene: Scene) -> Iterator[Text]:
    """Each pile with the number of its cards, and below it the card on top."""
    zones = [scene.zone(key) for key in _PILES]
    share = scene.width // len(zones)
    if not scene.form.hands:
        tops = [
            Text.assemble(f" {zone.key} {len(zone.cards)} ", _top(scene, zone)) for zone in zones
        ]
        yield columns(tops, repeat(share))
        return
    yield columns([Text(f" {zone.key} {len(zone.cards)}") for zone in zones], repeat(share))
    yield columns([Text("  ") + _top(scene, zone) for zone in zones], repeat(share))


def _top(scene: Scene, zone: ZoneView) -> Text:
    if not zone.cards:
        return Text(f" {scene.signs.none}", "dim")
    card = zone.cards[0]
    if not card.public:
        known = zone.owner is None and card.code is None and scene.frame.view is None
        looks, style = (scene.signs.unknown if known else scene.signs.hidden), "dim"
    else:
        looks, style = scene.named(card, str), "bold"
    if card.public and card.changed:
        return drawn(card, looks)
    edge = scene.signs.edge
    return Text.assemble(edge, touchable(Text(looks, style), card=card.number), edge)


def _sheet(scene: Scene, seat: str, width: int) -> list[Text]:
    """A seat's rows of boxes and its hand."""
    rows = [row for row in scene.frame.counters if row.owner == seat]
    head = scene.head(seat, score=False)
    due = scene.frame.due
    if due is not None and seat in due.seats and due.phase in _ASKED:
        head.append(f"  {_ASKED[due.phase]}", "cyan")
    boxes = sum(row.most or 0 for row in rows)
    score = Text(f"{scene.score(seat)} of {boxes}", "bold")
    head.append(" " * max(width - head.cell_len - score.cell_len, 1))
    head.append_text(score)
    return [head, *_rows(scene, rows, width), *_hand(scene, seat, width)]


def _rows(scene: Scene, rows: list[CounterView], width: int) -> Iterator[Text]:
    """The rows, in two columns unless there is room for one."""
    cells = [_row(scene, row) for row in rows]
    if scene.roomy and scene.form.blanks:
        yield from cells
        return
    half = (len(cells) + 1) // 2
    for left, right in zip(cells[:half], cells[half:], strict=False):
        line = left.copy()
        line.append(" " * max(width // 2 - 2 - line.cell_len, 1))
        line.append_text(right)
        yield line


def _row(scene: Scene, row: CounterView) -> Text:
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


def _hand(scene: Scene, seat: str, width: int) -> list[Text]:
    hand = scene.zone(f"hand.{seat}")
    held = f"{len(hand.cards)} of {hand.most}" if hand.most else str(len(hand.cards))
    if not scene.shows_hand(seat):
        return [Text("  hand ").append_text(scene.sum(hand))]
    cards = [drawn(card, scene.named(card, str), "" if card.code else "dim") for card in hand.cards]
    return flow(cards, width, first=Text(f"  hand {held}  "), gap=" ")
