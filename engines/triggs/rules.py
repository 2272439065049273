"""What a player may do in Triggs. The numbers in brackets are the sections of rules.md."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product
from typing import Any, TypeVar

from engines.holding import together
from engines.play import Illegal, Place, Play, Reason, Reveals, Seen
from engines.triggs import words
from engines.triggs.cards import Combination, makings, selections, spellings
from engines.triggs.flow import draw_card, end_action, end_turn, lay_down, row_crossed
from engines.triggs.moves import PILES, Cross, Discard, Draw, Extra
from engines.triggs.state import ACTION, EXTRA, Triggs
from engines.wording import Sentence
from notation.moves import Move

M = TypeVar("M", bound=Move)

_MOST_CARDS = 2
"""The most cards in a combination (4)."""


class Action(Play[Triggs, M]):
    """What a seat does in its turn; an extra cross that is due comes first (5)."""

    phases = frozenset((ACTION,))

    def untimely(self, table: Triggs, seat: str, move: M) -> Reason:
        rows = " ".join(row for row, free in table.free[seat].items() if free)
        return Reason(
            "extra-due",
            "an extra cross is due first",
            table=f"has free boxes in these rows: {rows}",
            since="a row was completed here",
        )


class Drawing(Action[Draw]):
    """Take one card, or two one after the other (2)."""

    move = Draw

    def check(self, table: Triggs, seat: str, move: Draw) -> None:
        takes_as_many_as_due(table, seat, 1 if move.second is None else 2)
        lasts(table, seat, move.first, move.second)

    def candidates(self, table: Triggs, seat: str) -> Iterator[Draw]:
        due = table.draws_due(seat)
        return (Draw(*piles) for piles in product(PILES, repeat=due)) if due else iter(())

    def apply(self, table: Triggs, seat: str, move: Draw) -> Reveals:
        reveals = [draw_card(table, seat, move.first)]
        if move.second is not None:
            reveals.append(draw_card(table, seat, move.second))
        end_turn(table, seat)
        return reveals

    def sentence(self, table: Triggs, seat: str, move: Draw, reveals: Seen) -> Sentence:
        piles = [move.first] if move.second is None else [move.first, move.second]
        return words.drawing(piles, reveals[: len(piles)])


class Discarding(Action[Discard]):
    """Lay cards of one value off (3); obsolete ones leave the game (9)."""

    move = Discard
    exact = True

    def check(self, table: Triggs, seat: str, move: Discard) -> None:
        has_one_value(table, seat, move.cards)
        in_hand(table, seat, tuple([(card,) for card in move.cards]), "cards")

    def candidates(self, table: Triggs, seat: str) -> Iterator[Discard]:
        hand = table.hands[seat]
        for value in table.rows:
            for count in range(1, hand.count(value) + 1):
                yield Discard((value,) * count)

    def apply(self, table: Triggs, seat: str, move: Discard) -> Reveals:
        table.hands[seat].take_all(move.cards)
        if move.cards[0] in table.obsolete:
            table.box.put_all(move.cards)
        else:
            lay_down(table, move.cards)
        return end_action(table, seat)

    def sentence(self, table: Triggs, seat: str, move: Discard, reveals: Seen) -> Sentence:
        return words.discarding(move.cards)


class Crossing(Action[Cross]):
    """Cross a box of one row off for each combination (4)."""

    move = Cross
    exact = True

    def check(self, table: Triggs, seat: str, move: Cross) -> None:
        value, combinations = move.value, move.combinations
        has_a_free_box(table, seat, value, "value")
        makes_value(table, seat, value, combinations)
        has_boxes_for(table, seat, value, len(combinations))
        in_hand(table, seat, combinations, "combinations", value)

    def candidates(self, table: Triggs, seat: str) -> Iterator[Cross]:
        hand = Counter(table.hands[seat].cards)
        for value, free in table.free[seat].items():
            if free:
                for combinations in selections(makings(value), hand, free):
                    yield Cross(value, combinations)

    def apply(self, table: Triggs, seat: str, move: Cross) -> Reveals:
        cards = list(chain.from_iterable(move.combinations))
        table.hands[seat].take_all(cards)
        free = table.free[seat]
        free[move.value] -= len(move.combinations)
        if any(free.values()):
            lay_down(table, cards)
        else:
            table.discard.put_all(cards)
        return row_crossed(table, seat, move.value)

    def sentence(self, table: Triggs, seat: str, move: Cross, reveals: Seen) -> Sentence:
        ending = _ending(table, seat, move.value, len(move.combinations))
        return words.crossing(move.value, move.combinations, ending)


class CrossingExtra(Play[Triggs, Extra]):
    """Cross a box of any row off, without a card (5)."""

    move = Extra
    exact = True
    phases = frozenset((EXTRA,))

    def check(self, table: Triggs, seat: str, move: Extra) -> None:
        has_a_free_box(table, seat, move.row, "row")

    def candidates(self, table: Triggs, seat: str) -> Iterator[Extra]:
        return (Extra(row) for row, free in table.free[seat].items() if free)

    def apply(self, table: Triggs, seat: str, move: Extra) -> Reveals:
        table.free[seat][move.row] -= 1
        return row_crossed(table, seat, move.row)

    def sentence(self, table: Triggs, seat: str, move: Extra, reveals: Seen) -> Sentence:
        return words.extra_cross(move.row, _ending(table, seat, move.row, 1))

    def untimely(self, table: Triggs, seat: str, move: Extra) -> Reason:
        return Reason(
            "extra-not-due",
            "no extra cross is due",
            label="no row was completed",
            table=_hand_and_row(table, seat, move.row),
        )


PLAYS: Mapping[type[Move], Play[Any, Any]] = {
    Draw: Drawing(),
    Discard: Discarding(),
    Cross: Crossing(),
    Extra: CrossingExtra(),
}
"""What a player may do, in the order in which moves are listed."""


def _ending(table: Triggs, seat: str, row: str, boxes: int) -> str:
    """The end of a sentence if crossing this many boxes fills a row, else empty."""
    free = table.free[seat]
    if boxes < free[row]:
        return ""
    return words.filling(last=sum(free.values()) == boxes)


def takes_as_many_as_due(table: Triggs, seat: str, named: int) -> None:
    """A full hand draws no more; otherwise a draw is of as many cards as are due (2)."""
    room = table.room(seat)
    if room < 1:
        raise Illegal(takes_as_many_as_due, _no_room, table, seat, named)
    if named > room or table.draws_due(seat) not in (0, named):
        raise Illegal(takes_as_many_as_due, _wrong_number, table, seat, named)


def _no_room(table: Triggs, seat: str, named: int) -> Reason:
    return Reason(
        "hand-limit",
        f"a hand of {table.hand_limit} cards takes no more",
        label="no room for a card",
        table=_hand(table, seat),
    )


def _wrong_number(table: Triggs, seat: str, named: int) -> Reason:
    due = table.draws_due(seat) or table.room(seat)
    surplus = named > due
    return Reason(
        "draw-count",
        f"the number of cards to draw is {due}, not {named}",
        at=("second",) if surplus else (),
        label="one pile too many" if surplus else "one pile is missing",
        table=_hand_and_piles(table, seat),
    )


def lasts(table: Triggs, seat: str, first: str, second: str | None) -> None:
    """Each card is drawn from a pile that has one, refills on the way included (2, 8)."""
    piles = table.piles
    if table.discard:
        return
    if not piles[first]:
        raise Illegal(lasts, _empty_pile, table, seat, first, second)
    if second is not None and len(piles[second]) <= (second == first):
        raise Illegal(lasts, _empty_pile, table, seat, first, second)


def _empty_pile(table: Triggs, seat: str, first: str, second: str | None) -> Reason:
    field, pile = ("second", second or first) if table.piles[first] else ("first", first)
    if table.piles[pile]:
        message = f"the {pile} pile has only one card, and there are no discards to refill it"
        since = f"from here on, the {pile} pile had only one card and no refill"
    else:
        message, since = f"the {pile} pile is empty", f"the {pile} pile was emptied here"
    return Reason(
        "empty-pile",
        message,
        at=(field,),
        label="no card is left here",
        table=_hand_and_piles(table, seat),
        since=since,
    )


def has_one_value(table: Triggs, seat: str, cards: Sequence[str]) -> None:
    """A discard is of one or more cards, all of one value (3)."""
    if len(set(cards)) != 1:
        raise Illegal(has_one_value, _several_values, table, seat, cards)


def _several_values(table: Triggs, seat: str, cards: Sequence[str]) -> Reason:
    if not cards:
        return Reason("one-value", "no card is named", table=_hand(table, seat))
    other = next(card for card in cards if card != cards[0])
    return Reason(
        "one-value",
        f"{cards[0]} and {other} are two values, but a discard has one",
        at=("cards", cards.index(other)),
        label="this card has another value",
        table=_hand(table, seat),
    )


def has_a_free_box(table: Triggs, seat: str, row: str, field: str) -> None:
    """Only a row with a free box is crossed (4)."""
    if not table.free[seat][row]:
        raise Illegal(has_a_free_box, _full_row, table, seat, row, field)


def _full_row(table: Triggs, seat: str, row: str, field: str) -> Reason:
    return Reason(
        "full-row",
        f"row {row} is full",
        at=(field,),
        label="no box is free in this row",
        table=_hand_and_row(table, seat, row),
        since=f"row {row} was completed here",
    )


def makes_value(table: Triggs, seat: str, value: str, combinations: Sequence[Combination]) -> None:
    """One card, or the sum of two cards, makes the value named (4)."""
    if not spellings(value).issuperset(combinations):
        raise Illegal(makes_value, _wrong_sum, table, seat, value, combinations)


def _wrong_sum(table: Triggs, seat: str, value: str, combinations: Sequence[Combination]) -> Reason:
    right = spellings(value)
    at = next(at for at, combination in enumerate(combinations) if combination not in right)
    wrong = combinations[at]
    written, total = "+".join(wrong), sum(map(int, wrong))
    if len(wrong) > _MOST_CARDS:
        message = f"{written} is a sum of {len(wrong)} cards, but at most two are allowed"
        label = "more than two cards"
    elif len(wrong) == _MOST_CARDS:
        message, label = f"{written} makes {total}, not {value}", f"these two cards make {total}"
    else:
        message, label = f"the card {written} does not make {value}", f"this card makes {total}"
    return Reason(
        "sum",
        message,
        at=("combinations", at),
        label=label,
        table=_hand_and_row(table, seat, value),
    )


def has_boxes_for(table: Triggs, seat: str, value: str, combinations: int) -> None:
    """A cross has at least one combination, and no more than the row has free boxes (4)."""
    if not 0 < combinations <= table.free[seat][value]:
        raise Illegal(has_boxes_for, _too_few_boxes, table, seat, value, combinations)


def _too_few_boxes(table: Triggs, seat: str, value: str, combinations: int) -> Reason:
    free = table.free[seat][value]
    return Reason(
        "boxes",
        f"{combinations} combinations are named, but row {value} has only {free} free "
        f"{'box' if free == 1 else 'boxes'}",
        at=("combinations", free) if combinations else (),
        label="no box is left for this one" if combinations else "",
        table=_hand_and_row(table, seat, value),
    )


def in_hand(
    table: Triggs,
    seat: str,
    combinations: Sequence[Combination],
    field: str,
    row: str | None = None,
) -> None:
    """The cards of these combinations are in the seat's hand, as many times as named (1)."""
    cards = list(chain.from_iterable(combinations))
    missing = table.hands[seat].first_missing(cards)
    if missing is not None:
        card = cards[missing]
        places = [
            (field, at) if len(combination) == 1 else (field, at, index)
            for at, combination in enumerate(combinations)
            for index in range(len(combination))
        ]
        holds(table, seat, card, cards.count(card), places[missing], row)
        together(table, seat, cards, places[missing])


