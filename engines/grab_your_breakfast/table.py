"""A game of Grab Your Breakfast in progress. The numbers in brackets are sections of rules.md."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar, cast

from engines.game import Game
from engines.grab_your_breakfast import refusals
from engines.grab_your_breakfast.cards import ITEM_OF, Cards
from engines.grab_your_breakfast.moves import COLUMNS, ITEMS, PLACES, Swap, Take
from engines.grab_your_breakfast.scoring import score_tiles
from engines.legacy import LegacyTable
from engines.play import Reveals
from engines.remembered import remembered
from engines.table import Counter, Points
from engines.zone import Visibility, Zone
from notation.chance import Chance
from notation.moves import Move


class GrabYourBreakfast(LegacyTable):
    """A game of Grab Your Breakfast in progress.

    Attributes:
        board: the stacks, by their place.
        outer: for each place, the stacks to its left and to its right, the nearest first.
        hands, tiles: each seat's hand cards, and the tiles it has taken.
        draw, discard: the piles of hand cards.
    """

    cards: Cards

    def __init__(self, game: Game, seats: int, options: Mapping[str, str], chance: Chance) -> None:
        super().__init__(game, seats, options, chance)
        self.board = {
            place: Zone(place, Visibility.EVERYONE, row=f"row {place[1]}") for place in PLACES
        }
        stacks = list(self.board.values())
        rows = [stacks[start : start + COLUMNS] for start in range(0, len(stacks), COLUMNS)]
        self.outer = {
            stack.name: (row[:column][::-1], row[column + 1 :])
            for row in rows
            for column, stack in enumerate(row)
        }
        self.hands = {
            seat: Zone("hand", Visibility.OWNER, owner=seat, ordered=False) for seat in self.seats
        }
        self.tiles = {
            seat: Zone("tiles", Visibility.EVERYONE, owner=seat, ordered=False)
            for seat in self.seats
        }
        self.draw = Zone("draw", Visibility.NOBODY)
        self.discard = Zone("discard", Visibility.EVERYONE)
        self._lines_of = remembered(score_tiles, self.cards)
        self._set_up()

    def _set_up(self) -> None:
        """Lay the tiles, and deal the hands (1)."""
        tiles = self.chance.shuffle("tiles", self.cards.tiles)
        size = self.cards.layout.stack
        for index, stack in enumerate(self.board.values()):
            stack.put_all(tiles[index * size : (index + 1) * size])
        self.draw.lay(self.chance.shuffle("hand", self.cards.hand_cards))
        for hand in self.hands.values():
            hand.put_all(self.draw.draw_top(self.cards.hand_size))

    def is_free(self, place: str) -> bool:
        """Whether the uppermost tile of this stack, which has one, is not blocked (2).

        It lies as high as its stack, and so does what blocks it, or higher.
        """
        height = len(self.board[place])
        left, right = self.outer[place]
        return all(len(stack) < height for stack in left) or all(
            len(stack) < height for stack in right
        )

    def free_tiles(self) -> Iterator[tuple[str, str]]:
        """Each place whose uppermost tile is free, with that tile, row by row (2)."""
        for place, stack in self.board.items():
            if (tile := stack.top) is not None and self.is_free(place):
                yield place, tile

    def most_to_swap(self, seat: str) -> int:
        """How many cards a seat may exchange: as many as do not match, of two equal ones both (3).

        With one of two that is any one of the hand.
        """
        wanted = {ITEM_OF.get(tile) for _, tile in self.free_tiles()}
        if None in wanted:
            return 0
        return sum(card not in wanted for card in self.hands[seat].cards)

    def _take(self, move: Take) -> Reveals:
        """Take a tile for a hand card (2, 3)."""
        seat, stack, card = cast("str", self.to_act), self.board[move.place], move.using
        hand = self.hands[seat]
        if (
            card not in hand
            or (tile := stack.top) is None
            or ITEM_OF.get(tile, card) != card
            or not self.is_free(move.place)
        ):
            raise refusals.of_take(self, seat, move)
        self.tiles[seat].put(stack.draw())
        self.discard.put(hand.take(card))
        if not any(self.board.values()):
            self.to_act = None
            return []
        return self._end_turn(seat, 1)

    def _swap(self, move: Swap) -> Reveals:
        """Exchange hand cards (3)."""
        seat, cards = cast("str", self.to_act), move.cards
        if not 0 < len(cards) <= self.most_to_swap(seat):
            raise refusals.of_swap(self, seat, move)
        try:
            self.hands[seat].take_all(cards)
        except ValueError:
            raise refusals.of_swap(self, seat, move) from None
        self.discard.put_all(cards)
        return self._end_turn(seat, len(cards))

    rules: ClassVar[Mapping[type[Move], Callable[[Any, Any], Reveals]]] = {
        Take: _take,
        Swap: _swap,
    }

    def _end_turn(self, seat: str, gone: int) -> Reveals:
        """Replace the cards gone from the hand (4), and pass the turn."""
        hand = self.hands[seat]
        reveals: Reveals = []
        for _ in range(gone):
            if not self.draw:
                self.draw.lay(self.chance.shuffle("hand", self.discard.gather()))
            card = self.draw.draw()
            hand.put(card)
            reveals.append((card, seat))
        self.to_act = self.next_seat(seat)
        return reveals

    def moves(self) -> list[Move]:
        """Every legal move of the seat to act, in the order of MOVES and of the deck (3)."""
        seat = self.to_act
        if seat is None:
            return []
        hand = sorted(self.hands[seat].cards, key=ITEMS.index)
        takes = [
            Take(place, card)
            for place, tile in self.free_tiles()
            for card in dict.fromkeys(hand)
            if ITEM_OF.get(tile, card) == card
        ]
        counts = range(1, self.most_to_swap(seat) + 1)
        swaps = [Swap(cs[::-1]) for n in counts for cs in dict.fromkeys(combinations(hand, n))]
        return [*takes, *swaps]

    def score(self, seat: str) -> list[Points]:
        """A line for each kind of set, pair and bonus, and one for tiles left over (5 to 7)."""
        return [*self._lines_of(self.tiles[seat].cards)]

    def winners(self, scores: Sequence[int] | None = None) -> list[str]:
        """The seats with the most points; of tied ones those with the most tiles (8)."""
        scores = self.scores() if scores is None else scores
        ranks = [
            (score, len(self.tiles[seat])) for seat, score in zip(self.seats, scores, strict=True)
        ]
        best = max(ranks)
        return [seat for seat, rank in zip(self.seats, ranks, strict=True) if rank == best]

    def zones(self) -> list[Zone]:
        """The board row by row, hand and tiles seat by seat, the draw and discard piles."""
        sides = [zone for seat in self.seats for zone in (self.hands[seat], self.tiles[seat])]
        return [*self.board.values(), *sides, self.draw, self.discard]

    def counters(self) -> list[Counter]:
        """None: all that there is lies on the table."""
        return []
