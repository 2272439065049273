"""A game of The Jam in progress. The numbers in brackets are the sections of rules.md."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from engines.game import Game
from engines.legacy import LegacyTable
from engines.play import Reveals
from engines.remembered import remembered
from engines.table import Counter, Points
from engines.the_jam import moves as m
from engines.the_jam import raffles, refusals, scoring, trading
from engines.the_jam.basket import Basket, Stacks
from engines.the_jam.cards import Cards, Kind
from engines.the_jam.dealing import deal, deal_tasks
from engines.the_jam.due import Due
from engines.the_jam.listing import list_moves
from engines.the_jam.position import bid, counters
from engines.the_jam.raffles import GUESTS, Outcome
from engines.the_jam.sides import Side
from engines.the_jam.tasks import Tasks
from engines.zone import Visibility, Zone
from notation.chance import Chance
from notation.moves import Move
from notation.record import UNKNOWN_CARD

_NOTHING: frozenset[str] = frozenset()


class TheJam(LegacyTable):
    """A game of The Jam in progress.

    Attributes:
        variant: `kids`, `travel`, or None.
        sides: what lies before each seat, by its letter.
        side: the side at turn; once the game is over, the one whose turn was the last.
        asked: the side to act, also where it only answers.
        due: what it is asked for.
        basket, deck: the ingredients, and the pile of playing cards.
        middle: Karlsman, while bids are made for him.
        box: The Bear, where it has left the game.
        tasks: what is left of the piles of tasks, by name.
        bidder, bid: the side that has bid last for Karlsman, and the jams it named.
        turn: how many turns have ended.
        traded: whether the side at turn has traded blindly (11).
        tasks_of: what the tasks with these codes come to, for one seat.
        lines_of: the lines of a score, as `scoring.lines` gives them.
    """

    cards: Cards

    def __init__(self, game: Game, seats: int, options: Mapping[str, str], chance: Chance) -> None:
        super().__init__(game, seats, options, chance)
        self.variant = self.options.get("variant")
        travel = self.variant == "travel"
        self.sides = {seat: Side(seat, travel=travel) for seat in self.seats}
        for seat, side in self.sides.items():
            side.next = self.sides[self.next_seat(seat)]
        self.side = self.asked = self.sides[self.seats[0]]
        self.due = Due.PLAY
        self.basket = Stacks(self.cards) if travel else Basket()
        self.deck = Zone("deck", Visibility.NOBODY)
        self.middle = Zone("middle", Visibility.EVERYONE)
        self.box = Zone("box", Visibility.EVERYONE)
        self.tasks = {name: Zone(name, Visibility.NOBODY) for name in self.cards.piles}
        self.bidder: Side | None = None
        self.bid: tuple[str, ...] = ()
        self.turn = 0
        self.traded = False
        self._completed = 0
        self._drawn: Reveals = []
        self.tasks_of = remembered(Tasks, self.cards)
        self.lines_of = remembered(scoring.lines, self.cards)
        if self.variant != "kids":
            deal_tasks(self)
        deal(self)
        self.draw()

    def _jam(self, move: m.Jam) -> Reveals:
        """Make a jam of a card of the hand and one of the basket (3)."""
        recipe, ingredient = move.recipe, move.ingredient
        hand, basket = self.side.hand, self.basket
        if self.due or ingredient not in self.cards.ingredients.get(recipe, _NOTHING):
            raise refusals.of_jam(self, move)
        if recipe in hand and basket.offers(ingredient):
            hand.take(recipe)
            basket.take(ingredient)
        elif ingredient in hand and basket.offers(recipe):
            hand.take(ingredient)
            basket.take(recipe)
        else:
            raise refusals.of_jam(self, move)
        self._complete(recipe, (ingredient,))
        return self._end_play()

    def _pie(self, move: m.Pie) -> Reveals:
        """Bake a pie with an own jam (4)."""
        recipe, jam, cost = move.recipe, move.jam, move.discard
        side, basket = self.side, self.basket
        if (
            self.due
            or jam not in side.pantry
            or jam not in self.cards.fillings.get(recipe, _NOTHING)
            or (recipe if cost is None else cost) not in side.hand
            or (cost is not None and not basket.offers(recipe))
        ):
            raise refusals.of_pie(self, move)
        if cost is None:
            side.hand.take(recipe)
        else:
            side.hand.take(cost)
            basket.take(recipe)
        for ingredient in side.pantry.take(jam).under:
            basket.put(ingredient)
        self._complete(recipe, (jam,))
        return self._end_play(cost)

    def _salad(self, move: m.Salad) -> Reveals:
        """Make a fruit salad of three cards of the basket (5)."""
        recipe, ingredients = move.recipe, move.ingredients
        side, basket, of = self.side, self.basket, self.cards.of
        if (
            self.due
            or recipe not in side.hand
            or of[recipe].kind != "salad"
            or not all(map(basket.offers, ingredients))
            or sorted(of[card].below for card in ingredients) != sorted(of[recipe].fruits)
        ):
            raise refusals.of_salad(self, move)
        side.hand.take(recipe)
        for card in ingredients:
            basket.take(card)
        self._complete(recipe, ingredients)
        return self._end_play()

    def _put_in_basket(self, move: m.Basket) -> Reveals:
        """Play a card of the hand as an ingredient (5)."""
        if self.due or move.card not in self.side.hand:
            raise refusals.of_basket(self, move)
        self.basket.put(self.side.hand.take(move.card))
        return self._end_play()

    rules: ClassVar[Mapping[type[Move], Callable[[Any, Any], Reveals]]] = {
        m.Jam: _jam,
        m.Pie: _pie,
        m.Salad: _salad,
        m.Basket: _put_in_basket,
        m.Trade: trading.trade,
        m.Return: trading.give_back,
        m.Bid: raffles.bid,
        m.Pass: raffles.decline,
        m.Forfeit: raffles.forfeit,
    }

    def _complete(self, recipe: str, ingredients: Sequence[str]) -> None:
        self.side.pantry.complete(recipe, ingredients, self._completed, self.turn)
        self._completed += 1

    def _end_play(self, cost: str | None = None) -> Reveals:
        reveals = self.reveal()
        self._end_turn(cost)
        return reveals

    def reveal(self) -> Reveals:
        """The cards drawn since the last ply, which are shown with this one (2)."""
        reveals, self._drawn = self._drawn, []
        return reveals

    def _end_turn(self, cost: str | None = None) -> None:
        """Hold the discard phase, pay for a pie card of the basket, and go on (8)."""
        for card in self.side.pantry.settle(self.turn):
            self.basket.put(card)
        if cost is not None:
            self.basket.put(cost)
        self.turn += 1
        self.traded = False
        self._next_turn()

    def _next_turn(self) -> None:
        """Start the turn of the next side that has a card, or can draw one (2, 13)."""
        side = self.side.next
        if not self.deck and not side.hand:
            with_cards = [other for other in side.others() if other.hand]
            if not with_cards:
                self._end()
                return
            side = with_cards[0]
        self.side = side
        self.draw()

    def draw(self) -> None:
        """Draw for the side at turn; Karlsman and The Bear are raffled at once (2)."""
        side, deck = self.side, self.deck
        while deck:
            card = deck.draw()
            if card not in GUESTS:
                side.hand.put(card)
                self._drawn.append((card, side.seat))
                break
            self._drawn.append((card, None))
            outcome = raffles.raffle(self, card)
            if outcome is not Outcome.GONE:
                self.carry_on(outcome)
                return
        if side.hand:
            self.ask(side, Due.PLAY)
        else:
            self._next_turn()

    def carry_on(self, outcome: Outcome) -> None:
        """Go on after a raffle, or wait for the seat that is asked (9, 10)."""
        if outcome is Outcome.STAYS:
            self._end_turn()
        elif outcome is Outcome.GONE:
            self.draw()

    def ask(self, side: Side, due: Due) -> None:  # type: ignore[override]  # goes with LegacyTable
        """Wait for a side to make a move of this kind."""
        self.asked, self.due, self.to_act = side, due, side.seat

    def shuffle_in(self, cards: Sequence[str]) -> None:
        """Put cards under the deck in this order, and shuffle it (8)."""
        deck = [*self.deck.cards, *cards]
        self.deck.gather()
        self.deck.lay(self.chance.shuffle("deck", deck))

    def _end(self) -> None:
        """Turn up what was hidden: the tasks, and in travel the piles (13)."""
        self.to_act, self.due = None, Due.PLAY
        for side in self.sides.values():
            side.tasks.visibility = side.pantry.recipes.visibility = Visibility.EVERYONE

    def recipes_of(self, side: Side, kind: Kind) -> list[str]:
        """A side's completed recipes of a kind, in deck order."""
        of = self.cards.of
        return self.cards.in_order(card for card in side.pantry if of[card].kind == kind)

    def can_bid(self, side: Side) -> bool:
        """Whether a side's jams together beat the last bid for Karlsman (9)."""
        jams = self.recipes_of(side, "jam")
        return self.cards.points(jams) > self.cards.points(self.bid)

    @property
    def at_turn(self) -> str | None:
        """The seat whose turn it is, also while others answer; None once the game is over."""
        return None if self.over else self.side.seat

    @property
    def lists_all(self) -> bool:
        """Whether all legal moves are listed: there may be too many trades, but not for kids."""
        return self.variant == "kids"

    def moves(self) -> list[Move]:
        """Every legal move, in the order of MOVES and of the deck; of trades and bids a sample."""
        return [] if self.over else list_moves(self)

    def score(self, seat: str) -> list[Points]:
        """The seat's recipes, guests and tasks; for kids the number of recipes (12)."""
        return scoring.score(self, self.sides[seat])

    def winners(self, scores: Sequence[int] | None = None) -> list[str]:
        """The seats with the most points, a tie broken by the yummy ones (13)."""
        return scoring.winners(self, self.scores() if scores is None else scores)

    def zones(self) -> list[Zone]:
        """What lies before each seat, then what all share; only what the variant has."""
        kids, travel = self.variant == "kids", self.variant == "travel"
        found: list[Zone] = []
        for side in self.sides.values():
            found += [side.hand, side.pantry.recipes, side.pantry.fresh, side.pantry.under]
            found += [] if kids else [side.guests, side.tasks]
            found += [side.given] if travel else []
        found += [self.basket.zone, self.deck]
        return found if kids else [*found, self.middle, self.box, *self.tasks.values()]

    def counters(self) -> list[Counter]:
        """What is due and bid, and the order in which recipes were completed."""
        return counters(self)

    def shown_counters(self) -> list[Counter]:
        """The last bid for Karlsman, while there is one."""
        return [bid(self)] if self.bidder else []

    def labels(self, zone: Zone, cards: Sequence[str]) -> Sequence[str]:
        """Of a task before a seat the fruits it shows; of other cards the code."""
        if zone.name != "tasks":
            return cards
        return [f"{card} {'/'.join(self.cards.tasks[card].shows)}" for card in cards]

    def seen(self, seat: str, move: Move, view: str) -> Move:
        """What is given blindly only its seat sees, what comes back both of the trade (11)."""
        if self.variant != "travel":
            return move
        if isinstance(move, m.Trade) and move.give and view != seat:
            return replace(move, give=(UNKNOWN_CARD,) * len(move.give))
        if isinstance(move, m.Return) and view not in (seat, self.side.seat):
            return replace(move, cards=(UNKNOWN_CARD,) * len(move.cards))
        return move
