"""The picture of a position: who plays, the scores, the shared table, and the seat that acted.

It shows what lies on the table at its ply, and nothing of what comes later.
"""

import re
from base64 import b64encode
from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final
from urllib.parse import unquote

from markupsafe import escape
from msgspec import Struct

from pages.assets import assets
from pages.scene import Scene
from pages.svg.block import EMPTY, Block, Part, box, column, laid, over, row
from pages.svg.painter import Painter, colours, styles
from pages.svg.shapes import parts
from pages.svg.text import FAMILY, fitted, is_drawable, words
from pages.wording import minus, signed
from replays.view.frames import Frame
from replays.view.picture import Groups, Picture, Seat, picture, seat_of
from replays.view.views import ALL

WIDTH, HEIGHT = 1200, 630
"""The size that chats and feeds ask for."""

_EDGE, _ROOM = 32, WIDTH - 64
_SCALES: Final = tuple([step / 100 for step in range(20, 205, 5)])
"""How large parts of the table may be drawn; the largest that fits is taken."""

_SHARES: Final = (0.2, 0.27, 0.34, 0.42, 0.5, 0.58)
"""The shares of the width that the shared table may have beside the seats."""

_HEAD = 48
_MOST_HEADS = 6
"""The heads of seats in a row."""


def svg(scene: Scene, frame: Frame) -> str:
    """The picture of a position, as an SVG of WIDTH by HEIGHT pixels."""
    painter = Painter(scene, frame)
    drawn = picture(scene.layout, scene.game.catalogue, frame)
    seats = [seat_of(scene.layout, frame, letters) for letters in frame.allies]
    head = _head(painter)
    strip = _strip(painter, seats)
    said = _sentence(painter)
    top = column([head, strip, said], 12)
    table = _table(painter, drawn, seats, HEIGHT - 2 * 24 - top.height - 14)
    body = top.at(_EDGE, 24) + table.at(_EDGE, 24 + top.height + 14)
    title = f"{scene.game.title}, ply {frame.ply}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" font-family="{FAMILY},system-ui,sans-serif" font-weight="500" '
        f'fill="{colours()["ink"]}"><title>{escape(title)}</title>'
        f"<defs>{_font()}{painter.defined()}</defs>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{colours()["bg"]}"/>{body}</svg>\n'
    )


@cache
def _font() -> str:
    """The font for browsers, which know no other way to have it in a picture."""
    font = assets()["figtree.woff2"]
    data = b64encode(font.data).decode()
    face = f"font-family:{FAMILY};font-weight:300 900;src:url(data:{font.kind};base64,{data})"
    return f"<style>@font-face{{{face}}}</style>"


def _head(painter: Painter) -> Block:
    """The logo and the title, and at the right the view and the ply."""
    scene, frame = painter.scene, painter.frame
    title = words(fitted(scene.game.title, 34, 560, bold=True), 34, bold=True)
    of = "" if scene.hides else f" of {scene.plies}"
    when = [f"ply {frame.ply}{of}"]
    if len(scene.rounds) > 1 and frame.ply:
        when.insert(0, f"round {frame.round}")
    if scene.view != ALL and is_drawable(scene.view_title):
        when.insert(0, scene.view_title)
    said = fitted(" · ".join(when), 22, 480)
    right = words(said, 22, ink=colours()["ink-2"])
    line = Block(_ROOM, 44, "")
    return over(line, (_logo(), 0, 4), (title, 58, 0), (right, _ROOM - right.width, 10))


