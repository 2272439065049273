"""Moves that were probably meant, by their reveals, by what lies at a place, or as one of few."""

from tests.replays.slips.writing import changed, example, problem

TRIGGS = example("triggs")
SALAD = example("point_salad")


def test_a_wrong_pile_with_the_right_reveals_is_noticed() -> None:
    slip = problem(changed(TRIGGS, "23. B: draw left", "23. B: draw right"))
    assert slip.message == "the cards revealed are 2 5, not 7 5"
    advice = "did you mean `draw left middle`? it reveals 7 5; otherwise write `-> 2 5`"
    assert (slip.help, slip.nearest) == (advice, ("draw left middle",))


def test_moves_with_the_reveals_that_were_written_come_first() -> None:
    slip = problem(changed(TRIGGS, "23. B: draw left middle", "23. B: draw lft lft"))
    assert slip.nearest[0] == "draw left middle"
    assert slip.help == "did you mean `draw left middle`? it reveals 7 5"


def test_a_refused_move_gives_way_to_the_one_with_its_reveals() -> None:
    text = changed(example("grab_your_breakfast"), "5. B: take r1c2", "5. B: take r2c2")
    assert (
        problem(text).help == "did you mean `take r1c2 using=cereal`? it reveals cereal-flakes egg"
    )


def test_few_legal_moves_are_all_listed() -> None:
    slip = problem(changed(TRIGGS, "4. A: extra 2", "4. A: draw left right"))
    assert (slip.legal, len(slip.nearest)) == (11, 11)
    assert slip.nearest[:2] == ("extra 1", "extra 2")


def test_a_veggie_named_instead_of_its_slot_is_shown_where_it_lies() -> None:
    slip = problem(changed(SALAD, "6. C: veg 1b,2b", "6. C: veg lettuce,onion"))
    assert slip.help == "lettuce lies at 1a and 1b; onion lies at 2b and 3b"
    assert slip.nearest[0] == "veg 1b,2b"
    unseen = changed(example("point_salad_table"), "veg 1a,3b", "veg lettuce,cabbage")
    assert problem(unseen).help == "lettuce lies at 2b; cabbage lies at 3b"
