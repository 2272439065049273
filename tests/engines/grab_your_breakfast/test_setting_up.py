"""rules.md, 1. Setting up: the tiles, the hand cards, and who sees them."""

from collections import Counter

import pytest

from engines.grab_your_breakfast import GAME
from engines.grab_your_breakfast.flow import set_up
from engines.grab_your_breakfast.moves import PLACES
from notation.chance import Chance, key_of, seeded_order
from tests.engines.grab_your_breakfast.positions import cards, deal, position
from tests.engines.tables import shuffles

COPIES = {
    "coffee-cup": 4,
    "coffee-pot": 4,
    "toast": 8,
    "egg": 8,
    "pancakes": 8,
    "cereal-hoops": 2,
    "cereal-flakes": 2,
    "cereal-puffs": 2,
    "cereal-muesli": 2,
    "sugar": 3,
    "jam": 4,
    "maple-syrup": 3,
}
TILES = [tile for tile, copies in COPIES.items() for _ in range(copies)]
HAND_CARDS = [item for item in ("coffee", "toast", "egg", "pancakes", "cereal") for _ in range(8)]


def test_there_are_50_tiles_and_40_hand_cards_shuffled_from_deck_order() -> None:
    assert (len(TILES), len(HAND_CARDS)) == (50, 40)
    assert shuffles(deal(3)) == [("tiles", " ".join(TILES)), ("hand", " ".join(HAND_CARDS))]


def test_the_deck_is_a_reference_deck_and_says_so() -> None:
    assert GAME.deck.name == "grab_your_breakfast/reference"
    assert "publisher's list of cards was not to be found" in GAME.deck.source


def test_tiles_are_laid_row_by_row_two_at_a_time_the_first_under_the_second() -> None:
    table = set_up(GAME, 2, {}, Chance("x"))
    order = seeded_order(key_of("x"), 0, TILES)
    for index, place in enumerate(PLACES):
        first, second = order[2 * index : 2 * index + 2]
        assert table.board[place].cards == (second, first)
    assert PLACES[:6] == ("r1c1", "r1c2", "r1c3", "r1c4", "r1c5", "r2c1")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_hand_cards_are_dealt_seat_by_seat_and_the_rest_is_the_draw_pile(seats: int) -> None:
    table = set_up(GAME, seats, {}, Chance("x"))
    order = seeded_order(key_of("x"), 1, HAND_CARDS)
    for index, seat in enumerate(table.seats):
        assert Counter(table.hands[seat].cards) == Counter(order[2 * index : 2 * index + 2])
    assert table.draw.cards == tuple(order[2 * seats :])
    assert table.to_act == "A"


def test_all_tiles_lie_open_and_a_hand_only_to_its_seat() -> None:
    table = position("egg/jam toast - - -", A="egg egg", B="toast toast", a="jam", discard="egg")
    seen = {zone.key: zone.open_to("A") for zone in table.zones() if len(zone)}
    assert seen == {
        "r1c1": (True, True),
        "r1c2": (True,),
        "hand.A": (True, True),
        "tiles.A": (True,),
        "hand.B": (False, False),
        "draw": (False,) * len(table.draw),
        "discard": (True,),
    }


def test_zones_are_the_places_in_rows_then_the_seats_then_the_piles() -> None:
    zones = deal().zones()
    rows = [(zone.key, zone.display.row) for zone in zones[:25]]
    assert rows == [(place, f"row {place[1]}") for place in PLACES]
    assert [zone.key for zone in zones[25:]] == [
        "hand.A", "tiles.A", "hand.B", "tiles.B", "draw", "discard",
    ]  # fmt: skip


def test_seats_start_with_nothing_but_their_hands() -> None:
    table = deal(4)
    assert cards(table, "A") == "coffee coffee"
    assert table.scores() == [0, 0, 0, 0]
    assert table.counters() == []
