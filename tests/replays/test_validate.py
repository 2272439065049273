"""Validation of good and broken records."""

from io import BytesIO

import pytest
from msgspec.structs import replace

from engines.registry import GAMES
from notation.chance import seed_hash
from notation.json_writer import write_json
from notation.read import read
from notation.record import Ply, Record, Result
from notation.text_writer import write_text
from replays.validate import Report, validate
from tests.replays.helpers import played, reading

TRIGGS = '[CGN "1"]\n[Game "triggs"]\n[Rules "1"]\n[A "Ana"]\n[B "Bo"]\n[Seed "tuesday-7"]\n\n'
GAME = "point_salad"


def report(record: Record) -> Report:
    return validate(reading(write_text(record)))


def edited(record: Record, index: int, **changes: object) -> Record:
    plies = list(record.plies)
    plies[index] = replace(plies[index], **changes)
    return replace(record, plies=tuple(plies))


def code(record: Record) -> str:
    problem = report(record).problem
    assert problem is not None
    return problem.code


@pytest.mark.parametrize("game", GAMES)
def test_a_simulated_game_is_valid_in_text_and_in_json(game: str) -> None:
    record = played(game)
    checked = report(record)
    assert (checked.verdict, checked.problem, checked.warnings) == ("valid", None, ())
    assert checked.winners == record.result.winners if record.result else ()
    reading = next(read(BytesIO(write_json(record).encode()), "game.cgn.json"))
    assert validate(reading).verdict == "valid"


def test_a_record_without_its_end_line_is_incomplete_with_a_warning() -> None:
    checked = report(replace(played(GAME), result=None))
    assert checked.verdict == "incomplete"
    assert [warning.code for warning in checked.warnings] == ["cgn.cut-off"]


def test_a_game_not_finished_is_incomplete_and_its_scores_are_checked() -> None:
    record = played(GAME)
    plies = record.plies[:4]
    right = report(replace(record, plies=plies, result=None)).scores
    assert right is not None
    assert report(replace(record, plies=plies, result=Result((), right))).verdict == "incomplete"
    wrong = replace(record, plies=plies, result=Result((), (99, right[1])))
    assert code(wrong) == "cgn.scores"


def test_winners_of_a_game_not_over_need_a_termination() -> None:
    record = played(GAME)
    plies = record.plies[:4]
    right = report(replace(record, plies=plies, result=None)).scores
    assert right is not None
    claimed = replace(record, plies=plies, result=Result(("B",), right))
    assert code(claimed) == "cgn.unfinished"
    resigned = report(replace(claimed, termination="resigned"))
    assert (resigned.verdict, resigned.winners) == ("valid", ("B",))


def test_wrong_winners_are_an_error() -> None:
    record = played(GAME)
    assert record.result is not None
    other = ("B",) if record.result.winners == ("A",) else ("A",)
    assert code(replace(record, result=Result(other, record.result.scores))) == "cgn.winners"
    assert code(replace(record, result=Result((), record.result.scores))) == "cgn.winners"


def test_reveals_are_optional_and_checked_where_they_stand() -> None:
    record = played(GAME)
    index = next(i for i, p in enumerate(record.plies) if isinstance(p, Ply) and p.reveals)
    assert report(edited(record, index, reveals=())).verdict == "valid"
    assert code(edited(record, index, reveals=("CB01", "CB02", "CB03"))) == "cgn.reveals"


def test_unseen_reveals_are_skipped_and_partly_seen_ones_checked() -> None:
    record = played(GAME)
    index, ply = next(
        (i, p) for i, p in enumerate(record.plies) if isinstance(p, Ply) and p.reveals
    )
    unseen = ("_",) * len(ply.reveals)
    assert report(edited(record, index, reveals=unseen)).verdict == "valid"
    assert (
        report(edited(record, index, reveals=(ply.reveals[0][:2] + "_", *unseen[1:]))).verdict
        == "valid"
    )
    assert code(edited(record, index, reveals=("XX_", *unseen[1:]))) == "cgn.unknown-card"


