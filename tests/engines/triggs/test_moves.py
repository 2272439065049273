"""The notation, listing and refusal of moves in Triggs."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.play import Illegal
from engines.triggs import GAME
from engines.triggs.cards import makings, spellings
from engines.triggs.moves import Cross, Discard, Draw, Extra
from notation.chance import Chance
from notation.fault import Fault
from notation.moves import Move
from replays.general.deal import chooser, play_on, snapshot
from tests.engines.triggs.positions import deal, position

MOVES = GAME.moves


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("draw left middle", Draw("left", "middle")),
        ("draw right right", Draw("right", "right")),
        ("draw left", Draw("left")),
        ("discard 9,9", Discard(("9", "9"))),
        ("discard 12", Discard(("12",))),
        ("cross 11 11,7+4,10+1", Cross("11", (("11",), ("7", "4"), ("10", "1")))),
        ("extra 8", Extra("8")),
    ],
)
def test_moves_are_written_as_in_the_table_of_moves(text: str, move: Move) -> None:
    assert MOVES.parse(text) == move
    assert MOVES.write(move) == text


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("extra 0", "0"),
        ("extra 13", "13"),
        ("extra 011", "011"),
        ("extra +1", "+1"),
        ("extra \u0661", "\u0661"),
        ("discard 9,,9", ""),
        ("discard 9,13", "13"),
        ("cross 11 11,07+4", "07"),
        ("cross 011 11", "011"),
        ("draw top", "top"),
        ("draw left left left", "left"),
        ("draw", "draw"),
        ("cross 11", "cross 11"),
        ("pass", "pass"),
        ("Draw left", "Draw"),
    ],
)
def test_a_malformed_move_is_refused_at_its_bad_part(text: str, part: str) -> None:
    with pytest.raises(Fault) as caught:
        MOVES.parse(text)
    assert text[caught.value.start : caught.value.end] == part


@given(st.text("0123456789,+ ", max_size=8))
def test_the_schemas_pattern_agrees_with_the_parser(argument: str) -> None:
    for verb in ("discard", "cross 11", "extra"):
        text = f"{verb} {argument}"
        try:
            MOVES.parse(text)
            taken = True
        except Fault:
            taken = False
        assert taken == bool(re.fullmatch(MOVES.pattern, text))


@pytest.mark.parametrize("value", [str(value) for value in range(1, 13)])
def test_a_value_is_made_by_one_card_or_two_and_nothing_else(value: str) -> None:
    deck = list(deal().rows)
    singles = {(card,) for card in deck if card == value}
    pairs = {(one, two) for one in deck for two in deck if int(one) + int(two) == int(value)}
    assert spellings(value) == singles | pairs
    assert {tuple(sorted(made, key=int, reverse=True)) for made in spellings(value)} == set(
        makings(value)
    )


def test_makings_come_single_card_first_then_pairs_by_their_larger_card() -> None:
    assert makings("6") == (("6",), ("3", "3"), ("4", "2"), ("5", "1"))


def test_moves_are_listed_in_the_order_of_the_table_of_moves_and_of_the_deck() -> None:
    table = position(A="10 4 7 11")
    assert [MOVES.write(move) for move in table.moves()][9:] == [
        "discard 4", "discard 7", "discard 10", "discard 11",
        "cross 4 4", "cross 7 7", "cross 10 10", "cross 11 11", "cross 11 11,7+4", "cross 11 7+4",
    ]  # fmt: skip


def _any_move(seed: str) -> Move:
    """A random well-formed move, mostly an illegal one."""
    choose = chooser(seed)
    some = [str(1 + choose(12)) for _ in range(8)]
    piles = [("left", "middle", "right")[choose(3)] for _ in range(2)]
    combinations = [makings(some[0])[choose(len(makings(some[0])))] for _ in range(1 + choose(3))]
    swapped = tuple(made[:: -1 if choose(2) else 1] for made in combinations)
    moves = (
        Draw(*piles),
        Draw(piles[0]),
        Discard((some[0],) * (1 + choose(3))),
        Discard(tuple(some[: 1 + choose(3)])),
        Cross(some[0], swapped),
        Cross(some[0], swapped),
        Cross(some[0], swapped),
        Cross(some[0], ((some[1],), tuple(some[2:4]))),
        Extra(some[0]),
    )
    return moves[choose(len(moves))]


def _as_listed(move: Move) -> Move:
    """The form in which a move is listed."""
    if not isinstance(move, Cross):
        return move
    made = [tuple(sorted(cards, key=int, reverse=True)) for cards in move.combinations]
    made.sort(key=lambda cards: (len(cards), int(cards[0])))
    return Cross(move.value, tuple(made))


@given(seed=st.integers(0, 1 << 32), seats=st.integers(2, 4), plies=st.integers(0, 120))
def test_every_playable_move_is_listed_and_others_change_nothing(
    seed: int, seats: int, plies: int
) -> None:
    table = GAME.set_up(GAME, seats, {}, Chance(str(seed)))
    play_on(table, chooser(f"{seed}"), plies)
    listed, before = table.moves(), snapshot(table)
    for number in range(12):
        move = _any_move(f"{seed}/{number}")
        assert MOVES.parse(MOVES.write(move)) == move
        trial, refusal = table.copy(), None
        try:
            trial.play(table.to_act or "A", move)
        except Illegal as illegal:
            refusal = illegal
        assert (refusal is None) == (_as_listed(move) in listed)
        if refusal is not None:
            assert snapshot(trial) == before
