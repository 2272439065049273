"""The notation of moves, and the codes of refusals."""

import pytest

from engines.grab_your_breakfast import GAME
from engines.grab_your_breakfast.moves import Swap, Take
from engines.play import Illegal
from engines.rulebook import rulebook
from notation.fault import Fault
from notation.moves import Move
from tests.engines.grab_your_breakfast.positions import position

MOVES = GAME.moves


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("take r2c5 using=toast", Take("r2c5", "toast")),
        ("swap egg", Swap(("egg",))),
        ("swap egg,toast", Swap(("egg", "toast"))),
    ],
)
def test_moves_are_written_as_in_the_table_of_moves(text: str, move: Move) -> None:
    assert MOVES.parse(text) == move
    assert MOVES.write(move) == text


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("take r2c5", "take r2c5"),
        ("take r2c5 toast", "toast"),
        ("take using=toast r2c5", "using=toast"),
        ("take r6c1 using=toast", "r6c1"),
        ("take r1c0 using=toast", "r1c0"),
        ("take r1c1 using=jam", "jam"),
        ("take r1c1 using=coffee-cup", "coffee-cup"),
        ("swap", "swap"),
        ("swap egg,", ""),
        ("swap egg,toast,egg", "egg,toast,egg"),
        ("swap sugar", "sugar"),
        ("pass", "pass"),
    ],
)
def test_a_malformed_move_is_refused_at_its_bad_part(text: str, part: str) -> None:
    with pytest.raises(Fault) as caught:
        MOVES.parse(text)
    assert text[caught.value.start : caught.value.end] == part


def test_moves_are_listed_by_place_then_card_in_deck_order_and_each_once() -> None:
    table = position("jam egg egg egg toast", "- - - - -", "egg egg egg egg sugar", A="egg toast")
    assert [MOVES.write(move) for move in table.moves()] == [
        "take r1c1 using=toast",
        "take r1c1 using=egg",
        "take r1c5 using=toast",
        "take r3c1 using=egg",
        "take r3c5 using=toast",
        "take r3c5 using=egg",
    ]


BROKEN = [
    ("take r2c1 using=toast", "toast egg", "empty-place"),
    ("take r1c3 using=toast", "toast egg", "blocked"),
    ("take r1c1 using=toast", "coffee egg", "not-held"),
    ("take r1c1 using=egg", "toast egg", "no-match"),
    ("swap toast", "toast toast", "must-take"),
    ("swap toast,egg", "toast egg", "swap-count"),
]


def test_the_rules_have_these_codes() -> None:
    assert {f"{GAME.name}.{code}" for _, _, code in BROKEN} == set(rulebook(GAME.name))


@pytest.mark.parametrize(("text", "hand", "code"), BROKEN)
def test_every_rule_can_be_broken(text: str, hand: str, code: str) -> None:
    table = position("toast toast toast toast toast", A=hand)
    with pytest.raises(Illegal) as caught:
        table.play("A", MOVES.parse(text))
    assert caught.value.reason.rule == code


def test_a_swap_of_nothing_is_refused() -> None:
    table = position("toast toast toast toast toast", A="egg egg")
    with pytest.raises(Illegal) as caught:
        table.play("A", Swap(()))
    assert (caught.value.reason.rule, caught.value.reason.message) == (
        "swap-count",
        "no card is named",
    )
