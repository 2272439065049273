"""Plies out of turn: a wrong seat, and lines that are left out, doubled, or swapped."""

import re

from notation.diagnostics import Diagnostic
from tests.replays.slips.writing import changed, example, marked, problem

GAME = re.sub(r"(?m)^\( 19.*\n  20.*\n", "", example("triggs"))


def lines(*numbers: int) -> list[str]:
    """The lines of these plies of the game."""
    return [next(x for x in GAME.splitlines() if x.startswith(f"{n}. ")) for n in numbers]


def renumbered(text: str) -> str:
    """The text with its plies numbered one after another."""
    numbers = iter(range(1, 200))
    return re.sub(r"(?m)^\d+\.", lambda _: f"{next(numbers)}.", text)


def found(old: str, new: str) -> Diagnostic:
    """The mistake in the game with some lines changed, its plies numbered anew."""
    return problem(renumbered(changed(GAME, old, new)))


def test_a_forgotten_extra_cross_comes_first() -> None:
    slip = found(lines(4)[0] + "\n", "")
    assert (slip.code, slip.message) == ("cgn.turn", "it is the turn of A, not of B")
    assert slip.label == "first, Ana takes an extra cross, in any row with a free box"
    assert slip.help == "put back the ply of Ana left out before this one"
    assert slip.also is not None
    assert marked(slip.also.place) == "cross 3 3,3"
    assert slip.also.message == "a row was completed here"


def test_a_wrong_seat_is_corrected_if_the_other_can_make_the_move() -> None:
    slip = found("9. B: draw", "9. A: draw")
    assert slip.help == "write `9. B: …`: Bo can make this move, with these reveals"
    slip = found("5. B: cross", "5. A: cross")
    assert slip.help == "write `5. B: …`: Bo can make this move; or put back the ply left out"


def test_a_ply_that_the_other_cannot_make_follows_one_left_out() -> None:
    slip = found(lines(15)[0] + "\n", "")
    assert slip.help == "put back the ply of Bo left out: Bo cannot make this move"
    slip = found(lines(9)[0] + "\n", "")
    advice = "put back the ply of Bo left out: made by Bo, this would reveal 3 3"
    assert slip.help == advice


def test_a_line_written_twice_is_to_be_taken_out() -> None:
    (line,) = lines(9)
    advice = "ply 9 stands here a second time: take this line out"
    out_of_turn, misnumbered = (
        found(line, f"{line}\n{line}"),
        changed(GAME, line, f"{line}\n{line}"),
    )
    assert (out_of_turn.code, out_of_turn.help) == ("cgn.turn", advice)
    slip = problem(misnumbered)
    assert (slip.code, slip.help) == ("cgn.ply-number", advice)


def test_two_swapped_lines_are_to_be_exchanged() -> None:
    first, second = lines(9, 10)
    advice = "plies 9 and 10 are swapped: exchange the two lines"
    slip = found(f"{first}\n{second}", f"{second}\n{first}")
    assert (slip.code, slip.help) == ("cgn.turn", advice)
    slip = problem(changed(GAME, f"{first}\n{second}", f"{second}\n{first}"))
    assert (slip.code, slip.help) == ("cgn.ply-number", advice)


def test_a_variation_that_is_not_closed_is_shown() -> None:
    slip = problem(changed(example("triggs"), "have waited.} )", "have waited.}"))
    assert (slip.code, slip.place.line) == ("cgn.ply-number", 34)
    assert slip.help == "close the variation with `)` at the end of the line above"
    assert slip.also is not None
    assert (slip.also.place.line, slip.also.message) == (32, "this variation is not closed")
    assert marked(slip.also.place) == "("
