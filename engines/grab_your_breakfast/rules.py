"""What a player may do in Grab Your Breakfast. The numbers in brackets are sections of rules.md."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from engines.grab_your_breakfast import words
from engines.grab_your_breakfast.cards import BONUS_TILES, ITEM_OF, match
from engines.grab_your_breakfast.flow import end_turn
from engines.grab_your_breakfast.moves import ITEMS, Swap, Take
from engines.grab_your_breakfast.state import OUTWARD, GrabYourBreakfast
from engines.holding import together
from engines.play import Illegal, Place, Play, Reason, Reveals, Seen
from engines.wording import Sentence
from notation.moves import Move


class Taking(Play[GrabYourBreakfast, Take]):
    """Take a free tile for a hand card (2, 3)."""

    move = Take

    def check(self, table: GrabYourBreakfast, seat: str, move: Take) -> None:
        place, card = move.place, move.using
        height = len(table.board[place])
        has_a_tile(table, seat, place)
        is_not_blocked(table, seat, place, height)
        holds(table, seat, card, 1, ("using",))
        matches(table, seat, place, height, card)

    def candidates(self, table: GrabYourBreakfast, seat: str) -> Iterator[Take]:
        hand = dict.fromkeys(_in_order(table, seat))
        for place, tile in table.free_tiles():
            for card in hand:
                if match(card, tile):
                    yield Take(place, card)

    def apply(self, table: GrabYourBreakfast, seat: str, move: Take) -> Reveals:
        tile = table.board[move.place].draw()
        if table.unseen is not None:
            item = [main for main, paid in ITEM_OF.items() if paid == move.using]
            table.unseen.must_be(tile, [*item, *BONUS_TILES])
        table.tiles[seat].put(tile)
        table.discard.put(table.hands[seat].take(move.using))
        return [(tile, None), *end_turn(table, seat, 1)]

    def sentence(self, table: GrabYourBreakfast, seat: str, move: Take, reveals: Seen) -> Sentence:
        tile, *drawn = reveals
        return words.taking(move.place, tile, move.using, drawn)


class Swapping(Play[GrabYourBreakfast, Swap]):
    """Exchange hand cards (3)."""

    move = Swap

    def check(self, table: GrabYourBreakfast, seat: str, move: Swap) -> None:
        in_hand(table, seat, move.cards)
        may_swap(table, seat, move.cards)

    def candidates(self, table: GrabYourBreakfast, seat: str) -> Iterator[Swap]:
        hand = _in_order(table, seat)
        for count in range(1, table.most_to_swap(seat) + 1):
            yield from [Swap(cards[::-1]) for cards in dict.fromkeys(combinations(hand, count))]

    def apply(self, table: GrabYourBreakfast, seat: str, move: Swap) -> Reveals:
        table.hands[seat].take_all(move.cards)
        table.discard.put_all(move.cards)
        table.note_swap(seat, move.cards)
        return end_turn(table, seat, len(move.cards))

    def sentence(self, table: GrabYourBreakfast, seat: str, move: Swap, reveals: Seen) -> Sentence:
        return words.swapping(move.cards, reveals)


PLAYS: Mapping[type[Move], Play[Any, Any]] = {Take: Taking(), Swap: Swapping()}
"""What a player may do, in the order in which moves are listed."""


def has_a_tile(table: GrabYourBreakfast, seat: str, place: str) -> None:
    """A tile is taken from a place that has one left (2)."""
    if not table.board[place]:
        raise Illegal(has_a_tile, _empty_place, table, seat, place)


def _empty_place(table: GrabYourBreakfast, _: str, place: str) -> Reason:
    return Reason(
        "empty-place",
        f"no tile is left at {place}",
        at=("place",),
        label="no tile is here",
        table=_row(table, place),
        since="its last tile was taken here",
    )


def is_not_blocked(table: GrabYourBreakfast, seat: str, place: str, height: int) -> None:
    """The tile at this height, if uppermost, is not blocked on both sides (2)."""
    if len(table.board[place]) == height and not table.is_free(place):
        raise Illegal(is_not_blocked, _blocked, table, seat, place, height)


def _blocked(table: GrabYourBreakfast, _: str, place: str, height: int) -> Reason:
    board = table.board
    left, right = (
        next(outer for outer in side if len(board[outer]) >= height) for side in OUTWARD[place]
    )
    return Reason(
        "blocked",
        f"the {board[place].top} at {place} is blocked on both sides",
        at=("place",),
        label=f"blocked by {left} and {right}",
        table=_row(table, place),
        since=_uncovered(table, height),
    )


def holds(table: GrabYourBreakfast, seat: str, card: str, count: int, at: Place) -> None:
    """A card is in the seat's own hand, as many times as it is named (3)."""
    if table.hands[seat].count(card) < count:
        raise Illegal(holds, _not_held, table, seat, card, count, at)


