"""Seeds, recorded shuffles, or both: they must agree."""

import pytest
from msgspec.structs import replace

from notation.record import UNKNOWN_CARD, Entry, Ply, Record, Shuffle
from notation.text_writer import write_text
from replays.digests import game_digest, record_digest
from replays.play import steps
from replays.set_up import game_of, open_table
from replays.validate import validate
from tests.replays.helpers import played, reading


def recorded(record: Record) -> Record:
    """The same game with every shuffle recorded where it happens."""
    table = open_table(record, game_of(record))
    entries: list[Entry] = list(table.chance.shuffles)
    for step in steps(table, record.plies, record.seed):
        entries += [step.ply, *step.shuffles]
    return replace(record, plies=tuple(entries))


def code(record: Record) -> str | None:
    problem = validate(reading(write_text(record))).problem
    return problem.code if problem else None


def test_recorded_shuffles_replace_the_seed() -> None:
    record = recorded(played("triggs"))
    assert sum(isinstance(entry, Shuffle) for entry in record.plies) > 1
    assert code(record) is None
    assert code(replace(record, seed=None)) is None


def test_seed_and_shuffles_that_disagree_are_an_error() -> None:
    record = recorded(played("triggs"))
    assert code(replace(record, seed="other")) == "cgn.shuffle-mismatch"


def test_a_missing_or_surplus_shuffle_is_an_error() -> None:
    record = recorded(played("triggs"))
    last = max(i for i, entry in enumerate(record.plies) if isinstance(entry, Shuffle))
    without = record.plies[:last] + record.plies[last + 1 :]
    assert code(replace(record, plies=without)) == "cgn.shuffle-missing"
    twice = (*record.plies[:last], record.plies[last], *record.plies[last:])
    assert code(replace(record, plies=twice)) == "cgn.shuffle-surplus"


@pytest.mark.parametrize("game", ["triggs", "grab_your_breakfast"])
def test_a_mistake_is_explained_after_a_later_shuffle_that_nobody_saw(game: str) -> None:
    record = recorded(played(game))
    last = max(i for i, entry in enumerate(record.plies) if isinstance(entry, Shuffle))
    unseen = replace(record.plies[last], order=(UNKNOWN_CARD,))
    ply = next(entry for entry in record.plies[last:] if isinstance(entry, Ply))
    wrong = replace(ply, move="fly", reveals=())
    plies = (*record.plies[:last], unseen, wrong)
    broken = replace(record, seed=None, plies=plies, result=None, termination=None)
    problem = validate(reading(write_text(broken))).problem
    assert problem is not None
    assert (problem.code, problem.seat) == ("cgn.verb", ply.seat)


def test_a_ply_whose_shuffle_is_wrong_does_not_count_as_good() -> None:
    record = recorded(played("triggs"))
    last = max(i for i, entry in enumerate(record.plies) if isinstance(entry, Shuffle))
    before = sum(isinstance(entry, Ply) for entry in record.plies[:last])
    shuffle = record.plies[last]
    assert isinstance(shuffle, Shuffle)
    wrong = Shuffle(shuffle.pile, ("13", *shuffle.order[1:]))
    plies = (*record.plies[:last], wrong, *record.plies[last + 1 :])
    report = validate(reading(write_text(replace(record, plies=plies))))
    assert report.plies == before - 1
    assert report.problem is not None
    assert report.problem.ply == before
    assert (report.problem.note or "").startswith(f"plies 1-{before - 1} are valid (position ")


def test_an_order_of_other_cards_is_an_error() -> None:
    record = recorded(played("triggs"))
    first = record.plies[0]
    assert isinstance(first, Shuffle)
    wrong = Shuffle(first.pile, ("13", *first.order[1:]))
    assert code(replace(record, plies=(wrong, *record.plies[1:]))) == "cgn.shuffle-mismatch"


def test_the_game_digest_ignores_everything_but_the_game() -> None:
    record = played("triggs")
    dressed = replace(
        recorded(record),
        seats=("Mara", "Tim"),
        seed=None,
        comments=("other words",),
        tags={"Event": "x"},
        deck="triggs/standard",
    )
    bare = replace(
        record,
        plies=tuple(replace(p, reveals=()) for p in record.plies if isinstance(p, Ply)),
    )
    assert game_digest(record) == game_digest(dressed) == game_digest(bare)
    assert len({record_digest(r) for r in (record, dressed, bare)}) == 3


def test_naming_the_games_own_deck_does_not_change_the_record_digest() -> None:
    record = played("triggs")
    assert record_digest(record) == record_digest(replace(record, deck="triggs/standard"))
