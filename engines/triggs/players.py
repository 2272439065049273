"""The sensible player of Triggs. It looks at nothing but what lies open to its seat."""

from collections.abc import Callable, Mapping
from typing import Any

from engines.players import Choose, best
from engines.triggs.moves import Cross, Discard, Draw, Extra
from engines.triggs.state import Triggs
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


def sensible(table: Triggs, choose: Choose) -> Move:
    """The move worth most to the seat to act; of those worth the same, one by `choose`."""
    seat = table.to_act or ""
    return best(table.moves(), lambda move: _WORTH[type(move)](table, seat, move), choose)


def _worth_of_draw(table: Triggs, seat: str, move: Draw) -> int:
    room = table.room(seat)
    worth = _DRAW + _DRAW_WITH_ROOM * room + _worth_of_top(table, seat, move.first)
    if move.second is None:
        return worth
    below = move.second == move.first
    return worth + (_UNKNOWN_CARD if below else _worth_of_top(table, seat, move.second))


def _worth_of_top(table: Triggs, seat: str, pile: str) -> int:
    """A card that crosses a box by itself is worth most, an unknown card less, others nothing."""
    if pile == "middle":
        return _UNKNOWN_CARD
    top = table.piles[pile].top
    return _CROSSING_CARD if top is not None and table.free[seat][top] else 0


def _worth_of_discard(table: Triggs, seat: str, move: Discard) -> int:
    count = len(move.cards)
    if count == len(table.hands[seat]):
        return _EMPTY_HAND + _USELESS_CARD * count
    value = -_USEFUL_CARD if table.free[seat][move.cards[0]] else _USELESS_CARD
    return value * count


def _worth_of_cross(table: Triggs, seat: str, move: Cross) -> int:
    boxes = len(move.combinations)
    left = len(table.hands[seat]) - sum(map(len, move.combinations))
    worth = _BOX * boxes + (_CARD_KEPT * left if left else _EMPTY_HAND)
    return worth + _ROW if boxes == table.free[seat][move.value] else worth


def _worth_of_extra(table: Triggs, seat: str, move: Extra) -> int:
    """The fuller the row the better: a completed one gives another extra cross."""
    return -table.free[seat][move.row]


_WORTH: Mapping[type[Move], Callable[[Triggs, str, Any], int]] = {
    Draw: _worth_of_draw,
    Discard: _worth_of_discard,
    Cross: _worth_of_cross,
    Extra: _worth_of_extra,
}
