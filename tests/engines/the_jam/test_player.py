"""The sensible player of The Jam: its preferences, and what it cannot see."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.the_jam import GAME
from engines.the_jam.players import _Seat, sensible
from engines.the_jam.state import JamPhase, TheJam
from replays.general.deal import chooser
from tests.engines.the_jam.positions import CONE, deal, play, position
from tests.tries import tries

PIE, FILLING = "cherry-pie:dogwood", "cherry-jam:peach"


def _first(n: int) -> int:
    assert n > 1
    return 0


def _last(n: int) -> int:
    return n - 1


def text(table: TheJam, mood: int = 1) -> str:
    """The player's move; with mood 0 it trades whenever it can, with 1 never."""
    return GAME.moves.write(sensible(table, _last if mood else _first))


@tries(40)
@given(st.sampled_from([None, "travel"]), st.integers(0, 1 << 32), st.integers(0, 110))
def test_hidden_cards_do_not_change_what_it_does(
    variant: str | None, seed: int, plies: int
) -> None:
    table, choose = deal(3, variant, str(seed)), chooser(str(seed))
    for _ in range(plies):
        if table.to_act is not None:
            table.play(table.to_act, sensible(table, choose))
    if table.to_act is None:
        return
    other = table.copy()
    mix(other)
    assert sensible(table, chooser("same")) == sensible(other, chooser("same"))


def mix(table: TheJam) -> None:
    """Exchange all cards that the seat to act does not see: hands, tasks, deck; in travel piles."""
    others = [seat for seat in table.seats if seat != table.to_act]
    for name in ("hand", "tasks"):
        zones = [table.zone(name, seat) for seat in others]
        held = [zone.gather() for zone in zones]
        for zone, cards in zip(zones, [*held[1:], held[0]], strict=True):
            zone.put_all(cards)
    table.deck.put_all(reversed(table.deck.gather()))
    first, second = (table.pantries[seat] for seat in others)
    if table.variant.blind and first.recipes and second.recipes:
        ours, theirs = first.recipes.cards[0], second.recipes.cards[0]
        recipes = first.take(ours), second.take(theirs)
        first.add(recipes[1], table.turns)
        second.add(recipes[0], table.turns)


def test_it_bakes_the_pie_that_is_worth_more_than_its_jam() -> None:
    hands = {"A": f"{PIE} apple-jam:cherry"}
    table = position(hands=hands, made={"A": FILLING}, basket="currant-pie:apple")
    assert text(table) == f"pie {PIE} with={FILLING}"


def test_it_makes_what_its_tasks_show() -> None:
    hands = {"A": "peach-jam:apricot gooseberry-jam:apple"}
    table = position(hands=hands, basket="currant-pie:peach cranberry-jam:gooseberry")
    assert text(table) == "jam peach-jam:apricot with=currant-pie:peach"


def test_it_puts_in_the_basket_what_it_needs_least() -> None:
    table = position(hands={"A": f"{PIE} apple-jam:cherry"}, basket="currant-jam:peach")
    assert text(table) == "basket apple-jam:cherry"


def test_kids_count_recipes_so_a_salad_beats_a_pie() -> None:
    salad, fruits = "salad-apple-peach-dogwood:walnut", "currant-pie:apple apple-pie:peach"
    basket = f"{fruits} raspberry-jam:dogwood"
    table = position("kids", hands={"A": f"{PIE} {salad}"}, made={"A": FILLING}, basket=basket)
    assert text(table).startswith("salad")


def test_it_bids_the_jams_it_needs_least() -> None:
    made = {"A": "peach-jam:cherry", "B": "apple-jam:cherry cherry-jam:apple peach-jam:apricot"}
    table = position(hands={"A": PIE, "B": CONE}, made=made, deck="karlsman apple-pie:peach")
    play(table, f"basket {PIE}")
    assert table.phase is JamPhase.BID
    assert text(table) == "bid cherry-jam:apple"


def test_the_drawer_lets_karlsman_come_where_nobody_else_has_jams() -> None:
    made = {"B": "apple-jam:cherry cherry-jam:apple"}
    table = position(hands={"A": PIE, "B": CONE}, made=made, deck="karlsman apple-pie:peach")
    play(table, f"basket {PIE}")
    assert text(table) == "pass"
    play(table, "pass")
    assert text(table) == "forfeit cherry-jam:apple"


@pytest.mark.parametrize(("mood", "verb"), [(0, "trade"), (1, "basket")])
def test_it_trades_only_when_it_is_in_the_mood(mood: int, verb: str) -> None:
    made = {"A": "cherry-jam:apple strawberry-jam:peach", "B": "raspberry-jam:cherry"}
    table = position(hands={"A": "walnut-pie:apple"}, made=made)
    assert text(table, mood).split()[0] == verb


def test_a_swap_gives_as_many_points_and_gets_what_is_wanted() -> None:
    made = {"A": "cherry-jam:apple", "B": "raspberry-jam:cherry strawberry-pie:walnut"}
    table = position(hands={"A": PIE}, made=made)
    choices = iter([1, 0])
    move = sensible(table, lambda _: next(choices))
    assert GAME.moves.write(move) == "trade B give=cherry-jam:apple get=raspberry-jam:cherry"


def test_in_travel_it_gives_away_and_back_what_it_needs_least() -> None:
    made = {"A": "cherry-jam:apple walnut-pie:apple", "B": "strawberry-pie:walnut apple-jam:cherry"}
    table = position("travel", hands={"A": PIE, "B": CONE}, made=made)
    assert text(table, 0) == "trade B give=cherry-jam:apple"
    play(table, "trade B give=cherry-jam:apple")
    assert text(table) == "return apple-jam:cherry"


def test_a_present_goes_one_way_or_the_other_and_never_takes_the_last_recipe() -> None:
    made = {"A": f"{CONE} apple-jam:cherry", "B": "raspberry-jam:cherry"}
    from_b, to_b = (None, ("raspberry-jam:cherry",)), ((CONE,), None)
    for own, way, present in ((made["A"], 0, from_b), (made["A"], 1, to_b), (CONE, 1, from_b)):
        choose = {2: way}.__getitem__  # one other seat, so only the way is chosen
        trade = _Seat(position(made={**made, "A": own}), "A").present(choose)
        assert trade is not None
        assert (trade.give, trade.get) == present
