"""What a picture is painted with: a scene, the symbols in use, the cards left to draw."""

import re
from functools import cache

from pages.assets import assets
from pages.pictures import drawings, picture_of
from pages.scene import Scene
from pages.svg.block import EMPTY, Block, box, over
from pages.svg.text import is_drawable
from replays.view.frames import Frame
from replays.view.shapes import Area

MOST_CARDS = 120
"""The cards in a picture; of more, one sees their number. The 70 of a late position of The Jam take
120 kB."""

EDGE = "#a9acae"
"""The edge of a card."""


def styles() -> str:
    """The styles of all pages, which have the colours and the cup."""
    return assets()["site.css"].data.decode()


@cache
def colours() -> dict[str, str]:
    """The colours of pages in the light scheme, by their names in the styles."""
    light = styles().partition("@media")[0]
    return dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", light))


class Painter:
    """Paints the parts of one picture.

    Attributes:
        scene, frame: what is painted.
        used: the symbols in use.
        left: how many cards may still be drawn.
    """

    def __init__(self, scene: Scene, frame: Frame) -> None:
        """A painter of a position who has drawn nothing yet."""
        self.scene, self.frame = scene, frame
        self.used: dict[str, None] = {}
        self.left = MOST_CARDS
        self._drawings = drawings(scene.game)

    def symbol(self, name: str, size: float, *, faint: bool = False) -> Block:
        """A symbol in a square; nothing if there is none of this name."""
        if not self.has(name):
            return EMPTY
        self.used[name] = None
        paler = ' fill-opacity=".3" stroke-opacity=".3"' if faint else ""
        scale = f' transform="scale({size / 32:.4g})"' if size != 32 else ""  # noqa: PLR2004 - its own size
        return Block(size, size, f'<use href="#p-{name}"{scale}{paler}/>')

    def has(self, name: str) -> bool:
        """Whether the game has a symbol of this name."""
        return name in self._drawings

    def star(self, size: float) -> Block:
        """The star of what counts for more; no font has it."""
        path = "M8 0l2.4 5.3 5.6.6-4.2 3.9 1.2 5.7L8 12.6l-5 2.9 1.2-5.7L0 5.9l5.6-.6z"
        return Block(
            size, size, f'<path d="{path}" transform="scale({size / 16:g})" fill="#c98a00"/>'
        )

    def mark(self, code: str | None, size: float) -> Block:
        """The symbol of a card; nothing if it has none, or is not known."""
        kind = self.scene.kind(code)
        return EMPTY if kind is None else self.symbol(picture_of(kind), size)

    def defined(self) -> str:
        """The symbols in use, for `<defs>`."""
        return "".join([f'<g id="p-{name}">{self._drawings[name]}</g>' for name in self.used])

    def colours(self, code: str | None) -> tuple[str, str]:
        """The ground and the ink of a card."""
        return self.scene.colours(code) or (colours()["paper"], colours()["paper-ink"])

    def ground(self, name: str) -> str:
        """The colour of this name in the layout; that of paper without one."""
        return self.scene.layout.colours.get(name, (colours()["paper"], ""))[0]

    def title(self, code: str) -> str:
        """The title of a card; its code if the fonts lack a letter of it."""
        kind = self.scene.kind(code)
        return kind.title if kind and is_drawable(kind.title) else code

    def player(self, seat: str) -> str:
        """The name of a player; the seat's letter if the fonts lack a letter of it."""
        name = self.scene.player(seat)
        return name if is_drawable(name) else seat

    def hides(self, area: Area) -> bool:
        """Whether an area is not drawn while it is empty."""
        (zone,) = area.zones
        return not zone.cards and zone.name in self.scene.layout.hide_empty

    def take(self) -> bool:
        """Whether one more card may be drawn; counts it."""
        self.left -= 1
        return self.left >= 0


def lit(block: Block, *, changed: bool, round_by: float) -> Block:
    """A block with a ring around it if the last ply changed it."""
    if not changed:
        return block
    ring = box(
        block.width + 6,
        block.height + 6,
        "none",
        round_by=round_by + 3,
        line=colours()["moved"],
        thick=3,
    )
    return over(block, (ring, -3, -3))
