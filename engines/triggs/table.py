"""A game of Triggs in progress. The numbers in brackets are the sections of rules.md."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, ClassVar

from engines.game import Game
from engines.table import Counter, Points, Reveals, Table
from engines.triggs import refusals
from engines.triggs.cards import VALUES, Cards
from engines.triggs.combinations import spellings
from engines.triggs.listing import list_moves
from engines.triggs.moves import PILES, Cross, Discard, Draw, Extra
from engines.zone import Visibility, Zone
from notation.chance import Chance
from notation.moves import Move

REFILLED = ("middle", "left", "right")
"""The piles in the order in which they are refilled where several wait (8)."""

FACE_UP = ("left", "right")
"""The piles whose top card lies open, in the order in which obsolete cards leave them (9)."""

_DRAW = 2


class Side:
    """A seat's hand and score sheet: `free` counts the boxes left to cross in each row."""

    __slots__ = ("free", "hand", "next", "seat")

    next: "Side"
    """The side whose turn follows."""

    def __init__(self, seat: str, rows: Mapping[str, int]) -> None:
        self.seat = seat
        self.hand = Zone("hand", Visibility.OWNER, owner=seat, ordered=False)
        self.free = dict(rows)


class Triggs(Table):
    """A game of Triggs in progress.

    Attributes:
        sides: each seat's hand and score sheet, in seat order.
        side: the side to move; once the game is over, the one that moved last.
        piles: the draw piles, by name.
        discard: the discard pile.
        box: the cards that have left the game.
        extra_due: whether the side to move has to take an extra cross (5).
        obsolete: the values that have become obsolete (9).
        hand_limit: how many cards a hand may hold after a draw (2).
    """

    cards: Cards

    def __init__(self, game: Game, seats: int, options: Mapping[str, str], chance: Chance) -> None:
        super().__init__(game, seats, options, chance)
        self.hand_limit = self.cards.hand_limit
        self.sides = tuple(Side(seat, self.rows) for seat in self.seats)
        for side, following in zip(self.sides, self.sides[1:] + self.sides[:1], strict=True):
            side.next = following
        self.side = self.sides[0]
        self.piles = {name: Zone(name, _visibility(name)) for name in PILES}
        self.discard = Zone("discard", Visibility.EVERYONE)
        self.box = Zone("box", Visibility.EVERYONE, ordered=False)
        self.extra_due = False
        self.obsolete: tuple[str, ...] = ()
        self._deal()

    @property
    def rows(self) -> Mapping[str, int]:
        """How many boxes each row has (1)."""
        return self.cards.rows

    def _deal(self) -> None:
        """Shuffle, deal the hands and make the three piles (1)."""
        deck = self.chance.shuffle("deck", self.cards.deck)
        start = 0
        for side in self.sides:
            stop = start + self.cards.hand_start
            side.hand.put_all(deck[start:stop])
            start = stop
        outer = (len(deck) - start) // 4
        self.piles["left"].lay(deck[start : start + outer])
        self.piles["right"].lay(deck[start + outer : start + 2 * outer])
        self.piles["middle"].lay(deck[start + 2 * outer :])

    def side_of(self, seat: str) -> Side:
        """The hand and score sheet of a seat."""
        return self.sides[self.seats.index(seat)]

    def moves(self) -> list[Move]:
        """Every legal move of the side to move, in the order of MOVES and of the deck."""
        return [] if self.over else list_moves(self)

    def draws_due(self) -> int:
        """How many cards a draw has to take: 2, 1, or 0 where there can be none (2)."""
        room = self.hand_limit - len(self.side.hand)
        return min(_DRAW, room, sum(map(len, self.piles.values())))

    def can_draw(self, first: str, second: str | None) -> bool:
        """Whether a card lies ready for each pile named, refills between them included (8)."""
        pile = self.piles[first]
        if not pile:
            return False
        if second == first:
            return len(pile) > 1 or len(self.discard) > 0
        return second is None or len(self.piles[second]) > 0

    def _draw(self, move: Draw) -> Reveals:
        """Take one card, or two one after the other (2)."""
        first, second = move.first, move.second
        if second is None:
            fits = self.draws_due() == 1
        else:
            fits = len(self.side.hand) + _DRAW <= self.hand_limit
        if self.extra_due or not fits or not self.can_draw(first, second):
            raise refusals.of_draw(self, move)
        reveals = [self._draw_card(first)]
        if second is not None:
            reveals.append(self._draw_card(second))
        self._end_turn()
        return reveals

    def _draw_card(self, name: str) -> tuple[str, str | None]:
        pile, side = self.piles[name], self.side
        card = pile.draw()
        side.hand.put(card)
        if not pile:
            self._refill(pile)
        return card, side.seat if name == "middle" else None

    def _discard(self, move: Discard) -> Reveals:
        """Lay cards of one value off (3); obsolete ones leave the game (9)."""
        cards = move.cards
        if self.extra_due or len(set(cards)) != 1:
            raise refusals.of_discard(self, move)
        try:
            self.side.hand.take_all(cards)
        except ValueError:
            raise refusals.of_discard(self, move) from None
        if cards[0] in self.obsolete:
            self.box.put_all(cards)
        else:
            self._lay_down(cards)
        return self._end_action()

    def _cross(self, move: Cross) -> Reveals:
        """Cross a box of one row off for each combination (4)."""
        side, value, combinations = self.side, move.value, move.combinations
        left = side.free[value] - len(combinations)
        if (
            self.extra_due
            or left < 0
            or not combinations
            or not spellings(value).issuperset(combinations)
        ):
            raise refusals.of_cross(self, move)
        cards = list(chain.from_iterable(combinations))
        try:
            side.hand.take_all(cards)
        except ValueError:
            raise refusals.of_cross(self, move) from None
        side.free[value] = left
        if left:
            self._lay_down(cards)
            return self._end_action()
        if any(side.free.values()):
            self._lay_down(cards)
            return self._owe_extra(value)
        self.discard.put_all(cards)
        return self._end_game()

    def _extra(self, move: Extra) -> Reveals:
        """Cross a box of any row off, without a card (5)."""
        row, free = move.row, self.side.free
        if not self.extra_due or not free[row]:
            raise refusals.of_extra(self, move)
        free[row] -= 1
        if free[row]:
            self.extra_due = False
            return self._end_action()
        return self._owe_extra(row) if any(free.values()) else self._end_game()

    rules: ClassVar[Mapping[type[Move], Callable[[Any, Any], Reveals]]] = {
        Draw: _draw,
        Discard: _discard,
        Cross: _cross,
        Extra: _extra,
    }

    def _owe_extra(self, row: str) -> Reveals:
        """A row is complete, though not the whole sheet: an extra cross is due (5)."""
        self.extra_due = True
        if row in self.cards.obsolete:
            self.obsolete = tuple(self._obsolete_values())
        return []

    def _end_game(self) -> Reveals:
        """The last box is crossed, and nothing more happens (6)."""
        self.extra_due = False
        self.to_act = None
        return []

    def _end_action(self) -> Reveals:
        """End a discard, or a cross with its extras: an empty hand draws (7)."""
        reveals: Reveals = []
        if not self.side.hand:
            for _ in range(self.cards.empty_hand_draw):
                if self.piles["middle"]:
                    reveals.append(self._draw_card("middle"))
        self._end_turn()
        return reveals

    def _end_turn(self) -> None:
        if self.obsolete:
            self._remove_obsolete()
        self.side = self.side.next
        self.to_act = self.side.seat

    def _lay_down(self, cards: Sequence[str]) -> None:
        """Lay cards on the discard pile, and refill the piles that wait for one (8)."""
        may_wait = not self.discard
        self.discard.put_all(cards)
        if may_wait:
            for name in REFILLED:
                if not self.piles[name]:
                    self._refill(self.piles[name])

    def _refill(self, pile: Zone) -> None:
        """Shuffle the discard pile into an empty pile; where there is none, the pile waits (8)."""
        cards = self.discard.gather()
        pile.lay(self.chance.shuffle(pile.name, cards))

    def _obsolete_values(self) -> list[str]:
        """The values whose rows, and those of the values before them, all seats have filled."""
        found: list[str] = []
        for value in self.cards.obsolete:
            if any(side.free[value] for side in self.sides):
                break
            found.append(value)
        return found

    def _remove_obsolete(self) -> None:
        """Take obsolete cards off the tops of the face-up piles (9)."""
        for name in FACE_UP:
            pile = self.piles[name]
            while pile.top in self.obsolete:
                self.box.put(pile.draw())
                if not pile:
                    self._refill(pile)

    def score(self, seat: str) -> list[Points]:
        """One point for each box crossed (6)."""
        free = self.side_of(seat).free
        return [Points("boxes crossed", sum(self.rows.values()) - sum(free.values()))]

    def winners(self, scores: Sequence[int] | None = None) -> list[str]:
        """The seats with the most boxes crossed: once the game is over, the one with all (6)."""
        scores = self.scores() if scores is None else scores
        best = max(scores)
        return [seat for seat, score in zip(self.seats, scores, strict=True) if score == best]

    def zones(self) -> list[Zone]:
        """The hands, the piles from left to right, the discard pile and the box."""
        return [*(side.hand for side in self.sides), *self.piles.values(), self.discard, self.box]

    def counters(self) -> list[Counter]:
        """Each seat's crossed boxes row by row, and whether an extra cross is due."""
        boxes = tuple(self.rows.values())
        sheets = [_crossed(side.seat, boxes, tuple(side.free.values())) for side in self.sides]
        return [*chain.from_iterable(sheets), Counter("extra-due", int(self.extra_due), most=1)]


@lru_cache(256)
def _crossed(seat: str, boxes: tuple[int, ...], free: tuple[int, ...]) -> tuple[Counter, ...]:
    """How many of a seat's boxes are crossed, row by row."""
    rows = zip(VALUES, boxes, free, strict=True)
    return tuple([Counter(f"row-{row}", all_ - left, seat, all_) for row, all_, left in rows])


def _visibility(pile: str) -> Visibility:
    return Visibility.TOP if pile in FACE_UP else Visibility.NOBODY
