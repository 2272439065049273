"""Matching typed text to legal moves."""

import pytest

from cli.recorder.matching import cards_meant
from cli.recorder.moves import Moves
from notation.read import read
from replays.opening import faces_of
from replays.view.playhead import Playhead
from tests.cli.running import ROOT


def moves(game: str, ply: int) -> Moves:
    """The moves after a ply of an example."""
    path = ROOT / "examples" / f"{game}.cgn"
    with path.open("rb") as stream:
        record = next(read(stream, path.name)).record
    assert record is not None
    replay = Playhead(record)
    replay.seek(ply)
    return Moves(replay.table, faces_of(replay.table))


@pytest.mark.parametrize(
    ("game", "ply", "typed", "move"),
    [
        ("triggs", 15, "11,11", "cross 11 11,11"),
        ("triggs", 15, "lr", "draw left right"),
        ("triggs", 15, "l r", "draw left right"),
        ("triggs", 15, "dr mid r", "draw middle right"),
        ("triggs", 15, "d10,10", "discard 10,10"),
        ("triggs", 15, "12", "cross 12 12"),
        ("triggs", 15, "CROSS 12 12", "cross 12 12"),
        ("point_salad", 5, "2", "point 2"),
        ("point_salad", 5, "p2", "point 2"),
        ("point_salad", 5, "1b2b", "veg 1b,2b"),
        ("point_salad", 5, "1b,2b", "veg 1b,2b"),
        ("point_salad", 5, "v 1b 2b", "veg 1b,2b"),
        ("turkey_my_mayonnaise", 22, "du", "dumpster"),
        ("turkey_my_mayonnaise", 25, "r13", "recipe R13"),
        ("turkey_my_mayonnaise", 25, "13", "recipe R13"),
        ("turkey_my_mayonnaise", 25, "d cu", "discard cucumber"),
        ("turkey_my_mayonnaise", 32, "p", "pass"),
        ("the_jam", 30, "b app", "basket apple-jam:cherry"),
    ],
)
def test_a_move_matches_the_beginnings_of_its_words(
    game: str, ply: int, typed: str, move: str
) -> None:
    assert moves(game, ply).meant(typed) == [move]


@pytest.mark.parametrize(
    ("game", "ply", "typed"),
    [
        ("triggs", 15, "10 10"),  # a space between cards: not `10,10`
        ("triggs", 15, "1"),  # not the beginning of 11 or 12
        ("triggs", 15, "x"),
        ("turkey_my_mayonnaise", 25, "cucumber"),  # to throw it away, the verb is needed
        ("turkey_my_mayonnaise", 25, ""),
    ],
)
def test_nothing_is_guessed(game: str, ply: int, typed: str) -> None:
    assert moves(game, ply).meant(typed) in ([], ["cross 10 10"])


def test_ambiguous_text_matches_several_moves() -> None:
    assert moves("point_salad", 5).meant("1a3") == ["veg 1a,3a", "veg 1a,3b"]


def test_each_legal_move_matches_its_whole_text() -> None:
    for game in ("triggs", "point_salad", "turkey_my_mayonnaise", "grab_your_breakfast"):
        for ply in range(0, 40, 7):
            here = moves(game, ply)
            for one in here.legal:
                assert here.meant(one.text) == [one.text]


def test_a_play_when_a_draw_is_due_matches_both() -> None:
    here = moves("turkey_my_mayonnaise", 24)
    assert here.meant("r13") == []
    assert here.readings("r13") == [["draw", "recipe R13"]]
    steals = moves("turkey_my_mayonnaise", 30).readings("st")
    assert len(steals) > 1
    assert all(plies[0] == "draw" and plies[1].startswith("steal ") for plies in steals)
    assert moves("turkey_my_mayonnaise", 30).readings("st dm") == [
        ["draw", "steal double-meat-7 from=R26 to=R13"]
    ]


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("rb", ["roast-beef"]),
        ("roast", ["roast-beef"]),
        ("dm7", ["double-meat-7"]),
        ("p10", ["penalty-10"]),
        ("07", ["R07"]),
        ("7", ["R07"]),
        ("p", ["penalty-10", "penalty-5"]),
        ("ham", ["ham"]),
        ("zz", []),
    ],
)
def test_a_card_matches_the_beginnings_of_its_parts(typed: str, cards: list[str]) -> None:
    deck = ["R07", "double-meat-7", "ham", "hamster", "penalty-10", "penalty-5", "roast-beef"]
    assert cards_meant(typed, deck) == cards
