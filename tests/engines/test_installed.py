"""Games of installed packages: found by entry points, refused with the package's name."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines import registry
from engines.registry import GAMES, game_names, load_game, usable_games
from engines.rulebook import every_rule, explain
from notation.fault import Fault
from tests.docs.blocks import ROOT
from tests.packages import PAGE_GAME, importable, install, install_page

RENAMED = """
from dataclasses import replace
from pathlib import Path
from engines.triggs import GAME as OTHER
"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder whose packages are found."""
    with importable(tmp_path):
        yield tmp_path


def refusal(name: str) -> Fault:
    with pytest.raises(Fault) as caught:
        load_game(name)
    assert (caught.value.code, caught.value.where) == ("cgn.game", ("game",))
    return caught.value


def test_an_installed_game_is_known_by_the_name_of_its_entry_point(folder: Path) -> None:
    install_page(folder)
    game = load_game(PAGE_GAME)
    assert game_names() == (*GAMES, PAGE_GAME)
    assert (game.name, game.rules) == (PAGE_GAME, folder / PAGE_GAME / "rules.md")
    assert explain("posy.no-offer").summary == "only a seat that is asked trades or passes"


def test_an_unknown_name_suggests_an_installed_game(folder: Path) -> None:
    install_page(folder)
    assert refusal("Possy").advice == "did you mean `posy`?"
    assert str(refusal("zzzz").advice).endswith("turkey_my_mayonnaise, posy")


@pytest.mark.parametrize(
    ("module", "problem"),
    [
        (None, "ModuleNotFoundError: No module named 'lost'"),
        ("", "AttributeError: module 'lost' has no attribute 'GAME'"),
        ("1 / 0", "/lost.py, line 1)"),
        ("GAME = 'posy'", "`lost:GAME` is not a Game, but a str"),
        (f"{RENAMED}GAME = OTHER", '`lost:GAME` is the game "triggs"'),
        (
            f"{RENAMED}GAME = replace(OTHER, name='lost', folder=Path('/gone'))",
            "no file /gone/rules.md",
        ),
        (
            f"{RENAMED}GAME = replace(OTHER, rules_versions=())",
            "triggs has no rules_versions: a game",
        ),
        (
            f"{RENAMED}GAME = replace(OTHER, name='lost')",
            'deck.toml, line 1: it is a deck for "triggs", not for "lost"',
        ),
    ],
)
def test_a_package_that_does_not_give_its_game_is_named(
    folder: Path, module: str | None, problem: str
) -> None:
    install(folder, "lost", {"lost": "lost:GAME"}, {} if module is None else {"lost.py": module})
    for _ in range(2):
        bad = refusal("lost")
        assert bad.message.startswith('the game "lost" of the package lost 1.0 cannot be used: ')
        assert problem in bad.message
        assert bad.advice == "fix the package, or remove it"


def test_a_table_that_lacks_a_method_is_refused_when_the_game_is_loaded(folder: Path) -> None:
    install_page(folder)
    path = folder / PAGE_GAME / "state.py"
    path.write_text(path.read_text(encoding="utf-8").replace("def counters(", "def numbers("))
    said = refusal(PAGE_GAME).message
    assert said.startswith('the game "posy" of the package posy 1.0 cannot be used: TypeError: ')
    assert "abstract class Posy" in said
    assert "counters" in said


@pytest.mark.parametrize(
    ("known", "wrong", "said"),
    [
        (
            "vase:scoring",
            "vase:score",
            "layout.toml, line 6: `vase:score` has no shape; there are basket, ",
        ),
        ('back = "#356b3c"', 'back = "green"', "layout.toml, line 3: `green` is no colour; write"),
        ('"#1b2519"]', '"#1b25"]', "layout.toml, line 4: `#1b25` is no colour; write it as in #"),
        ('"#1b2519"]', '"#1b2519", "#000000"]', "layout.toml, line 4: `cloth` has two colours"),
        ("\ndaisy =", '\n"a daisy" =', "layout.toml, line 11: `a daisy` cannot have colours"),
        ("hide_empty", "hides", "layout.toml, line 7: object contains unknown field `hides`"),
    ],
)
def test_a_wrong_layout_is_refused_when_the_game_is_loaded(
    folder: Path, known: str, wrong: str, said: str
) -> None:
    install_page(folder)
    layout = folder / PAGE_GAME / "layout.toml"
    layout.write_text(layout.read_text(encoding="utf-8").replace(known, wrong), encoding="utf-8")
    assert said in refusal(PAGE_GAME).message


@pytest.mark.parametrize("name", ["Lost", "cgn", "my-game"])
def test_a_game_whose_name_cannot_begin_a_code_is_refused(folder: Path, name: str) -> None:
    module = f"{RENAMED}GAME = replace(OTHER, name='{name}')"
    install(folder, "lost", {name: "lost:GAME"}, {"lost.py": module})
    assert "a game's name has lower-case letters, digits and `_`" in refusal(name).message


def test_a_deck_that_is_neither_the_publishers_nor_ours_is_refused(folder: Path) -> None:
    install_page(folder)
    path = folder / PAGE_GAME / "deck.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('"standard"', '"mine"'))
    assert refusal(PAGE_GAME).message.endswith(
        'deck.toml, line 2: its origin is standard or reference, not "mine"'
    )


def test_two_packages_that_bring_a_game_of_one_name_are_both_named(folder: Path) -> None:
    install_page(folder)
    install(folder, "again", {PAGE_GAME: "again:GAME"}, {})
    assert refusal(PAGE_GAME).message == (
        'several packages provide the game "posy": again 1.0, posy 1.0'
    )


def test_a_broken_package_does_not_affect_others(folder: Path) -> None:
    install_page(folder)
    install(folder, "lost", {"lost": "lost:GAME"}, {})
    assert game_names() == (*GAMES, "lost", PAGE_GAME)
    assert [game.name for game in usable_games()] == [*GAMES, PAGE_GAME]
    assert {code.partition(".")[0] for code in every_rule()} == {*GAMES, PAGE_GAME}


def test_a_package_cannot_replace_a_built_in_game(folder: Path) -> None:
    install(folder, "lost", {"triggs": "lost:GAME"}, {})
    assert game_names() == GAMES
    assert load_game("triggs").folder == Path(registry.__file__).parent / "triggs"


def loaded(statement: str, folder: Path) -> set[str]:
    """The modules that a statement imports in a new process."""
    code = f"import sys\n{statement}\nprint(*sys.modules)"
    environment = {**os.environ, "PYTHONPATH": f"{folder}:{ROOT}"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_built_in_games_are_loaded_without_entry_points(tmp_path: Path) -> None:
    install_page(tmp_path)
    modules = loaded("from engines.registry import load_game; load_game('triggs')", tmp_path)
    assert "engines.triggs" in modules
    assert not modules & {"importlib.metadata", "posy", "engines.the_jam"}


def test_explaining_a_code_loads_no_game_but_its_own(tmp_path: Path) -> None:
    install_page(tmp_path)
    explaining = "from engines.rulebook import explain; explain('{}')"
    for code, name in (("posy.no-offer", "posy"), ("triggs.sum", "engines.triggs")):
        modules = loaded(explaining.format(code), tmp_path)
        assert modules & {"posy", *(f"{registry.__package__}.{game}" for game in GAMES)} == {name}
    assert not loaded(explaining.format("cgn.turn"), tmp_path) & {"posy", "engines.triggs"}
