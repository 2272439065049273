"""The state of The Jam. The numbers in brackets are the sections of rules.md."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from msgspec import Struct

from engines.game import Game
from engines.play import Phase, Reveals
from engines.table import Counter, Points, Table
from engines.the_jam import words
from engines.the_jam.basket import Basket, Stacks
from engines.the_jam.cards import BEAR, KARLSMAN, Cards, Kind
from engines.the_jam.details import BidDetails, TasksDetails, UnderDetails, tasks
from engines.the_jam.moves import Return, Trade
from engines.the_jam.pantry import Pantry
from engines.the_jam.scoring import ScoredCards, lines, total, yummy
from engines.unseen import UnseenCard
from engines.wording import Sentence
from engines.zone import Display, Visibility, Zone
from notation.chance import Chance
from notation.moves import Move
from notation.record import UNKNOWN_CARD


class JamPhase(Phase):
    """What is asked of the seat to act; the numbers are part of a position (15)."""

    PLAY = 0, "may trade, then plays a card"
    BID = 1, "may bid for Karlsman, or pass"
    JAM = 2, "gives up a jam for Karlsman"
    PIE = 3, "gives up a pie for the Bear"
    RETURN = 4, "gives as many recipes back"


PLAY, BID, JAM, PIE, RETURN = JamPhase


COSTS: Mapping[Phase, Kind] = {JAM: "jam", PIE: "pie"}
"""The kind of recipe to be given up in these phases."""

CAUSES: Mapping[Phase, str] = {JAM: KARLSMAN, PIE: BEAR}
"""The guest for whom it is given up."""


class Variant(Struct, frozen=True):
    """A variant of the game.

    Attributes:
        own, shared: who sees the zones of each seat, and the shared ones other than the basket.
        basket: how the ingredients are arranged in the basket.
        tasks: whether there are tasks, guests and trades; if not, recipes are just counted (14).
        blind: whether settled recipes lie on a face-down pile, and trades are blind (11).
    """

    own: Mapping[str, Visibility]
    shared: Mapping[str, Visibility]
    basket: type[Basket] = Basket
    tasks: bool = True
    blind: bool = False


_EVERYONE, _OWNER, _NOBODY = Visibility.EVERYONE, Visibility.OWNER, Visibility.NOBODY

_KIDS = Variant(
    own={"hand": _OWNER, "recipes": _EVERYONE, "fresh": _EVERYONE, "under": _NOBODY},
    shared={"deck": _NOBODY},
    tasks=False,
)
_FULL = Variant(
    own={**_KIDS.own, "guests": _EVERYONE, "tasks": _OWNER},
    shared={
        **_KIDS.shared,
        "middle": _EVERYONE,
        "box": _EVERYONE,
        **dict.fromkeys(("winter", "granny", "yummy"), _NOBODY),
    },
)
_TRAVEL = Variant(
    own={**_FULL.own, "recipes": _OWNER, "given": _OWNER},
    shared=_FULL.shared,
    basket=Stacks,
    blind=True,
)

VARIANTS: Mapping[str | None, Variant] = {None: _FULL, "kids": _KIDS, "travel": _TRAVEL}
"""What the variants are, by the value of the option."""

_UNORDERED = ("hand", "recipes", "guests")


class TheJam(Table):
    """A game of The Jam in progress.

    Attributes:
        variant: what is played.
        whose_turn: the seat whose turn it is, or was last once the game is over.
        hands, pantries: the cards in hand and the completed recipes, by seat.
        basket, deck: the ingredients, and the pile of playing cards.
        bidder, bid: the seat that has bid last for Karlsman, and the jams it named.
        turns: how many turns have ended.
        traded: whether there was a blind trade in this turn (11).
        given_ages: the ages of the recipes in its zone `given`, from the bottom: those of a blind
            trade that is not answered yet.
        drawn: the cards drawn since the last ply, which the next one reveals (2).
    """

    cards: Cards
    first_phase: ClassVar[Phase] = PLAY

    def __init__(self, game: Game, seats: int, options: Mapping[str, str], chance: Chance) -> None:
        super().__init__(game, seats, options, chance)
        self.variant = variant = VARIANTS[self.options.get("variant")]
        for seat in self.seats:
            for name, visibility in variant.own.items():
                display, ordered = Display(words.zone_title(name)), name not in _UNORDERED
                self.add_zone(name, visibility, owner=seat, ordered=ordered, display=display)
        ordered = variant.basket.ordered
        self.add_zone("basket", _EVERYONE, ordered=ordered, display=Display(spread=True))
        for name, visibility in variant.shared.items():
            self.add_zone(name, visibility, display=Display(words.zone_title(name)))
        self.whose_turn = self.seats[0]
        self.bidder: str | None = None
        self.bid: tuple[str, ...] = ()
        self.turns = 0
        self.traded = False
        self.given_ages: list[int] = []
        self.drawn: Reveals = []
        self.pantries = {seat: Pantry(*self._shelves(seat)) for seat in self.seats}
        self._name_zones()

    def _name_zones(self) -> None:
        self.hands = {seat: self.zone("hand", seat) for seat in self.seats}
        self.basket = self.variant.basket(self.zone("basket"), self.cards.of)
        self.deck = self.zone("deck")

    def _shelves(self, seat: str) -> tuple[Zone, Zone, Zone]:
        """The zones of a pantry."""
        return self.zone("recipes", seat), self.zone("fresh", seat), self.zone("under", seat)

    def part(self) -> None:
        """Copy the pantries, the ages of recipes given, and the cards drawn."""
        self.given_ages, self.drawn = self.given_ages.copy(), self.drawn.copy()
        self.pantries = {s: pantry.copy(*self._shelves(s)) for s, pantry in self.pantries.items()}
        self._name_zones()

    def name_unseen(self, face: Callable[[str], str]) -> None:
        """Name the cards that were drawn since the last ply, which the next one reveals."""
        self.drawn = [(face(card), seat) for card, seat in self.drawn]

    def clockwise(self, seat: str) -> tuple[str, ...]:
        """Every seat, from this one on."""
        at = self.seats.index(seat)
        return self.seats[at:] + self.seats[:at]

    def completed(self, seat: str, kind: Kind) -> list[str]:
        """A seat's known completed recipes of a kind, in deck order."""
        of = self.cards.of
        cards = [card for card in self.pantries[seat].cards if card in of]
        return self.cards.in_order(card for card in cards if of[card].kind == kind)

    def hides_recipes(self, *seats: str) -> bool:
        """Whether one of these seats has completed recipes that nobody wrote down (11)."""
        unseen = self.unseen
        return unseen is not None and any(
            isinstance(card, UnseenCard)
            for seat in seats
            for card in unseen.peek(self.pantries[seat].recipes)
        )

    def reveal(self) -> Reveals:
        """The cards drawn since the last ply, which are shown with this one (2)."""
        reveals, self.drawn = self.drawn, []
        return reveals

    @property
    def turn_of(self) -> str | None:
        """The seat whose turn it is, also while others answer; None once the game is over."""
        return None if self.over else self.whose_turn

    def due_title(self) -> str:
        """What the seat to act does next, with the bid to beat or the recipes to be returned."""
        if self.phase is BID and self.bid:
            return f"may bid more than {self.cards.points(self.bid)}, or pass"
        if self.phase is RETURN:
            count = len(self.given_ages)
            return f"gives {count} {'recipe' if count == 1 else 'recipes'} back"
        if self.phase is PLAY and not self.may_trade():
            return "plays a card"
        return super().due_title()

    def may_trade(self) -> bool:
        """Whether the seat whose turn it is may make any trade (6, 11, 14)."""
        if self.traded or not self.variant.tasks:
            return False
        if not self.variant.blind:
            return any(pantry.cards for pantry in self.pantries.values())
        piles = {seat: pantry.recipes for seat, pantry in self.pantries.items()}
        return bool(piles.pop(self.whose_turn)) and any(piles.values())

    def score(self, seat: str) -> list[Points]:
        """The seat's recipes, guests and tasks; for kids the number of recipes (12)."""
        if not self.variant.tasks:
            return [Points("completed recipes", len(self.pantries[seat].cards))]
        return [*lines(self.cards, self._scored_cards(seat), hidden=not self.over)]

    def scores(self) -> list[int]:
        """Each seat's score, without its lines."""
        if not self.variant.tasks:
            return [len(pantry.cards) for pantry in self.pantries.values()]
        return [total(self.cards, self._scored_cards(seat)) for seat in self.seats]

    def break_tie(self, seats: list[str]) -> list[str]:
        """The seats with the most points for yummy-yummy; kids share a tie (13, 14)."""
        if not self.variant.tasks:
            return seats
        points = {seat: yummy(self.cards, self._scored_cards(seat)) for seat in seats}
        return [seat for seat in seats if points[seat] == max(points.values())]

    def tie_reason(self, seats: list[str]) -> Sentence:
        """Who has the most points for yummy-yummy; nothing if all have the same (13, 14)."""
        first = self.break_tie(seats)
        return words.most_yummy(first) if len(first) < len(seats) else super().tie_reason(seats)

    def _scored_cards(self, seat: str) -> ScoredCards:
        pantry = self.pantries[seat]
        fresh, settled, under = pantry.fresh.cards, pantry.recipes.cards, pantry.under.cards
        guests, tasks = self.zone("guests", seat).cards, self.zone("tasks", seat).cards
        if self.variant.blind:
            given = self.zone("given", seat).cards
            return ScoredCards(fresh, settled + given, under, guests, tasks)
        return ScoredCards(fresh + settled, None, under, guests, tasks)

    def details(self, view: str | None) -> dict[str, Struct]:
        """The bids, the recipe under each ingredient, and the recipes for the tasks a view sees."""
        details: dict[str, Struct] = {}
        if self.phase is BID:
            details["middle"] = self._bids(view)
        for seat, pantry in self.pantries.items():
            if pantry.under:
                details[pantry.under.key] = UnderDetails(pantry.lying_on())
            zone = self._zones.get(f"tasks.{seat}")
            if zone and (view is None or all(zone.open_to(view))):
                served = self.known(self._served, seat)
                if served is not None:
                    details[zone.key] = served
        return details

    def _served(self, seat: str) -> TasksDetails:
        return tasks(self.cards, self._scored_cards(seat))

    def _bids(self, view: str | None) -> BidDetails:
        seats, due = self.clockwise(self.whose_turn), self.due_for(view)
        at = seats.index(due.seats[0]) if due else 0
        out = tuple([seat for seat in seats[:at] if seat != self.bidder])
        return BidDetails(self.cards.points(self.bid), self.bidder, self.bid, out, seats[at:])

    def labels(self, zone: Zone, cards: Sequence[str]) -> Sequence[str]:
        """The fruits of a task before a seat; the codes of other cards."""
        if zone.name != "tasks":
            return cards
        return [f"{card} {'/'.join(self.cards.tasks[card].shows)}" for card in cards]

    def seen(self, seat: str, move: Move, view: str) -> Move:
        """Only its seat sees what a blind trade gives; both seats see what comes back (11)."""
        if not self.variant.blind:
            return move
        if isinstance(move, Trade) and move.give and view != seat:
            return replace(move, give=(UNKNOWN_CARD,) * len(move.give))
        if isinstance(move, Return) and view not in (seat, self.whose_turn):
            return replace(move, cards=(UNKNOWN_CARD,) * len(move.cards))
        return move

    def counters(self) -> list[Counter]:
        """What is due and bid, and the order in which recipes were completed (15)."""
        ages = Counter("ages", _number(self._ages(), 1 + len(self.seats) * self._places))
        if not self.variant.tasks:
            return [ages]
        seats = len(self.seats)
        counters = [
            Counter("at-turn", 1 + self.seats.index(self.whose_turn), most=seats),
            Counter("due", self.phase, most=max(JamPhase)),
            Counter("bid", self.cards.points(self.bid)),
            Counter("bidder", 1 + self.seats.index(self.bidder) if self.bidder else 0, most=seats),
            Counter("bid-jams", self._jams_bid()),
            Counter("arrived", self.pantries[self.whose_turn].arrivals(self.turns)),
            ages,
        ]
        if self.variant.blind:
            counters.append(Counter("traded", int(self.traded), most=1))
        return counters

    def shown_counters(self) -> list[Counter]:
        """None: `due` gives the last bid."""
        return []

    def _jams_bid(self) -> int:
        """The jams of the last bid in the order named, each by its number among the bidder's."""
        if self.bidder is None:
            return 0
        jams = list(dict.fromkeys(self.completed(self.bidder, "jam")))
        return _number([1 + jams.index(jam) for jam in self.bid], 1 + len(jams))

    @property
    def _places(self) -> int:
        """A seat's digits: one for what is fresh, and two for each kind of like cards."""
        return 1 + 2 * len(self.cards.copies)

    def _ages(self) -> list[int]:
        """The digits of the recipes whose age matters, the oldest recipe first.

        The age matters of fresh recipes, and of recipes of which the deck has several.
        """
        kinds = {card: 2 * index for index, card in enumerate(self.cards.copies)}
        ages: list[tuple[int, int]] = []
        for index, (seat, pantry) in enumerate(self.pantries.items()):
            first = 1 + index * self._places
            for card, age, fresh in pantry.ages():
                if fresh or card in kinds:
                    ages.append((age, first if fresh else first + 1 + kinds[card]))
            if self.given_ages and seat == self.whose_turn:
                given = reversed(self.zone("given", seat).cards)
                for card, age in zip(given, self.given_ages, strict=True):
                    if card in kinds:
                        ages.append((age, first + 2 + kinds[card]))
        return [place for _, place in sorted(ages)]


def _number(digits: Iterable[int], base: int) -> int:
    """The number that these digits make, the first one the highest."""
    number = 0
    for digit in digits:
        number = number * base + digit
    return number
