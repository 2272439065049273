"""Why a move is refused. The numbers in brackets are the sections of rules.md.

Each function is called only for a move that is illegal, with the table still untouched.
"""

from typing import TYPE_CHECKING, cast

from engines.grab_your_breakfast.cards import ITEM_OF
from engines.grab_your_breakfast.moves import ITEMS
from engines.legacy import Cause, Illegal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engines.grab_your_breakfast.moves import Swap, Take
    from engines.grab_your_breakfast.table import GrabYourBreakfast
    from engines.table import Table


def of_take(table: "GrabYourBreakfast", seat: str, move: "Take") -> Illegal:
    """Why this seat may not take that tile with that card (2, 3)."""
    place, card = move.place, move.using
    tile = table.board[place].top
    if tile is None:
        return Illegal(
            "empty-place",
            f"no tile is left at {place}",
            at=("place",),
            label="nothing lies here",
            table=_row(table, place),
            cause=_cause("its last tile was taken here", lambda then: not then.board[place]),
        )
    if not table.is_free(place):
        return _blocked(table, place, tile)
    if card not in table.hands[seat]:
        return _not_held(table, seat, (card,), [("using",)])
    return Illegal(
        "no-match",
        f"{card} does not take the {tile} at {place}",
        at=("using",),
        label=f"{ITEM_OF[tile]} takes it",
        table=_hand(table, seat),
        cause=_uncovered(table, place),
    )


def _blocked(table: "GrabYourBreakfast", place: str, tile: str) -> Illegal:
    height = len(table.board[place])
    left, right = (
        next(stack.name for stack in side if len(stack) >= height) for side in table.outer[place]
    )
    return Illegal(
        "blocked",
        f"the {tile} at {place} is blocked on both sides",
        at=("place",),
        label=f"blocked by {left} and {right}",
        table=_row(table, place),
        cause=_uncovered(table, place),
    )


def of_swap(table: "GrabYourBreakfast", seat: str, move: "Swap") -> Illegal:
    """Why this seat may not exchange these cards (3)."""
    cards, most = move.cards, table.most_to_swap(seat)
    hand = table.hands[seat]
    if any(cards.count(card) > hand.count(card) for card in cards):
        places = [("cards", at) for at in range(len(cards))]
        return _not_held(table, seat, cards, places)
    if not most:
        return Illegal(
            "must-take",
            "both hand cards match a free tile, so a tile is taken",
            label="no card is exchanged now",
            table=_matches(table, seat),
        )
    if not cards:
        return Illegal("swap-count", "no card is named", table=_hand(table, seat))
    return Illegal(
        "swap-count",
        f"a hand card matches a free tile, so one card is exchanged, not {len(cards)}",
        at=("cards",),
        label="one card is due",
        table=_matches(table, seat),
    )


def _not_held(
    table: "GrabYourBreakfast",
    seat: str,
    cards: "Sequence[str]",
    places: "Sequence[tuple[str | int, ...]]",
) -> Illegal:
    """The first card, each standing at its place, that the hand does not hold so often."""
    hand = table.hands[seat]
    at = next(at for at, card in enumerate(cards) if cards[: at + 1].count(card) > hand.count(card))
    card, held, needed = cards[at], hand.count(cards[at]), cards[: at + 1].count(cards[at])
    return Illegal(
        "not-held",
        f"the hand holds {held} {card}, not {needed}" if held else f"the hand holds no {card}",
        at=places[at],
        label="not in the hand" if not held else "not so often in the hand",
        table=_hand(table, seat),
        cause=_cause(
            f"the missing {card} was played here",
            lambda then: then.hands[seat].count(card) < needed,
        ),
    )


def _hand(table: "GrabYourBreakfast", seat: str) -> str:
    return f"holds {' '.join(sorted(table.hands[seat].cards, key=ITEMS.index))}"


def _row(table: "GrabYourBreakfast", place: str) -> str:
    """The free tiles of the row in which a place lies."""
    row = place[:2]
    free = [f"{at} {tile}" for at, tile in table.free_tiles() if at.startswith(row)]
    return f"sees free in row {row[1]}: {', '.join(free) or 'nothing'}"


def _matches(table: "GrabYourBreakfast", seat: str) -> str:
    """The hand, and for each card that matches one place that it does."""
    free = list(table.free_tiles())
    found = [
        f"{card} takes {places[0]}"
        for card in ITEMS
        if card in table.hands[seat]
        and (places := [place for place, tile in free if ITEM_OF.get(tile, card) == card])
    ]
    return f"{_hand(table, seat)}; {', '.join(found)}"


def _uncovered(table: "GrabYourBreakfast", place: str) -> Cause | None:
    """The ply that took the tile above, where it is gone."""
    size = table.cards.layout.stack
    if len(table.board[place]) == size:
        return None
    return _cause("the tile above it was taken here", lambda then: len(then.board[place]) < size)


def _cause(message: str, holds: "Callable[[GrabYourBreakfast], bool]") -> Cause:
    return Cause(message, cast("Callable[[Table], bool]", holds))
