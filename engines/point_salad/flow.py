"""What happens by itself in Point Salad. The numbers in brackets are the sections of rules.md."""

from collections.abc import Mapping, Sequence
from itertools import chain

from engines.game import Game
from engines.point_salad import words
from engines.point_salad.moves import PILES, SLOTS
from engines.point_salad.state import PointSalad
from engines.zone import Zone
from notation.chance import Chance

_EACH_PER_SEAT = 3
"""Cards of each veggie that a round uses, for each seat (1)."""


def set_up(game: Game, seats: int, options: Mapping[str, str], chance: Chance) -> PointSalad:
    """Shuffle the veggies, lay the cards of all rounds in the box, and deal the first one (1)."""
    table = PointSalad(game, seats, options, chance)
    each = _EACH_PER_SEAT * seats
    most = max(map(len, table.cards.of.values()))
    veggies = [
        chance.shuffle(code, list(cards)) if each < most else cards
        for code, cards in table.cards.of.items()
    ]
    parts = [cards[start : start + each] for start in range(0, most, each) for cards in veggies]
    table.box.lay(chain.from_iterable(parts))
    _deal(table)
    return table


def remake(table: PointSalad, emptied: Zone) -> None:
    """Give an emptied pile the bottom half of the leftmost of the largest piles (4).

    A pile of one card is not split, since half of one card is none.
    """
    largest = max(table.piles.values(), key=len)
    half = len(largest) // 2
    emptied.lay(largest.draw_bottom(half))
    if table.story is not None:
        table.story.append(words.remade(emptied.key, largest.key, half))


def flip(table: PointSalad, seat: str, card: str) -> None:
    """A point card turns to its veggie side (3)."""
    table.veggies[seat].put(table.points[seat].take(card))


def refill(table: PointSalad, slots: tuple[str, ...]) -> list[str]:
    """Fill the slots just emptied, in order, and return the cards that fill them (4).

    They are revealed after the drafted cards. No other slot can be empty with cards in its pile: an
    empty pile stays empty.
    """
    cards: list[str] = []
    for slot in sorted(slots):
        pile = table.piles[slot[0]]
        left = len(pile)
        if left:
            card = pile.draw()
            if table.unseen is not None:
                card = table.unseen.shown(card, len(slots) + len(cards))
            table.market[slot].put(card)
            cards.append(card)
            if table.story is not None:
                seen = card if card in table.cards.sides else None
                table.story.append(words.filled(slot, seen, table.cards.veggie_shown(card)))
            if left == 1:
                remake(table, pile)
    return cards


def end_turn(table: PointSalad, seat: str) -> None:
    """The next seat drafts; if piles and market are empty, the round is over (5)."""
    if any(table.piles.values()) or any(table.market.values()):
        table.to_act = table.next_seat(seat)
    elif table.round < table.rounds:
        _start_next_round(table)
    else:
        table.to_act = None


def _start_next_round(table: PointSalad) -> None:
    """Bank the scores and deal anew; the start seat moves on by one (5)."""
    table.to_act = table.seats[table.round % len(table.seats)]
    scores: Sequence[int]
    if table.unseen is None:
        scores = table.round_scores()
    else:
        scores = table.unseen.later(table.copy().round_scores)
    table.finished = (*table.finished, scores)
    for zone in (*table.points.values(), *table.veggies.values()):
        table.played.put_all(zone.gather())
    if table.story is not None:
        table.story.append(words.next_round(table.round, table.rounds, table.to_act))
    _deal(table)


def _deal(table: PointSalad) -> None:
    """Deal a round: shuffle, split into three piles, turn up the market (1)."""
    third = _EACH_PER_SEAT * len(table.seats) * len(table.cards.of) // len(PILES)
    deck = table.chance.shuffle("deck", table.box.draw_top(third * len(PILES)), _market)
    for index, pile in enumerate(table.piles.values()):
        pile.lay(deck[index * third : (index + 1) * third])
    for slot, place in table.market.items():
        place.put(table.piles[slot[0]].draw())


def _market(order: Sequence[str]) -> list[str]:
    """The cards that a deal turns up, in the order of the slots (1)."""
    third, each = len(order) // len(PILES), len(SLOTS) // len(PILES)
    return [card for top in range(0, len(order), third) for card in order[top : top + each]]
