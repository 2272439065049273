"""What a name in a header tells by itself, and which name may have been meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation.header import BadHeader, Header, warnings_of
from notation.nearest import did_you_mean, nearest
from notation.quote import quote
from notation.tags import RESERVED, USUAL, is_free, is_option, is_seat, meant


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("A", "seat"),
        ("J", "seat"),
        ("K", "tag"),
        ("AB", "tag"),
        ("a", "option"),
        ("rounds", "option"),
        ("my-own_2", "option"),
        ("Event", "tag"),
        ("SEED", "tag"),
        ("CGN", "reserved"),
        ("SeedHash", "reserved"),
        ("seedHash", "nothing"),
        ("1st", "nothing"),
        ("Åsa", "nothing"),
        ("", "nothing"),
    ],
)
def test_a_name_tells_what_it_is(name: str, kind: str) -> None:
    kinds = {
        "seat": is_seat(name),
        "option": is_option(name),
        "tag": is_free(name),
        "reserved": name in RESERVED,
    }
    assert [k for k, holds in kinds.items() if holds] == [kind] * (kind != "nothing")


@given(st.text(max_size=4))
def test_a_name_is_one_thing_at_most(name: str) -> None:
    assert sum([is_seat(name), is_option(name), is_free(name), name in RESERVED]) <= 1


@pytest.mark.parametrize("name", [*RESERVED, *USUAL, "Club", "Language", "WhiteElo", "Opening"])
def test_a_known_name_or_a_far_one_is_meant_as_it_is(name: str) -> None:
    assert meant(name) is None


@pytest.mark.parametrize(
    ("name", "known"),
    [("Evnet", "Event"), ("Sit", "Site"), ("SEED", "Seed"), ("Seedhash", "SeedHash")],
)
def test_a_near_name_is_told(name: str, known: str) -> None:
    assert meant(name) == known
    ((tag, _, advice),) = warnings_of({name: "x"})
    assert (tag, advice) == (name, f"did you mean `{known}`?")


def test_what_is_needed_may_stand_under_a_near_name() -> None:
    header = Header({"CGN": "1", "Rules": "1"}, {"A": "", "B": ""}, {}, {"Gmae": "x"})
    with pytest.raises(BadHeader) as caught:
        header.check()
    assert (caught.value.name, caught.value.advice) == ("Gmae", "is `Gmae` meant to be `Game`?")


def test_the_nearest_words_come_best_first_and_ties_in_their_order() -> None:
    assert nearest("draw", ["drow", "draw", "brew", "discard"]) == ["draw", "drow"]
    assert nearest("ab", ["ac", "ad"], cutoff=0.5) == ["ac", "ad"]
    assert nearest("ab", ["ac", "ad", "ae", "af"], most=2, cutoff=0.5) == ["ac", "ad"]
    assert nearest("x", []) == []


def test_nothing_is_near_a_word_without_end() -> None:
    assert nearest("draw" * 1_000_000, ["draw" * 1_000_000]) == []
    assert did_you_mean("xyz", ["draw"]) is None


def test_a_long_text_is_quoted_short() -> None:
    assert quote("x" * 60) == f"`{'x' * 60}`"
    assert quote("x" * 61) == f"`{'x' * 59}…`"
