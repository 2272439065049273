"""rules.md, 8. Dives."""

import pytest

from engines.turkey_my_mayonnaise.state import ANSWER, CHOICE
from tests.engines.tables import refusal, shuffles
from tests.engines.turkey_my_mayonnaise.positions import (
    discarded,
    hand,
    listed,
    out,
    play,
    position,
)


def test_ruling_12_the_dumpster_turns_up_the_five_newest_discards_the_newest_first() -> None:
    table = position("A R01", A="dumpster tofu", discard="R02 R03 ham swatter tmm steal")
    assert play(table, "dumpster") == "steal tmm swatter ham R03"
    assert (table.to_act, table.phase, discarded(table)) == ("A", CHOICE, "R02")
    assert listed(table) == [
        "recipe R03", "add ham to=R01", "keep swatter discard=tofu", "keep swatter discard=swatter",
    ]  # fmt: skip
    play(table, "add ham to=R01")
    assert out(table, "A") == ["R01 ham"]
    assert discarded(table) == "R02 steal tmm swatter R03 dumpster"
    assert (table.to_act, hand(table, "A")) == ("B", "tofu")


def test_ruling_12_the_spree_turns_up_three_cards_of_the_deck() -> None:
    table = position(A="spree", deck="R05 ham brie blue")
    assert table.play("A", table.moves()[0]) == [("R05", None), ("ham", None), ("brie", None)]
    play(table, "recipe R05")
    assert discarded(table) == "ham brie spree"
    assert table.deck.cards == ("blue",)


def test_a_spree_refills_the_deck_where_a_card_is_wanted() -> None:
    table = position(A="spree", deck="R05", discard="ham brie blue")
    assert play(table, "spree") == "R05 ham brie"
    assert shuffles(table) == [("deck", "ham brie blue")]
    assert table.dives.zone.cards == ("brie", "ham", "R05", "spree")


def test_a_dive_turns_up_what_there_is() -> None:
    table = position("A R01", A="dumpster ham", discard="brie blue")
    assert play(table, "dumpster") == "blue brie"
    table = position("A R01", A="spree ham", discard="blue")
    assert play(table, "spree") == "blue"
    assert shuffles(table) == []


@pytest.mark.parametrize("dive", ["dumpster", "spree"])
def test_a_dive_may_always_be_played(dive: str) -> None:
    table = position(A=f"{dive} ham")
    assert listed(table, dive) == [dive]
    assert play(table, dive) == ""
    assert (table.to_act, discarded(table), hand(table, "A")) == ("B", dive, "ham")


def test_ruling_12_if_none_can_be_played_all_are_discarded() -> None:
    table = position(A="dumpster", discard="bacon tmm steal penalty-5 pesto")
    assert play(table, "dumpster") == "pesto penalty-5 steal tmm bacon"
    assert discarded(table) == "pesto penalty-5 steal tmm bacon dumpster"
    assert table.to_act == "B"


def test_a_dive_with_nothing_to_choose_is_a_play_and_banking_stays_open() -> None:
    table = position("A R01 ham ketchup", A="dumpster spree", discard="penalty-5")
    play(table, "dumpster")
    assert listed(table) == ["bank R01", "end"]


def test_one_must_be_chosen_and_nothing_else_is_done_before() -> None:
    table = position("A R01 ham ketchup", A="spree brie", deck="R05 steal tmm")
    play(table, "spree")
    assert listed(table) == ["recipe R05"]
    for text in ("draw", "bank R01", "scrap R01", "discard brie", "end", "pass", "swat", "inspect"):
        refusal(table, text, "choose-first")
    refusal(table, "refresh brie,brie,brie", "choose-first")
    illegal = refusal(table, "add brie to=R01", "not-turned-up", "brie")
    assert illegal.reason.table == "sees R05 steal tmm turned up"


def test_a_card_that_can_only_replace_another_can_be_chosen() -> None:
    table = position("A R01 ham", A="spree", deck="bacon steal tmm")
    play(table, "spree")
    assert listed(table) == ["replace bacon over=ham on=R01"]
    play(table, "replace bacon over=ham on=R01")
    assert discarded(table) == "ham steal tmm spree"


def test_every_kind_of_card_is_played_from_a_dive_as_from_the_hand() -> None:
    table = position(
        "A R01 ham", "A R02", "B R05 bacon", A="dumpster", B="blue",
        discard="tmm spoil-meat penalty-5 bonus-5 steal",
    )  # fmt: skip
    play(table, "dumpster")
    assert listed(table) == [
        "bonus bonus-5 to=R01",
        "bonus bonus-5 to=R02",
        "penalize penalty-5 on=R05",
        "steal bacon from=R05 to=R02",
        "spoil spoil-meat bacon from=R05",
        "tmm take bacon from=R05 to=R02",
        "tmm move ham from=R01 to=R02",
    ]
    play(table, "tmm move ham from=R01 to=R02")
    assert discarded(table) == "tmm steal bonus-5 penalty-5 spoil-meat dumpster"