def test_an_irregular_move_is_refused_with_its_own_message() -> None:
    assert code(edited(played(GAME), 3, irregular=True)) == "cgn.irregular"


def test_a_ply_of_another_seat_is_refused() -> None:
    assert code(edited(played(GAME), 0, seat="B")) == "cgn.turn"


def test_a_ply_after_the_end_points_at_the_ply_that_ended_the_game() -> None:
    record = played(GAME)
    last = record.plies[-1]
    problem = report(replace(record, plies=(*record.plies, last))).problem
    assert problem is not None
    assert problem.code == "cgn.game-over"
    assert problem.also is not None
    assert problem.place.line == (problem.also.place.line or 0) + 1


def test_a_seed_hash_is_checked_once_the_seed_is_there() -> None:
    record = played(GAME)
    assert record.seed is not None
    assert report(replace(record, seed_hash=seed_hash(record.seed))).verdict == "valid"
    assert code(replace(record, seed_hash=seed_hash("other"))) == "cgn.seed-hash"


def test_a_seed_hash_alone_is_reported_as_sealed() -> None:
    record = played(GAME)
    assert code(replace(record, seed=None, seed_hash=seed_hash("s"))) == "cgn.sealed"


def test_without_seed_and_shuffles_the_deal_is_missing() -> None:
    assert code(replace(played(GAME), seed=None)) == "cgn.shuffle-missing"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"game": "point_sald"}, "cgn.game"),
        ({"rules": "9"}, "cgn.rules-version"),
        ({"deck": "point_salad/reference"}, "cgn.deck"),
        ({"options": {"round": "2"}}, "cgn.option"),
        ({"options": {"rounds": "9"}}, "cgn.option-value"),
        ({"seats": ("a",) * 8}, "cgn.seat-count"),
    ],
)
def test_an_impossible_header_is_refused(changes: dict[str, object], expected: str) -> None:
    record = replace(played(GAME), result=None, **changes)
    checked = report(record)
    assert checked.problem is not None
    assert checked.problem.code == expected
    assert checked.problem.help


def test_the_title_of_a_game_suggests_its_name() -> None:
    problem = report(replace(played(GAME), game="Point Salad")).problem
    assert problem is not None
    assert problem.help == "did you mean `point_salad`?"


def test_an_illegal_move_counts_the_legal_ones_and_suggests_the_nearest() -> None:
    problem = report(edited(played(GAME), 4, move="veg 1a,1a")).problem
    assert problem is not None
    assert problem.code.startswith("point_salad.")
    assert problem.legal is not None
    assert problem.legal > 10
    assert len(problem.nearest) == 3
    assert problem.rule is not None
    assert problem.note is not None
    assert problem.note.startswith("plies 1-4 are valid (position ")


def test_a_legal_move_is_suggested_only_if_it_is_likely() -> None:
    record = played("the_jam")
    far = report(edited(record, 0, move="return cone-jam:cone")).problem
    near = report(edited(record, 0, move="basket strawbery-jam:peach")).problem
    assert far is not None
    assert far.nearest
    assert far.help is None
    assert near is not None
    assert near.help == f"did you mean `{near.nearest[0]}`?"


def test_a_variation_is_validated_like_the_main_line() -> None:
    record = played(GAME)
    second = record.plies[1]
    assert isinstance(second, Ply)
    good = replace(second, variations=((Ply(second.seat, "point 1"),),))
    plies = (record.plies[0], good, *record.plies[2:])
    assert report(replace(record, plies=plies)).verdict == "valid"
    bad = replace(second, variations=((Ply(second.seat, "point 1"), Ply("B", "veg 9z")),))
    checked = report(replace(record, plies=(record.plies[0], bad, *record.plies[2:])))
    assert checked.problem is not None
    assert checked.problem.ply == 3
    assert checked.plies == 1


