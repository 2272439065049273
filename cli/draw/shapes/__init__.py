"""How each shape of an area is drawn in a terminal, by its name in a layout.

A page has a template for each.
"""

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from rich.text import Text

from cli.draw.scene import Scene
from cli.draw.shapes import kitchen, market, plain, sandwiches, tiles
from replays.view.shapes import Area

Draw: TypeAlias = Callable[[Scene, Area], Iterable[Text]]

PIECES: Final[dict[str, Draw]] = {
    "pile": plain.pile,
    "offer": plain.pile,
    "slot": plain.few_cards,
    "cards": plain.few_cards,
    "notes": plain.notes,
    "tally": market.tally,
    "lines": tiles.lines,
    "sums": kitchen.sums,
    "in_play": sandwiches.in_play,
    "bids": kitchen.bids,
}
"""The shapes whose pieces lie on one line: between the players, or beside the head of a seat."""

LINES: Final[dict[str, Draw]] = {
    "cards": plain.cards,
    "strips": plain.cards,
    "sheet": plain.sheet,
    "numbers": plain.numbers,
    "scoring": market.scoring,
    "sets": tiles.sets,
    "sandwiches": sandwiches.sandwiches,
    "shelves": kitchen.shelves,
    "tasks": kitchen.tasks,
}
"""The shapes that have lines of their own below that head."""

SUMMED: Final = ("scoring", "sets")
"""The shapes of which only a number is left beside an idle seat's head, if there is no room."""
