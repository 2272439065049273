"""Rules that hold in every position of The Jam."""

from collections.abc import Iterator
from itertools import combinations, permutations, product

from hypothesis import example, given
from hypothesis import strategies as st

from engines.play import Illegal
from engines.players import Choose
from engines.the_jam import GAME
from engines.the_jam import moves as m
from engines.the_jam.state import TheJam
from notation.moves import Move
from replays.general.deal import all_cards, chooser, snapshot
from tests.engines.the_jam.positions import CARDS, deal
from tests.tries import tries

starts = st.tuples(st.sampled_from(GAME.seats), st.sampled_from([None, "kids", "travel"]))
seeds = st.integers(0, 1 << 32)


def some_move(table: TheJam, choose: Choose) -> Move:
    """A random legal move, more often a play or an answer than a trade."""
    moves = table.moves()
    trades = [move for move in moves if isinstance(move, m.Trade)]
    others = [move for move in moves if not isinstance(move, m.Trade)]
    likely = trades if trades and not choose(3) else others
    return likely[choose(len(likely))]


def played(start: tuple[int, str | None], seed: int, plies: int) -> tuple[TheJam, Choose]:
    table, choose = deal(*start, seed=str(seed)), chooser(str(seed))
    for _ in range(plies):
        if table.to_act is not None:
            table.play(table.to_act, some_move(table, choose))
    return table, choose


def check(table: TheJam) -> None:
    """Hands are full while there is a deck; each fresh recipe has its ingredients on it."""
    for seat, pantry in table.pantries.items():
        wanted = [3 if CARDS.of[card].kind == "salad" else 1 for card in pantry.fresh.cards]
        assert len(pantry.under) == sum(wanted)
        if table.deck and seat != table.whose_turn:
            assert len(table.hands[seat]) == 4
        ages = list(pantry.ages())
        assert [card for card, _, fresh in ages if fresh] == list(pantry.fresh.cards[::-1])
        assert [card for card, _, fresh in ages if not fresh] == list(pantry.recipes.cards[::-1])
        fresh = [age for _, age, fresh in ages if fresh]
        assert fresh == sorted(fresh)
    if table.variant.blind:
        tops = [CARDS.of[card].below for card in table.basket.usable()]
        assert len(set(tops)) == len(tops)


@tries(20)
@given(starts, seeds)
def test_no_card_is_lost_and_hands_stay_full_until_the_deck_is_empty(
    start: tuple[int, str | None], seed: int
) -> None:
    table, choose = deal(*start, seed=str(seed)), chooser(str(seed))
    cards = all_cards(table)
    while table.to_act is not None:
        table.play(table.to_act, some_move(table, choose))
        assert all_cards(table) == cards
        scores = [sum(line.points for line in table.score(seat)) for seat in table.seats]
        assert table.scores() == scores
        check(table)
    assert not table.deck
    assert not any(table.hands.values())


def conceivable(table: TheJam) -> Iterator[Move]:
    """Every play and answer with visible cards, legal or not."""
    hand = sorted(set(table.hands[table.whose_turn].cards))
    basket = sorted(set(table.basket.zone.cards))
    own = sorted(set(table.pantries[table.to_act or ""].cards))
    cards = sorted({*hand, *basket, *own})
    yield m.Pass()
    yield from (m.Jam(*pair) for pair in product(cards, repeat=2))
    for pie in cards:
        if CARDS.of[pie].kind == "pie":
            yield from (m.Pie(pie, *rest) for rest in product(own, [None, *hand]))
    for salad in cards:
        if CARDS.of[salad].kind == "salad":
            fruits = [c for c in basket if CARDS.of[c].below in CARDS.of[salad].fruits]
            yield from (m.Salad(salad, chosen) for chosen in combinations(fruits, 3))
    for card in cards:
        yield from (m.Basket(card), m.Forfeit(card), m.Return((card,)), m.Bid((card,)))


def unmade(move: Move) -> Move:
    """A move apart from the order of a salad's ingredients."""
    if isinstance(move, m.Salad):
        return m.Salad(move.recipe, tuple(sorted(move.ingredients)))
    return move


@tries(15)
@given(starts, seeds, st.integers(0, 110))
@example((2, "travel"), 4682968, 99)
def test_exactly_the_listed_plays_and_answers_can_be_played(
    start: tuple[int, str | None], seed: int, plies: int
) -> None:
    table, _ = played(start, seed, plies)
    if table.to_act is None:
        return
    single = [move for move in table.moves() if not isinstance(move, m.Trade)]
    listed = {
        unmade(move)
        for move in single
        if not (isinstance(move, m.Bid) and len(move.jams) > 1)
        and not (isinstance(move, m.Return) and len(move.cards) > 1)
    }
    legal = set(playable(table))
    assert listed <= legal
    # Of a seat with more than six jams, one bid for each sum is listed (16).
    left = legal - listed
    assert all(isinstance(move, m.Bid) for move in left)
    assert not left or len(table.completed(table.to_act, "jam")) > 6


def playable(table: TheJam) -> Iterator[Move]:
    """The conceivable moves that can be played; the others leave the table unchanged."""
    before, trial = snapshot(table), table.copy()
    for move in conceivable(table):
        try:
            trial.play(table.to_act or "", move)
        except Illegal:
            continue
        yield unmade(move)
        trial = table.copy()
    assert snapshot(trial) == before


def can_play(table: TheJam, move: Move) -> bool:
    trial = table.copy()
    assert trial.to_act is not None
    try:
        trial.play(trial.to_act, move)
    except Illegal:
        return False
    return True


@tries(15)
@given(starts, seeds, st.integers(20, 110))
def test_legality_does_not_depend_on_the_order_of_named_cards(
    start: tuple[int, str | None], seed: int, plies: int
) -> None:
    table, choose = played(start, seed, plies)
    for move in table.moves():
        if isinstance(move, m.Salad):
            for chosen in permutations(move.ingredients):
                assert can_play(table, m.Salad(move.recipe, chosen))
        elif isinstance(move, m.Bid):
            assert can_play(table, m.Bid(move.jams[::-1]))
        elif isinstance(move, m.Trade) and move.give and not choose(8):
            assert can_play(table, m.Trade(move.partner, move.give[::-1], move.get))


@tries(15)
@given(starts, seeds, st.integers(0, 110))
def test_an_open_score_reveals_no_hidden_card(
    start: tuple[int, str | None], seed: int, plies: int
) -> None:
    table, _ = played(start, seed, plies)
    if table.over or not table.variant.tasks:
        return
    for seat in table.seats:
        before = [line for line in table.score(seat) if not line.hidden]
        hidden = [line.source for line in table.score(seat) if line.hidden]
        tasks = table.zone("tasks", seat).gather()
        each = len(tasks) // 3
        table.zone("tasks", seat).lay(
            code
            for pile in CARDS.piles.values()
            for code in [c for c in pile if c not in tasks][:each]
        )
        after = table.score(seat)
        assert [line for line in after if not line.hidden] == before
        assert [line.source for line in after if line.hidden] == hidden
