"""rules.md, 5. Sets to 8. The end (rulings 5 to 8)."""

import pytest

from engines.table import Points
from tests.engines.grab_your_breakfast.positions import play, position


def lines(tiles: str) -> dict[str, int]:
    """The score lines of a seat with these tiles."""
    return {line.source: line.points for line in position(a=tiles).score("A")}


@pytest.mark.parametrize(
    ("tiles", "source", "points"),
    [
        ("coffee-cup coffee-pot", "coffee sets", 3),
        ("toast toast", "toast sets", 2),
        ("egg egg", "egg sets", 2),
        ("pancakes pancakes", "pancakes sets", 3),
        ("cereal-puffs cereal-puffs", "cereal sets", 2),
        ("cereal-puffs cereal-hoops", "cereal sets", 2),
    ],
)
def test_each_kind_of_set_scores_again_for_each_set(tiles: str, source: str, points: int) -> None:
    assert lines(tiles) == {source: points}
    assert lines(f"{tiles} {tiles} {tiles}") == {source: 3 * points}


def test_two_cups_are_no_set() -> None:
    assert lines("coffee-cup coffee-cup") == {"tiles left over": -2}


def test_ruling_6_each_main_tile_left_over_costs_a_point() -> None:
    assert lines("toast toast toast") == {"toast sets": 2, "tiles left over": -1}
    assert lines("toast egg pancakes cereal-hoops coffee-pot") == {"tiles left over": -5}


def test_ruling_6_of_coffee_the_difference_of_cups_and_pots_is_left_over() -> None:
    tiles = "coffee-cup coffee-cup coffee-cup coffee-pot"
    assert lines(tiles) == {"coffee sets": 3, "tiles left over": -2}


@pytest.mark.parametrize(("bonus", "item", "points"), [("sugar", "coffee", 3), ("jam", "toast", 2)])
def test_ruling_5_a_bonus_tile_scores_with_a_set_of_its_item_one_set_each(
    bonus: str, item: str, points: int
) -> None:
    pair = {"coffee": "coffee-cup coffee-pot", "toast": "toast toast"}[item]
    sets, with_bonus = f"{item} sets", f"{bonus} with {item}"
    assert lines(f"{pair} {bonus}") == {sets: points, with_bonus: 2}
    assert lines(f"{pair} {bonus} {bonus}") == {sets: points, with_bonus: 2}
    assert lines(f"{pair} {pair} {bonus} {bonus}") == {sets: 2 * points, with_bonus: 4}


def test_ruling_5_maple_syrup_goes_with_pancakes() -> None:
    assert lines("pancakes pancakes maple-syrup") == {
        "pancakes sets": 3,
        "maple syrup with pancakes": 2,
    }


def test_ruling_5_an_unpaired_bonus_tile_scores_nothing_and_costs_nothing() -> None:
    assert lines("sugar jam") == {}
    assert lines("sugar toast toast") == {"toast sets": 2}
    assert lines("jam toast") == {"tiles left over": -1}


def test_ruling_7_balanced_diet_is_sets_of_four_of_the_five_items_once() -> None:
    three = "coffee-cup coffee-pot toast toast egg egg"
    four = f"{three} pancakes pancakes"
    five = f"{four} cereal-puffs cereal-hoops"
    assert "balanced diet" not in lines(f"{three} pancakes")
    assert lines(four)["balanced diet"] == 2
    assert lines(five)["balanced diet"] == 2
    assert lines(f"{five} {five}")["balanced diet"] == 2


def test_ruling_7_four_sets_of_three_items_are_no_balanced_diet() -> None:
    assert "balanced diet" not in lines("toast toast toast toast egg egg pancakes pancakes")


def test_ruling_7_the_cereal_bonus_is_for_all_four_cereals_once() -> None:
    three = "cereal-hoops cereal-flakes cereal-puffs"
    assert lines(f"{three} cereal-puffs") == {"cereal sets": 4}
    assert lines(f"{three} cereal-muesli") == {"cereal sets": 4, "cereal bonus": 2}
    assert lines(f"{three} cereal-muesli " * 2)["cereal bonus"] == 2


def test_ruling_7_the_sweet_tooth_needs_a_syrup_and_a_jam_or_a_sugar_once() -> None:
    assert lines("maple-syrup jam") == {"sweet tooth": 2}
    assert lines("maple-syrup sugar") == {"sweet tooth": 2}
    assert lines("maple-syrup maple-syrup sugar sugar jam jam") == {"sweet tooth": 2}
    assert lines("maple-syrup maple-syrup") == {}
    assert lines("jam sugar") == {}


def test_a_breakdown_has_a_line_for_each_kind_in_deck_order() -> None:
    tiles = "toast toast toast jam coffee-cup coffee-pot sugar maple-syrup egg egg egg egg"
    assert position(a=tiles).score("A") == [
        Points("coffee sets", 3),
        Points("toast sets", 2),
        Points("egg sets", 4),
        Points("sugar with coffee", 2),
        Points("jam with toast", 2),
        Points("sweet tooth", 2),
        Points("tiles left over", -1),
    ]


def test_ruling_8_the_most_points_win_though_others_have_more_tiles() -> None:
    table = position("egg - - - -", A="egg egg", a="egg pancakes pancakes", b="jam jam jam jam jam")
    play(table, "take r1c1 using=egg")
    assert (table.over, table.scores(), table.winners()) == (True, [5, 0], ["A"])


def test_ruling_8_of_tied_seats_the_one_with_the_most_tiles_wins_bonus_tiles_included() -> None:
    table = position(seats=3, a="toast toast", b="egg egg sugar", c="cereal-puffs cereal-puffs")
    assert (table.scores(), table.winners()) == ([2, 2, 2], ["B"])
    assert table.tie_reason(["A", "B", "C"]).text == "B has the most tiles"


def test_ruling_8_still_tied_seats_share_the_win() -> None:
    table = position(seats=3, a="toast toast", b="egg egg sugar", c="cereal-puffs cereal-hoops jam")
    assert table.winners() == ["B", "C"]
    assert table.winners(table.scores()) == ["B", "C"]
    assert table.tie_reason(["A", "B", "C"]).text == "they share the win"


def test_a_game_not_finished_scores_as_if_it_ended_now() -> None:
    table = position("egg egg egg egg egg", a="toast", b="coffee-cup sugar")
    assert table.scores() == [-1, -1]


@pytest.mark.parametrize("others", ["jam jam jam jam", "jam jam jam"])
def test_ruling_8_a_seat_that_is_not_tied_may_have_as_many_tiles_or_more(others: str) -> None:
    table = position(seats=3, a="egg egg sugar", b="toast toast", c=others)
    assert (table.scores(), table.winners()) == ([2, 2, 0], ["A"])
    assert table.tie_reason(["A", "B"]).text == "of the tied, A has the most tiles"
