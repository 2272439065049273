"""Lists the legal moves at a table of Triggs, each once, in the order of MOVES and of the deck."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING

from engines.triggs.combinations import makings, selections
from engines.triggs.moves import PILES, Cross, Discard, Draw, Extra

if TYPE_CHECKING:
    from engines.triggs.table import Triggs
    from notation.moves import Move


def list_moves(table: "Triggs") -> "list[Move]":
    """Every legal move of the side to move, while the game goes on."""
    if table.extra_due:
        return [Extra(row) for row, free in table.side.free.items() if free]
    hand = Counter(table.side.hand.cards)
    return [*_draws(table), *_discards(table, hand), *_crosses(table, hand)]


def _draws(table: "Triggs") -> Iterator[Draw]:
    due = table.draws_due()
    if due == 1:
        yield from (Draw(pile) for pile in PILES if table.can_draw(pile, None))
    elif due:
        pairs = product(PILES, repeat=2)
        yield from (Draw(first, second) for first, second in pairs if table.can_draw(first, second))


def _discards(table: "Triggs", hand: Mapping[str, int]) -> Iterator[Discard]:
    for value in table.rows:
        for count in range(1, hand.get(value, 0) + 1):
            yield Discard((value,) * count)


def _crosses(table: "Triggs", hand: Mapping[str, int]) -> Iterator[Cross]:
    for value, free in table.side.free.items():
        if free:
            for combinations in selections(makings(value), hand, free):
                yield Cross(value, combinations)
