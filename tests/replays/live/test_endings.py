"""How a game ends that some of its seats have left."""

import pytest
from msgspec.structs import replace

from engines.registry import GAMES
from engines.table import Table
from replays.legs import beginning
from replays.live.endings import Ending, ending_at, tagged
from replays.live.playing import last_table
from tests.replays.helpers import played


def over(game: str) -> Table:
    """The last position of a game of three."""
    table = last_table(replace(played(game, 3), result=None))
    assert table is not None
    assert table.over
    return table


@pytest.fixture(params=GAMES)
def table(request: pytest.FixtureRequest) -> Table:
    return over(request.param)


def test_a_finished_game_has_the_winners_of_its_rules(table: Table) -> None:
    assert ending_at(table, ()) == Ending(None, tuple(table.winners()))


def test_the_best_of_those_left_win_if_a_winner_has_resigned(table: Table) -> None:
    first = table.winners()[0]
    scores = dict(zip(table.seats, table.scores(), strict=True))
    best = max(score for seat, score in scores.items() if seat != first)
    left = tuple([seat for seat in table.seats if seat != first and scores[seat] == best])
    assert ending_at(table, (first,)) == Ending("resigned", left)


def test_a_loser_who_resigned_changes_nothing_at_the_end(table: Table) -> None:
    loser = next(seat for seat in table.seats if seat not in table.winners())
    assert ending_at(table, (loser,)) == Ending(None, tuple(table.winners()))


def test_the_last_seat_left_wins(table: Table) -> None:
    assert ending_at(table, ("A", "C")) == Ending("resigned", ("B",))
    assert ending_at(table, ("A", "B", "C")) == Ending("resigned", ())


def test_a_record_in_progress_does_not_name_who_resigned_later() -> None:
    record = beginning(played("triggs", 3), 2)
    ended = replace(tagged(record, ("B",)), termination="resigned")
    assert ended.tags == {"Resigned": "B"}
    assert beginning(ended, 2) == record
