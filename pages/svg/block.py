"""Blocks: drawn parts of a picture that know their size, and how they lie beside each other."""

from collections.abc import Iterable, Sequence

from msgspec import Struct


class Block(Struct, frozen=True):
    """A drawn part with its upper left corner at 0, 0; sizes are in pixels."""

    width: float
    height: float
    markup: str

    def at(self, x: float, y: float) -> str:
        """Its markup, moved."""
        if not self.markup or (not x and not y):
            return self.markup
        return f'<g transform="translate({x:.5g} {y:.5g})">{self.markup}</g>'


EMPTY = Block(0, 0, "")


def box(  # noqa: PLR0913 - what SVG asks for
    wide: float,
    high: float,
    fill: str,
    *,
    round_by: float = 0,
    line: str = "",
    thick: float = 1,
    more: str = "",
) -> Block:
    """A rectangle, with an edge if it has a colour; the edge lies within."""
    inset = thick / 2 if line else 0
    edge = f' stroke="{line}" stroke-width="{thick:g}"' if line else ""
    corner = f' rx="{round_by:g}"' if round_by else ""
    place = f'x="{inset:g}" y="{inset:g}" ' if inset else ""
    size = f'width="{wide - 2 * inset:.5g}" height="{high - 2 * inset:.5g}"'
    return Block(wide, high, f'<rect {place}{size}{corner} fill="{fill}"{edge}{more}/>')


def over(ground: Block, *parts: tuple[Block, float, float]) -> Block:
    """A block with others on it, each at a place."""
    drawn = "".join([part.at(x, y) for part, x, y in parts])
    return Block(ground.width, ground.height, ground.markup + drawn)


def padded(block: Block, x: float, y: float) -> Block:
    """A block with room around it."""
    return Block(block.width + 2 * x, block.height + 2 * y, block.at(x, y))


def row(blocks: Iterable[Block], gap: float = 0, *, middle: bool = False) -> Block:
    """Blocks beside each other, at their tops or in the `middle` of the row."""
    shown = [block for block in blocks if block.width]
    high = max([block.height for block in shown], default=0)
    x, drawn = 0.0, []
    for block in shown:
        drawn.append(block.at(x, (high - block.height) / 2 if middle else 0))
        x += block.width + gap
    return Block(max(x - gap, 0), high, "".join(drawn))


def column(blocks: Iterable[Block], gap: float = 0, *, middle: bool = False) -> Block:
    """Blocks below each other, at their left or in the `middle` of the column."""
    shown = [block for block in blocks if block.height]
    wide = max([block.width for block in shown], default=0)
    y, drawn = 0.0, []
    for block in shown:
        drawn.append(block.at((wide - block.width) / 2 if middle else 0, y))
        y += block.height + gap
    return Block(wide, max(y - gap, 0), "".join(drawn))


def flow(blocks: Sequence[Block], most: float, gap: float, *, middle: bool = False) -> Block:
    """Blocks in rows, each as many as fit into this width, and one at least.

    Rows begin at the left, or lie in the `middle`.
    """
    rows: list[list[Block]] = []
    left = 0.0
    for block in blocks:
        if not rows or block.width > left:
            rows.append([])
            left = most
        rows[-1].append(block)
        left -= block.width + gap
    return column([row(one, gap, middle=middle) for one in rows], gap, middle=middle)


class Part(Struct, frozen=True):
    """Pieces that lie together below a caption: in rows, as wide as there is room.

    `rows` are pieces whose rows the game decides.
    """

    pieces: tuple[Block, ...] = ()
    caption: Block = EMPTY
    gap: float = 6
    rows: tuple[tuple[Block, ...], ...] = ()

    def laid(self, most: float) -> Block:
        """The part in at most this width, unless a piece is wider."""
        pieces = (
            column([row(one, self.gap) for one in self.rows], self.gap)
            if self.rows
            else flow(self.pieces, most, self.gap)
        )
        return column([self.caption, pieces], 3)


def laid(groups: Iterable[Sequence[Part]], most: float, *, beside: bool = False) -> Block:
    """Groups of parts in this width, where they fit; with `beside`, each is a column."""
    if beside:
        return row([column([part.laid(most) for part in group], 8) for group in groups], 14)
    return flow([flow([part.laid(most) for part in group], most, 14) for group in groups], most, 12)
