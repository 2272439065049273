"""Kinds of names in a header, and suggestions for misspelt ones."""

from difflib import SequenceMatcher
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation.fault import Fault
from notation.header import RESERVED, USUAL, Header, is_free, is_option, is_seat, meant, warnings_of
from notation.nearest import did_you_mean, nearest
from notation.record import Record
from notation.wording import quote


def record(**parts: Any) -> Record:  # noqa: ANN401 - any part of a header
    """A record with these parts of a header."""
    return Record(**{"game": "x", "rules": "1", "seats": ("Ana", "Bo"), "plies": (), **parts})


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
def test_a_name_has_a_kind(name: str, kind: str) -> None:
    kinds = {
        "seat": is_seat(name),
        "option": is_option(name),
        "tag": is_free(name),
        "reserved": name in RESERVED,
    }
    assert [k for k, holds in kinds.items() if holds] == [kind] * (kind != "nothing")


@given(st.text(max_size=4))
def test_a_name_has_one_kind_at_most(name: str) -> None:
    assert sum([is_seat(name), is_option(name), is_free(name), name in RESERVED]) <= 1


@pytest.mark.parametrize("name", [*RESERVED, *USUAL, "Club", "Language", "WhiteElo", "Opening"])
def test_a_known_name_or_a_far_one_gets_no_suggestion(name: str) -> None:
    assert meant(name) is None


@pytest.mark.parametrize(
    ("name", "known"),
    [("Evnet", "Event"), ("Sit", "Site"), ("SEED", "Seed"), ("Seedhash", "SeedHash")],
)
def test_a_near_name_is_suggested(name: str, known: str) -> None:
    assert meant(name) == known
    ((tag, _, advice, _),) = warnings_of(record(tags={name: "x"}))
    assert (tag, advice) == (name, f"did you mean `{known}`?")


@pytest.mark.parametrize("name", ["a", "j", "seed", "seedhash", "deck"])
def test_a_seat_or_reserved_name_in_lower_case_is_suggested(name: str) -> None:
    ((option, _, advice, _),) = warnings_of(record(options={name: "x"}))
    capital = {"seedhash": "SeedHash"}.get(name, name.capitalize())
    assert (option, advice) == (name, f"did you mean `{capital}`?")


@pytest.mark.parametrize("name", ["k", "rounds", "event", "sed"])
def test_another_option_gets_no_suggestion(name: str) -> None:
    assert warnings_of(record(options={name: "x"})) == []


@pytest.mark.parametrize(
    ("date", "advice"),
    [
        ("17.11.2026", "did you mean `2026-11-17`?"),
        ("11/17/2026", "did you mean `2026-11-17`?"),
        ("2026/11/7", "did you mean `2026-11-07`?"),
        ("3/4/2026", "write it as `YYYY-MM-DD`"),
        ("2026-02-30", "write it as `YYYY-MM-DD`"),
        ("last Tuesday", "write it as `YYYY-MM-DD`"),
    ],
)
def test_a_date_in_another_spelling_is_noticed(date: str, advice: str) -> None:
    ((name, _, help_line, code),) = warnings_of(record(tags={"Date": date}))
    assert (name, help_line, code) == ("Date", advice, "cgn.date")


@pytest.mark.parametrize(
    "date", ["2026", "2026-11", "2026-11-17", "2026-11-17T20:15", "2026-11-??", "????-??-??", ""]
)
def test_a_year_a_month_or_a_day_is_a_date(date: str) -> None:
    assert warnings_of(record(tags={"Date": date})) == []


def test_two_players_of_one_name_are_noticed() -> None:
    ((seat, message, _, code),) = warnings_of(record(seats=("Ana", "Bo", "Ana")))
    assert (seat, code) == ("C", "cgn.same-name")
    assert message == "A and C have the same name, `Ana`"


@pytest.mark.parametrize("players", [("Ana", "ana"), ("", ""), ("?", "?")])
def test_players_without_a_name_have_not_the_same_one(players: tuple[str, str]) -> None:
    assert warnings_of(record(seats=players)) == []


def test_a_missing_name_may_be_given_by_a_near_one() -> None:
    header = Header({"CGN": "1", "Rules": "1"}, {"A": "", "B": ""}, {}, {"Gmae": "x"})
    with pytest.raises(Fault) as caught:
        header.check()
    assert (caught.value.where, caught.value.advice) == (
        ("tags", "Gmae"),
        "is `Gmae` meant to be `Game`?",
    )


def test_the_nearest_words_come_best_first_and_ties_in_their_order() -> None:
    assert nearest("draw", ["drow", "draw", "brew", "discard"]) == ["draw", "drow"]
    assert nearest("ab", ["ac", "ad"], cutoff=0.5) == ["ac", "ad"]
    assert nearest("ab", ["ac", "ad", "ae", "af"], most=2, cutoff=0.5) == ["ac", "ad"]
    assert nearest("x", []) == []


def test_nothing_is_near_a_huge_word() -> None:
    assert nearest("draw" * 1_000_000, ["draw" * 1_000_000]) == []
    assert did_you_mean("xyz", ["draw"]) is None


def test_of_two_equally_near_words_neither_is_suggested() -> None:
    assert did_you_mean("r6c5", ["r5c5", "r2c5", "r1c1"]) is None
    assert did_you_mean("r5c", ["r5c5", "r1c1"]) == "did you mean `r5c5`?"


def test_a_long_text_is_quoted_short() -> None:
    assert quote("x" * 60) == f"`{'x' * 60}`"
    assert quote("x" * 61) == f"`{'x' * 59}…`"


def plainly(word: str, known: list[str], most: int, cutoff: float) -> list[str]:
    """The result of `nearest` by comparing with every name."""
    scored = []
    for order, candidate in enumerate(known):
        ratio = SequenceMatcher(None, candidate, word, autojunk=False).ratio()
        if ratio >= cutoff:
            scored.append((-ratio, order))
    return [known[order] for _, order in sorted(scored)[:most]]


moves = st.text("ab1 ,", max_size=12)


@given(moves, st.lists(moves, max_size=30), st.sampled_from([1, 3]), st.sampled_from([0.5, 0.6]))
def test_the_fast_search_finds_the_same_as_the_plain_one(
    word: str, known: list[str], most: int, cutoff: float
) -> None:
    assert nearest(word, known, most, cutoff) == plainly(word, known, most, cutoff)


def test_a_word_of_the_same_letters_does_not_hide_one_that_is_nearer() -> None:
    same_letters, nearer = "bacdehgfij", "abcdefghix"
    assert nearest("abcdefghij", [same_letters, nearer], most=1) == [nearer]


def test_thousands_of_long_similar_words_take_no_time() -> None:
    known = ["a" * 900 + str(number) for number in range(1_000, 4_000)]
    begun = process_time()
    assert nearest("a" * 950, known)[0] == known[0]
    assert process_time() - begun < 20
