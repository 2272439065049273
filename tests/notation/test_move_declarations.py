"""One declaration reads, writes, lists and explains a move."""

import re
from dataclasses import dataclass
from typing import Annotated, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation.arguments import words_of
from notation.fault import Fault
from notation.moves import Choice, Code, Joined, Key, Move, MoveSet, Number

PAIR = Joined(Number(1, 12, "VALUE"), "+", most=2)


@dataclass(frozen=True, slots=True)
class Cross(Move):
    """Cross off boxes.

    More than one line is for programmers.
    """

    verb: ClassVar[str] = "cross"
    examples: ClassVar[tuple[str, ...]] = ("cross 11 11,6+5",)
    value: Annotated[int, Number(1, 12, "VALUE")]
    combinations: Annotated[tuple[tuple[int, ...], ...], Joined(PAIR)]


@dataclass(frozen=True, slots=True)
class Add(Move):
    """Add a card to a recipe."""

    verb: ClassVar[str] = "add"
    card: Annotated[str, Code()]
    extra: Annotated[str | None, Choice(("fast", "slow"), "SPEED")] = None
    to: Annotated[str | None, Code("RECIPE", r"R[0-9]{2}"), Key("to")] = None
    as_: Annotated[str | None, Choice(("double",)), Key("as")] = None


