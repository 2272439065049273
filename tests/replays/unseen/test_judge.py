"""Verdicts on records with unseen cards, in every game that allows them."""

import pytest
from msgspec.structs import replace

from engines.registry import OWN_DECKS
from notation.record import Ply, Record, Shuffle
from notation.text_writer import write_result, write_text
from replays.play_out import INCOMPLETE, INVALID, UNDETERMINED, VALID, play_out
from replays.unseen.judge import judge
from replays.validate import validate
from tests.replays.helpers import reading
from tests.replays.unseen import hiding

GAMES: list[tuple[str, int, dict[str, str]]] = [
    ("triggs", 2, {}),
    ("triggs", 4, {}),
    ("point_salad", 2, {"rounds": "2"}),
    ("point_salad", 4, {}),
    ("grab_your_breakfast", 2, {}),
    ("grab_your_breakfast", 4, {}),
    ("turkey_my_mayonnaise", 2, {}),
    ("turkey_my_mayonnaise", 6, {"teams": "yes"}),
    ("the_jam", 2, {}),
    ("the_jam", 3, {"variant": "kids"}),
    ("the_jam", 4, {}),
]
each = pytest.mark.parametrize(("game", "seats", "options"), GAMES, ids=str)

WITH_TASKS: list[tuple[str, int, dict[str, str]]] = [("the_jam", 2, {}), ("the_jam", 4, {})]
"""Games in which scores depend on hidden cards."""


@pytest.fixture
def record(game: str, seats: int, options: dict[str, str]) -> Record:
    return hiding.played(game, seats, "unseen", options)


def accepted(completion: Record | None) -> bool:
    assert completion is not None
    return play_out(completion, OWN_DECKS, write_result) is not None


@each
def test_a_record_with_all_public_cards_is_valid(record: Record) -> None:
    judgement = judge(hiding.without_shuffles(record))
    assert judgement.verdict == VALID
    assert accepted(judgement.completion)


@each
def test_hiding_cards_never_makes_a_correct_record_invalid(record: Record) -> None:
    for of_ten in (2, 5, 9, 10):
        judgement = judge(hiding.partly(record, of_ten, f"{of_ten}"))
        assert judgement.verdict in (VALID, UNDETERMINED), of_ten
    assert judge(hiding.without_reveals(hiding.without_shuffles(record))).fault is None


def test_what_later_plies_only_suggest_makes_no_record_invalid() -> None:
    seed = "never 577221566894"  # whether an unseen card left the game is guessed at ply 91
    record = hiding.partly(hiding.played("triggs", 3, seed, {}), 2, f"{seed}0")
    assert judge(record).verdict in (VALID, UNDETERMINED)


@each
def test_a_game_cut_off_anywhere_is_incomplete(record: Record) -> None:
    judgement = judge(hiding.cut(hiding.without_shuffles(record), "cut"))
    assert judgement.verdict == INCOMPLETE
    assert accepted(judgement.completion)


@each
def test_a_seat_out_of_turn_is_invalid_at_its_ply(record: Record) -> None:
    spoiled, at = hiding.another_seat(hiding.without_shuffles(record), "turn")
    judgement = judge(spoiled)
    assert judgement.verdict == INVALID
    assert judgement.fault is not None
    assert judgement.fault.where[:2] == ("plies", at)


@pytest.mark.parametrize(
    ("game", "seats", "options"), [one for one in GAMES if one not in WITH_TASKS], ids=str
)
def test_a_public_score_is_checked(record: Record) -> None:
    judgement = judge(hiding.another_score(hiding.without_shuffles(record)))
    assert judgement.verdict == INVALID
    assert judgement.fault is not None
    assert judgement.fault.where == ("result",)


def triggs(*entries: Ply | Shuffle) -> Record:
    return Record(game="triggs", rules="1", seats=("Ana", "Bo"), plies=entries)


DEAL = Shuffle("deck", ("_",))


