"""Diagnostics for the tests of several renderings."""

import pytest

from notation.diagnostics import Diagnostic, Label, Place


@pytest.fixture
def wrong_sum() -> Diagnostic:
    """One with every fact, and one label."""
    return Diagnostic(
        code="triggs.sum",
        severity="error",
        message="3+9 makes 12, not 11",
        place=Place(
            file="club/2026-11-14.cgn",
            line=141,
            column=24,
            end=27,
            text="37. B: cross 11 11,5+6,3+9",
        ),
        label="these two cards make 12",
        record=2,
        game="triggs",
        ply=37,
        seat="B",
        player="Mara",
        table="Mara holds 3 4 5 6 7 9 11 11 (8 of 10); row 11: 2 of 5 crossed",
        rule="triggs, Crossing off: one card, or the sum of two cards, makes the value named",
        legal=48,
        nearest=("cross 11 11,5+6,4+7", "cross 12 3+9,5+7", "discard 11"),
        help="did you mean `cross 11 11,5+6,4+7`?",
        note="plies 1-36 are valid (position 9f31c2e0); plies 38-52 were not checked",
    )


@pytest.fixture
def emptied_pile() -> Diagnostic:
    """One whose cause is an earlier ply."""
    return Diagnostic(
        code="point_salad.empty",
        severity="error",
        message="there is no 3b",
        place=Place(file="club.cgn", line=141, column=15, end=17, text="37. B: veg 1a,3b"),
        label="nothing lies here",
        also=Label(
            place=Place(file="club.cgn", line=139, column=15, end=17, text="35. A: veg 3a,3b"),
            message="3b was emptied here: pile 3 had one card left",
        ),
        record=2,
        game="point_salad",
        ply=37,
        seat="B",
        player="Mara",
    )


@pytest.fixture
def in_json() -> Diagnostic:
    """The same, found in JSON: places are pointers, and there is no source line."""
    return Diagnostic(
        code="point_salad.empty",
        severity="error",
        message="there is no 3b",
        place=Place(file="file.cgn.json", pointer="/plies/3/move"),
        label="nothing lies here",
        also=Label(
            place=Place(file="file.cgn.json", pointer="/plies/1/move"),
            message="3b was emptied here",
        ),
        record=1,
        game="point_salad",
        ply=4,
        seat="B",
        player="Mara",
    )


@pytest.fixture
def near_tag() -> Diagnostic:
    """A warning without a ply."""
    return Diagnostic(
        code="cgn.near-tag",
        message="`Evnet` is a free tag",
        severity="warning",
        place=Place(file="club.cgn", line=5, column=1, end=16, text='[Evnet "Club"]'),
        record=1,
        help="did you mean `Event`?",
    )


@pytest.fixture
def hostile() -> Diagnostic:
    """Control and bidirectional characters in every text that users can write."""
    nasty = "\x1b[2J\u202eabc\x9b\r\n\x07\u2028\udc80"
    return Diagnostic(
        code="cgn.verb",
        severity="error",
        message=f"`{nasty}` is no move",
        place=Place(file=nasty, line=1, column=3, end=9, pointer=f"/tags/{nasty}", text=nasty),
        label=nasty,
        also=Label(place=Place(file=nasty, line=9, text=nasty), message=nasty),
        record=1,
        game=nasty,
        ply=1,
        seat=nasty,
        player=nasty,
        table=nasty,
        rule=nasty,
        legal=1,
        nearest=(nasty,),
        help=nasty,
        note=nasty,
    )
