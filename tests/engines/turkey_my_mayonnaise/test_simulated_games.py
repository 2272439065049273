"""Games among sensible players use every move and every branch of the rules."""

from collections import Counter
from functools import cache

import pytest

from engines.turkey_my_mayonnaise import GAME
from engines.turkey_my_mayonnaise.flow import set_up
from engines.turkey_my_mayonnaise.players import cook
from engines.turkey_my_mayonnaise.state import ANSWER, CHOICE, DRAW, END, PLAY, VERDICT, Turkey
from notation.chance import Chance
from notation.moves import Move
from replays.general.deal import chooser
from tests.engines.turkey_my_mayonnaise.positions import position

GAMES = 10
STARTS = [(seats, "") for seats in GAME.seats] + [(seats, "yes") for seats in (6, 8, 10)]

# The form of each move, as `form` returns it.
MOVES = """
draw | refresh | bank | scrap | recipe | add to | add to as | replace over on | replace over on as
bonus to | penalize on | steal from to | steal from to as | spoil from | tmm take from to
tmm take from to as | tmm claim | tmm move from to | dumpster | spree | keep discard | discard | end
swat | sendback on | sendback from to | sendback from to as | sendback from | sendback | inspect
pass
"""

BRANCHES = """
deck shuffled | four drawn | refreshed again | bank before the draw | bank before the play
bank after the play | bank of 0 | bank stopped | stop declined | turn missed | end with a recipe
scrap before the draw | scrap before the play | swatted | swatted on the attacker | sent back twice
fizzled | attack let through | partner asked | tofu stolen | bonus taken | recipe claimed with cards
fridge | dive with nothing to choose | dive in a dive | answer in a dive | kept card discarded
recipe in a dive | add in a dive | replace in a dive | bonus in a dive | penalize in a dive
steal in a dive | spoil in a dive | tmm in a dive | keep in a dive
"""


def form(move: Move) -> str:
    """The verb of a move, and its keys."""
    words = GAME.moves.write(move).split()
    verb = words[:2] if words[0] == "tmm" else words[:1]
    return " ".join([*verb, *(word.partition("=")[0] for word in words if "=" in word)])


@cache
def seen(seats: int, teams: str) -> Counter[str]:
    """Counts of what happens in simulated games with so many seats."""
    counts: Counter[str] = Counter()
    options = {"teams": teams} if teams else {}
    for number in range(GAMES):
        chance = Chance(f"{seats}/{number}")
        _play(set_up(GAME, seats, options, chance), counts, str(number))
    return counts


def _play(table: Turkey, counts: Counter[str], seed: str) -> None:
    choose, plies = chooser(seed), 0
    while table.to_act is not None:
        move = cook(table, choose)
        counts[form(move)] += 1
        counts.update(_branches(table, move))
        owed, dives, due = _turns_owed(table), len(table.dives.sizes), table.phase
        table.chance.expect(None)
        table.play(table.to_act, move)
        counts.update(f"{shuffle.pile} shuffled" for shuffle in table.chance.shuffles)
        counts["turn missed"] += _turns_owed(table) < owed
        counts["dive in a dive"] += len(table.dives.sizes) > dives > 0
        counts["answer in a dive"] += bool(dives) and table.phase is ANSWER
        counts["partner asked"] += form(move) == "pass" and table.phase is due is ANSWER
        dived = form(move) in ("dumpster", "spree") and table.phase is not CHOICE
        counts["dive with nothing to choose"] += dived
        plies += 1
    assert 15 * len(table.seats) < plies < 120 * len(table.seats)


def _turns_owed(table: Turkey) -> int:
    return len(table.misses)


