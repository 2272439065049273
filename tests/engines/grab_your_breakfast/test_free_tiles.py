"""rules.md, 2. Free tiles (ruling 1): both levels, from both sides."""

import pytest

from tests.engines.grab_your_breakfast.positions import deal, free, play, position
from tests.engines.tables import refused


def test_at_the_start_only_the_outer_upper_tiles_are_free() -> None:
    assert free(deal()) == "r1c1 r1c5 r2c1 r2c5 r3c1 r3c5 r4c1 r4c5 r5c1 r5c5"


# A row is written as its heights, an expectation as the free columns.
@pytest.mark.parametrize(
    ("heights", "columns"),
    [
        ("22222", "15"),
        ("12222", "125"),
        ("11222", "135"),
        ("22221", "145"),
        ("12221", "1245"),
        ("12121", "1245"),
        ("11211", "135"),
        ("11111", "15"),
        ("02220", "24"),
        ("01210", "234"),
        ("00200", "3"),
        ("00100", "3"),
        ("10001", "15"),
        ("20001", "15"),
        ("21012", "15"),
        ("12012", "125"),
        ("01200", "23"),
        ("00000", ""),
    ],
)
def test_ruling_1_a_tile_is_free_if_no_stack_further_out_is_as_high_on_one_side(
    heights: str, columns: str
) -> None:
    words = {"0": "-", "1": "toast", "2": "egg/toast"}
    table = position("- - - - -", " ".join(words[height] for height in heights))
    assert free(table) == " ".join(f"r2c{column}" for column in columns)


def test_the_coffee_cup_is_blocked_by_the_cereal_on_the_same_level() -> None:
    table = position("cereal-puffs/egg coffee-cup/jam egg/egg egg/egg egg/egg", A="coffee coffee")
    illegal = refused(
        table,
        "take r1c2 using=coffee",
        "blocked",
        "the coffee-cup at r1c2 is blocked on both sides",
        "r1c2",
    )
    assert illegal.reason.label == "blocked by r1c1 and r1c3"
    assert illegal.reason.table == "sees these free tiles in row 1: r1c1 cereal-puffs, r1c5 egg"
    assert illegal.reason.since is None


def test_the_coffee_cup_cannot_be_taken_until_the_jam_is() -> None:
    table = position("jam coffee-cup egg egg egg", A="coffee egg", B="coffee egg")
    refused(
        table,
        "take r1c2 using=coffee",
        "blocked",
        "the coffee-cup at r1c2 is blocked on both sides",
        "r1c2",
    )
    play(table, "take r1c1 using=egg", "take r1c2 using=coffee")
    assert table.tiles["B"].cards == ("coffee-cup",)


def test_an_upper_maple_syrup_is_taken_over_the_lower_tiles_further_out() -> None:
    table = position("egg toast maple-syrup/egg egg/egg egg/egg", A="coffee coffee")
    play(table, "take r1c3 using=coffee")
    assert table.tiles["A"].cards == ("maple-syrup",)
    assert free(table) == "r1c1 r1c4 r1c5"


def test_a_lower_tile_is_blocked_by_any_stack_further_out() -> None:
    table = position("toast egg/toast egg toast/toast -", A="egg egg")
    illegal = refused(
        table, "take r1c3 using=egg", "blocked", "the egg at r1c3 is blocked on both sides", "r1c3"
    )
    assert illegal.reason.label == "blocked by r1c2 and r1c4"


def test_a_row_is_not_entered_from_above_or_below() -> None:
    table = position("- - - - -", "toast toast egg toast toast", "- - - - -", A="egg egg")
    assert free(table) == "r2c1 r2c5"


def test_a_blocked_lower_tile_names_the_ply_that_took_the_upper_one() -> None:
    table = position("egg/toast egg/toast egg/toast egg egg", A="egg egg", B="toast toast")
    before = table.copy()
    play(table, "take r1c3 using=egg")
    illegal = refused(
        table,
        "take r1c3 using=toast",
        "blocked",
        "the toast at r1c3 is blocked on both sides",
        "r1c3",
    )
    assert illegal.reason.since == "the tile above it was taken here"
    assert [illegal.held_at(then) for then in (before, table)] == [False, True]


def test_a_tile_blocked_on_both_levels_names_the_ply_that_uncovered_it() -> None:
    table = position("egg/toast egg/toast egg/toast egg/egg egg/egg", A="egg egg", B="egg egg")
    positions = [table.copy()]
    for place in ("r1c1", "r1c2", "r1c3"):
        play(table, f"take {place} using=egg")
        positions.append(table.copy())
    illegal = refused(
        table,
        "take r1c3 using=egg",
        "blocked",
        "the toast at r1c3 is blocked on both sides",
        "r1c3",
    )
    assert [illegal.held_at(then) for then in positions] == [False, False, False, True]


def test_nothing_is_taken_from_an_empty_place() -> None:
    table = position("egg - - - toast", "- - - - -", "toast - - - -", A="egg egg", B="egg egg")
    before = table.copy()
    play(table, "take r1c1 using=egg")
    illegal = refused(
        table, "take r1c1 using=egg", "empty-place", "no tile is left at r1c1", "r1c1"
    )
    assert (illegal.reason.label, illegal.reason.table) == (
        "no tile is here",
        "sees these free tiles in row 1: r1c5 toast",
    )
    assert illegal.reason.since == "its last tile was taken here"
    assert [illegal.held_at(then) for then in (before, table)] == [False, True]
    emptied = refused(
        table, "take r2c1 using=egg", "empty-place", "no tile is left at r2c1", "r2c1"
    )
    assert emptied.reason.table == "sees these free tiles in row 2: none"