@dataclass(frozen=True, slots=True)
class TakeAll(Move):
    """Take all."""

    verb: ClassVar[str] = "take all"


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Take one."""

    verb: ClassVar[str] = "take"
    card: Annotated[str, Code()]


@dataclass(frozen=True, slots=True)
class GiveBack(Move):
    """Give all back."""

    verb: ClassVar[str] = "give back"
    examples: ClassVar[tuple[str, ...]] = ("give back",)


@dataclass(frozen=True, slots=True)
class GiveAway(Move):
    """Give all away."""

    verb: ClassVar[str] = "give away"


MOVES = MoveSet(Cross, Add, TakeAll, Take, GiveBack, GiveAway)


def _refused(text: str) -> tuple[str, str]:
    """The code, and the part of the text at fault."""
    with pytest.raises(Fault) as caught:
        MOVES.parse(text)
    bad = caught.value
    assert bad.end is not None
    assert 0 <= bad.start <= bad.end <= len(text)
    assert bad.advice
    return bad.code, text[bad.start : bad.end]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("cross 11 11,6+5", Cross(11, ((11,), (6, 5)))),
        ("cross 3 1+2", Cross(3, ((1, 2),))),
        ("add ham", Add("ham")),
        ("add ham slow", Add("ham", "slow")),
        ("add ham to=R07", Add("ham", None, "R07")),
        ("add ham as=double", Add("ham", None, None, "double")),
        ("add ham fast to=R07 as=double", Add("ham", "fast", "R07", "double")),
        ("take all", TakeAll()),
        ("take ham", Take("ham")),
    ],
)
def test_a_move_is_read_and_written(text: str, move: Move) -> None:
    assert MOVES.parse(text) == move
    assert MOVES.write(move) == text
    assert re.fullmatch(MOVES.pattern, text)


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("", "cgn.verb", ""),
        ("crss 11 11", "cgn.verb", "crss"),
        ("cross", "cgn.argument", "cross"),
        ("cross 11", "cgn.argument", "cross 11"),
        ("cross 13 11", "cgn.argument", "13"),
        ("cross 011 11", "cgn.argument", "011"),
        ("cross 11 11,6+x,5", "cgn.argument", "x"),
        ("cross 11 11,1+2+3", "cgn.argument", "1+2+3"),
        ("cross 11 11,,5", "cgn.argument", ""),
        ("cross 11 11 12", "cgn.argument", "12"),
        ("cross 11 x=11", "cgn.argument", "x=11"),
        ("add ham to=R7", "cgn.argument", "R7"),
        ("add ham too=R07", "cgn.argument", "too=R07"),
        ("add ham as=double to=R07", "cgn.argument", "to=R07"),
        ("add ham to=R07 to=R08", "cgn.argument", "to=R08"),
        ("add ham medium", "cgn.argument", "medium"),
        ("add  ham", "cgn.argument", ""),
        ("take all ham", "cgn.argument", "ham"),
        ("take", "cgn.argument", "take"),
    ],
)
def test_a_bad_move_is_refused_with_the_part_at_fault(text: str, code: str, part: str) -> None:
    assert _refused(text) == (code, part)
    assert not re.fullmatch(MOVES.pattern, text)


def test_a_move_names_its_cards() -> None:
    with pytest.raises(Fault) as caught:
        MOVES.parse("add _ slow")
    assert (caught.value.code, caught.value.start, caught.value.end) == ("cgn.unknown-card", 4, 5)


def _advice(text: str) -> str | None:
    with pytest.raises(Fault) as caught:
        MOVES.parse(text)
    return caught.value.advice


def test_the_advice_is_the_nearest_word_or_the_usage() -> None:
    assert _advice("crss 11 11") == "did you mean `cross`?"
    assert _advice("xyz") == ("the moves are cross, add, take all, take, give back, give away")
    assert _advice("add ham slwo") == "did you mean `slow`?"
    assert _advice("add ham too=R07") == "did you mean `to`?"
    assert _advice("cross 11") == ("write `cross VALUE VALUE+VALUE,…`, as in `cross 11 11,6+5`")
    assert _advice("give back ham") == "write `give back`"


def test_half_of_a_verb_gets_the_other_half_as_advice() -> None:
    assert _refused("give ham") == ("cgn.verb", "give")
    assert _advice("give ham") == "the moves are give back, give away"


def test_a_declaration_has_its_usage_and_meaning() -> None:
    spec = MOVES.spec(Add)
    assert spec.usage == "add CARD [SPEED] [to=RECIPE] [as=WORD]"
    assert MOVES.spec(Cross).meaning == "Cross off boxes."


@pytest.mark.parametrize(
    ("text", "path", "part"),
    [
        ("cross 11 11,6+5", (), "cross 11 11,6+5"),
        ("cross 11 11,6+5", ("value",), "11"),
        ("cross 11 11,6+5", ("combinations",), "11,6+5"),
        ("cross 11 11,6+5", ("combinations", 1), "6+5"),
        ("cross 11 11,6+5", ("combinations", 1, 1), "5"),
        ("cross 11 11,6+5,6+5", ("combinations", 2, 0), "6"),
        ("add ham to=R07 as=double", ("to",), "R07"),
        ("add ham to=R07 as=double", ("as_",), "double"),
        ("add ham to=R07", ("extra",), "add ham to=R07"),
        ("take ham", ("card",), "ham"),
    ],
)
def test_a_part_of_a_move_is_found_in_its_text(
    text: str, path: tuple[str | int, ...], part: str
) -> None:
    start, end = MOVES.span(MOVES.parse(text), text, path)
    assert text[start:end] == part


numbers = st.integers(1, 12)
crosses = st.builds(
    Cross,
    numbers,
    st.lists(st.lists(numbers, min_size=1, max_size=2).map(tuple), min_size=1).map(tuple),
)
adds = st.builds(
    Add,
    st.from_regex(r"\A[A-Za-z0-9](?:[A-Za-z0-9:.\-]{0,4}[A-Za-z0-9])?\Z"),
    st.none() | st.sampled_from(["fast", "slow"]),
    st.none() | st.from_regex(r"\AR[0-9]{2}\Z"),
    st.none() | st.just("double"),
)


@given(crosses | adds)
def test_every_move_that_is_written_is_read_again(move: Move) -> None:
    text = MOVES.write(move)
    assert MOVES.parse(text) == move
    assert re.fullmatch(MOVES.pattern, text)


def _span(text: str) -> tuple[int, int]:
    """The part at fault, or all of it."""
    try:
        MOVES.parse(text)
    except Fault as bad:
        return bad.start, bad.end or 0
    return 0, len(text)


@given(st.text("cross ad12,+=:-to_é\n", max_size=20))
def test_any_text_is_a_move_or_raises_bad_move(text: str) -> None:
    start, end = _span(text)
    assert 0 <= start <= end <= len(text)


def test_the_message_of_a_long_move_is_short() -> None:
    for text in ("x" * 60_000, "add " + "ä" * 60_000, "cross 1 " + "1+" * 30_000 + "1"):
        with pytest.raises(Fault) as caught:
            MOVES.parse(text)
        assert len(caught.value.message) < 200


@given(st.integers(-2, 40), st.integers(0, 20), st.integers(0, 20))
def test_a_number_lies_between_its_bounds(value: int, one: int, other: int) -> None:
    shape = Number(min(one, other), max(one, other))
    inside = shape.low <= value <= shape.high
    assert bool(re.fullmatch(shape.pattern, str(value))) is inside
    if inside:
        assert shape.read(shape.write(value)) == value
    else:
        with pytest.raises(Fault):
            shape.read(str(value))


def test_a_word_that_does_not_fit_is_read_again_each_time() -> None:
    words = words_of(Choice(("left", "right")), "pile")
    for _ in range(2):
        with pytest.raises(Fault):
            _ = words["pile=up"]
    assert words["pile=left"] == "left"
    assert list(words) == ["pile=left"]
