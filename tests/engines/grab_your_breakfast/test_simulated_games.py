"""Games among sensible players use every move and every branch of the rules."""

from collections import Counter
from functools import cache

import pytest

from engines.grab_your_breakfast import GAME
from engines.grab_your_breakfast.cards import BONUS_TILES
from engines.grab_your_breakfast.flow import set_up
from engines.grab_your_breakfast.moves import Swap, Take
from engines.grab_your_breakfast.players import sensible
from engines.grab_your_breakfast.state import OUTWARD, GrabYourBreakfast
from notation.chance import Chance
from notation.moves import Move
from replays.general.deal import chooser
from tests.engines.grab_your_breakfast.positions import position

GAMES = 16


@cache
def seen(seats: int) -> Counter[str]:
    """Counts of what happens in simulated games with so many seats."""
    counts: Counter[str] = Counter()
    for number in range(GAMES):
        _play(set_up(GAME, seats, {}, Chance(f"{seats}/{number}")), counts, str(number))
    return counts


def _play(table: GrabYourBreakfast, counts: Counter[str], seed: str) -> None:
    choose, plies = chooser(seed), 0
    while table.to_act is not None:
        move = sensible(table, choose)
        counts.update(_branches(table, table.to_act, move))
        table.chance.expect(None)
        table.play(table.to_act, move)
        counts.update(f"{shuffle.pile} shuffled" for shuffle in table.chance.shuffles)
        plies += 1
    assert 50 <= plies < 90
    counts.update(line.source for seat in table.seats for line in table.score(seat))
    scores, winners = table.scores(), table.winners()
    counts["shared win"] += len(winners) > 1
    counts["tie broken by tiles"] += scores.count(max(scores)) > len(winners)
    counts["bonus tile unpaired"] += _unpaired(table)


def _branches(table: GrabYourBreakfast, seat: str, move: Move) -> list[str]:
    """The branches of the rules that a move goes through."""
    most = table.most_to_swap(seat)
    if isinstance(move, Swap):
        return [f"{len(move.cards)} of {most} swapped"]
    assert isinstance(move, Take)
    stack = table.board[move.place]
    level = "upper" if len(stack) > 1 else "lower"
    over = any(
        side and all(0 < len(table.board[other]) < len(stack) for other in side)
        for side in OUTWARD[move.place]
    )
    kind = "bonus" if stack.top in BONUS_TILES else "main"
    taken = f"{kind} taken, {most} could be swapped"
    return [taken, f"{level} taken", *(["taken over lower tiles"] if over else [])]


def _unpaired(table: GrabYourBreakfast) -> bool:
    """Whether some seat has a bonus tile and no set of its item."""
    partner = {"sugar": "coffee", "jam": "toast", "maple-syrup": "pancakes"}
    return any(
        tile in zone and f"{item} sets" not in [line.source for line in table.score(seat)]
        for seat, zone in table.tiles.items()
        for tile, item in partner.items()
    )


def test_every_kind_of_move_and_every_branch_of_the_rules_occurs() -> None:
    counts = sum((seen(seats) for seats in GAME.seats), Counter[str]())
    assert set(counts) >= {
        "main taken, 0 could be swapped",
        "main taken, 1 could be swapped",
        "bonus taken, 0 could be swapped",
        "1 of 1 swapped",
        "1 of 2 swapped",
        "2 of 2 swapped",
        "upper taken",
        "lower taken",
        "taken over lower tiles",
        "hand shuffled",
        "coffee sets",
        "toast sets",
        "egg sets",
        "pancakes sets",
        "cereal sets",
        "sugar with coffee",
        "jam with toast",
        "maple syrup with pancakes",
        "balanced diet",
        "cereal bonus",
        "sweet tooth",
        "tiles left over",
        "bonus tile unpaired",
        "tie broken by tiles",
        "shared win",
    }
    assert all(counts.values())


@pytest.mark.parametrize("seats", GAME.seats)
def test_with_any_number_of_seats_tiles_are_taken_and_cards_exchanged(seats: int) -> None:
    counts = seen(seats)
    assert counts["upper taken"] + counts["lower taken"] == 50 * GAMES
    assert counts["1 of 1 swapped"]
    assert counts["2 of 2 swapped"]
    assert counts["hand shuffled"] >= GAMES


def _never(n: int) -> int:
    raise AssertionError(f"nothing to choose, yet one of {n} is asked for")


def test_it_completes_a_set_rather_than_start_one() -> None:
    table = position("toast egg egg egg egg", A="toast egg", a="egg")
    assert sensible(table, _never) == Take("r1c5", "egg")


def test_it_takes_the_bonus_tile_that_its_set_waits_for() -> None:
    table = position("sugar egg egg egg jam", A="egg egg", a="toast toast")
    assert sensible(table, _never) == Take("r1c5", "egg")


def test_it_exchanges_the_card_whose_tiles_are_gone() -> None:
    table = position("egg/egg toast/toast toast/toast toast/toast egg/egg", A="coffee toast")
    assert sensible(table, _never) == Swap(("coffee",))


def test_it_does_not_look_at_hidden_cards() -> None:
    table = set_up(GAME, 2, {}, Chance("x"))
    other = table.copy()
    hidden = [other.hands["B"], other.draw]
    cards = [card for zone in hidden for card in zone.gather()]
    for zone, size in zip(hidden, (2, 36), strict=True):
        zone.lay([cards.pop() for _ in range(size)])
    assert sensible(table, chooser("y")) == sensible(other, chooser("y"))
