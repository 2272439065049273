"""`cgn test-game`: a line for each check, and the place of what is wrong."""

from pathlib import Path

import pytest

from cgn.testing import CHECKS
from cli.authors import terminal
from engines.registry import GAMES, load_game
from replays.general.check import Failure
from tests.cli.running import cgn
from tests.packages import importable, install, write_page

LABELS = """    def labels(self, zone, cards):
        return [*cards] if len(self.compost) < 2 else 1 / 0

    def flower("""
"""A slip that shows when a position is drawn, late in a game."""

FEW = ("--deals", "3")


def changed(path: Path, known: str, wrong: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert known in text
    path.write_text(text.replace(known, wrong), encoding="utf-8")


@pytest.mark.usefixtures("posy")
def test_each_check_of_an_installed_game_is_a_line() -> None:
    done = cgn("test-game", "posy", *FEW)
    head, *lines = done.stdout.splitlines()
    assert (done.exit_code, head) == (0, "Posy (posy 1.0), 3 deals")
    assert lines == [f"fine  {check}" for check in (*CHECKS, *terminal.OF_DEALS)]


def test_what_is_wrong_has_its_file_its_deal_and_a_word_what_to_do(posy: Path) -> None:
    changed(posy / "state.py", "most=1", "most=0")
    done = cgn("test-game", "posy", *FEW)
    assert done.exit_code == 1
    assert (
        "wrong no card is lost or doubled: the counter reshuffled is 1, but at most 0\n"
        "        at: posy/state.py, line 87\n"
        "        in: deal 0 (2 seats), after 12 plies: offer tulip-2\n"
        "        help: count it right, or raise its `most`\n"
    ) in done.stdout
    assert done.stdout.endswith(f"1 check of {len(CHECKS) + 1} found something wrong\n")


def test_a_game_that_cannot_be_loaded_says_where(posy: Path) -> None:
    changed(posy / "flow.py", "table = Posy(", "table = Pozy(")
    done = cgn("test-game", "posy")
    assert done.exit_code == 1
    assert done.stdout == (
        'wrong it can be loaded: the game "posy" of the package posy 1.0 cannot be used: '
        "NameError: name 'Pozy' is not defined (posy/flow.py, line 12)\n"
    )
    assert cgn("test-game", "triggs", "--deals", "1").exit_code == 0


def test_a_folder_is_checked_without_being_installed(tmp_path: Path) -> None:
    write_page(tmp_path)
    with importable(tmp_path):
        done = cgn("test-game", tmp_path, *FEW)
        assert (done.exit_code, done.stdout.splitlines()[0]) == (0, "Posy (posy 1.0), 3 deals")
        assert "posy" not in cgn("games").stdout


def test_a_folder_comes_before_what_is_installed(posy: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    write_page(project)
    changed(project / "posy" / "how.toml", "at once", "at {once}")
    changed(posy / "how.toml", "Goal:", "Aim:")
    done = cgn("test-game", project, *FEW)
    assert done.exit_code == 1
    assert "{once} is none of the numbers" in done.stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "has no pyproject.toml: name the folder that has one, or an installed game"),
        ("[project", "is not TOML: "),
        ("[project]\n", "names no package: add `name"),
        ('[project]\nname = "lost"\n', 'registers no game: add [project.entry-points."cgn.games"]'),
    ],
)
def test_a_folder_without_a_game_says_what_it_lacks(
    tmp_path: Path, text: str | None, said: str
) -> None:
    if text is not None:
        (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    done = cgn("test-game", tmp_path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in " ".join(done.stderr.split())


def test_an_unknown_name_is_suggested() -> None:
    done = cgn("test-game", "trigs")
    assert done.exit_code == 2
    assert "did you mean `triggs`?" in done.stderr


def test_two_packages_of_one_game_are_named(posy: Path) -> None:
    install(posy.parent, "again", {"posy": "again:GAME"}, {})
    done = cgn("test-game", "posy")
    assert done.exit_code == 1
    assert 'several packages provide the game "posy": again 1.0, posy 1.0' in done.stdout


@pytest.mark.parametrize("name", GAMES)
def test_a_terminal_shows_every_game(name: str) -> None:
    for check in terminal.OF_DEALS:
        check(load_game(name), 3)


def test_a_drawing_that_fails_in_a_terminal_is_found(posy: Path) -> None:
    changed(posy / "state.py", "    def flower(", LABELS)
    (check,) = terminal.OF_DEALS
    with pytest.raises(Failure, match="ZeroDivisionError") as found:
        check(load_game("posy"), 3)
    assert found.value.place.startswith("posy/state.py, line ")
