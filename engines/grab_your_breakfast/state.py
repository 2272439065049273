"""The state of Grab Your Breakfast. The numbers in brackets are the sections of rules.md."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from engines import wording
from engines.game import Game
from engines.grab_your_breakfast.cards import ITEM_OF, TILES, Cards
from engines.grab_your_breakfast.details import sets, stacks
from engines.grab_your_breakfast.moves import COLUMNS, ITEMS, PLACES
from engines.grab_your_breakfast.scoring import score_tiles
from engines.grab_your_breakfast.words import place_title
from engines.table import Counter, Points, Table
from engines.wording import Sentence, say
from engines.zone import Display, Visibility
from notation.chance import Chance

_ROWS = [PLACES[start : start + COLUMNS] for start in range(0, len(PLACES), COLUMNS)]

OUTWARD = {
    place: (row[:column][::-1], row[column + 1 :])
    for row in _ROWS
    for column, place in enumerate(row)
}
"""For each place, the places to its left and to its right, the nearest first."""


class GrabYourBreakfast(Table):
    """A game of Grab Your Breakfast in progress.

    Attributes:
        board: the stacks, by their place.
        hands, tiles: each seat's hand cards, and the tiles it has taken.
        draw, discard: the piles of hand cards.
    """

    cards: Cards

    def __init__(self, game: Game, seats: int, options: Mapping[str, str], chance: Chance) -> None:
        super().__init__(game, seats, options, chance)
        for place in PLACES:
            display = Display(place_title(place), row=f"row {place[1]}")
            self.add_zone(place, Visibility.EVERYONE, display=display)
        for seat in self.seats:
            self.add_zone("hand", Visibility.OWNER, owner=seat, ordered=False)
            self.add_zone("tiles", Visibility.EVERYONE, owner=seat, ordered=False)
        self.add_zone("draw", Visibility.NOBODY, display=Display("draw pile"))
        self.add_zone("discard", Visibility.EVERYONE, display=Display("discard pile"))
        self.part()

    def part(self) -> None:
        """Rename the table's own zones; nothing else changes in place."""
        self.board = {place: self.zone(place) for place in PLACES}
        self.hands = {seat: self.zone("hand", seat) for seat in self.seats}
        self.tiles = {seat: self.zone("tiles", seat) for seat in self.seats}
        self.draw, self.discard = self.zone("draw"), self.zone("discard")

    def is_free(self, place: str) -> bool:
        """Whether the uppermost tile of this stack is not blocked (2). The stack is not empty.

        The tile is as high as its stack; a stack that blocks it is at least as high.
        """
        board, height = self.board, len(self.board[place])
        for side in OUTWARD[place]:
            for outer in side:
                if len(board[outer]) >= height:
                    break
            else:
                return True
        return False

    def free_tiles(self) -> Iterator[tuple[str, str]]:
        """Each place whose uppermost tile is free, with that tile, row by row (2)."""
        for place, stack in self.board.items():
            if (tile := stack.top) is not None and self.is_free(place):
                yield place, tile

    def most_to_swap(self, seat: str, named: Sequence[str] = ()) -> int:
        """How many cards a seat may exchange: one for each that does not match, like ones too (3).

        If one of two matches, either card may be exchanged. Of unseen cards, only those named
        are known to match; `named` are cards of the hand.
        """
        wanted = self.matching_cards()
        if None in wanted:
            return 0
        hand = self.hands[seat].cards
        if self.unseen is not None:
            hand = (*named, *_without(self.unseen.peek(self.hands[seat]), named))
        return sum([card not in wanted for card in hand])

    def matching_cards(self) -> set[str | None]:
        """The hand cards that match a free tile; None if a bonus tile, which all match, is free."""
        return {ITEM_OF.get(tile) for _, tile in self.free_tiles() if tile in TILES}

    def note_swap(self, seat: str, cards: Sequence[str]) -> None:
        """Note what an exchange shows of unseen cards (3); the cards exchanged are gone already."""
        if self.unseen is None:
            return
        two = len(cards) > 1
        for _, tile in self.free_tiles():
            self.unseen.must_be(
                tile, [main for main, item in ITEM_OF.items() if not (two and item in cards)]
            )
        wanted = self.matching_cards()
        if wanted.issuperset(cards):
            self.unseen.lacks(self.hands[seat], [item for item in ITEMS if item in wanted])

    def due_title(self) -> str:
        """What the seat may do (3). It depends on the hidden hand, unless a bonus tile is free."""
        must_take = any(tile not in ITEM_OF for _, tile in self.free_tiles())
        return "takes a tile" if must_take else "takes a tile or swaps"

    def score(self, seat: str) -> list[Points]:
        """A line for each kind of set, pair and bonus, and one for tiles left over (5 to 7)."""
        return [*score_tiles(self.cards, self.tiles[seat].cards)]

    def break_tie(self, seats: list[str]) -> list[str]:
        """The seats with the most tiles (8)."""
        most = max([len(self.tiles[seat]) for seat in seats])
        return [seat for seat in seats if len(self.tiles[seat]) == most]

    def tie_reason(self, seats: list[str]) -> Sentence:
        """Which of the tied seats has the most tiles; those with equally many share the win (8)."""
        first = self.break_tie(seats)
        if len(first) > 1:
            return super().tie_reason(seats)
        most = len(self.tiles[first[0]])
        rivals = [seat for seat in self.seats if seat not in seats]
        among = "of the tied, " if any(len(self.tiles[seat]) >= most for seat in rivals) else ""
        return say(among, wording.seat(first[0]), " has the most tiles")

    def details(self, view: str | None) -> dict[str, Struct]:
        """Which tiles are free, and the sets of each seat (2, 5)."""
        del view
        details: dict[str, Struct] = {}
        for row in _ROWS:
            heights = tuple([len(self.board[place]) for place in row])
            details |= {
                place: stack for place, stack in zip(row, stacks(heights), strict=True) if stack
            }
        for zone in self.tiles.values():
            if (own_sets := self.known(sets, self.cards, zone.cards)) is not None:
                details[zone.key] = own_sets
        return details

    def counters(self) -> list[Counter]:
        """None: the zones are the whole position."""
        return []


def _without(cards: Sequence[str], named: Sequence[str]) -> list[str]:
    """A hand without the cards named; an unseen card goes for a card that is not there."""
    left = list(cards)
    for card in named:
        unseen = [other for other in left if other not in ITEMS]
        left.remove(card if card in left else unseen[0])
    return left