def holds(table: Triggs, seat: str, card: str, count: int, at: Place, row: str | None) -> None:
    """A card is in the seat's own hand, as many times as it is named (1)."""
    if table.hands[seat].count(card) < count:
        raise Illegal(holds, _not_held, table, seat, card, count, at, row)


def _not_held(
    table: Triggs, seat: str, card: str, count: int, at: Place, row: str | None
) -> Reason:
    held = table.hands[seat].count(card)
    return Reason(
        "not-held",
        f"the hand holds {held} {'card' if held == 1 else 'cards'} of value {card}, not {count}"
        if held
        else f"the hand holds no {card}",
        at=at,
        label="not in the hand" if not held else "not that many in the hand",
        table=_hand(table, seat) if row is None else _hand_and_row(table, seat, row),
        since=f"the missing {card} was played here",
    )


def _hand(table: Triggs, seat: str) -> str:
    hand = table.hands[seat]
    cards = " ".join(sorted(hand.cards, key=table.cards.rank)) or "no cards"
    return f"holds {cards} ({len(hand)} of {table.hand_limit})"


def _hand_and_row(table: Triggs, seat: str, row: str) -> str:
    boxes = table.rows[row]
    return f"{_hand(table, seat)}; row {row}: {boxes - table.free[seat][row]} of {boxes} crossed"


def _hand_and_piles(table: Triggs, seat: str) -> str:
    sizes = [f"{name} {len(pile)}" for name, pile in table.piles.items()]
    return f"{_hand(table, seat)}; piles: {', '.join(sizes)}"