def _strip(painter: Painter, seats: Sequence[Seat]) -> Block:
    """The heads of all seats: names, scores, and whose turn it is."""
    across = -(-len(seats) // -(-len(seats) // _MOST_HEADS))
    wide = (_ROOM - 10 * (across - 1)) / across
    heads = [_seat_head(painter, seat, wide) for seat in seats]
    return column([row(heads[at : at + across], 10) for at in range(0, len(heads), across)], 8)


def _seat_head(painter: Painter, seat: Seat, wide: float) -> Block:
    acts = painter.frame.seat in seat.letters
    tint = colours()[f"seat-{painter.scene.tint(seat.letter)}"]
    edge, thick = (tint, 3) if acts else (colours()["line"], 1)
    ground = box(wide, _HEAD, colours()["surface"], round_by=10, line=edge, thick=thick)
    letter = words(seat.letter, 16, bold=True, ink="#fff")
    badge = over(box(28, 28, tint, round_by=14), (letter, 14 - letter.width / 2, 4))
    score, room = _score(painter, seat), wide - 62
    name = " and ".join([painter.player(letter) for letter in seat.letters])
    said = words(fitted(name, 19, max(room - score.width, 0), bold=True), 19, bold=True)
    return over(
        ground,
        (badge, 10, 10),
        (said, 46, 12),
        (score, wide - score.width - 12, (_HEAD - score.height) / 2),
    )


def _score(painter: Painter, seat: Seat) -> Block:
    """The score of a seat, with its change; a cup before it for a winner."""
    points = "?" if seat.score is None else minus(seat.score)
    change = painter.scene.change(seat.letter, painter.frame.ply)
    ink = colours()["bad" if change < 0 else "free"]
    told = words(signed(change), 16, bold=True, ink=ink) if change else EMPTY
    score = words(f"{points}{'' if seat.is_open else '+'}", 26, bold=True)
    return row([_cup() if seat.wins else EMPTY, told, score], 6, middle=True)


@cache
def _cup() -> Block:
    """The cup of a winner."""
    (picture,) = re.findall(r'--trophy: url\("data:image/svg\+xml,(.*)"\)', styles())
    inner = re.sub(r"</?svg[^>]*>", "", unquote(picture))
    return Block(26, 26, f'<g transform="scale(.81)">{inner}</g>')


@cache
def _logo() -> Block:
    inner = re.sub(r"</?svg[^>]*>", "", assets()["icon.svg"].data.decode())
    return Block(48, 36, f'<g transform="scale(1.5)">{inner.strip()}</g>')


def _sentence(painter: Painter) -> Block:
    """What the ply was, in a line; nothing if the fonts lack a letter of it."""
    frame = painter.frame
    said = (
        "The cards are dealt"
        if frame.sentence is None
        else "".join([part.text for part in frame.sentence.parts])
    )
    return words(fitted(said, 21, _ROOM), 21) if is_drawable(said) else EMPTY


def _table(painter: Painter, drawn: Picture, seats: Sequence[Seat], high: float) -> Block:
    """The shared table and the seats that are shown, as large as there is room."""
    layout = painter.scene.layout
    table = _Table(
        shared=_parts(painter, drawn.shared),
        seats=[
            (painter.player(seat.letter), _parts(painter, drawn.seats[seat.letter]))
            for seat in _shown(painter, seats)
        ],
        beside=layout.columns,
    )
    inner = table.largest(_ROOM - 36, high - 28)
    cloth = layout.cloth[0] if layout.cloth else colours()["surface"]
    place = ((_ROOM - inner.width) / 2, (high - inner.height) / 2)
    return over(box(_ROOM, high, cloth, round_by=16), (inner, *place))


def _parts(painter: Painter, groups: Groups) -> list[list[Part]]:
    """The parts of each group; those of one piece each, in rows of the table, are one part."""
    found = []
    for group in groups:
        drawn = [part for area in group for part in parts(painter, area)]
        rows = [[zone.row for zone in area.zones] for area in group]
        if rows and all(len(row) == 1 and row[0] for row in rows):
            by_row: dict[str, list[Block]] = {}
            for (name,), part in zip(rows, drawn, strict=True):
                by_row.setdefault(name or "", []).extend(part.pieces)
            drawn = [Part(rows=tuple(map(tuple, by_row.values())))]
        if drawn:
            found.append(drawn)
    return found


def _shown(painter: Painter, seats: Sequence[Seat]) -> list[Seat]:
    """The seats that the picture has room for: both of a race, else the one that acted."""
    frame = painter.frame
    if painter.scene.layout.side_by_side and len(seats) == 2:  # noqa: PLR2004 - both
        return list(seats)
    due = frame.due.seats if frame.due else ()
    letter = frame.seat or next(iter(due), "A")
    return [seat for seat in seats if letter in seat.letters]


class _Table(Struct, frozen=True):
    """What lies on the cloth: shared groups, `beside` each other or not, and seats with names."""

    shared: list[list[Part]]
    seats: list[tuple[str, list[list[Part]]]]
    beside: bool

    def largest(self, wide: float, high: float) -> Block:
        """All of it, in the way in which the smaller half is largest: below or beside."""
        ways = [_fitted(self._below, wide, high)]
        for share in _SHARES:
            shared = _fitted(self._shared, wide * share, high)
            seats = _fitted(self._seats, wide - shared[1].width - 20, high)
            both = row([shared[1], seats[1]], 20, middle=True)
            ways.append((min(shared[0], seats[0]), both))
        return max(ways, key=lambda way: way[0])[1]

    def _below(self, wide: float) -> Block:
        return column([self._shared(wide), self._seats(wide)], 14, middle=True)

    def _shared(self, wide: float) -> Block:
        return laid(self.shared, wide, beside=self.beside)

    def _seats(self, wide: float) -> Block:
        each = (wide - 14 * (len(self.seats) - 1)) / len(self.seats)
        return row([_panel(name, groups, each) for name, groups in self.seats], 14)


def _panel(name: str, groups: list[list[Part]], wide: float) -> Block:
    """A seat: its name, and its groups on a panel."""
    inner = column(
        [words(fitted(name, 18, wide - 28, bold=True), 18, bold=True), laid(groups, wide - 28)], 8
    )
    return over(
        box(inner.width + 28, inner.height + 24, colours()["surface"], round_by=14),
        (inner, 14, 12),
    )


def _fitted(draw: Callable[[float], Block], wide: float, high: float) -> tuple[float, Block]:
    """The largest scale at which a part fits, and the part in it; the smallest, if none does."""

    def drawn(scale: float) -> Block:
        part = draw(wide / scale)
        markup = f'<g transform="scale({scale:g})">{part.markup}</g>'
        return Block(part.width * scale, part.height * scale, markup)

    def is_too_large(scale: float) -> bool:
        part = drawn(scale)
        return part.width > wide or part.height > high

    at = max(bisect_left(_SCALES, x=True, key=is_too_large) - 1, 0)
    return _SCALES[at], drawn(_SCALES[at])
