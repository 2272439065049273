"""rules.md, 1. Cards and setup, and 14. Kids."""

from collections import Counter

import pytest

from engines.the_jam import GAME, set_up
from engines.the_jam.state import TheJam
from engines.zone import Visibility
from notation.chance import Shows, key_of, seeded_order
from replays.general.deal import all_cards
from tests.engines.tables import Unshuffled
from tests.engines.the_jam.positions import CARDS, CONE, cards, deal, options

FRUITS = ("apple", "strawberry", "raspberry", "cherry", "currant", "gooseberry", "peach")


def unshuffled(seats: int = 2, variant: str | None = None) -> TheJam:
    return set_up(GAME, seats, options(variant), Unshuffled())


def test_the_deck_has_108_playing_cards_and_18_tasks() -> None:
    kinds = Counter(CARDS.of[code].kind for code in CARDS.deck[:-2])
    assert kinds == {"jam": 66, "pie": 32, "salad": 8}
    assert CARDS.deck[-8:] == (*[CONE] * 6, "karlsman", "bear")
    assert CARDS.copies == {CONE: 6}
    assert len(CARDS.deck) == 108
    assert [len(pile) for pile in CARDS.piles.values()] == [6, 6, 6]
    assert list(CARDS.tasks)[::6] == ["W1", "G1", "Y1"]


def test_the_fruit_below_is_never_that_of_the_recipe() -> None:
    assert all(card.below not in card.fruits for card in CARDS.of.values() if card.code != CONE)


def test_rarer_is_worth_more() -> None:
    below = Counter(CARDS.of[code].below for code in CARDS.kids_deck)
    for kind in ("jam", "pie"):
        points = {c.fruits[0]: c.points for c in CARDS.of.values() if c.kind == kind}
        points.pop("cone", None)
        ranked = sorted(points, key=lambda fruit: -below[fruit])
        assert [points[fruit] for fruit in ranked] == sorted(points.values())


def test_tasks_are_shuffled_pile_by_pile_and_then_the_deck() -> None:
    table = deal(3, seed="x")
    made = [shuffle.pile for shuffle in table.chance.shuffles]
    assert made == ["winter", "granny", "yummy", "deck", "deck"]
    for k, (name, pile) in enumerate(CARDS.piles.items()):
        order = seeded_order(key_of("x"), k, pile)
        assert [table.zone("tasks", seat).cards[k] for seat in table.seats] == order[:3]
        assert table.zone(name).cards == tuple(order[3:])
    deck = seeded_order(key_of("x"), 3, CARDS.deck)
    assert set(deck[:4]) <= {*table.hands["A"].cards}


def test_ruling_14_two_seats_get_two_tasks_of_each_kind() -> None:
    table = unshuffled()
    assert cards(table, "tasks.A").split() == ["W1", "W2", "G1", "G2", "Y1", "Y2"]
    assert cards(table, "tasks.B").split() == ["W3", "W4", "G3", "G4", "Y3", "Y4"]
    assert [cards(table, name) for name in CARDS.piles] == ["W5 W6", "G5 G6", "Y5 Y6"]


def test_hands_of_four_are_dealt_and_eight_different_fruits_laid() -> None:
    table = unshuffled(4)
    assert [len(hand) for hand in table.hands.values()] == [5, 4, 4, 4]
    fruits = [CARDS.of[card].below for card in table.basket.zone.cards]
    assert len(set(fruits)) == len(fruits) == 8


class Stacked(Unshuffled):
    """Chance that lays these cards on top of the deck at its first shuffle.

    `shown` has the public reveals of each shuffle.
    """

    def __init__(self, *top: str) -> None:
        super().__init__()
        self.top = list(top)
        self.shown: list[list[str]] = []

    def shuffle(self, name: str, cards: list[str], shows: Shows | None = None) -> list[str]:
        super().shuffle(name, cards, shows)
        if name == "deck":
            rest = [*cards]
            for card in self.top:
                rest.remove(card)
            cards, self.top = [*self.top, *rest], []
        self.shown.append([*shows(cards)] if shows else [])
        return cards