def test_an_unseen_score_agrees_with_any() -> None:
    record = hiding.without_shuffles(hiding.played("triggs", 2, "unseen", {}))
    result = record.result
    assert result is not None
    hidden = replace(record, result=replace(result, scores=(None, result.scores[1])))
    assert judge(hidden).verdict == VALID


def test_an_unseen_hand_may_be_any_remaining_cards() -> None:
    assert judge(triggs(DEAL, Ply("A", "discard 7,7"))).verdict == INCOMPLETE


def test_a_card_named_too_often_is_invalid_at_its_ply() -> None:
    plies = (Ply("A", "discard 7,7,7,7,7"), Ply("B", "discard 7,7,7,7"))
    extra = Ply("A", "discard 7")
    assert judge(triggs(DEAL, *plies)).verdict == INCOMPLETE
    judgement = judge(triggs(DEAL, *plies, extra))
    assert judgement.verdict == INVALID
    assert judgement.fault is not None
    assert (judgement.fault.code, judgement.fault.where) == ("cgn.too-many", ("plies", 3, "move"))
    assert judgement.fault.message == (
        "no 7 is left to be this one: there are 9, with 9 in discard"
    )


def test_a_diagnostic_with_unseen_cards_says_what_is_known() -> None:
    record = triggs(DEAL, Ply("A", "discard 7,7"), Ply("A", "discard 8"))
    problem = validate(reading(write_text(record))).problem
    assert problem is not None
    assert (problem.code, problem.ply, problem.note) == ("cgn.turn", 2, "ply 1 is valid")


def test_a_variation_is_judged_as_a_line_of_its_own() -> None:
    inner = (Ply("B", "discard 7,7,7,7,7"),)
    ply = Ply("B", "discard 8", variations=(inner,))
    right = triggs(DEAL, Ply("A", "discard 7,7,7,7"), ply, Ply("A", "discard 3"))
    assert judge(right).verdict == INCOMPLETE
    wrong = triggs(DEAL, Ply("A", "discard 7,7,7,7,7"), ply, Ply("A", "draw left middle"))
    judgement = judge(wrong)
    assert judgement.verdict == INVALID
    assert judgement.fault is not None
    assert judgement.fault.where == ("plies", 2, "variations", 0, 0, "move")


def test_a_partly_seen_shuffle_has_the_cards_of_its_pile() -> None:
    many = judge(triggs(Shuffle("deck", ("7",) * 10 + ("_",))))
    assert many.verdict == INVALID
    assert many.fault is not None
    assert many.fault.where == ("plies", 0, "order")


@pytest.mark.parametrize("seed", [None, "tuesday-7"])
def test_a_card_seen_in_part_is_one_of_the_deck(seed: str | None) -> None:
    for strange in (
        triggs(Shuffle("deck", ("13_", "_"))),
        triggs(Shuffle("deck", ("_",), reveals=("_", "13_"))),
        triggs(DEAL, Ply("A", "draw left right", reveals=("13_", "_"))),
    ):
        problem = validate(reading(write_text(replace(strange, seed=seed)))).problem
        assert problem is not None
        assert problem.code == "cgn.unknown-card"
        assert problem.message == "no card of the deck begins with 13"


def test_the_search_gives_the_same_completion_again() -> None:
    record = hiding.partly(hiding.played("triggs", 2, "unseen", {}), 5, "again")
    assert judge(record).completion == judge(record).completion


@pytest.mark.parametrize("left", ["swatter ham", "ham send-back"])
def test_an_unseen_revealed_card_may_be_the_one_taken(left: str) -> None:
    plies = (
        Ply("A", "draw"),
        Ply("A", "spree", reveals=("s_", "ham", "swatter")),
        Ply("A", "keep swatter discard=tomato"),
        Ply("B", "draw"),
        Ply("B", "dumpster", reveals=("spree", *left.split(), "tomato")),
    )
    lunch = replace(triggs(DEAL, *plies), game="turkey_my_mayonnaise")
    assert judge(lunch).verdict == INCOMPLETE