def test_ruling_12_a_reaction_card_is_kept_and_a_card_of_the_hand_discarded() -> None:
    table = position("A R01 ham ketchup", A="spree brie brie", deck="swatter tmm inspector")
    play(table, "spree")
    assert listed(table, "keep") == [
        "keep swatter discard=brie",
        "keep swatter discard=swatter",
        "keep inspector discard=brie",
        "keep inspector discard=inspector",
    ]
    play(table, "keep inspector discard=brie")
    assert hand(table, "A") == "brie inspector"
    assert discarded(table) == "brie swatter tmm spree"
    assert listed(table) == ["bank R01", "end"]


def test_a_kept_card_may_itself_be_the_one_discarded() -> None:
    table = position(A="spree", deck="send-back tmm steal")
    play(table, "spree", "keep send-back discard=send-back")
    assert hand(table, "A") == ""
    assert discarded(table) == "send-back tmm steal spree"


def test_only_reaction_cards_turned_up_are_kept() -> None:
    table = position(A="swatter")
    refusal(table, "keep swatter discard=swatter", "keep-in-dive")
    table = position(A="spree brie swatter", deck="inspector R05 tmm")
    play(table, "spree")
    refusal(table, "keep R05 discard=brie", "wrong-kind", "R05")
    refusal(table, "keep swatter discard=brie", "not-turned-up", "swatter")
    refusal(table, "keep swatte discard=brie", "no-such-card", "swatte")
    refusal(table, "keep inspector discard=ham", "not-held", "ham")
    refusal(table, "keep inspector discard=R05", "not-held", "R05")


def test_of_like_cards_turned_up_the_first_is_meant() -> None:
    table = position("A R05", A="spree", deck="ham brie ham")
    play(table, "spree", "add ham to=R05")
    assert discarded(table) == "brie ham spree"


def test_a_chosen_attack_is_played_to_its_end_before_the_rest_is_discarded() -> None:
    table = position("A R01", "B R05 brie", A="spree", B="send-back swatter", deck="R02 fridge tmm")
    play(table, "spree", "spoil fridge brie from=R05")
    assert (table.to_act, table.phase) == ("B", ANSWER)
    assert table.dives.zone.cards == ("tmm", "R02", "spree")
    play(table, "swat")
    assert discarded(table) == "swatter fridge R02 tmm spree"
    assert table.to_act == "B"


def test_a_penalty_from_a_dive_stays_on_the_recipe() -> None:
    table = position("B R05 brie", A="spree", B="swatter", deck="R02 penalty-5 tmm")
    play(table, "spree", "penalize penalty-5 on=R05", "pass")
    assert out(table, "B") == ["R05 brie penalty-5"]
    assert discarded(table) == "R02 tmm spree"


def test_a_dive_in_a_dive_is_discarded_with_its_rest_before_the_outer_rest() -> None:
    table = position("A R01", A="dumpster", discard="R02 R03 ham spree tmm", deck="brie R05 steal")
    play(table, "dumpster")
    assert play(table, "spree") == "brie R05 steal"
    assert table.dives.zone.cards[::-1] == (
        "dumpster", "tmm", "ham", "R03", "R02", "spree", "brie", "R05", "steal",
    )  # fmt: skip
    assert listed(table) == ["recipe R05", "add brie to=R01"]
    refusal(table, "add ham to=R01", "not-turned-up", "ham")
    play(table, "add brie to=R01")
    assert discarded(table) == "R05 steal spree tmm ham R03 R02 dumpster"


def test_open_cards_and_cards_in_play_are_not_shuffled_in() -> None:
    table = position(
        "A R01", A="dumpster", discard="R03 R02 ham spree tmm steal fridge", deck="blue"
    )
    play(table, "dumpster")
    assert play(table, "spree") == "blue R03 R02"
    assert shuffles(table) == [("deck", "R03 R02")]


def test_an_inner_dive_with_nothing_to_choose_ends_the_outer_one_too() -> None:
    table = position(
        "A R01 ham", A="dumpster", discard="R03 brie spree", deck="tmm penalty-5 steal"
    )
    play(table, "dumpster", "spree")
    assert discarded(table) == "tmm penalty-5 steal spree brie R03 dumpster"
    assert table.to_act == "B"


def test_like_dives_lie_within_one_another() -> None:
    table = position("A R01", A="spree", deck="ham spree ham spree ham brie")
    play(table, "spree")
    assert play(table, "spree") == "spree ham brie"
    assert [c.value for c in table.counters() if c.name.startswith("open")] == [3, 4, 0, 0]
    play(table, "add ham to=R01")
    assert discarded(table) == "spree brie spree ham ham spree"


def test_an_outer_dive_is_never_turned_up_by_an_inner_one() -> None:
    table = position("A R01", A="dumpster", discard="dumpster")
    play(table, "dumpster")
    assert play(table, "dumpster") == ""
    assert discarded(table) == "dumpster dumpster"


def test_a_dive_is_played_from_the_own_hand() -> None:
    table = position(A="ham")
    refusal(table, "dumpster", "not-held")
    refusal(table, "spree", "not-held")
