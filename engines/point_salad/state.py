"""The state of Point Salad. The numbers in brackets are the sections of rules.md."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from engines import wording
from engines.game import Game
from engines.point_salad.cards import Cards
from engines.point_salad.moves import PILES, SLOTS, VEGGIES_A_TURN
from engines.point_salad.scoring import Counts
from engines.point_salad.words import slot_title
from engines.table import Counter, Points, Table
from engines.unseen import kinds
from engines.wording import Sentence, say
from engines.zone import PLAIN, Display, Visibility, Zone
from notation.chance import Chance

_POINT_SIDE_UP = frozenset(["points", *(f"pile-{pile}" for pile in PILES)])


class PointSalad(Table):
    """A game of Point Salad in progress.

    Attributes:
        piles, market: the piles by name (`1`), the slots of the market likewise (`1a`).
        points, veggies: the two sides of each seat's tableau.
        box: the cards of later rounds, in the order of their deals, then the cards of no round.
        played: the cards of finished rounds.
        rounds: how many rounds are played.
        finished: the scores of each finished round, in seat order.
    """

    cards: Cards

    def __init__(self, game: Game, seats: int, options: Mapping[str, str], chance: Chance) -> None:
        super().__init__(game, seats, options, chance)
        for pile in PILES:
            self.add_zone(f"pile-{pile}", Visibility.TOP)
        for slot in SLOTS:
            self.add_zone(slot, Visibility.EVERYONE, display=Display(slot_title(slot)))
        for seat in self.seats:
            for side, display in (("points", Display("point cards")), ("veggies", PLAIN)):
                self.add_zone(side, Visibility.EVERYONE, owner=seat, ordered=False, display=display)
        self.add_zone("box", Visibility.NOBODY)
        self.add_zone("played", Visibility.EVERYONE, ordered=False, display=Display("cards played"))
        self.rounds = int(self.options["rounds"])
        self.finished: tuple[Sequence[int], ...] = ()
        self.part()

    def part(self) -> None:
        """Rename the table's own zones; nothing else changes in place."""
        self.piles = {pile: self.zone(f"pile-{pile}") for pile in PILES}
        self.market = {slot: self.zone(slot) for slot in SLOTS}
        self.points = {seat: self.zone("points", seat) for seat in self.seats}
        self.veggies = {seat: self.zone("veggies", seat) for seat in self.seats}
        self.box, self.played = self.zone("box"), self.zone("played")

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return len(self.finished) + 1

    def filled_slots(self) -> list[str]:
        """The slots of the market that hold a veggie."""
        return [slot for slot, place in self.market.items() if place]

    def pairs(self) -> list[tuple[str, ...]]:
        """Every two slots with veggies, or the only one, in the order of the slots (2)."""
        filled = self.filled_slots()
        return list(combinations(filled, min(len(filled), VEGGIES_A_TURN))) if filled else []

    def due_title(self) -> str:
        """What is left to draft (2)."""
        left = ["a point card"] if any(self.piles.values()) else []
        if filled := self.filled_slots():
            left.append("two veggies" if len(filled) >= VEGGIES_A_TURN else "the last veggie")
        return f"takes {' or '.join(left)}"

    def score(self, seat: str) -> list[Points]:
        """A line for each finished round, then one for each point card, in deck order (5, 6)."""
        index = self.seats.index(seat)
        finished = [
            Points(f"round {n}", scores[index]) for n, scores in enumerate(self.finished, 1)
        ]
        points = self.points[seat].cards
        if self.unseen is not None:
            seats = [self._veggies(zone) for zone in self.veggies.values()]
            return [*finished, *_worths(self.cards, points, seats[index], seats)]
        veggies = [self.veggies[seat].cards]
        if not self.cards.comparing.isdisjoint(points):
            veggies += [zone.cards for other, zone in self.veggies.items() if other != seat]
        return [*finished, *_lines(self.cards, points, *veggies)]

    def scores(self) -> list[int]:
        """Each seat's score, as `score` gives it, without a line for each card."""
        return [sum(rounds) for rounds in zip(*self.finished, self.round_scores(), strict=True)]

    def round_scores(self) -> list[int]:
        """The score of each seat's tableau now, in seat order (6)."""
        seats = [self._veggies(zone) for zone in self.veggies.values()]
        sides, points = self.cards.sides, self.points.values()
        return [
            sum([sides[card].score(own, seats) for card in zone.cards])
            for own, zone in zip(seats, points, strict=True)
        ]

    def _veggies(self, zone: Zone) -> Counts:
        """How many of each veggie a zone has; of a card seen in part the veggie is known."""
        if self.unseen is None:
            return self.cards.count(zone.cards)
        cards = self.unseen.peek(zone)
        try:
            return self.cards.count(cards)
        except KeyError:  # one of them is unseen
            sure = None not in map(self.cards.veggie_shown, cards)
            return self.cards.count([kinds(c)[0] for c in cards] if sure else zone.cards)

    def break_tie(self, seats: list[str]) -> list[str]:
        """The last in turn order wins alone (5)."""
        return seats[-1:]

    def tie_reason(self, seats: list[str]) -> Sentence:
        """The last in turn order wins (5)."""
        return say(wording.seat(seats[-1]), " is the last of them in turn order")

    def counters(self) -> list[Counter]:
        """The round and what each seat has banked, if more than one round is played."""
        if self.rounds == 1:
            return []
        rounds = zip(self.seats, *self.finished, strict=True)
        banked = [Counter("banked", sum(scores), seat) for seat, *scores in rounds]
        return [Counter("round", self.round, most=self.rounds), *banked]

    def places_of(self, word: str) -> list[str]:
        """The slots where a veggie lies, by its name or by the code of its card (2)."""
        return [
            slot
            for slot, place in self.market.items()
            if (card := place.top) is not None and word in (card, self.cards.veggie_shown(card))
        ]

    def labels(self, zone: Zone, cards: Sequence[str]) -> Sequence[str]:
        """The point side on piles and among point cards, elsewhere the veggie."""
        up = self.cards.faces if zone.name in _POINT_SIDE_UP else self.cards.veggie_of
        return [up[card] for card in cards]


@lru_cache(64)
def _lines(cards: Cards, points: tuple[str, ...], *veggies: tuple[str, ...]) -> tuple[Points, ...]:
    """A line for each point card of a seat, whose veggies are the first, in deck order (6)."""
    seats = [cards.count(own) for own in veggies]
    return tuple(_worths(cards, points, seats[0], seats))


def _worths(
    cards: Cards, points: Sequence[str], own: Counts, seats: Sequence[Counts]
) -> list[Points]:
    """A line for each of these point cards, in deck order, for a seat's own veggies (6)."""
    scored = [(card, cards.sides[card].score(own, seats)) for card in cards.in_order(points)]
    return [Points(cards.texts[card], score, card) for card, score in scored]