def test_a_record_is_followed_up_to_its_first_mistake_and_no_further() -> None:
    record = played(GAME)
    wrong = [replace(ply, move="veg 9z") for ply in record.plies[2:5] if isinstance(ply, Ply)]
    checked = report(replace(record, plies=(*record.plies[:2], *wrong, *record.plies[5:])))
    assert checked.problem is not None
    assert (checked.problem.ply, checked.plies) == (3, 2)
    assert (checked.problem.note or "").startswith("plies 1-2 are valid")
    last = report(replace(record, plies=(*record.plies[:-1], wrong[0])))
    assert last.problem is not None
    assert (last.problem.ply, last.plies) == (len(record.plies), len(record.plies) - 1)


def test_a_tag_that_is_an_option_in_lower_case_is_a_warning() -> None:
    text = '[CGN "1"]\n[Game "the_jam"]\n[Rules "1"]\n[A "Ana"]\n[B "Bo"]\n[Seed "s"]\n'
    for tag, warned in (("Variant", 1), ("VARIANT", 1), ("Variants", 0)):
        (reading,) = read(BytesIO(f'{text}[{tag} "kids"]\n\n= * 0 0\n'.encode()), "x.cgn")
        report = validate(reading)
        warnings = [(warning.code, warning.help) for warning in report.warnings]
        assert warnings == [("cgn.near-tag", "did you mean `variant`?")] * warned


def test_a_tag_that_is_nearly_an_option_and_a_usual_name_is_one_warning() -> None:
    header = '[CGN "1"]\n[Game "point_salad"]\n[Rules "1"]\n[A "Ana"]\n[B "Bo"]\n[Seed "s"]\n'
    text = f'{header}[Rounds "2"]\n[Evnet "Tuesday"]\n\n= * 0 0\n'
    (reading,) = read(BytesIO(text.encode()), "x.cgn")
    helps = [warning.help for warning in validate(reading).warnings]
    assert helps == ["did you mean `Event`?", "did you mean `rounds`?"]


@pytest.mark.parametrize(
    ("plies", "advice"),
    [
        ("1. A: draw right left -> 4 4\n", "these are the first reveals, so the Seed"),
        (
            "1. A: draw right left\n2. B: draw left left -> 1 1\n",
            "these are the first reveals, so the Seed",
        ),
        ("1. A: draw right left -> 3 3\n2. B: draw left left -> 1 1\n", "write `-> 6 3`"),
    ],
)
def test_wrong_first_reveals_suggest_a_wrong_seed(plies: str, advice: str) -> None:
    problem = validate(reading(f"{TRIGGS}{plies}")).problem
    assert problem is not None
    assert problem.code == "cgn.reveals"
    assert (problem.help or "").startswith(advice)


def test_a_wrong_first_shuffle_suggests_a_wrong_seed() -> None:
    order = " ".join(str(1 + card // 9) for card in range(108))
    problem = validate(reading(f"{TRIGGS}~: deck {order}\n")).problem
    assert problem is not None
    assert problem.code == "cgn.shuffle-mismatch"
    assert (problem.help or "").startswith("is it the seed of another game?")


@pytest.mark.parametrize(
    ("game", "seed", "wrong", "reason"),
    [
        (
            "point_salad",
            "t0",
            "A",
            "A and B have equal points, and B is the last of them in turn order",
        ),
        ("grab_your_breakfast", "t12", "A", "A and B have equal points, and B has the most tiles"),
    ],
)
def test_wrong_winners_of_a_tie_are_told_what_broke_it(
    game: str, seed: str, wrong: str, reason: str
) -> None:
    record = played(game, 2, seed, "random")
    assert record.result is not None
    problem = report(replace(record, result=Result((wrong,), record.result.scores))).problem
    assert problem is not None
    assert problem.message == f"by the moves, B won, not A; {reason}"


def test_an_option_for_other_numbers_of_seats_says_for_which() -> None:
    record = replace(played("turkey_my_mayonnaise", 3), options={"teams": "yes"})
    problem = report(record).problem
    assert problem is not None
    assert problem.help == "leave it out: it is for 6, 8 or 10 seats"