def test_ruling_8_karlsman_bear_and_repeats_are_set_aside_and_shuffled_back() -> None:
    hand_a = ["bear", "apple-jam:strawberry", "apple-jam:cherry", "apple-jam:apricot"]
    hand_a += ["apple-jam:walnut"]
    hand_b = ["peach-jam:apricot", "peach-jam:raspberry", "peach-jam:currant", "peach-jam:cherry"]
    basket = [CONE, CONE, "karlsman", "currant-pie:apple", "gooseberry-pie:apple"]
    basket += ["currant-pie:peach", "cherry-pie:dogwood", "cherry-pie:raspberry"]
    basket += ["cherry-pie:strawberry", "walnut-pie:peach", "raspberry-pie:cherry"]
    basket += ["raspberry-pie:gooseberry"]
    chance = Stacked(*hand_a, *hand_b, *basket)
    table = set_up(GAME, 2, {}, chance)
    aside = ["bear", CONE, "karlsman", "gooseberry-pie:apple", "walnut-pie:peach"]
    assert set(table.hands["B"].cards) == set(hand_b)
    assert set(table.basket.zone.cards) == set(basket) - set(aside) | {CONE}
    name, order = chance.shuffled[-1]
    assert name == "deck"
    assert order.split()[-5:] == aside
    assert [pile for pile, _ in chance.shuffled[3:]] == ["deck", "deck"]
    assert table.deck.cards == tuple(order.split()[1:])
    assert set(table.hands["A"].cards) == {*hand_a[1:], order.split()[0]}
    assert chance.shown[3:] == [[*basket, "bear"], []]


def test_nothing_set_aside_means_no_second_shuffle() -> None:
    hands = [card for card in CARDS.kids_deck if card.startswith("salad")]
    basket = [
        next(card for card in CARDS.kids_deck if card.endswith(f":{fruit}"))
        for fruit in (*FRUITS, "apricot")
    ]
    chance = Stacked(*hands, *basket)
    table = set_up(GAME, 2, options("kids"), chance)
    assert [pile for pile, _ in chance.shuffled] == ["deck"]
    assert set(table.basket.zone.cards) == set(basket)
    assert chance.shown == [basket]


def test_guests_of_the_deal_are_shown_in_the_order_dealt() -> None:
    chance = Stacked("bear", "apple-jam:strawberry", "karlsman")
    table = set_up(GAME, 2, {}, chance)
    turned_up, guests = chance.shown[3][:-2], chance.shown[3][-2:]
    assert guests == ["bear", "karlsman"]
    assert set(table.basket.zone.cards) <= set(turned_up)


def test_kids_have_no_tasks_guests_or_cones_and_their_first_shuffle_is_the_deck() -> None:
    table = deal(3, "kids")
    assert {shuffle.pile for shuffle in table.chance.shuffles} == {"deck"}
    first = seeded_order(key_of("jam"), 0, CARDS.kids_deck)
    assert sorted(table.chance.shuffles[0].order) == sorted(first)
    assert all_cards(table) == sorted(CARDS.kids_deck)
    keys = {zone.name for zone in table.zones()}
    assert keys == {"hand", "recipes", "fresh", "under", "basket", "deck"}


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("variant", [None, "travel"])
def test_all_cards_are_on_the_table(seats: int, variant: str | None) -> None:
    assert all_cards(deal(seats, variant)) == sorted([*CARDS.deck, *CARDS.tasks])


def test_zones_are_named_for_people() -> None:
    keys = [zone.key for zone in deal().zones()]
    own = ["hand", "recipes", "fresh", "under", "guests", "tasks"]
    shared = ["basket", "deck", "middle", "box", "winter", "granny", "yummy"]
    assert keys == [*(f"{name}.{seat}" for seat in "AB" for name in own), *shared]
    assert "given.A" in [zone.key for zone in deal(2, "travel").zones()]


def test_hands_and_tasks_are_their_seats_own_and_the_deck_is_nobodys() -> None:
    seen = {zone.name: zone.visibility for zone in deal().zones()}
    assert seen["hand"] is seen["tasks"] is Visibility.OWNER
    assert seen["deck"] is seen["under"] is seen["winter"] is Visibility.NOBODY
    assert seen["recipes"] is seen["fresh"] is seen["basket"] is Visibility.EVERYONE


def test_tasks_show_their_fruits_and_other_cards_their_code() -> None:
    table = unshuffled()
    shown = ["W1 apple/strawberry/currant/cranberry", "Y4 cherry"]
    assert table.labels(table.zone("tasks", "A"), ["W1", "Y4"]) == shown
    assert table.labels(table.hands["A"], ["apple-jam:cherry"]) == ["apple-jam:cherry"]


def test_seat_a_starts() -> None:
    assert [unshuffled(seats).to_act for seats in GAME.seats] == ["A", "A", "A"]


@pytest.mark.parametrize("variant", [None, "kids", "travel"])
def test_only_the_basket_lies_spread(variant: str | None) -> None:
    spread = [zone.key for zone in deal(variant=variant).zones() if zone.display.spread]
    assert spread == ["basket"]
