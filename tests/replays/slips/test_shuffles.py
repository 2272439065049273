"""Lines of shuffles that are missing, misspelled, or too many."""

import re

import pytest

from replays.validate import validate
from tests.replays.helpers import reading
from tests.replays.slips.writing import changed, example, problem

TABLE = example("point_salad_table")


@pytest.mark.parametrize(
    ("missing", "advice"),
    [
        (["ON"], "add the line `~: ON _` above"),
        (["LE", "ON"], "add the lines `~: LE _` and `~: ON _` above"),
        (["CB", "LE"], "add the lines `~: CB _` and `~: LE _` above"),
    ],
)
def test_the_missing_lines_are_named(missing: list[str], advice: str) -> None:
    text = TABLE
    for pile in missing:
        text = changed(text, f"~: {pile} _\n", "")
    found = problem(text)
    assert (found.code, found.help) == ("cgn.shuffle-mismatch", advice)


def test_all_missing_lines_of_a_deal_are_named_at_once() -> None:
    found = problem(re.sub(r"~: .*\n", "", TABLE))
    assert found.code == "cgn.shuffle-missing"
    assert found.help == (
        "add the lines `~: CB _`, `~: CR _`, `~: LE _`, `~: ON _`, `~: PE _`, `~: TO _` and "
        "`~: deck _`; known cards replace the `_`, the top one first; or give the seed of all "
        'shuffles: [Seed "tuesday-7"]'
    )


@pytest.mark.parametrize(("pile", "written"), [("deck", "dekc"), ("ON", "NO"), ("CB", "deck")])
def test_a_misspelled_pile_is_named(pile: str, written: str) -> None:
    found = problem(changed(TABLE, f"~: {pile} _", f"~: {written} _"))
    assert (found.code, found.help) == ("cgn.shuffle-mismatch", f"did you mean `{pile}`?")


def test_a_line_too_many_among_the_shuffles_is_to_be_taken_out() -> None:
    found = problem(changed(TABLE, "~: LE _\n", "~: deck _\n~: LE _\n"))
    assert (found.code, found.help) == ("cgn.shuffle-mismatch", "take this line out")


def test_a_line_too_many_after_a_ply_is_to_be_taken_out() -> None:
    found = problem(changed(TABLE, "-> LE02\n", "-> LE02\n~: deck _\n"))
    assert (found.code, found.help) == ("cgn.shuffle-surplus", "take this line out")


def test_what_refused_an_undetermined_record_is_said_in_words() -> None:
    text = changed(example("triggs_own_hand"), "~: middle _", "~: midle _")
    doubt = "ply 73 was refused in all 8 ways tried: cgn.shuffle-mismatch "
    assert validate(reading(text)).doubt == f"{doubt}(`middle` is shuffled here, not `midle`)"
