"""Turkey My Mayonnaise in progress. The numbers in brackets are the sections of rules.md."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from engines.game import Game
from engines.legacy import LegacyTable
from engines.play import Reveals
from engines.table import Counter, Points
from engines.turkey_my_mayonnaise import attacks, banking, building, dives, mayonnaise, turns
from engines.turkey_my_mayonnaise.cards import Cards
from engines.turkey_my_mayonnaise.counting import counters, owed
from engines.turkey_my_mayonnaise.due import Due
from engines.turkey_my_mayonnaise.labels import labels
from engines.turkey_my_mayonnaise.listing import list_moves
from engines.turkey_my_mayonnaise.moves import (
    Add,
    Bank,
    Bonus,
    ClaimRecipe,
    Discard,
    Draw,
    DumpsterDive,
    End,
    Inspect,
    Keep,
    MoveCard,
    Pass,
    Penalize,
    PlayRecipe,
    Refresh,
    Replace,
    Scrap,
    SendBack,
    ShoppingSpree,
    Spoil,
    Steal,
    Swat,
    TakeCard,
)
from engines.turkey_my_mayonnaise.sandwich import Sandwich
from engines.turkey_my_mayonnaise.sides import Seat, seat_teams, seats_of
from engines.zone import Visibility, Zone
from notation.chance import Chance
from notation.moves import Move


class TurkeyMyMayonnaise(LegacyTable):
    """A game of Turkey My Mayonnaise in progress.

    Attributes:
        teams: those who share recipes and a score; without team play, each seat alone.
        players: the seats, by letter, in turn order.
        target: the points that win.
        turn: the seat whose turn it is; others act in between, to answer.
        due: what the seat to act has to do.
        out: where each recipe lies that is out.
        deck, discard: the deck and the discard pile.
        dives: the open dives and the cards they turned up.
        played: the card of the attack under way; `attack` tells what it aims at.
        banking: the recipe whose bank waits for a verdict; `resume` is what was due before.
    """

    cards: Cards

    def __init__(self, game: Game, seats: int, options: Mapping[str, str], chance: Chance) -> None:
        super().__init__(game, seats, options, chance)
        partners = "teams" in self.options
        self.teams = seat_teams(self.cards, self.seats, partners=partners)
        self.players = {seat.letter: seat for seat in seats_of(self.teams)}
        self.target = self.cards.target[partners]
        self.deck = Zone("deck", Visibility.NOBODY)
        self.discard = Zone("discard", Visibility.EVERYONE)
        self.played = Zone("played", Visibility.EVERYONE)
        self.dives = dives.Dives()
        self.out: dict[str, Sandwich] = {}
        self.turn = self.players[self.seats[0]]
        self.due = Due.DRAW
        self.resume = Due.DRAW
        self.attack: attacks.Attack | None = None
        self.banking: Sandwich | None = None
        self._deal(self.cards.hand[partners])

    def _deal(self, count: int) -> None:
        """Shuffle and deal (1)."""
        self.deck.lay(self.chance.shuffle("deck", list(self.cards.deck)))
        for seat in self.players.values():
            seat.hand.put_all(self.deck.draw_top(count))

    @property
    def actor(self) -> Seat:
        """The seat to act; once the game is over, the one whose turn it was."""
        return self.players[self.to_act or self.turn.letter]

    @property
    def at_turn(self) -> str | None:
        """The seat whose turn it is, also while others answer; None once the game is over."""
        return None if self.over else self.turn.letter

    def has(self, card: str) -> bool:
        """Whether a play is due, and this card may be the one: of the hand, or turned up."""
        if self.due is Due.PLAY:
            return card in self.turn.hand
        return self.due is Due.CHOICE and card in self.dives.cards

    def use(self, card: str) -> None:
        """Take the card that is played from where it lies."""
        if self.due is Due.PLAY:
            self.turn.hand.take(card)
        else:
            self.dives.take(card)

    def draw_cards(self, count: int) -> list[str]:
        """Draw so many cards, or as many as there are; an empty deck is refilled (2)."""
        deck, cards = self.deck, []
        for _ in range(count):
            if not deck:
                deck.lay(self.chance.shuffle("deck", self.discard.gather()))
            if deck:
                cards.append(deck.draw())
        return cards

    def clear(self, place: Sandwich) -> None:
        """Discard a recipe that is out, then its cards in the order in which they came (3)."""
        cards = place.clear()
        del self.out[cards[0]]
        self.discard.put_all(cards)

    def end_play(self) -> Reveals:
        """A play is over: its dives close, and the turn ends, if there is nothing to bank (2)."""
        if self.dives.sizes:
            self.dives.close(self.discard)
        if not self.turn.team.may_bank():
            return self.end_turn()
        self.due, self.to_act = Due.END, self.turn.letter
        return []

    def end_turn(self) -> Reveals:
        """The next seat that does not miss its turn begins (2, 4)."""
        seat = self.turn.next
        while seat.misses:
            seat.misses = False
            for place in self.out.values():
                if place.stopped is seat:
                    place.stopped = None
            seat = seat.next
        self.turn, self.to_act, self.due = seat, seat.letter, Due.DRAW
        return []

    rules: ClassVar[Mapping[type[Move], Callable[[Any, Any], Reveals]]] = {
        Draw: turns.draw,
        Refresh: turns.refresh,
        Bank: banking.bank,
        Scrap: building.scrap,
        PlayRecipe: building.start,
        Add: building.add,
        Replace: building.replace,
        Bonus: building.add_bonus,
        Penalize: attacks.penalize,
        Steal: attacks.steal,
        Spoil: attacks.spoil,
        TakeCard: mayonnaise.take_card,
        ClaimRecipe: mayonnaise.claim_recipe,
        MoveCard: mayonnaise.move_card,
        DumpsterDive: dives.dumpster,
        ShoppingSpree: dives.spree,
        Keep: dives.keep,
        Discard: turns.discard,
        End: turns.end,
        Swat: attacks.swat,
        SendBack: attacks.send_back,
        Inspect: banking.inspect,
        Pass: turns.decline,
    }

    def moves(self) -> list[Move]:
        """Every legal move of the seat to act, in the order of MOVES and of the deck."""
        return [] if self.over else list_moves(self)

    def score(self, seat: str) -> list[Points]:
        """The points banked; both partners have their team's (4)."""
        return [Points("banked", self.players[seat].team.banked)]

    def winners(self, scores: Sequence[int] | None = None) -> list[str]:
        """The seats with the most points: once the game is over, those of the one team (4)."""
        scores = self.scores() if scores is None else scores
        best = max(scores)
        return [seat for seat, score in zip(self.seats, scores, strict=True) if score == best]

    def zones(self) -> list[Zone]:
        """The hands, the places for recipes team by team, and the piles."""
        hands = [seat.hand for seat in self.players.values()]
        places = [place.zone for team in self.teams for place in team.places]
        return [*hands, *places, self.played, self.dives.zone, self.deck, self.discard]

    def counters(self) -> list[Counter]:
        """Points and owed turns, and all else that decides how the game goes on."""
        return counters(self)

    def shown_counters(self) -> list[Counter]:
        """The turns to be missed and the draws of four: all else is seen elsewhere, or nowhere."""
        return owed(self)

    def labels(self, zone: Zone, cards: Sequence[str]) -> Sequence[str]:
        """What each card is worth or still needs."""
        return labels(self, zone, cards)