def _not_held(table: GrabYourBreakfast, seat: str, card: str, count: int, at: Place) -> Reason:
    held = table.hands[seat].count(card)
    return Reason(
        "not-held",
        f"the hand holds {held} {card}, not {count}" if held else f"the hand holds no {card}",
        at=at,
        label="not that many in the hand" if held else "not in the hand",
        table=_hand(table, seat),
        since=f"the missing {card} was played here",
    )


def matches(table: GrabYourBreakfast, seat: str, place: str, height: int, card: str) -> None:
    """The tile at this height, if uppermost and a main tile, is taken with its own item (3)."""
    stack = table.board[place]
    if len(stack) == height and (tile := stack.top) and not match(card, tile):
        raise Illegal(matches, _no_match, table, seat, place, height, card)


def _no_match(table: GrabYourBreakfast, seat: str, place: str, height: int, card: str) -> Reason:
    tile = table.board[place].cards[0]
    return Reason(
        "no-match",
        f"{card} does not take the {tile} at {place}",
        at=("using",),
        label=f"{ITEM_OF[tile]} takes it",
        table=_hand(table, seat),
        since=_uncovered(table, height),
    )


def in_hand(table: GrabYourBreakfast, seat: str, cards: Sequence[str]) -> None:
    """Cards exchanged are in the seat's own hand, as many times as they are named (3)."""
    missing = table.hands[seat].first_missing(cards)
    if missing is not None:
        card = cards[missing]
        holds(table, seat, card, cards[: missing + 1].count(card), ("cards", missing))
        together(table, seat, cards, ("cards", missing))


def may_swap(table: GrabYourBreakfast, seat: str, cards: Sequence[str]) -> None:
    """No card is exchanged if both match a free tile, one if one does, one or two if none (3)."""
    if not 0 < len(cards) <= table.most_to_swap(seat, cards):
        raise Illegal(may_swap, _wrong_number, table, seat, cards)


def _wrong_number(table: GrabYourBreakfast, seat: str, cards: Sequence[str]) -> Reason:
    named = len(cards)
    if not table.most_to_swap(seat, cards):
        return Reason(
            "must-take",
            "both hand cards match a free tile, so a tile must be taken",
            label="no card may be exchanged",
            table=_matches(table, seat),
        )
    if not named:
        return Reason("swap-count", "no card is named", table=_hand(table, seat))
    return Reason(
        "swap-count",
        f"a hand card matches a free tile, so exactly one card may be exchanged, not {named}",
        at=("cards",),
        label="name one card",
        table=_matches(table, seat),
    )


def _in_order(table: GrabYourBreakfast, seat: str) -> list[str]:
    hand = table.hands[seat].cards
    return [card for item in (*ITEMS, None) for card in hand if _item(card) == item]


def _item(card: str) -> str | None:
    """The item of a hand card; None if the card is unseen."""
    return card if card in ITEMS else None


def _hand(table: GrabYourBreakfast, seat: str) -> str:
    return f"holds {' '.join(_in_order(table, seat))}"


def _row(table: GrabYourBreakfast, place: str) -> str:
    """The free tiles of the row of a place."""
    row = place[:2]
    free = [f"{at} {tile}" for at, tile in table.free_tiles() if at.startswith(row)]
    return f"sees these free tiles in row {row[1]}: {', '.join(free) or 'none'}"


def _matches(table: GrabYourBreakfast, seat: str) -> str:
    """The hand, and for each card that matches one place where it does."""
    free = list(table.free_tiles())
    matches = [
        f"{card} takes {places[0]}"
        for card in dict.fromkeys(_in_order(table, seat))
        if (places := [place for place, tile in free if match(card, tile)])
    ]
    return f"{_hand(table, seat)}; {', '.join(matches)}"


def _uncovered(table: GrabYourBreakfast, height: int) -> str | None:
    """What happened to the tile above this height, if there was one."""
    return "the tile above it was taken here" if height < table.cards.layout.stack else None
