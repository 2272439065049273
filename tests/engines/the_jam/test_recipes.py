"""rules.md, 3. Jams, 4. Pies, 5. Salads and cards for the basket, 7. Cone jam."""

from tests.engines.tables import refused
from tests.engines.the_jam.positions import CONE, cards, listed, play, position

JAM, FRUIT = "apple-jam:strawberry", "currant-pie:apple"
PIE, FILLING = "cherry-pie:dogwood", "cherry-jam:peach"
SALAD = "salad-apple-peach-dogwood:walnut"
FRUITS = ("currant-pie:apple", "apple-pie:peach", "cherry-pie:dogwood")


def test_ruling_2_a_recipe_of_the_hand_with_an_ingredient_of_the_basket() -> None:
    table = position(hands={"A": f"{JAM} apple-pie:peach"}, basket=FRUIT)
    assert listed(table, "jam") == [f"jam {JAM} with={FRUIT}"]
    play(table, f"jam {JAM} with={FRUIT}")
    assert cards(table, "hand.A") == "apple-pie:peach"
    assert cards(table, "basket") == ""


def test_ruling_2_a_recipe_of_the_basket_with_an_ingredient_of_the_hand() -> None:
    table = position(hands={"A": f"{FRUIT} apple-pie:peach"}, basket=JAM)
    assert listed(table, "jam") == [f"jam {JAM} with={FRUIT}"]
    play(table, f"jam {JAM} with={FRUIT}")
    assert cards(table, "hand.A") == "apple-pie:peach"
    assert cards(table, "fresh.A") == JAM


def test_ruling_2_never_both_of_one_place() -> None:
    text = f"jam {JAM} with={FRUIT}"
    table = position(hands={"A": f"{JAM} {FRUIT}"}, basket="gooseberry-pie:apple")
    illegal = refused(table, text, "hand-and-basket", "both cards are in the hand")
    hand = f"holds {JAM} {FRUIT}"
    assert illegal.reason.table == f"{hand}; gooseberry-pie:apple in the basket would fit"
    table = position(hands={"A": "apple-pie:peach"}, basket=f"{JAM} {FRUIT}")
    refused(table, text, "hand-and-basket", "both cards are in the basket")


def test_a_missing_card_of_a_jam_names_the_ply_at_which_it_left() -> None:
    hands = {"A": f"{JAM} apple-pie:peach", "B": "walnut-pie:apple cherry-pie:raspberry"}
    table = position(hands=hands, basket=FRUIT)
    before = table.copy()
    play(table, f"jam {JAM} with={FRUIT}", "basket walnut-pie:apple")
    illegal = refused(
        table,
        f"jam {JAM} with=walnut-pie:apple",
        "hand-and-basket",
        f"{JAM} is neither in the hand nor in the basket",
        JAM,
    )
    assert [illegal.held_at(t) for t in (before, table)] == [False, True]


def test_a_jam_is_made_of_its_own_fruit() -> None:
    table = position(hands={"A": JAM}, basket="apple-pie:peach")
    illegal = refused(
        table,
        f"jam {JAM} with=apple-pie:peach",
        "wrong-ingredient",
        f"{JAM} is made of apple, not of peach",
        "apple-pie:peach",
    )
    assert illegal.reason.table == f"holds {JAM}; nothing in the basket would fit"


def test_each_verb_makes_its_own_kind_of_recipe() -> None:
    table = position(hands={"A": f"{JAM} {SALAD}"}, basket=f"{PIE} {FRUIT}", made={"A": FILLING})
    refused(table, f"jam {PIE} with={FRUIT}", "recipe-kind", f"{PIE} is not a jam", PIE)
    refused(table, f"pie {SALAD} with={FILLING}", "recipe-kind", f"{SALAD} is not a pie", SALAD)
    illegal = refused(
        table, f"salad {JAM} with={FRUIT}", "recipe-kind", f"{JAM} is not a salad", JAM
    )
    assert (illegal.reason.label, illegal.reason.advice) == ("a jam", "a jam is made by `jam`")


