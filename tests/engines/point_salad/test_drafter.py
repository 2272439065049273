"""The sensible player of Point Salad drafts what is worth most to its tableau."""

from engines.point_salad import GAME
from engines.point_salad.moves import Point, Veg
from notation.moves import Move
from replays.general.deal import chooser
from tests.engines.point_salad.positions import deal, lay


def first(n: int) -> int:
    del n
    return 0


def drafted(seed: str) -> list[Move]:
    """The moves of a game among sensible players."""
    table, choose = deal(4, seed=seed), chooser(seed)
    moves = []
    while table.to_act is not None:
        move = GAME.player(table, choose)
        table.play(table.to_act, move)
        moves.append(move)
    return moves


def test_it_drafts_the_veggies_that_its_cards_score() -> None:
    market = {"1a": "CR05", "1b": "ON01", "2a": "CR06", "2b": "LE01"}
    table = lay(market=market, points={"A": "CB04"})
    assert GAME.player(table, first) == Veg(("1a", "2a"))


def test_it_drafts_the_point_card_that_scores_its_veggies() -> None:
    market = {"1a": "CR05", "1b": "CR06"}
    table = lay(piles=("PE04", "CR04", ""), market=market, veggies={"A": "CB01 CB02 CB03"})
    assert GAME.player(table, first) == Point("2")


def test_it_flips_a_card_that_costs_it_points() -> None:
    table = lay(market={"1a": "CB01"}, points={"A": "CB08 CR04"}, veggies={"A": "CB02 CB03"})
    assert GAME.player(table, first) == Veg(("1a",), flip="CB08")


def test_it_takes_the_last_veggie_that_costs_it_points() -> None:
    table = lay(market={"2b": "ON01"}, points={"A": "CB07"})
    assert GAME.player(table, first) == Veg(("2b",), flip="CB07")


def test_chance_only_decides_between_equal_drafts() -> None:
    market = {"1a": "CR05", "1b": "CR06", "2a": "CR07"}
    table = lay(market=market, points={"A": "CB04 CB05"})
    sizes: list[int] = []

    def last(n: int) -> int:
        sizes.append(n)
        return n - 1

    assert GAME.player(table, last) == Veg(("1b", "2a"))
    assert sizes == [3]


def test_its_games_have_point_cards_veggies_and_flips() -> None:
    moves = [move for seed in "abc" for move in drafted(seed)]
    points = [move for move in moves if isinstance(move, Point)]
    pairs = [move for move in moves if isinstance(move, Veg) and len(move.slots) == 2]
    flips = [move for move in moves if isinstance(move, Point | Veg) and move.flip]
    assert len(points) > 20
    assert len(pairs) > 20
    assert flips


def test_the_same_seed_gives_the_same_game() -> None:
    assert drafted("again") == drafted("again")
