"""The areas of a table in a picture, each in its shape.

The files are named as the templates of the same shapes (`pages/templates/table/`); what a shape
contains comes from `replays/view/shapes.py`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from pages.svg.block import Part
from pages.svg.painter import Painter
from pages.svg.shapes import kitchen, plain, sandwiches, tiles, veggies
from replays.view.shapes import Area


def parts(painter: Painter, area: Area) -> list[Part]:
    """The parts of an area; none if it is not drawn."""
    return list(_SHAPES[area.shape](painter, area))


_SHAPES: Final[Mapping[str, Callable[[Painter, Area], Iterator[Part]]]] = {
    "pile": plain.pile,
    "cards": plain.cards,
    "sheet": plain.sheet,
    "numbers": plain.numbers,
    "sums": plain.sums,
    "offer": veggies.offer,
    "slot": veggies.slot,
    "tally": veggies.tally,
    "scoring": veggies.scoring,
    "tile": tiles.tile,
    "lines": tiles.lines_of_score,
    "sets": tiles.sets,
    "strips": sandwiches.strips,
    "in_play": sandwiches.in_play,
    "sandwiches": sandwiches.sandwiches,
    "notes": sandwiches.notes,
    "basket": kitchen.basket,
    "bids": kitchen.bids,
    "shelves": kitchen.shelves,
    "tasks": kitchen.tasks,
}