def test_an_unknown_card_gets_the_nearest_as_advice() -> None:
    table = position(hands={"A": JAM}, basket=FRUIT)
    illegal = refused(
        table,
        f"jam {JAM} with=currant-pie:aple",
        "no-such-card",
        "there is no recipe card currant-pie:aple",
        "currant-pie:aple",
    )
    assert illegal.reason.advice == "did you mean `currant-pie:apple`?"
    refused(table, "basket bear", "no-such-card", "there is no recipe card bear", "bear")


def test_ruling_3_a_pie_card_of_the_hand_costs_nothing() -> None:
    table = position(hands={"A": f"{PIE} {FRUIT}"}, made={"A": FILLING})
    assert listed(table, "pie") == [f"pie {PIE} with={FILLING}"]
    refused(
        table,
        f"pie {PIE} with={FILLING} discard={FRUIT}",
        "pie-cost",
        f"{PIE} is in the hand, so it costs nothing",
        FRUIT,
    )
    play(table, f"pie {PIE} with={FILLING}")
    assert cards(table, "hand.A") == FRUIT
    assert cards(table, "fresh.A") == PIE
    assert cards(table, "under.A") == FILLING
    assert cards(table, "recipes.A") == ""


def test_ruling_3_a_pie_card_of_the_basket_costs_a_card_of_the_hand() -> None:
    table = position(hands={"A": f"{JAM} {FRUIT}"}, basket=PIE, made={"A": FILLING})
    texts = [f"pie {PIE} with={FILLING} discard={card}" for card in (JAM, FRUIT)]
    assert listed(table, "pie") == texts
    illegal = refused(
        table,
        f"pie {PIE} with={FILLING}",
        "pie-cost",
        f"{PIE} is in the basket, so it costs a card from the hand",
        PIE,
    )
    assert illegal.reason.advice == "name that card: `discard=CARD`"
    refused(
        table,
        f"pie {PIE} with={FILLING} discard={SALAD}",
        "not-held",
        f"the hand holds no {SALAD}",
        SALAD,
    )
    play(table, texts[1])
    assert cards(table, "hand.A") == JAM
    assert cards(table, "basket") == FRUIT


def test_ruling_3_the_jam_may_have_come_this_turn() -> None:
    table = position(hands={"A": PIE}, made={"B": f"{FILLING}<dogwood-jam:cherry"})
    text = f"pie {PIE} with={FILLING}"
    refused(table, text, "not-own", f"A has no completed {FILLING}", FILLING)
    play(table, f"trade B get={FILLING}", text)
    assert cards(table, "under.A") == FILLING


def test_ruling_4_the_jams_own_ingredient_goes_to_the_basket_at_once() -> None:
    table = position(hands={"A": PIE, "B": FRUIT}, made={"A": f"{FILLING}<dogwood-jam:cherry"})
    play(table, f"pie {PIE} with={FILLING}")
    assert cards(table, "basket") == "dogwood-jam:cherry"
    assert cards(table, "under.A") == FILLING


def test_ruling_4_the_jam_goes_to_the_basket_later_as_a_whole_card() -> None:
    hands = {"A": f"{PIE} {JAM}", "B": FRUIT}
    table = position(hands=hands, made={"A": f"{FILLING}"})
    play(table, f"pie {PIE} with={FILLING}", f"basket {FRUIT}", f"basket {JAM}")
    assert cards(table, "recipes.A") == PIE
    assert cards(table, "basket").split() == [JAM, FILLING, FRUIT]


