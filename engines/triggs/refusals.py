"""Why a move is refused. The numbers in brackets are the sections of rules.md.

Each function is called only for a move that is illegal, with the table still untouched.
"""

from typing import TYPE_CHECKING, cast

from engines.illegal import Cause, Illegal
from engines.triggs.combinations import spellings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engines.table import Table
    from engines.triggs.combinations import Combination
    from engines.triggs.moves import Cross, Discard, Draw, Extra
    from engines.triggs.table import Triggs

_MOST_CARDS = 2


def of_draw(table: "Triggs", move: "Draw") -> Illegal:
    """Why this draw is illegal (2, 5)."""
    if table.extra_due:
        return _extra_due(table)
    if len(table.side.hand) >= table.hand_limit:
        return Illegal(
            "hand-limit",
            f"a hand of {table.hand_limit} cards takes no more",
            label="no room for a card",
            table=_hand(table),
        )
    named, due = (1 if move.second is None else 2), table.draws_due()
    if due and named != due:
        surplus = named > due
        return Illegal(
            "draw-count",
            f"the number of cards to draw is {due}, not {named}",
            at=("second",) if surplus else (),
            label="one pile too many" if surplus else "one pile is missing",
            table=f"{_hand(table)}; {_piles(table)}",
        )
    return _empty_pile(table, move)


def _empty_pile(table: "Triggs", move: "Draw") -> Illegal:
    if not table.can_draw(move.first, None):
        field, name = "first", move.first
    else:
        field, name = "second", move.second or move.first
    fewest = 2 if table.piles[name] else 1
    if fewest == 1:
        message, happened = f"the {name} pile is empty", f"the {name} pile was emptied here"
    else:
        message = f"the {name} pile has only one card, and there are no discards to refill it"
        happened = f"from here on the {name} pile had only one card, and no refill"
    return Illegal(
        "empty-pile",
        message,
        at=(field,),
        label="no card is left here",
        table=f"{_hand(table)}; {_piles(table)}",
        cause=_cause(happened, lambda then: len(then.piles[name]) < fewest and not then.discard),
    )


def of_discard(table: "Triggs", move: "Discard") -> Illegal:
    """Why this discard is illegal (1, 3, 5)."""
    if table.extra_due:
        return _extra_due(table)
    values = list(dict.fromkeys(move.cards))
    if len(values) == 1:
        return _not_held(table, [("cards", at) for at in range(len(move.cards))], move.cards)
    if not values:
        return Illegal("one-value", "no card is named", table=_hand(table))
    return Illegal(
        "one-value",
        f"{values[0]} and {values[1]} are two values, and a discard is of one",
        at=("cards", move.cards.index(values[1])),
        label="this card has another value",
        table=_hand(table),
    )


def of_cross(table: "Triggs", move: "Cross") -> Illegal:
    """Why this cross is illegal (1, 4, 5)."""
    if table.extra_due:
        return _extra_due(table)
    value, combinations = move.value, move.combinations
    free = table.side.free[value]
    if not free:
        return _full_row(table, value, "value")
    for at, combination in enumerate(combinations):
        if combination not in spellings(value):
            return _wrong_sum(table, value, combination, at)
    if not 0 < len(combinations) <= free:
        return Illegal(
            "boxes",
            f"{len(combinations)} combinations are named, and row {value} has {free} free "
            f"{'box' if free == 1 else 'boxes'}",
            at=("combinations", free) if combinations else (),
            label="no box is left for this one" if combinations else "",
            table=_hand_and_row(table, value),
        )
    places: list[tuple[str | int, ...]] = [
        ("combinations", at) if len(combination) == 1 else ("combinations", at, index)
        for at, combination in enumerate(combinations)
        for index in range(len(combination))
    ]
    cards = [card for combination in combinations for card in combination]
    return _not_held(table, places, cards, value)


def _wrong_sum(table: "Triggs", value: str, combination: "Combination", at: int) -> Illegal:
    written, total = "+".join(combination), sum(map(int, combination))
    if len(combination) > _MOST_CARDS:
        message = f"{written} is a sum of {len(combination)} cards, and two is the most"
        label = "more than two cards"
    elif len(combination) == _MOST_CARDS:
        message, label = f"{written} makes {total}, not {value}", f"these two cards make {total}"
    else:
        message, label = f"the card {written} does not make {value}", f"this card makes {total}"
    return Illegal(
        "sum",
        message,
        at=("combinations", at),
        label=label,
        table=_hand_and_row(table, value),
    )


def of_extra(table: "Triggs", move: "Extra") -> Illegal:
    """Why this extra cross is illegal (4, 5)."""
    if table.extra_due:
        return _full_row(table, move.row, "row")
    return Illegal(
        "extra-not-due",
        "no extra cross is due",
        label="no row was completed",
        table=_hand_and_row(table, move.row),
    )


def _extra_due(table: "Triggs") -> Illegal:
    rows = " ".join(row for row, free in table.side.free.items() if free)
    return Illegal(
        "extra-due",
        "an extra cross is due first",
        table=f"has free boxes in these rows: {rows}",
        cause=_cause("a row was completed here", lambda then: then.extra_due),
    )


def _full_row(table: "Triggs", row: str, field: str) -> Illegal:
    seat = table.side.seat
    return Illegal(
        "full-row",
        f"row {row} is full",
        at=(field,),
        label="no box is free in this row",
        table=_hand_and_row(table, row),
        cause=_cause(
            f"row {row} was completed here", lambda then: not then.side_of(seat).free[row]
        ),
    )


def _not_held(
    table: "Triggs",
    places: "Sequence[tuple[str | int, ...]]",
    cards: "Sequence[str]",
    value: str | None = None,
) -> Illegal:
    """The first card, each standing at its place, that the hand does not hold so often."""
    seat, hand = table.side.seat, table.side.hand
    at = next(at for at, card in enumerate(cards) if cards[: at + 1].count(card) > hand.count(card))
    card, held, needed = cards[at], hand.count(cards[at]), cards.count(cards[at])
    return Illegal(
        "not-held",
        f"the hand holds {held} {'card' if held == 1 else 'cards'} of value {card}, not {needed}"
        if held
        else f"the hand holds no {card}",
        at=places[at],
        label="not in the hand" if not held else "not so often in the hand",
        table=_hand(table) if value is None else _hand_and_row(table, value),
        cause=_cause(
            f"the missing {card} was played here",
            lambda then: then.side_of(seat).hand.count(card) < needed,
        ),
    )


def _hand(table: "Triggs") -> str:
    hand = table.side.hand
    cards = " ".join(sorted(hand.cards, key=int)) or "no cards"
    return f"holds {cards} ({len(hand)} of {table.hand_limit})"


def _hand_and_row(table: "Triggs", row: str) -> str:
    boxes = table.rows[row]
    return f"{_hand(table)}; row {row}: {boxes - table.side.free[row]} of {boxes} crossed"


def _piles(table: "Triggs") -> str:
    sizes = [f"{name} {len(pile)}" for name, pile in table.piles.items()]
    return f"piles: {', '.join(sizes)}"


def _cause(message: str, holds: "Callable[[Triggs], bool]") -> Cause:
    return Cause(message, cast("Callable[[Table], bool]", holds))
