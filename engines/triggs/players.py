"""The sensible player of Triggs. It looks at nothing but what lies open to its seat."""

from typing import TYPE_CHECKING

from engines.triggs.moves import Cross, Discard, Draw, Extra

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engines.game import Choose
    from engines.triggs.table import Triggs
    from notation.moves import Move

# What each thing is worth, in tenths of a crossed box.
_BOX = 10
_ROW = 12
_EMPTY_HAND = 18
_CARD_KEPT = 1
_DRAW = 9
_DRAW_WITH_ROOM = 3
_CROSSING_CARD = 2
_UNKNOWN_CARD = 1
_USELESS_CARD = 3
_USEFUL_CARD = 6


def sensible(table: "Triggs", choose: "Choose") -> "Move":
    """The move worth most to the side to move; of those worth the same, one by `choose`."""
    moves = table.moves()
    worths = [_WORTH[type(move)](table, move) for move in moves]
    most = max(worths)
    best = [move for move, worth in zip(moves, worths, strict=True) if worth == most]
    return best[choose(len(best))] if len(best) > 1 else best[0]


def _worth_of_draw(table: "Triggs", move: Draw) -> int:
    room = table.hand_limit - len(table.side.hand)
    worth = _DRAW + _DRAW_WITH_ROOM * room + _worth_of_top(table, move.first)
    if move.second is None:
        return worth
    below = move.second == move.first
    return worth + (_UNKNOWN_CARD if below else _worth_of_top(table, move.second))


def _worth_of_top(table: "Triggs", pile: str) -> int:
    """A card that crosses a box by itself beats an unknown one, and that beats the others."""
    if pile == "middle":
        return _UNKNOWN_CARD
    top = table.piles[pile].top
    return _CROSSING_CARD if top is not None and table.side.free[top] else 0


def _worth_of_discard(table: "Triggs", move: Discard) -> int:
    count = len(move.cards)
    if count == len(table.side.hand):
        return _EMPTY_HAND + _USELESS_CARD * count
    value = -_USEFUL_CARD if table.side.free[move.cards[0]] else _USELESS_CARD
    return value * count


def _worth_of_cross(table: "Triggs", move: Cross) -> int:
    side, boxes = table.side, len(move.combinations)
    kept = len(side.hand) - sum(map(len, move.combinations))
    worth = _BOX * boxes + (_CARD_KEPT * kept if kept else _EMPTY_HAND)
    return worth + _ROW if boxes == side.free[move.value] else worth


def _worth_of_extra(table: "Triggs", move: Extra) -> int:
    """The fuller the row the better: a completed one gives another extra cross."""
    return -table.side.free[move.row]


_WORTH: "Mapping[type[Move], Callable[..., int]]" = {
    Draw: _worth_of_draw,
    Discard: _worth_of_discard,
    Cross: _worth_of_cross,
    Extra: _worth_of_extra,
}