def test_a_jam_in_a_pie_is_no_longer_a_recipe() -> None:
    hands = {"A": f"{PIE} cherry-pie:strawberry", "B": FRUIT}
    table = position(hands=hands, made={"A": FILLING})
    before = table.copy()
    play(table, f"pie {PIE} with={FILLING}", f"basket {FRUIT}")
    illegal = refused(
        table,
        f"pie cherry-pie:strawberry with={FILLING}",
        "not-own",
        f"A has no completed {FILLING}",
        FILLING,
    )
    assert illegal.reason.table == f"has {PIE}"
    assert illegal.reason.since == f"{FILLING} left A here"
    assert [illegal.held_at(t) for t in (before, table)] == [False, True]


def test_a_pie_is_baked_with_its_own_jam() -> None:
    table = position(hands={"A": PIE}, made={"A": f"{JAM} walnut-pie:apple"})
    for jam, label in ((JAM, "apple jam"), ("walnut-pie:apple", "no jam")):
        text, message = f"pie {PIE} with={jam}", f"{PIE} is not baked with {jam}"
        assert refused(table, text, "wrong-ingredient", message, jam).reason.label == label


def test_a_pie_card_that_lies_nowhere_is_refused() -> None:
    table = position(hands={"A": JAM}, made={"A": FILLING, "B": PIE})
    message = f"{PIE} is neither in the hand nor in the basket"
    refused(table, f"pie {PIE} with={FILLING}", "hand-or-basket", message, PIE)
    refused(table, f"pie {PIE} with={FILLING} discard={JAM}", "hand-or-basket", message, PIE)


def test_ruling_5_a_salad_takes_all_three_fruits_from_the_basket_in_any_order() -> None:
    table = position(hands={"A": f"{SALAD} {JAM}"}, basket=" ".join((*FRUITS, "apple-jam:cherry")))
    assert listed(table, "salad") == [f"salad {SALAD} with={','.join(FRUITS)}"]
    play(table, f"salad {SALAD} with={','.join(FRUITS[::-1])}")
    assert cards(table, "fresh.A") == SALAD
    assert cards(table, "under.A").split() == list(FRUITS)
    assert cards(table, "basket") == "apple-jam:cherry"


def test_ruling_5_a_salad_is_never_made_of_the_hand_or_in_part() -> None:
    one, two, three = FRUITS
    table = position(hands={"A": f"{SALAD} {three}"}, basket=f"{one} {two} gooseberry-pie:apple")
    refused(
        table,
        f"salad {SALAD} with={','.join(FRUITS)}",
        "not-in-basket",
        f"{three} is not in the basket",
        three,
    )
    refused(
        table,
        f"salad {SALAD} with={one},{two}",
        "salad-fruits",
        "the salad is of apple, peach and dogwood, not of apple and peach",
        f"{one},{two}",
    )
    refused(
        table,
        f"salad {SALAD} with={one},{two},gooseberry-pie:apple",
        "salad-fruits",
        "the salad is of apple, peach and dogwood, not of apple, peach and apple",
        f"{one},{two},gooseberry-pie:apple",
    )


def test_a_salad_card_of_the_basket_is_only_an_ingredient() -> None:
    table = position(hands={"A": "walnut-jam:peach"}, basket=f"{SALAD} {' '.join(FRUITS)}")
    text = f"salad {SALAD} with={','.join(FRUITS)}"
    refused(table, text, "not-held", f"the hand holds no {SALAD}", SALAD)
    assert listed(table, "jam") == [f"jam walnut-jam:peach with={SALAD}"]


def test_ruling_6_any_card_of_the_hand_may_go_to_the_basket() -> None:
    hand = f"{JAM} {PIE} {SALAD} {CONE}"
    table = position(hands={"A": hand}, basket=FRUIT)
    assert listed(table, "basket") == [f"basket {card}" for card in hand.split()]
    refused(table, f"basket {FRUIT}", "not-held", f"the hand holds no {FRUIT}", FRUIT)
    play(table, f"basket {SALAD}")
    assert cards(table, "basket") == f"{FRUIT} {SALAD}"


