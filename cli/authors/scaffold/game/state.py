"""The state of My Game. The numbers in brackets are the sections of rules.md."""

from collections.abc import Mapping

from cgn.authoring import Chance, Counter, Display, Game, Points, Table, Visibility

from .cards import Cards


class GameTable(Table):
    """A game in progress.

    Attributes:
        hands: the cards of each seat.
        won: the cards that each seat has won in tricks.
        trick: the cards of the trick; the one that was led lies below the others.
        pack: the cards that were not dealt.
    """

    cards: Cards

    def __init__(self, game: Game, seats: int, options: Mapping[str, str], chance: Chance) -> None:
        super().__init__(game, seats, options, chance)
        for seat in self.seats:
            self.add_zone("hand", Visibility.OWNER, owner=seat, ordered=False)
            self.add_zone("won", Visibility.EVERYONE, owner=seat)
        self.add_zone("trick", Visibility.EVERYONE, display=Display(spread=True))
        self.add_zone("pack", Visibility.NOBODY)
        self.part()

    def part(self) -> None:
        """Refer to the zones of this table."""
        self.hands = {seat: self.zone("hand", seat) for seat in self.seats}
        self.won = {seat: self.zone("won", seat) for seat in self.seats}
        self.trick = self.zone("trick")
        self.pack = self.zone("pack")

    def suit(self, card: str) -> str:
        """The suit of a card."""
        return self.cards.pack[card].suit

    def led(self) -> str | None:
        """The suit that was led; None before the trick (2)."""
        cards = self.trick.cards
        return self.suit(cards[-1]) if cards else None

    def score(self, seat: str) -> list[Points]:
        """A point for each trick (3)."""
        return [Points("tricks", len(self.won[seat]) // len(self.seats))]

    def counters(self) -> list[Counter]:
        """No number is part of the position."""
        return []
