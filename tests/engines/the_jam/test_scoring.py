"""rules.md, 12. Points, 13. The end, and 14. Kids."""

from engines.table import Points
from tests.engines.tables import refused
from tests.engines.the_jam.positions import CONE, play, position

HIDDEN = ["winter stock", "pies for granny", "tea party", "yummy-yummy"]
MADE = {
    "A": "apple-jam:cherry cherry-pie:dogwood<cherry-jam:apple salad-apple-peach-dogwood:walnut",
    "B": f"{CONE} peach-pie:cherry",
}
HANDS = {"A": "walnut-pie:apple"}


def test_each_recipe_gives_its_points_and_the_jam_in_a_pie_none() -> None:
    table = position(hands=HANDS, made=MADE)
    assert table.score("A")[:3] == [
        Points("apple jam", 2, "apple-jam:cherry"),
        Points("cherry pie", 5, "cherry-pie:dogwood"),
        Points("apple, peach and dogwood salad", 6, "salad-apple-peach-dogwood:walnut"),
    ]
    assert table.scores() == [2 + 5 + 6 + 1, 1 + 7]


def test_ruling_13_yummy_counts_every_card_before_the_seat_that_shows_the_fruit() -> None:
    made = {
        "A": f"cherry-jam:apple salad-cherry-gooseberry-cloudberry:apple<{CONE}+walnut-pie:apple"
    }
    table = position(hands={"A": "raspberry-jam:apple"}, made=made, tasks={"A": "W2 G2 Y1"})
    assert table.score("A")[-1] == Points("yummy-yummy", 3, hidden=True)


def test_ruling_14_two_yummy_tasks_count_both() -> None:
    made = {"A": "cherry-jam:apple apple-jam:cherry<currant-pie:apple"}
    table = position(hands=HANDS, made=made, tasks={"A": "W1 W2 G1 G2 Y1 Y4"})
    assert table.score("A")[-1].points == 3


def test_tasks_are_scored_with_the_best_use() -> None:
    made = {"A": "apple-jam:walnut strawberry-jam:currant currant-jam:dogwood apple-pie:peach"
            " dogwood-pie:raspberry"}  # fmt: skip
    table = position(hands=HANDS, made=made)
    points = {line.source: line.points for line in table.score("A") if line.card is None}
    assert points == dict(zip(HIDDEN, (7, 8, 0, 0), strict=True))


def test_lines_of_tasks_are_hidden_and_always_there() -> None:
    table = position(hands=HANDS, tasks={"A": "W1 W2 G1 G2 Y1 Y2"})
    for seat in "AB":
        lines = table.score(seat)
        assert [line.source for line in lines] == HIDDEN
        assert all(line.hidden and line.points == 0 for line in lines)


def test_in_travel_the_pile_is_one_hidden_line_and_fresh_recipes_are_open() -> None:
    table = position("travel", hands=HANDS, made=MADE)
    assert table.score("A")[:2] == [
        Points("cherry pie", 5, "cherry-pie:dogwood"),
        Points("piled recipes", 8, hidden=True),
    ]
    assert table.score("B")[0] == Points("piled recipes", 8, hidden=True)


def test_kids_score_the_number_of_recipes_and_share_a_tie() -> None:
    made = {"A": "apple-jam:cherry", "B": "peach-pie:cherry"}
    table = position("kids", hands=HANDS, made=made)
    assert table.score("A") == [Points("completed recipes", 1)]
    assert table.winners() == ["A", "B"]
    assert table.tie_reason(["A", "B"]).text == "they share the win"
    made["B"] += " walnut-jam:peach"
    assert position("kids", hands=HANDS, made=made).winners() == ["B"]


def test_kids_do_not_trade() -> None:
    made = {"A": "apple-jam:cherry", "B": "peach-pie:cherry"}
    table = position("kids", hands=HANDS, made=made)
    text = "trade B give=apple-jam:cherry"
    refused(table, text, "no-trade", "with kids, nothing is traded")


def test_the_most_points_win() -> None:
    table = position(hands=HANDS, made=MADE)
    assert table.winners() == ["A"]
    play(table, "basket walnut-pie:apple")
    assert table.over
    assert table.winners() == ["A"]


def test_ruling_15_a_tie_goes_to_the_most_yummy_points_and_is_then_shared() -> None:
    made = {"A": "apple-jam:cherry", "B": "currant-jam:peach"}
    table = position(hands=HANDS, made=made, tasks={"A": "W2 G2 Y4", "B": "W2 G2 Y1"})
    assert table.scores() == [3, 3]
    assert table.winners() == ["A"]
    assert table.tie_reason(["A", "B"]).text == "A has the most points for yummy-yummy"
    made = {"A": "peach-jam:cherry", "B": "currant-jam:peach"}
    table = position(hands=HANDS, made=made, tasks={"A": "W2 G2 Y1", "B": "W2 G2 Y1"})
    assert table.winners() == table.winners([3, 3]) == ["A", "B"]
    assert table.tie_reason(["A", "B"]).text == "they share the win"
    assert table.winners([3, 4]) == ["B"]
