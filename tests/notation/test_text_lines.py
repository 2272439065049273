"""docs/notation.md, The text form: the meaning of each line."""

import pytest

from notation.grammar import MARKS
from notation.record import Ply, Record, Result, Shuffle
from tests.notation.building import EXAMPLE, HEADER, good, played


def _ply(line: str) -> Ply:
    (ply,) = played(line).plies
    assert isinstance(ply, Ply)
    return ply


def test_names_decide_the_kind_of_header_lines() -> None:
    record = good(
        '[CGN "1"]\n[Zone "z"]\n[B "Bo"]\n[Deck "d"]\n[rounds "3"]\n[Game "g"]\n[A "Ana"]\n'
        '[SeedHash "h"]\n[Rules "2"]\n[Seed ""]\n[Termination "time"]\n[my-own_1 "x"]\n'
    )
    assert record == Record(
        game="g",
        rules="2",
        seats=("Ana", "Bo"),
        deck="d",
        options={"rounds": "3", "my-own_1": "x"},
        seed="",
        seed_hash="h",
        termination="time",
        tags={"Zone": "z"},
        plies=(),
    )


def test_a_value_has_three_escapes_and_may_be_empty() -> None:
    record = good(HEADER + '[Event "say \\"no\\" \\\\ \\n ]"]\n[Site ""]\n')
    assert record.tags == {"Event": 'say "no" \\ \n ]', "Site": ""}


def test_blanks_may_stand_within_and_after_a_tag() -> None:
    assert good(HEADER + '[Event \t  "x"] \t\n').tags == {"Event": "x"}


def test_a_player_may_have_any_name() -> None:
    record = good('[CGN "1"]\n[Game "g"]\n[Rules "1"]\n[A "Åsa 🂡"]\n[B "[CGN "]\n')
    assert record.seats == ("Åsa 🂡", "[CGN ")


@pytest.mark.parametrize(
    ("line", "ply"),
    [
        ("1. A: draw", Ply("A", "draw")),
        ("1.A:draw", Ply("A", "draw")),
        ("\t 1.  A: \t draw \t left   right \t", Ply("A", "draw left right")),
        ("1. J: cross 11 11,6+5", Ply("J", "cross 11 11,6+5")),
        ("1. A: take r2c5 using=toast", Ply("A", "take r2c5 using=toast")),
        ("1. A: pie a:b.c-d with=e:f,_", Ply("A", "pie a:b.c-d with=e:f,_")),
        ("1. A: x-2 _", Ply("A", "x-2 _")),
        ("1. A: draw -> 3 _ CB01", Ply("A", "draw", ("3", "_", "CB01"))),
        ("1. A: draw \t->\t3 \t 4", Ply("A", "draw", ("3", "4"))),
        ("1. A: draw ^", Ply("A", "draw", irregular=True)),
        *((f"1. A: draw {mark}", Ply("A", "draw", mark=mark)) for mark in MARKS),
        ("1. A: draw{a}{b} {c}", Ply("A", "draw", comments=("a", "b", "c"))),
        ("1. A: draw {\\} \\\\ \\n {}", Ply("A", "draw", comments=("} \\ \n {",))),
        ("1. A: draw {}", Ply("A", "draw", comments=("",))),
        ("1. A: draw {@0:41 -> ! ^}", Ply("A", "draw", comments=("@0:41 -> ! ^",))),
        ("1. A: draw @0:41", Ply("A", "draw", at=41)),
        ("1. A: draw @00:41.5", Ply("A", "draw", at=41.5)),
        ("1. A: draw @75:00.05", Ply("A", "draw", at=4500.05)),
        ("1. A: draw @1:2:03", Ply("A", "draw", at=3723)),
        (
            "1. A: draw -> 3 ^ !? {a} @0:01.001",
            Ply("A", "draw", ("3",), True, "!?", ("a",), 1.001),  # noqa: FBT003 - irregular
        ),
    ],
)
def test_a_ply_has_its_parts_in_this_order(line: str, ply: Ply) -> None:
    assert _ply(line) == ply


def test_lists_keep_their_order() -> None:
    assert _ply("1. A: cross 11 7+4,4+7,11").move == "cross 11 7+4,4+7,11"


def test_a_shuffle_has_a_pile_and_cards() -> None:
    record = played("~:deck 7 3\n  ~:\tleft\t1\n1. A: x\n~: CB CB01 CB02\n")
    assert record.plies == (
        Shuffle("deck", ("7", "3")),
        Shuffle("left", ("1",)),
        Ply("A", "x"),
        Shuffle("CB", ("CB01", "CB02")),
    )


def test_comments_before_ply_1_belong_to_the_game() -> None:
    setup = "{one}{two}\n\n \t{three}  \n~: deck 1 2\n{four}\n~: left 1 2\n"
    record = played(setup + "1. A: x {five}\n")
    assert record.comments == ("one", "two", "three", "four")
    assert record.plies[-1] == Ply("A", "x", comments=("five",))


def test_a_variation_replaces_the_ply_before_it_and_its_shuffles() -> None:
    record = played(
        "1. A: a\n~: deck 1 2\n"
        "( 1. A: b\n  2. B: c\n  (2. B: d )\n  3. A: e\n  ~: left 3 )\n"
        "( 1. A: f )\n2. B: g\n"
    )
    inner = (
        Ply("A", "b"),
        Ply("B", "c", variations=((Ply("B", "d"),),)),
        Ply("A", "e"),
        Shuffle("left", ("3",)),
    )
    assert record.plies == (
        Ply("A", "a", variations=(inner, (Ply("A", "f"),))),
        Shuffle("deck", ("1", "2")),
        Ply("B", "g"),
    )


def test_a_line_may_close_several_variations() -> None:
    (ply,) = played("1. A: a\n( 1. A: b\n( 1. A: c\n(1. A: d ) ))\n").plies
    c = Ply("A", "c", variations=((Ply("A", "d"),),))
    b = Ply("A", "b", variations=((c,),))
    assert ply == Ply("A", "a", variations=((b,),))


def test_variations_nest_32_deep() -> None:
    deep = "1. A: x\n" + "( 1. A: x\n" * 32
    (ply,) = played(deep.rstrip("\n") + " )" * 32).plies
    depth = 0
    while isinstance(ply, Ply) and ply.variations:
        ((ply,),) = ply.variations
        depth += 1
    assert depth == 32


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("= A 41 33", Result(("A",), (41, 33))),
        ("=A+B 0 -7 ", Result(("A", "B"), (0, -7))),
        ("= \t*  12\t9", Result((), (12, 9))),
        ("= B 999999999999999 -999999999999999", Result(("B",), (10**15 - 1, 1 - 10**15))),
    ],
)
def test_the_end_line_has_winners_and_scores(line: str, result: Result) -> None:
    assert played(f"1. A: x\n{line}\n").result == result


def test_without_its_end_line_a_record_has_no_result() -> None:
    assert played("1. A: x\n").result is None


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\n\n \t\n"])
def test_the_end_of_the_file_ends_the_last_line(end: str) -> None:
    assert played(f"1. A: x\n= * 1 2{end}").result == Result((), (1, 2))


def test_crlf_and_a_byte_order_mark_change_nothing() -> None:
    assert good("\ufeff" + EXAMPLE.replace("\n", "\r\n")) == good(EXAMPLE)


def test_blank_lines_change_nothing() -> None:
    assert good(EXAMPLE.replace("\n", "\n \t\n")) == good(EXAMPLE)


def test_a_line_separator_of_unicode_is_no_line_end() -> None:
    assert _ply("1. A: x {a\u2028b\u2029c}").comments == ("a\u2028b\u2029c",)
