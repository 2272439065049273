"""rules.md, 2. Drafting and 3. Flipping (rulings 6 and 7)."""

from tests.engines.point_salad.positions import deal, lay, play, refuse, written

FULL = {"1a": "CB01", "1b": "CR01", "2a": "LE01", "2b": "ON01", "3a": "PE01", "3b": "TO01"}


def test_a_point_card_comes_from_the_top_of_any_pile() -> None:
    table = deal()
    top = table.piles["3"].top
    assert play(table, "point 3") == [top]
    assert table.points["A"].cards == (top,)
    assert table.to_act == "B"


def test_ruling_6_two_veggies_come_from_any_columns_in_any_order() -> None:
    table = lay(piles=("CB02", "CR02", "LE02"), market=FULL)
    play(table, "veg 3b,1a")
    assert set(table.veggies["A"].cards) == {"CB01", "TO01"}
    play(table, "veg 2a,2b")
    assert set(table.veggies["B"].cards) == {"LE01", "ON01"}


def test_ruling_6_one_veggie_only_where_it_is_the_last() -> None:
    table = lay(market={"1a": "CB01", "2b": "ON01", "3a": "PE01"})
    illegal = refuse(table, "veg 2b")
    assert (illegal.reason.rule, illegal.reason.at) == ("two-veggies", ("slots",))
    assert illegal.reason.message == "two veggies must be drafted, not 1"
    assert illegal.reason.table == "sees 1a cabbage, 2b onion, 3a pepper"
    play(table, "veg 3a,1a")
    assert written(table) == ["veg 2b"]
    play(table, "veg 2b")
    assert table.over


def test_ruling_6_the_last_veggie_is_not_drafted_with_another() -> None:
    table = lay(market={"2b": "ON01"})
    illegal = refuse(table, "veg 2b,3a")
    assert (illegal.reason.rule, illegal.reason.at) == ("empty-slot", ("slots", 1))


def test_ruling_6_an_empty_market_forces_a_point_card() -> None:
    table = lay(piles=("CB01", "", "CR01"))
    assert written(table) == ["point 1", "point 1 flip=CB01", "point 3", "point 3 flip=CR01"]
    assert refuse(table, "veg 1a").reason.table == "sees an empty market"


def test_ruling_6_empty_piles_force_veggies() -> None:
    table = lay(market={"1a": "CB01", "1b": "CR01"})
    assert written(table) == ["veg 1a,1b"]
    illegal = refuse(table, "point 1")
    assert (illegal.reason.rule, illegal.reason.at, illegal.reason.label) == (
        "empty-pile",
        ("pile",),
        "no card is left here",
    )
    assert illegal.reason.table == "sees three empty piles"


def test_no_card_is_drafted_from_an_empty_pile() -> None:
    table = lay(piles=("CB02", "", "LE02"), market=FULL)
    assert refuse(table, "point 2").reason.table == "sees CB02 on pile 1, LE02 on pile 3"


def test_no_slot_is_drafted_from_twice() -> None:
    illegal = refuse(deal(), "veg 1a,1a")
    assert (illegal.reason.rule, illegal.reason.at) == ("same-slot", ("slots", 1))


def test_an_empty_slot_names_the_ply_that_emptied_it() -> None:
    table = lay(piles=("CB02", "CR02", "LE02"), market=FULL)
    before = table.copy()
    play(table, "veg 3a,3b")
    illegal = refuse(table, "veg 1a,3b")
    assert (illegal.reason.rule, illegal.reason.at, illegal.reason.label) == (
        "empty-slot",
        ("slots", 1),
        "no veggie is here",
    )
    assert illegal.reason.since == "3b was emptied here: pile 3 had no card left for it"
    assert [illegal.held_at(t) for t in (before, table)] == [False, True]


def test_an_empty_pile_names_the_ply_that_ended_it() -> None:
    table = lay(piles=("CB02", "CR02", "LE02"), market=FULL)
    before = table.copy()
    play(table, "point 2")
    cause = refuse(table, "point 2")
    assert [cause.held_at(t) for t in (before, table)] == [False, True]


def test_ruling_7_a_flip_turns_an_own_point_card_to_its_veggie() -> None:
    table = lay(piles=("CB02", "", ""), market=FULL, points={"A": "CB08 TO18"})
    play(table, "veg 1a,2b flip=TO18")
    assert table.points["A"].cards == ("CB08",)
    assert set(table.veggies["A"].cards) == {"CB01", "ON01", "TO18"}


