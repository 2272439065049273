"""The questions of `cgn record` before ply 1."""

from pathlib import Path

import pytest

from cli.recorder.begin import begin, dealt
from engines.registry import OWN_DECKS, game_names
from tests.cli.recording import plies, record
from tests.cli.running import cgn

BASKET = (
    "apple-jam:strawberry,cherry-jam:apple, currant-jam:peach strawberry-jam:currant "
    "peach-jam:apricot walnut-jam:cranberry dogwood-jam:cherry cone-jam:cone"
)
SEATED = ["the_jam", "Ana, Bo", "", "", ""]


def test_the_games_are_listed_before_one_is_asked_for(tmp_path: Path) -> None:
    _, output = record(tmp_path / "new.cgn")
    assert f"The games: {', '.join(game_names())}" in " ".join(output.split())


def test_two_players_of_one_name_are_refused(tmp_path: Path) -> None:
    code, output = record(tmp_path / "new.cgn", "triggs", "Ana, ana")
    assert code == 1
    assert "two players are called `ana`: tell them apart" in output


def test_commas_and_spaces_separate_the_cards_of_the_deal(tmp_path: Path) -> None:
    path = tmp_path / "jam.cgn"
    assert record(path, *SEATED, BASKET)[0] == 0
    assert plies(path)[-1] == f"~: deck _ -> {' '.join(BASKET.replace(',', ' ').split())}"


@pytest.mark.parametrize("before", [SEATED[:answers] for answers in range(6)])
def test_each_question_has_a_help_and_may_be_left(tmp_path: Path, before: list[str]) -> None:
    code, output = record(tmp_path / "new.cgn", *before, "?", ".q", "not read")
    assert code == 0
    assert " ".join(output.split()).count("; `.q` stops") == 1


def test_a_game_is_in_the_file_before_the_cards_of_its_deal_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "jam.cgn"
    assert "Paused after ply 0. Go on: cgn record" in record(path, *SEATED, ".q")[1]
    assert plies(path)[-1] == "~: deck _"
    assert record(path, BASKET, "basket apple-jam:walnut")[0] == 0


def test_a_wrong_answer_is_offered_for_editing() -> None:
    answers = [("triggz", ""), ("triggs", "triggz"), ("Ana,Bo", ""), ("", ""), ("", "")]
    answers += [("3 nonsense", ""), ("3 4", "3 nonsense")]
    rest = iter(answers)

    def ask(_: str, offer: str) -> str:
        answer, expected = next(rest)
        assert offer == expected
        return answer

    draft = dealt(ask, lambda _: None, begin(ask, lambda _: None, "new.cgn", OWN_DECKS))
    assert draft.text.endswith("~: deck _ -> 3 4\n")
    assert next(rest, None) is None


def test_a_question_of_an_existing_file_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "jam.cgn"
    cgn("new", "the_jam", "--seats", "Ana,Bo", "-o", path)
    before = path.read_bytes()
    assert record(path, ".q")[0] == 0
    assert path.read_bytes() == before
