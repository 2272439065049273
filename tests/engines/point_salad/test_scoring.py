"""rules.md, 6. Scoring (rulings 2 to 5): the ten kinds, and what a seat's score is made of."""

import pytest
from msgspec import ValidationError

from engines.point_salad.scoring import Most
from engines.table import Points
from notation.typed_json import convert_to
from tests.engines.point_salad.positions import CARDS, lay


def score(card: str, own: str, *others: str) -> int:
    """A card's score for a seat with these veggies, beside other seats."""
    seats = [CARDS.count(veggies.split()) for veggies in (own, *(others or ("",)))]
    return CARDS.sides[card].score(seats[0], seats)


def test_most_scores_for_the_seat_that_has_the_most() -> None:
    assert score("CB01", "CR01 CR02", "CR03", "") == 10
    assert score("CB01", "CR01", "CR02 CR03", "") == 0


def test_ruling_2_a_tie_on_most_scores_for_the_owner() -> None:
    assert score("CB01", "CR01", "CR02", "") == 10


def test_ruling_2_most_at_none_is_a_tie_and_scores() -> None:
    assert score("CB01", "TO01", "TO02") == 10


def test_fewest_scores_for_the_seat_that_has_the_fewest() -> None:
    assert score("CB02", "CR01", "CR02 CR03") == 7
    assert score("CB02", "CR01 CR02", "CR03") == 0


def test_ruling_2_a_tie_on_fewest_scores_for_the_owner() -> None:
    assert score("CB02", "CR01", "CR02") == 7


def test_ruling_5_a_seat_with_none_counts_for_fewest() -> None:
    assert score("CB02", "", "CR02") == 7
    assert score("CB02", "CR01", "CR02", "TO01") == 0


def test_parity_scores_an_even_and_an_odd_number() -> None:
    assert score("CB03", "CR01 CR02") == 7
    assert score("CB03", "CR01 CR02 CR03") == 3


def test_ruling_3_parity_needs_at_least_one() -> None:
    assert score("CB03", "TO01 TO02") == 0


def test_weights_score_each_veggie() -> None:
    assert score("CB08", "CR01 CR02 PE01 TO01") == 5


def test_ruling_5_a_score_may_be_negative() -> None:
    assert score("CB08", "CB01 CB02") == -4
    table = lay(points={"A": "CB08"}, veggies={"A": "CB01 CB02"})
    assert table.scores() == [-4, 0]
    assert table.winners() == ["B"]


def test_ruling_4_sets_repeat() -> None:
    assert score("CB12", "CR01 CR02 CR03 CR04 CR05") == 10
    assert score("CB16", "CB01 CB02 CR01 CR02 TO01 TO02 TO03") == 16
    assert score("CB16", "CB01 CR01") == 0


def test_ruling_4_each_complete_set_scores() -> None:
    six = "CB01 CR01 LE01 ON01 PE01 TO01"
    assert score("TO18", six) == 12
    assert score("TO18", f"{six} CB02 CR02 LE02 ON02 PE02 TO02 TO03") == 24
    assert score("TO18", "CB01 CR01 LE01 ON01 PE01") == 0


def test_types_at_least_scores_each_veggie_owned_so_often() -> None:
    assert score("ON18", "CB01 CB02 CR01 TO01 TO02 TO03") == 6
    assert score("CR18", "CB01 CB02 CR01 TO01 TO02 TO03") == 5


def test_types_missing_scores_each_of_the_six_not_owned() -> None:
    assert score("CB18", "CB01 CB02 CR01") == 20
    assert score("CB18", "") == 30


def test_most_total_counts_all_veggies_and_ties_score() -> None:
    assert score("PE18", "CB01 CB02", "TO01") == 10
    assert score("PE18", "CB01 CB02", "TO01 CR01") == 10
    assert score("PE18", "CB01", "TO01 CR01") == 0


def test_fewest_total_counts_all_veggies_and_ties_score() -> None:
    assert score("LE18", "CB01", "TO01 CR01") == 7
    assert score("LE18", "", "") == 7
    assert score("LE18", "CB01 CB02", "TO01") == 0


def test_ruling_5_point_sides_are_no_veggies() -> None:
    table = lay(points={"A": "CB04 CR01 CR02 PE18"}, veggies={"B": "TO01"})
    assert table.score("A") == [
        Points("2 per carrot", 0, "CB04"),
        Points("10 for most cabbage", 10, "CR01"),
        Points("7 for fewest cabbage", 7, "CR02"),
        Points("10 for most veggies", 0, "PE18"),
    ]


def test_one_veggie_serves_many_cards() -> None:
    table = lay(points={"A": "CB04 CB05 CB12"}, veggies={"A": "CR01 CR02"})
    assert [line.points for line in table.score("A")] == [4, 2, 5]


def test_a_score_has_a_line_for_each_card_in_deck_order() -> None:
    table = lay(points={"A": "TO18 CB08"}, veggies={"A": "CR01 CB02"})
    assert table.score("A") == [
        Points("2 per carrot, 1 per pepper, -2 per cabbage", 0, "CB08"),
        Points("12 per complete set", 0, "TO18"),
    ]


def test_the_market_is_not_counted() -> None:
    assert lay(market={"1a": "CR01"}, points={"A": "CB04"}).scores() == [0, 0]


def test_every_kind_says_what_it_scores() -> None:
    texts = {card: CARDS.texts[card] for card in ("CB03", "CB16", "CB18", "CR18", "LE18", "ON18")}
    assert texts == {
        "CB03": "7 for even carrot, 3 for odd carrot",
        "CB16": "8 per cabbage+carrot+tomato",
        "CB18": "5 per missing veggie",
        "CR18": "5 per veggie with 3 or more",
        "LE18": "7 for fewest veggies",
        "ON18": "3 per veggie with 2 or more",
    }


@pytest.mark.parametrize("points", [-101, -100, 100, 101])
def test_a_card_is_worth_100_points_at_most_gained_or_lost(points: int) -> None:
    facts = {"kind": "most", "id": "x", "of": "pepper", "points": points}
    if abs(points) > 100:
        with pytest.raises(ValidationError):
            convert_to(Most, facts)
    else:
        assert convert_to(Most, facts).points == points