def test_ruling_7_the_card_just_drafted_may_be_flipped() -> None:
    table = lay(piles=("CB02", "", ""), market=FULL)
    play(table, "point 1 flip=CB02")
    assert table.points["A"].cards == ()
    assert table.veggies["A"].cards == ("CB02",)


def test_ruling_7_an_older_card_may_be_flipped_with_a_point_draft() -> None:
    table = lay(piles=("CB02", "", ""), market=FULL, points={"A": "CB08"})
    play(table, "point 1 flip=CB08")
    assert table.points["A"].cards == ("CB02",)
    assert table.veggies["A"].cards == ("CB08",)


def test_ruling_7_the_card_to_enter_the_market_cannot_be_flipped() -> None:
    table = lay(piles=("CB02 CB03", "", ""), market=FULL)
    assert refuse(table, "veg 1a,1b flip=CB02").reason.rule == "own-card"


def test_a_point_card_of_another_seat_is_not_flipped() -> None:
    table = lay(market=FULL, points={"A": "TO18 CB08", "B": "CR05"})
    illegal = refuse(table, "veg 1a,1b flip=CR05")
    assert (illegal.reason.rule, illegal.reason.at, illegal.reason.label) == (
        "own-card",
        ("flip",),
        "B has it",
    )
    assert illegal.reason.table == "has the point cards CB08 TO18"
    assert illegal.reason.since == "CR05 became a point card of B here"
    assert illegal.held_at(table)


def test_refusing_to_flip_a_card_outside_tableaus_reveals_nothing_hidden() -> None:
    table = lay(piles=("CB02 CB03", "", ""), market=FULL)
    illegal = refuse(table, "point 1 flip=CB03")
    assert (illegal.reason.rule, illegal.reason.since) == ("own-card", None)
    assert illegal.reason.message == "CB03 is not a point card of A"
    assert illegal.reason.table == "has no point card"


def test_a_veggie_never_turns_back() -> None:
    table = lay(market=FULL, veggies={"A": "CB08"})
    illegal = refuse(table, "veg 1a,1b flip=CB08")
    assert (illegal.reason.rule, illegal.reason.label) == ("no-way-back", "cabbage side up")
    assert illegal.reason.since == "CB08 became a veggie of A here"


def test_a_veggie_of_the_market_is_not_flipped_either() -> None:
    illegal = refuse(lay(market=FULL), "veg 1a,1b flip=CB01")
    assert illegal.reason.rule == "no-way-back"
    assert illegal.reason.since == "CB01 was turned up at 1a here"


def test_a_veggie_that_was_drafted_names_the_ply_that_drafted_it() -> None:
    table = lay(piles=("CB02 CB03", "", ""), market=FULL)
    before = table.copy()
    play(table, "veg 1a,1b")
    illegal = refuse(table, "veg 2a,2b flip=CB01")
    assert illegal.reason.since == "CB01 became a veggie of A here"
    assert [illegal.held_at(t) for t in (before, table)] == [False, True]


def test_an_unknown_card_is_not_flipped() -> None:
    illegal = refuse(lay(market=FULL, points={"A": "CB08"}), "veg 1a,1b flip=CB80")
    assert (illegal.reason.rule, illegal.reason.advice) == ("no-such-card", "did you mean `CB08`?")


def test_the_phase_says_what_is_left_to_draft() -> None:
    left = [
        lay(piles=("CB02", "", ""), market=FULL),
        lay(market=FULL),
        lay(market={"2b": "ON01"}),
    ]
    assert [table.due.title for table in left if table.due] == [
        "takes a point card or two veggies",
        "takes two veggies",
        "takes the last veggie",
    ]


def test_moves_come_in_order_point_cards_first_each_without_and_with_flips() -> None:
    market = {"1a": "CB01", "2b": "ON01", "3a": "PE01"}
    table = lay(piles=("LE02", "", "CB02"), market=market, points={"A": "TO18 CR05"})
    flips = ["", " flip=CR05", " flip=TO18"]
    assert written(table) == [
        *["point 1", "point 1 flip=CR05", "point 1 flip=LE02", "point 1 flip=TO18"],
        *["point 3", "point 3 flip=CB02", "point 3 flip=CR05", "point 3 flip=TO18"],
        *[f"veg 1a,2b{flip}" for flip in flips],
        *[f"veg 1a,3a{flip}" for flip in flips],
        *[f"veg 2b,3a{flip}" for flip in flips],
    ]
