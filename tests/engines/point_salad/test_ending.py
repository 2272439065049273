"""rules.md, 5. Ending (rulings 10 and 11)."""

import pytest

from engines.play import Illegal
from engines.point_salad import GAME
from engines.point_salad.moves import Point
from engines.point_salad.state import PointSalad
from engines.table import Counter, Points
from notation.chance import key_of, seeded_order
from notation.fault import Fault
from tests.engines.point_salad.positions import deal, lay, play, play_all


def test_ruling_10_the_game_ends_when_piles_and_market_are_empty() -> None:
    table = lay(market={"1a": "CB01", "1b": "CR01"})
    play(table, "veg 1a,1b")
    assert table.over
    assert table.moves() == []


def test_after_the_end_nothing_is_drafted() -> None:
    table = lay(market={"1a": "CB01"})
    play(table, "veg 1a")
    with pytest.raises(Illegal) as refusal:
        table.play("B", Point("1"))
    assert refusal.value.reason.rule == "cgn.game-over"


def test_ruling_10_the_most_points_win() -> None:
    table = lay(points={"A": "CB04", "B": "CB05"}, veggies={"A": "CR01 CR02", "B": "CR03"})
    assert table.scores() == [4, 1]
    assert table.winners() == ["A"]


def test_ruling_10_of_tied_seats_the_last_in_turn_order_wins_alone() -> None:
    table = lay(
        points={"A": "CB04", "B": "ON04", "C": "TO04"},
        veggies={"A": "CR01", "B": "TO01", "C": "ON01", "D": "CB01"},
        seats=4,
    )
    assert table.scores() == [2, 2, 2, 0]
    assert table.winners() == ["C"]
    assert table.tie_reason(["A", "B", "C"]).text == "C is the last of them in turn order"


def test_ruling_10_where_no_seat_has_points_the_last_seat_wins() -> None:
    assert deal(5).winners() == ["E"]


@pytest.mark.parametrize(
    ("seats", "values"),
    [(2, ("1", "2", "3")), (3, ("1", "2")), (4, ("1",)), (5, ("1",)), (6, ("1",))],
)
def test_ruling_11_rounds_by_the_number_of_seats(seats: int, values: tuple[str, ...]) -> None:
    for value in ("1", "2", "3", "4"):
        if value in values:
            GAME.check(seats, {"rounds": value})
        else:
            with pytest.raises(Fault):
                GAME.check(seats, {"rounds": value})


@pytest.mark.parametrize(("seats", "rounds"), [(2, "3"), (2, "2"), (3, "2")])
def test_ruling_11_each_round_uses_the_next_part_of_every_veggie(seats: int, rounds: str) -> None:
    table = deal(seats, rounds, seed="r")
    veggies = [list(shuffle.order) for shuffle in table.chance.shuffles[:6]]
    for number in range(int(rounds)):
        part = slice(number * 3 * seats, (number + 1) * 3 * seats)
        cards = [card for veggie in veggies for card in veggie[part]]
        assert table.chance.shuffles[-1].pile == "deck"
        assert list(table.chance.shuffles[-1].order) == seeded_order(key_of("r"), 6 + number, cards)
        play_round(table)
    assert table.over


def play_round(table: PointSalad) -> None:
    number = table.round
    while table.to_act is not None and table.round == number:
        table.play(table.to_act, table.moves()[0])


def test_ruling_11_the_next_market_is_revealed_by_the_shuffle_and_not_by_the_last_ply() -> None:
    table = lay(market={"1a": "CB01"}, rounds="2")
    table.chance.expect(None)
    assert play(table, "veg 1a") == ["CB01"]
    (made,) = table.chance.shuffles
    market = tuple([card for place in table.market.values() for card in place.cards])
    assert (made.pile, made.reveals) == ("deck", market)
    assert len(market) == 6
    assert [len(pile) for pile in table.piles.values()] == [10, 10, 10]


def test_ruling_11_tableaus_start_empty_and_their_cards_lie_apart() -> None:
    table = lay(market={"1a": "CB01"}, points={"A": "CB04"}, veggies={"B": "CR01"}, rounds="2")
    play(table, "veg 1a")
    tableaus = [*table.points.values(), *table.veggies.values()]
    assert not any(tableaus)
    assert set(table.played.cards) == {"CB01", "CB04", "CR01"}


def test_ruling_11_scores_add_up() -> None:
    table = lay(
        market={"1a": "CB01"},
        points={"A": "CB04", "B": "CB09"},
        veggies={"A": "CR01 CR02", "B": "PE01"},
        rounds="2",
    )
    assert table.scores() == [4, -4]
    play(table, "veg 1a")
    assert table.scores() == [4, -4]
    assert table.score("B") == [Points("round 1", -4)]
    assert table.counters() == [
        Counter("round", 2, most=2),
        Counter("banked", 4, "A"),
        Counter("banked", -4, "B"),
    ]


def test_ruling_11_a_later_round_scores_beside_the_finished_ones() -> None:
    table = lay(market={"1a": "CB01"}, points={"B": "CB04"}, veggies={"B": "CR01"}, rounds="2")
    play(table, "veg 1a")
    table.piles["1"].put("CB02")
    play(table, "point 1")
    assert table.score("B") == [Points("round 1", 2), Points("7 for fewest carrot", 7, "CB02")]
    assert table.scores() == [0, 9]


def test_ruling_11_the_start_seat_moves_on_by_one() -> None:
    starts = []
    table = deal(2, "3")
    for _ in range(3):
        starts.append(table.to_act)
        play_round(table)
    assert starts == ["A", "B", "A"]


def test_ruling_11_the_start_seat_moves_on_whoever_ended_the_round() -> None:
    table = lay(market={"1a": "CB01", "1b": "CR01", "2a": "LE01"}, seats=3, rounds="2")
    play(table, "veg 1a,1b")
    play(table, "veg 2a")
    assert table.to_act == "B"


def test_one_round_has_no_counters() -> None:
    assert deal(6).counters() == []


def test_a_card_of_a_finished_round_is_not_flipped() -> None:
    table = lay(market={"1a": "CB01"}, points={"B": "CB04"}, rounds="2")
    play(table, "veg 1a")
    with pytest.raises(Illegal) as refusal:
        play(table, "point 1 flip=CB04")
    assert refusal.value.reason.rule == "own-card"


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_game_without_flips_leaves_every_card_in_a_tableau(seats: int) -> None:
    table = deal(seats)
    play_all(table, choose=7)
    tableaus = [*table.points.values(), *table.veggies.values()]
    assert sum(map(len, tableaus)) == 18 * seats