def _branches(table: Turkey, move: Move) -> list[str]:
    """The branches of the rules that a move goes through."""
    words, due = GAME.moves.write(move).split(), table.phase
    refreshed = table.turn in table.refreshed
    back = table.attack.by not in ("", table.turn)
    when: dict[object, str] = {
        DRAW: "before the draw",
        PLAY: "before the play",
        END: "after the play",
    }
    branches = {
        "four drawn": words[0] == "draw" and refreshed,
        "refreshed again": words[0] == "refresh" and refreshed,
        f"bank {when.get(due)}": words[0] == "bank",
        "bank of 0": words[0] == "bank" and table.out[words[1]].value() == 0,
        "bank stopped": words[0] == "inspect",
        "stop declined": words[0] == "pass" and due is VERDICT,
        "end with a recipe": words[0] == "end",
        f"scrap {when.get(due)}": words[0] == "scrap",
        "swatted": words[0] == "swat",
        "swatted on the attacker": words[0] == "swat" and back,
        "sent back twice": words[0] == "sendback" and back,
        "fizzled": words == ["sendback"],
        "attack let through": words[0] == "pass" and due is ANSWER,
        "tofu stolen": words[:2] == ["steal", "tofu"],
        "bonus taken": words[:2] == ["tmm", "take"] and words[2].startswith("bonus-"),
        "recipe claimed with cards": words[:2] == ["tmm", "claim"]
        and bool(table.out[words[2]].cards),
        "fridge": words[:2] == ["spoil", "fridge"],
        "kept card discarded": words[0] == "keep" and words[2] == f"discard={words[1]}",
        f"{words[0]} in a dive": due is CHOICE,
    }
    return [branch for branch, taken in branches.items() if taken]


def _listed(table: str) -> set[str]:
    return {entry.strip() for line in table.strip().splitlines() for entry in line.split("|")}


def test_every_kind_of_move_and_every_branch_of_the_rules_occurs() -> None:
    counts = sum((seen(*start) for start in STARTS), Counter[str]())
    assert {name for name in _listed(MOVES) | _listed(BRANCHES) if not counts[name]} == set()
    forms = _listed(MOVES)
    assert all(
        any(f"{form} ".startswith(f"{spec.verb} ") for form in forms) for spec in GAME.moves.specs
    )


@pytest.mark.parametrize(("seats", "teams"), STARTS)
def test_with_any_number_of_seats_recipes_are_built_attacked_and_banked(
    seats: int, teams: str
) -> None:
    counts = seen(seats, teams)
    for name in ("draw", "recipe", "add to", "bank", "penalize on", "spoil from", "steal from to"):
        assert counts[name] >= GAMES
    for name in ("swat", "inspect", "turn missed", "refresh", "dumpster", "spree"):
        assert counts[name]


def _never(n: int) -> int:
    raise AssertionError(f"nothing to choose, yet one of {n} is asked for")


def chosen(table: Turkey) -> str:
    return GAME.moves.write(cook(table, _never))


def test_it_completes_a_recipe_rather_than_start_one() -> None:
    assert chosen(position("A R01 ham", A="R02 ketchup bologna")) == "add ketchup to=R01"


def test_a_bank_waits_for_an_extra_in_the_hand_unless_it_wins() -> None:
    table = position("A R01 ham ketchup", A="blue")
    assert chosen(table) == "add blue to=R01"
    table.banked["A"] = 46
    assert chosen(table) == "bank R01"


def test_it_refreshes_a_hand_without_a_card_of_use() -> None:
    assert chosen(position(drawn=False, A="lettuce butter ham")) == "refresh ham,lettuce,butter"


def test_it_lets_an_attack_through_that_costs_little() -> None:
    table = position("A R01", "B R05 bologna bonus-10", A="spoil-meat", B="swatter")
    table.play("A", GAME.moves.parse("spoil spoil-meat bologna from=R05"))
    assert cook(table, lambda n: n - 1) == GAME.moves.parse("pass")


def test_it_stops_a_bank_that_would_win() -> None:
    table = position("A R01 ham ketchup", B="inspector")
    table.banked["A"] = 45
    table.play("A", GAME.moves.parse("bank R01"))
    assert chosen(table) == "inspect"
