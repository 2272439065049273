"""`cgn record`: cards that nobody has seen yet are asked for once they are turned up."""

from pathlib import Path

import pytest

from tests.cli.recording import plies, record
from tests.cli.running import cgn


@pytest.fixture
def unseen(tmp_path: Path) -> Path:
    """A game with unseen cards, without plies."""
    path = tmp_path / "real.cgn"
    cgn("new", "triggs", "--seats", "Ana,Bo", "-o", path)
    return path


def test_revealed_cards_are_asked_for(unseen: Path) -> None:
    code, output = record(unseen, "", "lr", "5 6", "ll", "", "11 9+2", "rr", "_ 7")
    assert code == 0
    assert "draw left right -> ? ?: which cards, in this order?" in output
    assert plies(unseen) == [
        "~: deck _",
        "1. A: draw left right -> 5 6",
        "2. B: draw left left",
        "3. A: cross 11 9+2",
        "4. B: draw right right -> _ 7",
    ]
    assert cgn("validate", "--quiet", unseen).exit_code == 0


def test_a_wrong_card_is_asked_for_again(unseen: Path) -> None:
    code, output = record(unseen, "", "lr", "5 13")
    assert code == 1
    assert "`13` is not a card of this game" in output
    assert plies(unseen) == ["~: deck _"]


def test_a_move_that_no_unseen_card_allows_is_refused(unseen: Path) -> None:
    code, output = record(unseen, "", "cross 11 9+3")
    assert code == 1
    assert "9+3 makes 12, not 11" in output


def test_a_new_game_of_real_cards_asks_for_the_cards_of_its_deal(tmp_path: Path) -> None:
    path = tmp_path / "new.cgn"
    code, output = record(path, "tri", "Ana, Bo", "", "", "3 9")
    assert code == 0
    assert "Which cards lie on left and right, in this order?" in output
    assert plies(path) == ["~: deck _ -> 3 9"]
    assert cgn("validate", "--quiet", path).exit_code == 0


def test_a_card_is_named_by_what_is_printed_on_it(tmp_path: Path) -> None:
    path = tmp_path / "salad.cgn"
    cgn("new", "point_salad", "--seats", "Ana,Bo", "-o", path)
    code, output = record(path, "", "2", "10mv", "2", "8lot", "3", "10m")
    assert code == 1
    assert "PE18 10/most veggies" in output
    assert "`10m` may be several cards: CB01 10/most carrot, CR01" in " ".join(output.split())
    assert plies(path)[-2:] == ["1. A: point 2 -> PE18", "2. B: point 2 -> TO17"]


def test_the_last_cards_are_named_by_number(tmp_path: Path) -> None:
    path = tmp_path / "eggs.cgn"
    cgn("new", "grab_your_breakfast", "--seats", "Ana,Bo", "-o", path)
    result = cgn("record", "--seat", "A", path, stdin="swap egg\n2\n")
    assert "or its number: 1 coffee; 2 toast; 3 egg; 4 pancakes; 5 cereal" in result.output
    assert plies(path)[-1] == "1. A: swap egg -> toast"


def test_the_cards_of_a_deal_are_asked_for_until_the_first_ply(tmp_path: Path) -> None:
    path = tmp_path / "jam.cgn"
    cgn("new", "the_jam", "--seats", "Ana,Bo", "--option", "variant=kids", "-o", path)
    code, output = record(path, "")
    assert code == 1
    assert "with unseen cards, the cards that the deal turns up must be written" in output
    basket = (
        "cherry-jam:apple cherry-jam:peach cranberry-pie:dogwood raspberry-jam:gooseberry"
        " strawberry-jam:currant gooseberry-jam:cherry cherry-jam:cloudberry apple-jam:strawberry"
    )
    code, output = record(path, basket)
    assert code == 0
    assert plies(path) == [f"~: deck _ -> {basket}"]
    assert record(path)[0] == 0


def test_only_cards_that_are_not_known_yet_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "salad.cgn"
    head = ("poi", "Lena, Max", "", "", "")
    answers = ("to on pe le on cb", "2", "le02", "2", "on16", "1a3b le02", "cb to")
    code, output = record(path, *head, *answers)
    assert code == 0
    assert "veg 1a,3b flip=LE02 -> TO_ CB_ ? ?: which cards" in output
    assert plies(path)[-1] == "3. A: veg 1a,3b flip=LE02 -> TO_ CB_ CB_ TO_"
    assert cgn("validate", "--quiet", path).exit_code == 0
