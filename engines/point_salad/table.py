"""Point Salad in progress: the rules of rules.md, whose sections and rulings are named here."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, combinations
from typing import Any, ClassVar, cast

from engines.game import Game
from engines.legacy import LegacyTable
from engines.play import Reveals
from engines.point_salad import refusals
from engines.point_salad.cards import Cards
from engines.point_salad.moves import PILES, SLOTS, VEGGIES_A_TURN, Point, Veg
from engines.point_salad.scoring import Counts
from engines.remembered import remembered
from engines.table import Counter, Points
from engines.zone import Visibility, Zone
from notation.chance import Chance
from notation.moves import Move

_EACH_PER_SEAT = 3
"""Cards of each veggie that a round uses, for each seat (ruling 1)."""

_POINT_SIDE_UP = frozenset(["points", *(f"pile-{pile}" for pile in PILES)])


class PointSalad(LegacyTable):
    """A game of Point Salad.

    `round` counts from 1. `piles` and `market` are keyed by pile (`1`) and slot (`1a`), `points`
    and `veggies`, the two sides of a tableau, by seat. `box` holds what later rounds deal, in
    that order, and what no round does; `played` the cards of finished rounds.
    """

    cards: Cards

    def __init__(self, game: Game, seats: int, options: Mapping[str, str], chance: Chance) -> None:
        super().__init__(game, seats, options, chance)
        self.round = 1
        self.rounds = int(self.options["rounds"])
        self.piles = {pile: Zone(f"pile-{pile}", Visibility.TOP) for pile in PILES}
        self.market = {slot: Zone(slot, Visibility.EVERYONE) for slot in SLOTS}
        self.points = {seat: self._tableau("points", seat) for seat in self.seats}
        self.veggies = {seat: self._tableau("veggies", seat) for seat in self.seats}
        self.box = Zone("box", Visibility.NOBODY)
        self.played = Zone("played", Visibility.EVERYONE, ordered=False)
        self._banked: dict[str, list[int]] = {seat: [] for seat in self.seats}
        self._lines_of = remembered(Cards.lines, self.cards)
        self.box.lay(self._cards_of_all_rounds())
        self._deal()

    @staticmethod
    def _tableau(side: str, seat: str) -> Zone:
        return Zone(side, Visibility.EVERYONE, owner=seat, ordered=False)

    def _cards_of_all_rounds(self) -> list[str]:
        """Every card, round after round, veggie after veggie (Setting up; ruling 11)."""
        each = _EACH_PER_SEAT * len(self.seats)
        most = max(map(len, self.cards.of.values()))
        veggies = [
            self.chance.shuffle(code, list(cards)) if each < most else cards
            for code, cards in self.cards.of.items()
        ]
        parts = (cards[start : start + each] for start in range(0, most, each) for cards in veggies)
        return list(chain.from_iterable(parts))

    def _deal(self) -> None:
        """Deal a round: shuffle, part into three piles, turn up the market (Setting up)."""
        third = _EACH_PER_SEAT * len(self.seats) * len(self.cards.of) // len(PILES)
        cards = self.box.draw_top(third * len(PILES))
        deck = self.chance.shuffle("deck", cards)
        for index, pile in enumerate(self.piles.values()):
            pile.lay(deck[index * third : (index + 1) * third])
        for slot, place in self.market.items():
            place.put(self.piles[slot[0]].draw())

    def _draft_point(self, move: Point) -> Reveals:
        """Section Drafting. The market is full as it was, so nothing is refilled."""
        seat = cast("str", self.to_act)
        pile, points, flip = self.piles[move.pile], self.points[seat], move.flip
        if not pile or (flip is not None and flip != pile.top and flip not in points):
            raise refusals.of_point(self, seat, move)
        points.put(pile.draw())
        if not pile:
            self._remake(pile)
        if flip is not None:
            self.veggies[seat].put(points.take(flip))
        self._pass_turn(seat)
        return []

    def _draft_veggies(self, move: Veg) -> Reveals:
        """Section Drafting (ruling 6)."""
        seat = cast("str", self.to_act)
        slots, flip = move.slots, move.flip
        if not self.may_draft(slots) or (flip is not None and flip not in self.points[seat]):
            raise refusals.of_veg(self, seat, move)
        veggies = self.veggies[seat]
        for slot in slots:
            veggies.put(self.market[slot].draw())
        if flip is not None:
            veggies.put(self.points[seat].take(flip))
        reveals = self._refill(slots)
        self._pass_turn(seat)
        return reveals

    rules: ClassVar[Mapping[type[Move], Callable[[Any, Any], Reveals]]] = {
        Point: _draft_point,
        Veg: _draft_veggies,
    }

    def may_draft(self, slots: tuple[str, ...]) -> bool:
        """Whether the veggies in these slots may be drafted together (ruling 6)."""
        market = self.market
        if len(slots) == VEGGIES_A_TURN:
            first, second = slots
            return first != second and bool(market[first]) and bool(market[second])
        return len(slots) == 1 and self.filled_slots() == [*slots]

    def filled_slots(self) -> list[str]:
        """The slots of the market in which a veggie lies."""
        return [slot for slot, place in self.market.items() if place]

    def _refill(self, slots: tuple[str, ...]) -> Reveals:
        """Fill the slots just emptied (Refilling; rulings 8 and 9).

        No other slot can be empty with cards in its pile: an empty pile stays so.
        """
        reveals: Reveals = []
        for slot in sorted(slots):
            pile = self.piles[slot[0]]
            if pile:
                card = pile.draw()
                self.market[slot].put(card)
                reveals.append((card, None))
                if not pile:
                    self._remake(pile)
        return reveals

    def _remake(self, emptied: Zone) -> None:
        """Give an emptied pile the bottom half of the leftmost largest one (ruling 9).

        Half of one card is none: such a pile is not split.
        """
        largest = max(self.piles.values(), key=len)
        emptied.lay(largest.draw_bottom(len(largest) // 2))

    def _pass_turn(self, seat: str) -> None:
        if any(self.piles.values()) or any(self.market.values()):
            self.to_act = self.next_seat(seat)
        elif self.round < self.rounds:
            self._start_next_round()
        else:
            self.to_act = None

    def _start_next_round(self) -> None:
        """Bank the scores and deal anew; the start seat moves on by one (ruling 11)."""
        for seat, points in zip(self.seats, self._tableau_scores(), strict=True):
            self._banked[seat].append(points)
        for zone in (*self.points.values(), *self.veggies.values()):
            self.played.put_all(zone.gather())
        self.to_act = self.seats[self.round % len(self.seats)]
        self.round += 1
        self._deal()

    def moves(self) -> list[Move]:
        """Point drafts, then veggies, each without a flip and then with each one, in deck order."""
        if self.to_act is None:
            return []
        points = self.points[self.to_act].cards
        flips = [None, *self.cards.in_order(points)]
        found: list[Move] = []
        for name, pile in self.piles.items():
            if pile.top is not None:
                choices = [None, *self.cards.in_order([*points, pile.top])]
                found += [Point(name, flip) for flip in choices]
        found += [Veg(slots, flip) for slots in self.drafts() for flip in flips]
        return found

    def drafts(self) -> list[tuple[str, ...]]:
        """Every choice of veggies, in the order of the slots (ruling 6)."""
        filled = self.filled_slots()
        if len(filled) < VEGGIES_A_TURN:
            return [(slot,) for slot in filled]
        return list(combinations(filled, VEGGIES_A_TURN))

    def score(self, seat: str) -> list[Points]:
        """A line for each finished round, then one for each point card, in deck order."""
        points, veggies = self.points[seat].cards, self.veggies[seat].cards
        finished = [
            Points(f"round {number}", banked)
            for number, banked in enumerate(self._banked[seat], start=1)
        ]
        return [*finished, *self._lines_of(points, veggies, self._compared(seat, points))]

    def _compared(self, seat: str, points: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """The veggies of the other seats, if what these point cards score rests on them."""
        if self.cards.comparing.isdisjoint(points):
            return ()
        return tuple([zone.cards for other, zone in self.veggies.items() if other != seat])

    def scores(self) -> list[int]:
        """Each seat's score, as `score` gives it, without counting anything twice."""
        return [
            sum(self._banked[seat]) + points
            for seat, points in zip(self.seats, self._tableau_scores(), strict=True)
        ]

    def _tableau_scores(self) -> list[int]:
        """What each tableau scores as it lies (section Scoring)."""
        counts = self._counts()
        seats = list(counts.values())
        return [
            sum(self.cards.sides[card].score(own, seats) for card in self.points[seat].cards)
            for seat, own in counts.items()
        ]

    def _counts(self) -> dict[str, Counts]:
        return {seat: self.cards.count(zone.cards) for seat, zone in self.veggies.items()}

    def winners(self, scores: Sequence[int] | None = None) -> list[str]:
        """The one seat with the most points; of tied ones the last in turn order (ruling 10)."""
        scores = self.scores() if scores is None else scores
        best = max(scores)
        return [[seat for seat, score in zip(self.seats, scores, strict=True) if score == best][-1]]

    def zones(self) -> list[Zone]:
        """Piles, market, tableaus seat by seat, box, and the cards of finished rounds."""
        tableaus = [zone for seat in self.seats for zone in (self.points[seat], self.veggies[seat])]
        return [*self.piles.values(), *self.market.values(), *tableaus, self.box, self.played]

    def counters(self) -> list[Counter]:
        """The round and what each seat has banked, where more than one round is played."""
        if self.rounds == 1:
            return []
        banked = [Counter("banked", sum(self._banked[seat]), seat) for seat in self.seats]
        return [Counter("round", self.round, most=self.rounds), *banked]

    def labels(self, zone: Zone, cards: Sequence[str]) -> Sequence[str]:
        """The point side on piles and among point cards, elsewhere the veggie."""
        up = self.cards.faces if zone.name in _POINT_SIDE_UP else self.cards.veggie_of
        return [up[card] for card in cards]
