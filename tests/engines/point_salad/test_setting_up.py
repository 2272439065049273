"""rules.md, 1. Setting up; MOVES: the exact order of shuffles and deals."""

import pytest

from engines.zone import Visibility
from notation.chance import key_of, seeded_order
from tests.engines.point_salad.positions import CARDS, deal

CODES = ("CB", "CR", "LE", "ON", "PE", "TO")


def veggies_in_order(seats: int, seed: str) -> list[list[str]]:
    piles = [[f"{code}{slot:02}" for slot in range(1, 19)] for code in CODES]
    if seats == 6:
        return piles
    return [seeded_order(key_of(seed), k, pile) for k, pile in enumerate(piles)]


def test_the_deck_has_18_cards_of_each_of_six_veggies() -> None:
    assert list(CARDS.sides) == [f"{code}{slot:02}" for code in CODES for slot in range(1, 19)]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_ruling_1_three_cards_of_each_veggie_a_seat_in_equal_piles(seats: int) -> None:
    table = deal(seats, seed="x")
    used = [card for veggie in veggies_in_order(seats, "x") for card in veggie[: 3 * seats]]
    stream = 0 if seats == 6 else 6
    deck = seeded_order(key_of("x"), stream, used)
    third = 6 * seats
    for column in range(3):
        pile = deck[column * third : (column + 1) * third]
        assert table.market[f"{column + 1}a"].cards == (pile[0],)
        assert table.market[f"{column + 1}b"].cards == (pile[1],)
        assert table.piles[f"{column + 1}"].cards == tuple(pile[2:])


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_deck_shuffle_reveals_the_market_in_the_order_of_its_slots(seats: int) -> None:
    table = deal(seats)
    *veggies, deck = table.chance.shuffles
    assert deck.reveals == tuple([place.cards[0] for place in table.market.values()])
    assert all(shuffle.reveals == () for shuffle in veggies)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_veggie_is_shuffled_but_with_six_seats(seats: int) -> None:
    made = [shuffle.pile for shuffle in deal(seats).chance.shuffles]
    assert made == ([] if seats == 6 else list(CODES)) + ["deck"]


@pytest.mark.parametrize(("seats", "aside"), [(2, 72), (3, 54), (4, 36), (5, 18), (6, 0)])
def test_all_other_cards_stay_in_the_box_unseen(seats: int, aside: int) -> None:
    box = deal(seats).box
    assert len(box) == aside
    assert box.visibility is Visibility.NOBODY


def test_zones_are_named_for_people() -> None:
    keys = [zone.key for zone in deal().zones()]
    piles, slots = ["pile-1", "pile-2", "pile-3"], ["1a", "1b", "2a", "2b", "3a", "3b"]
    tableaus = ["points.A", "veggies.A", "points.B", "veggies.B"]
    assert keys == [*piles, *slots, *tableaus, "box", "played"]


def test_piles_show_their_top_point_side_and_the_market_its_veggies() -> None:
    table = deal()
    pile = table.piles["1"]
    assert pile.open_to(None) == (True, *[False] * 9)
    assert table.labels(pile, ["CB08"]) == ["2/carrot 1/pepper -2/cabbage"]
    assert table.labels(table.points["A"], ["CB12"]) == ["5/carrot+carrot"]
    assert table.labels(table.market["1a"], ["CB08"]) == ["cabbage"]
    assert table.labels(table.veggies["A"], ["TO18", "CB08"]) == ["tomato", "cabbage"]


def test_market_and_tableaus_lie_open_to_everyone() -> None:
    table = deal(3)
    for zone in (*table.market.values(), *table.points.values(), *table.veggies.values()):
        assert zone.visibility is Visibility.EVERYONE
    assert table.played.visibility is Visibility.EVERYONE


def test_seat_a_starts() -> None:
    assert deal(4).to_act == "A"
