"""Moves that are tried from a ply of a game on."""

import pytest
from msgspec.structs import replace

from engines.registry import GAMES, load_game
from notation.origin import shared_plies
from notation.record import Ply, Record, Shuffle
from notation.text_writer import write_text
from replays.simulate import player_of, simulate
from replays.validate import VALID, validate
from replays.what_if import MOST_TRIED, Untriable, as_variation, choices_after, tried_line
from tests.replays.helpers import fixed, reading


def game_of(name: str) -> Record:
    game = load_game(name)
    return simulate(game, game.seats[0], "what if", {}, player_of(game, "sensible"))


def moves_of(record: Record) -> list[str]:
    return [ply.move for ply in record.moves]


@pytest.mark.parametrize("name", GAMES)
def test_trying_what_was_played_gives_the_game_itself(name: str) -> None:
    record = game_of(name)
    moves = moves_of(record)
    for ply in (0, len(moves) // 2, len(moves) - 1):
        line = tried_line(record, ply, moves[ply : ply + MOST_TRIED])
        assert line.moves == record.moves[: ply + MOST_TRIED]
        assert line.result is None


@pytest.mark.parametrize("name", GAMES)
def test_any_move_that_is_offered_can_be_tried_to_the_end_and_is_a_valid_variation(
    name: str,
) -> None:
    record, random = game_of(name), fixed(4)
    ply = len(moves_of(record)) // 2
    tried: list[str] = []
    line = tried_line(record, ply, tried)
    while (found := choices_after(line)) is not None and len(tried) < 40:
        tried.append(random.choice(found.moves).move)
        line = tried_line(record, ply, tried)
    varied = as_variation(record, ply, line)
    assert varied.moves[ply].variations[0] == tuple(line.plies[ply:])
    assert validate(reading(write_text(varied))).verdict == VALID


def test_a_whole_line_may_end_the_game() -> None:
    record = game_of("grab_your_breakfast")
    assert choices_after(tried_line(record, 0, moves_of(record))) is None


def test_what_cannot_be_tried_says_why() -> None:
    record = game_of("triggs")
    number = len(moves_of(record))
    unseen = replace(record, seed=None, plies=(Shuffle("deck", ("_",)), *record.plies))
    for given, ply, moves, words in (
        (record, number + 1, [], f"the record has {number}"),
        (record, 0, ["jump"], "`jump`: "),
        (record, 0, ["cross 3 3,3,3"], "`cross 3 3,3,3`: "),
        (record, 0, ["draw left left"] * (MOST_TRIED + 1), "at most 150 moves"),
        (record, number, ["draw left left"], "the game is over"),
        (unseen, 3, [], "nobody told all cards"),
    ):
        with pytest.raises(Untriable) as refused:
            tried_line(given, ply, moves)
        assert words in str(refused.value)


def test_a_variation_replaces_a_ply() -> None:
    record = game_of("triggs")
    last = len(moves_of(record))
    with pytest.raises(Untriable, match="none that other moves could replace"):
        as_variation(record, last, replace(record, plies=(*record.plies, Ply("A", "pass"))))
    with pytest.raises(Untriable, match="no move was tried"):
        as_variation(record, 2, tried_line(record, 2, []))
    found = choices_after(tried_line(record, 2, []))
    assert found is not None
    one, other = [one.move for one in found.moves if one.move != moves_of(record)[2]][:2]
    first = as_variation(record, 2, tried_line(record, 2, [one]))
    second = as_variation(first, 2, tried_line(record, 2, [other]))
    assert len(second.moves[2].variations) == 2


def test_a_line_leaves_the_game_where_it_differs_from_it() -> None:
    record = game_of("triggs")
    moves = moves_of(record)
    found = choices_after(tried_line(record, 6, []))
    assert found is not None
    other = next(one.move for one in found.moves if one.move != moves[6])
    line = tried_line(record, 3, [*moves[3:6], other])
    assert shared_plies(record, line, 3) == 6
    assert [ply.move for ply in line.moves[6:]] == [other]
    same = tried_line(record, 3, moves[3:6])
    assert shared_plies(record, same, 3) == 6
    with pytest.raises(Untriable, match="but those of the game"):
        as_variation(record, 6, same)
