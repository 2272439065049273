"""rules.md, 15. The position: zones and counters decide how the game goes on."""

from engines.the_jam.state import TheJam
from tests.engines.the_jam.positions import CONE, play, position

JAM, PIE = "apple-jam:cherry", "cherry-pie:dogwood"
HANDS = {"A": "walnut-pie:apple apple-pie:peach", "B": f"{PIE} apple-pie:strawberry"}


def numbers(table: TheJam) -> dict[str, int]:
    return {counter.name: counter.value for counter in table.counters()}


def test_no_counter_is_shown_since_the_phase_names_the_last_bid() -> None:
    made = {"A": JAM, "B": f"{CONE} peach-jam:cherry"}
    table = position(hands=HANDS, made=made, deck="karlsman")
    assert (table.shown_counters(), numbers(table)["bid"]) == ([], 0)
    play(table, "basket walnut-pie:apple", f"bid {CONE}")
    assert (table.shown_counters(), numbers(table)["bid"]) == ([], 1)
    assert table.due_title() == "may bid more than 1, or pass"


def test_counters_have_the_turn_and_the_phase() -> None:
    made = {"A": "apple-pie:raspberry peach-pie:cherry", "B": JAM}
    table = position(hands=HANDS, made=made, deck=f"karlsman bear {CONE}")
    assert (numbers(table)["at-turn"], numbers(table)["due"]) == (1, 0)
    play(table, "basket walnut-pie:apple")
    assert (numbers(table)["at-turn"], numbers(table)["due"]) == (2, 1)
    play(table, "pass")
    assert (numbers(table)["at-turn"], numbers(table)["due"]) == (1, 3)


def test_counters_have_the_last_bid_in_order() -> None:
    jams = [JAM, "cherry-jam:apple", CONE]
    made = {"A": "walnut-jam:peach cloudberry-jam:walnut", "B": " ".join([*jams, CONE])}
    table = position(hands=HANDS, made=made, deck="karlsman")
    play(table, "basket walnut-pie:apple")
    assert (numbers(table)["bidder"], numbers(table)["bid-jams"]) == (0, 0)
    play(table, f"bid {CONE},{JAM},{CONE}")
    values = numbers(table)
    assert (values["bid"], values["bidder"]) == (4, 2)
    assert values["bid-jams"] == 3 * 16 + 1 * 4 + 3


def test_counters_have_what_came_this_turn() -> None:
    made = {"A": "peach-jam:cherry@4<currant-pie:peach", "B": f"{JAM}@3<currant-pie:apple"}
    table = position(hands=HANDS, made=made)
    assert numbers(table)["arrived"] == 0
    play(table, f"trade B get={JAM}")
    assert numbers(table)["arrived"] == 0b01
    play(table, "trade B give=peach-jam:cherry", "trade B get=peach-jam:cherry")
    assert numbers(table)["arrived"] == 0b11
    play(table, "basket walnut-pie:apple")
    assert numbers(table)["arrived"] == 0


def test_counters_have_the_ages_of_fresh_and_like_recipes() -> None:
    made = {"A": f"{JAM}@0 {CONE}@5 peach-jam:cherry@3<{CONE}", "B": f"{CONE}@2<walnut-jam:peach"}
    table = position(hands=HANDS, made=made)
    fresh_a, settled_a, fresh_b, base = 1, 2, 4, 7
    assert numbers(table)["ages"] == (fresh_b * base + fresh_a) * base + settled_a


def test_counters_of_travel_have_the_gift_and_the_trade() -> None:
    made = {"A": f"{CONE}@3 {JAM}@1", "B": f"{CONE}@2"}
    table = position("travel", hands=HANDS, made=made)
    assert (numbers(table)["traded"], numbers(table)["ages"]) == (0, 5 * 7 + 2)
    play(table, f"trade B give={CONE}")
    values = numbers(table)
    assert (values["traded"], values["due"], values["ages"]) == (1, 4, 5 * 7 + 3)
    play(table, f"return {CONE}")
    assert (numbers(table)["traded"], numbers(table)["ages"]) == (1, 2 * 7 + 5)
    play(table, "basket walnut-pie:apple")
    assert numbers(table)["traded"] == 0


def test_counters_of_kids_have_only_ages() -> None:
    assert list(numbers(position("kids", hands=HANDS))) == ["ages"]
    assert list(numbers(position(hands=HANDS))) == [
        *["at-turn", "due", "bid", "bidder", "bid-jams", "arrived", "ages"]
    ]
