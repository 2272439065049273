"""Rules that hold in every position of Point Salad."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from engines.play import Illegal
from engines.players import Choose
from engines.point_salad import GAME, ROUNDS
from engines.point_salad.moves import PILES, SLOTS, Point, Veg
from engines.point_salad.state import PointSalad
from notation.moves import Move
from replays.general.deal import all_cards, chooser, snapshot
from tests.engines.point_salad.positions import CARDS, deal
from tests.tries import tries

starts = st.sampled_from(
    [(seats, rounds) for seats in GAME.seats for rounds in ROUNDS.values[seats]]
)
seeds = st.integers(0, 10_000)


def random_move(table: PointSalad, choose: Choose) -> Move:
    """A random legal move, mostly without a flip, so that tableaus have both sides."""
    moves = table.moves()
    plain = [move for move in moves if isinstance(move, Point | Veg) and move.flip is None]
    likely = plain if choose(5) else moves
    return likely[choose(len(likely))]


def named(table: PointSalad, move: Move) -> list[str]:
    """The cards that a draft takes, in the order of the move."""
    if isinstance(move, Veg):
        return [table.market[slot].cards[0] for slot in move.slots]
    return [table.piles[move.pile].cards[0]] if isinstance(move, Point) else []


def unmade(move: Move) -> tuple[object, ...]:
    """A move apart from the order of its slots."""
    slots = tuple(sorted(move.slots)) if isinstance(move, Veg) else ()
    pile = move.pile if isinstance(move, Point) else None
    return pile, slots, getattr(move, "flip", None)


def check(table: PointSalad) -> None:
    assert all_cards(table) == sorted(CARDS.sides)
    for slot in SLOTS:
        assert len(table.market[slot]) <= 1
        assert table.market[slot] or not table.piles[slot[0]]
    if not all(table.piles.values()):
        assert max(map(len, table.piles.values())) <= 1
    assert table.scores() == [sum(line.points for line in table.score(s)) for s in table.seats]
    assert (table.to_act is None) == (not table.moves())
    winner = table.winners()
    assert len(winner) == 1


@tries(60)
@given(starts, seeds)
def test_no_card_is_lost_piles_are_remade_and_slots_are_filled(
    start: tuple[int, str], seed: int
) -> None:
    table, choose = deal(*start, seed=str(seed)), chooser(str(seed))
    check(table)
    plies = 0
    while table.to_act is not None:
        seat, number = table.to_act, table.round
        before = {card for place in table.market.values() for card in place.cards}
        move = random_move(table, choose)
        drafted = named(table, move)
        reveals = table.play(seat, move)
        after = [card for place in table.market.values() for card in place.cards]
        new: list[str] = []
        if table.round == number:
            new = [card for card in after if card not in before]
            assert table.to_act in (None, table.next_seat(seat))
        assert reveals == [(card, None) for card in (*drafted, *new)]
        check(table)
        plies += 1
    cards = 18 * start[0] * int(start[1])
    assert cards / 2 <= plies <= cards


@tries(25)
@given(starts, seeds, st.integers(0, 60))
def test_exactly_the_listed_moves_can_be_played_and_others_change_nothing(
    start: tuple[int, str], seed: int, plies: int
) -> None:
    table, choose = deal(*start, seed=str(seed)), chooser(str(seed))
    for _ in range(plies):
        if table.to_act is not None:
            table.play(table.to_act, random_move(table, choose))
    if table.to_act is None:
        return
    before = snapshot(table)
    listed = [unmade(move) for move in table.moves()]
    assert len(set(listed)) == len(listed)
    assert all(can_play(table, move, before) for move in table.moves())
    playable = {unmade(m) for m in conceivable(table, choose) if can_play(table, m, before)}
    assert playable <= set(listed)
    assert {move for move in listed if move[2] is None} <= playable
    assert snapshot(table) == before


def conceivable(table: PointSalad, choose: Choose) -> list[Move]:
    """Every draft, each with no flip, with cards the seat may flip, and with others."""
    codes = list(CARDS.sides)
    own = table.points[table.to_act or "A"].cards
    flips = dict.fromkeys([None, *own[:2], *(codes[choose(len(codes))] for _ in range(3))])
    drafts = [(slot,) for slot in SLOTS] + list(product(SLOTS, SLOTS))
    moves: list[Move] = [Point(pile, flip) for pile in PILES for flip in flips]
    return moves + [Veg(slots, flip) for slots in drafts for flip in flips]


def can_play(table: PointSalad, move: Move, before: dict[str, object]) -> bool:
    other = table.copy()
    assert other.to_act is not None
    try:
        other.play(other.to_act, move)
    except Illegal:
        assert snapshot(other) == before
        return False
    return True