def test_a_card_that_left_the_hand_names_the_ply() -> None:
    table = position(hands={"A": f"{JAM} {PIE}", "B": FRUIT})
    before = table.copy()
    play(table, f"basket {JAM}", f"basket {FRUIT}")
    illegal = refused(table, f"basket {JAM}", "not-held", f"the hand holds no {JAM}", JAM)
    assert illegal.reason.table == f"holds {PIE}"
    assert [illegal.held_at(t) for t in (before, table)] == [False, True]


def test_ruling_8_the_basket_is_not_filled_up_and_like_fruits_lie_side_by_side() -> None:
    hands = {"A": f"{JAM} gooseberry-pie:apple", "B": "walnut-pie:apple"}
    table = position(hands=hands, basket=FRUIT, deck=PIE)
    play(table, "basket gooseberry-pie:apple")
    assert cards(table, "basket").split() == [FRUIT, "gooseberry-pie:apple"]


def test_ruling_12_any_card_makes_cone_jam_a_cone_too() -> None:
    table = position(hands={"A": f"{CONE} {SALAD}"}, basket=f"{CONE} {FRUIT}")
    assert listed(table, "jam") == [f"jam {CONE} with={card}" for card in (FRUIT, SALAD, CONE)]
    play(table, f"jam {CONE} with={CONE}")
    assert cards(table, "hand.A") == SALAD
    assert cards(table, "basket") == FRUIT
    assert cards(table, "fresh.A") == cards(table, "under.A") == CONE


def test_two_cones_of_the_hand_make_no_jam() -> None:
    table = position(hands={"A": f"{CONE} {CONE}"}, basket=FRUIT)
    text, message = f"jam {CONE} with={CONE}", "both cards are in the hand"
    refused(table, text, "hand-and-basket", message)


def test_ruling_12_cone_jam_bakes_any_pie() -> None:
    table = position(hands={"A": f"{PIE} walnut-pie:apple"}, made={"A": CONE})
    assert listed(table, "pie") == [f"pie {PIE} with={CONE}", f"pie walnut-pie:apple with={CONE}"]


def test_ruling_12_a_cone_below_makes_nothing_else() -> None:
    table = position(hands={"A": f"{JAM} {SALAD}"}, basket=f"{CONE} {' '.join(FRUITS[1:])}")
    text, message = f"jam {JAM} with={CONE}", f"{JAM} is made of apple, not of cone"
    refused(table, text, "wrong-ingredient", message, CONE)
    message = "the salad is of apple, peach and dogwood, not of cone, peach and dogwood"
    made = f"{CONE},{','.join(FRUITS[1:])}"
    refused(table, f"salad {SALAD} with={made}", "salad-fruits", message, made)


def test_of_several_like_cone_jams_the_oldest_is_meant() -> None:
    hands = {"A": f"{PIE} {JAM}", "B": FRUIT}
    young = position(hands=hands, made={"A": f"{CONE}@3 {CONE}@5<peach-jam:apricot"})
    play(young, f"pie {PIE} with={CONE}")
    assert cards(young, "basket") == "peach-jam:apricot"
    assert cards(young, "recipes.A") == CONE
    assert cards(young, "under.A") == CONE
    old = position(hands=hands, made={"A": f"{CONE}@3<peach-jam:apricot {CONE}@5"})
    play(old, f"pie {PIE} with={CONE}")
    assert cards(old, "basket") == "peach-jam:apricot"
    assert (cards(old, "fresh.A"), cards(old, "recipes.A")) == (PIE, CONE)


def test_a_fresh_cone_jam_older_than_a_settled_one_loses_its_ingredient() -> None:
    made = {"A": f"{CONE}@5 {CONE}@3<peach-jam:apricot apple-jam:cherry@1<walnut-pie:apple"}
    table = position("travel", hands={"A": PIE, "B": FRUIT}, made=made)
    play(table, f"pie {PIE} with={CONE}")
    assert cards(table, "basket") == "walnut-pie:apple peach-jam:apricot"
