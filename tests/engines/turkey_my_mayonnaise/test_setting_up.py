"""rules.md, 1. Cards and setup."""

import pytest

from engines.turkey_my_mayonnaise import GAME
from engines.turkey_my_mayonnaise.flow import set_up
from engines.zone import Visibility
from notation.chance import Chance, key_of, seeded_order
from notation.fault import Fault
from tests.engines.turkey_my_mayonnaise.positions import CARDS, deal, position

KINDS = ("meat", "cheese", "veggie", "spread")


def test_the_deck_is_in_the_order_of_the_moves_page() -> None:
    deck = list(CARDS.deck)
    assert len(deck) == 150
    assert deck[:26] == [f"R{number:02}" for number in range(1, 27)]
    assert deck[26:32] == ["bologna", "bologna", "ham", "ham", "salami", "salami"]
    assert deck[40:44] == ["pastrami", "pastrami", "cream-cheese", "cream-cheese"]
    assert deck[90:102] == [f"double-{kind}-{points}" for kind in KINDS for points in (3, 5, 7)]
    assert deck[102:] == [
        *5 * ["tofu"], *5 * ["bonus-5"], *3 * ["bonus-10"], *5 * ["penalty-5"],
        *3 * ["penalty-10"], *4 * ["steal"],
        *(f"spoil-{kind}" for kind in KINDS for _ in range(2)),
        *2 * ["fridge"], *3 * ["swatter"], *3 * ["send-back"], *2 * ["dumpster"],
        *2 * ["spree"], *2 * ["inspector"], "tmm",
    ]  # fmt: skip


def test_each_category_has_eight_varieties_of_2_to_10_points_twice() -> None:
    for index in range(4):
        singles = [
            (card, ingredient.points)
            for card, ingredient in CARDS.ingredients.items()
            if ingredient.category == index and not ingredient.double
        ]
        assert [points for _, points in singles] == [2, 3, 4, 5, 6, 7, 8, 10]
        assert all(CARDS.deck.count(card) == 2 for card, _ in singles)


def test_there_are_26_different_recipes() -> None:
    assert len(CARDS.recipes) == 26
    assert len(set(CARDS.recipes.values())) == 26


@pytest.mark.parametrize(
    ("seats", "teams", "count"),
    [*((seats, "", 7) for seats in range(2, 11)), (6, "yes", 5), (8, "yes", 5), (10, "yes", 5)],
)
def test_each_seat_is_dealt_its_hand_from_the_top_seat_by_seat(
    seats: int, teams: str, count: int
) -> None:
    options = {"teams": teams} if teams else {}
    table = set_up(GAME, seats, options, Chance("x"))
    order = seeded_order(key_of("x"), 0, list(CARDS.deck))
    for number, hand in enumerate(table.hands.values()):
        assert sorted(hand.cards) == sorted(order[number * count : (number + 1) * count])
    assert table.deck.cards == tuple(order[seats * count :])
    assert [shuffle.pile for shuffle in table.chance.shuffles] == ["deck"]
    assert table.to_act == "A"


@pytest.mark.parametrize(("seats", "half"), [(6, 3), (8, 4), (10, 5)])
def test_partners_sit_across(seats: int, half: int) -> None:
    letters = "ABCDEFGHIJ"[:seats]
    teams = [(letters[number], letters[number + half]) for number in range(half)]
    assert deal(seats, teams=True).allies() == teams
    assert deal(seats).allies() == [(seat,) for seat in letters]


@pytest.mark.parametrize(
    ("seats", "value", "code"),
    [
        (4, "yes", "cgn.option-value"),
        (6, "no", "cgn.option-value"),
        (11, "yes", "cgn.seat-count"),
        (1, "", "cgn.seat-count"),
    ],
)
def test_teams_takes_only_yes_with_6_8_or_10_seats(seats: int, value: str, code: str) -> None:
    with pytest.raises(Fault) as caught:
        GAME.check(seats, {"teams": value})
    assert caught.value.code == code


def test_a_seat_sees_its_own_hand_and_all_that_lies_open() -> None:
    seen = {zone.name: zone.visibility for zone in deal().zones()}
    assert seen == {
        "hand": Visibility.OWNER,
        **{f"recipe-{number}": Visibility.EVERYONE for number in (1, 2, 3)},
        "played": Visibility.EVERYONE,
        "turned-up": Visibility.EVERYONE,
        "deck": Visibility.NOBODY,
        "discard": Visibility.EVERYONE,
    }


def test_in_teams_the_first_partner_owns_the_places_for_recipes() -> None:
    keys = [zone.key for zone in deal(6, teams=True).zones()]
    assert [key for key in keys if key.startswith("recipe")] == [
        f"recipe-{number}.{owner}" for owner in "ABC" for number in (1, 2, 3)
    ]


def test_a_label_says_what_a_card_is_worth_or_what_a_recipe_lacks() -> None:
    table = position(
        "A R05 ham",
        "A R07 ham tofu",
        "A R01 double-meat-3 ketchup",
        "B R17 double-meat-3* tofu",
        A="R05 tofu double-meat-5 steal",
    )
    labels = {
        (zone.owner or zone.name, card): label
        for zone in table.zones()
        for card, label in zip(zone.cards, table.labels(zone, zone.cards), strict=True)
    }
    assert labels == {
        ("A", "R05"): "R05 meat cheese",
        ("A", "ham"): "ham 3",
        ("A", "R07"): "R07 1 of cheese spread",
        ("A", "R01"): "R01 ready",
        ("A", "ketchup"): "ketchup 2",
        ("A", "double-meat-3"): "double-meat-3",
        ("A", "tofu"): "tofu 2",
        ("A", "double-meat-5"): "double-meat-5",
        ("A", "steal"): "steal",
        ("B", "R17"): "R17 1 of cheese veggie",
        ("B", "double-meat-3"): "double-meat-3 doubled",
        ("B", "tofu"): "tofu 2",
    }
    assert table.labels(deal().hands["A"], ["R05"]) == ["R05 meat meat cheese + veggie"]


def test_the_tables_of_the_rules_show_the_cards_of_the_deck() -> None:
    lines = GAME.rules.read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]
    facts = GAME.deck.facts
    assert [row for row in rows if row[0] in CARDS.recipes] == [
        [recipe["id"], " ".join(recipe["need"]), " ".join(recipe["extras"])]
        for recipe in facts["recipes"]
    ]
    singles = [facts["singles"][kind] for kind in KINDS]
    assert [row for row in rows if row[-1] in CARDS.ingredients] == [
        [str(four[0]["points"]), *(single["id"] for single in four)]
        for four in zip(*singles, strict=True)
    ]
