"""The state of Triggs. The numbers in brackets are the sections of rules.md."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import ClassVar

from engines.game import Game
from engines.play import Phase
from engines.table import Counter, Points, Table
from engines.triggs.cards import VALUES, Cards
from engines.triggs.moves import PILES
from engines.triggs.words import pile_title
from engines.zone import Display, Visibility
from notation.chance import Chance

FACE_UP = ("left", "right")
"""The piles whose top card lies open, in the order in which obsolete cards leave them (9)."""


class TriggsPhase(Phase):
    """What is asked of the seat to act."""

    ACTION = 0, "draws, discards or crosses off"
    EXTRA = 1, "takes an extra cross, in any row with a free box"


ACTION, EXTRA = TriggsPhase


class Triggs(Table):
    """A game of Triggs in progress.

    Attributes:
        hands: each seat's hand.
        free: the boxes left to cross in each row of each seat's sheet.
        piles: the draw piles, by name.
        discard: the discard pile.
        box: the cards that have left the game.
        obsolete: the values that have become obsolete (9).
        hand_limit: how many cards a hand may hold after a draw (2).
    """

    cards: Cards
    first_phase: ClassVar[Phase] = ACTION

    def __init__(self, game: Game, seats: int, options: Mapping[str, str], chance: Chance) -> None:
        super().__init__(game, seats, options, chance)
        self.hand_limit = self.cards.hand_limit
        hand = Display(most=self.hand_limit)
        for seat in self.seats:
            self.add_zone("hand", Visibility.OWNER, owner=seat, ordered=False, display=hand)
        for name in PILES:
            seen = Visibility.TOP if name in FACE_UP else Visibility.NOBODY
            self.add_zone(name, seen, display=Display(pile_title(name)))
        self.add_zone("discard", Visibility.EVERYONE, display=Display(pile_title("discard")))
        self.add_zone("box", Visibility.EVERYONE, ordered=False)
        self.obsolete: tuple[str, ...] = ()
        self.free = {seat: dict(self.rows) for seat in self.seats}
        self._name_zones()
        if self.unseen is not None:
            self.unseen.sizes_known([*self.hands.values()])

    def _name_zones(self) -> None:
        self.hands = {seat: self.zone("hand", seat) for seat in self.seats}
        self.piles = {name: self.zone(name) for name in PILES}
        self.discard = self.zone("discard")
        self.box = self.zone("box")

    def part(self) -> None:
        """Copy the sheets."""
        self.free = {seat: dict(rows) for seat, rows in self.free.items()}
        self._name_zones()

    @property
    def rows(self) -> Mapping[str, int]:
        """How many boxes each row has (1)."""
        return self.cards.rows

    def room(self, seat: str) -> int:
        """How many cards a hand may still take (2)."""
        return self.hand_limit - len(self.hands[seat])

    def draws_due(self, seat: str) -> int:
        """How many cards a draw must take: 2, 1, or 0 if no draw is possible (2)."""
        most = min(2, self.room(seat))
        if len(self.piles["middle"]) >= most:  # unseen cards may have left the other piles (9)
            return most
        return min(most, sum(map(len, self.piles.values())))

    def score(self, seat: str) -> list[Points]:
        """One point for each box crossed (6)."""
        crossed = sum(self.rows.values()) - sum(self.free[seat].values())
        return [Points("boxes crossed", crossed)]

    def counters(self) -> list[Counter]:
        """Each seat's crossed boxes row by row, and whether an extra cross is due."""
        extra_due = Counter("extra-due", int(self.phase is EXTRA), most=1)
        return [*self.shown_counters(), extra_due]

    def shown_counters(self) -> list[Counter]:
        """Each seat's crossed boxes row by row."""
        boxes = tuple(self.rows.values())
        sheets = [_crossed(seat, boxes, tuple(free.values())) for seat, free in self.free.items()]
        return list(chain.from_iterable(sheets))


@lru_cache(256)
def _crossed(seat: str, boxes: tuple[int, ...], free: tuple[int, ...]) -> tuple[Counter, ...]:
    """How many of a seat's boxes are crossed, row by row."""
    rows = zip(VALUES, boxes, free, strict=True)
    return tuple([Counter(f"row-{row}", all_ - left, seat, all_) for row, all_, left in rows])
