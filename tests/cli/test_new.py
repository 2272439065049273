"""`cgn new`: the head of a record."""

import json
from datetime import datetime
from pathlib import Path

import pytest

from engines.registry import game_names, load_game
from notation.chance import seed_hash
from tests.cli.running import TODAY, cgn

HEAD = """\
[CGN "1"]
[Game "triggs"]
[Rules "1"]
[A "Ana"]
[B "Bo"]
"""
DATE = f'[Date "{TODAY}"]\n'


def test_with_a_seed_it_is_a_header_to_which_plies_can_be_added(tmp_path: Path) -> None:
    path = tmp_path / "new.cgn"
    result = cgn("new", "triggs", "--seats", "Ana, Bo", "--seed", "tuesday-7", "-o", path)
    assert (result.exit_code, result.output) == (0, "")
    assert path.read_text(encoding="utf-8") == HEAD + f'[Seed "tuesday-7"]\n{DATE}\n'
    with path.open("a", encoding="utf-8") as file:
        file.write("1. A: draw right left -> 3 3\n")
    assert cgn("validate", "--quiet", path).exit_code == 0


@pytest.mark.parametrize("flags", [[], ["--unseen"]])
def test_without_a_seed_every_shuffle_of_the_deal_is_unseen(flags: list[str]) -> None:
    result = cgn("new", "triggs", "--seats", "Ana,Bo", *flags)
    assert (result.exit_code, result.stdout) == (0, HEAD + DATE + "\n~: deck _\n")


@pytest.mark.parametrize(
    ("game", "piles"),
    [
        ("point_salad", ["CB", "CR", "LE", "ON", "PE", "TO", "deck"]),
        ("grab_your_breakfast", ["tiles", "hand"]),
        ("turkey_my_mayonnaise", ["deck"]),
        ("the_jam", ["winter", "granny", "yummy", "deck", "deck"]),
    ],
)
def test_the_piles_are_those_of_the_game(game: str, piles: list[str]) -> None:
    lines = cgn("new", game, "--seats", "Ana,Bo").stdout.splitlines()
    assert [line for line in lines if line.startswith("~")] == [f"~: {pile} _" for pile in piles]


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_begun_with_every_number_of_players(name: str) -> None:
    for seats in load_game(name).seats:
        names = ",".join(f"P{number}" for number in range(seats))
        text = cgn("new", name, "--seats", names).stdout
        assert cgn("fmt", "--check", "-", stdin=text).exit_code == 0
        assert f"P{seats - 1}" in text


def test_options_and_the_form_are_as_asked(tmp_path: Path) -> None:
    path = tmp_path / "new.cgn.json"
    option = ["--option", "variant=kids"]
    assert cgn("new", "the_jam", "--seats", "Ana,Bo", *option, "-o", path).exit_code == 0
    record = json.loads(path.read_text(encoding="utf-8"))
    assert record["options"] == {"variant": "kids"}
    assert record["plies"] == [{"shuffle": "deck", "order": ["_"]}] * 2


def test_a_file_is_replaced_only_with_force(tmp_path: Path) -> None:
    path = tmp_path / "new.cgn"
    path.write_text("mine")
    refused = cgn("new", "triggs", "--seats", "Ana,Bo", "-o", path)
    assert (refused.exit_code, path.read_text()) == (2, "mine")
    assert "exists already; --force replaces it" in refused.stderr
    assert cgn("new", "triggs", "--seats", "Ana,Bo", "-o", path, "--force").exit_code == 0
    assert path.read_text().startswith(HEAD)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["trigs", "--seats", "Ana,Bo"], "did you mean `triggs`?"),
        (["triggs"], "who plays? name the players in turn order, as in --seats Ana,Bo,Cleo"),
        (["triggs", "--seats", "2"], "name each player, with commas between"),
        (["triggs", "--seats", "Ana,,Bo"], "name each player, with commas between"),
        (["triggs", "--seats", "Ana"], "triggs is for 2 to 4 players, not 1"),
        (["triggs", "--seats", "A\x07,B"], "a name is text without control characters"),
        (["triggs", "--seats", "Ana,Bo", "--seed", "s", "--unseen"], "use one"),
        (["the_jam", "--seats", "Ana,Bo", "--option", "varant=kids"], "did you mean `variant`?"),
        (["the_jam", "--seats", "Ana,Bo", "--option", "variant=kid"], "did you mean `kids`?"),
        (["the_jam", "--seats", "Ana,Bo", "--option", "kids"], "not of the form NAME=VALUE"),
        (["triggs", "--seats", "Ana,Bo", "--tag", "Seed=3"], "`Seed` is not the name of a free"),
        (["triggs", "--seats", "Ana,Bo", "--tag", "event=3"], "`event` is not the name of a free"),
        (["triggs", "--seats", f"Ana,{201 * 'o'}"], "a player's name may have 200"),
        (["triggs", "--seats", "Ana,Bo", "--sealed"], "name it with -o FILE"),
        (["triggs", "--seats", "Ana,Bo", "--sealed", "--seed", "s"], "leave --seed and --unseen"),
    ],
)
def test_a_mistake_says_what_to_write_instead(words: list[str], message: str) -> None:
    result = cgn("new", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in " ".join(result.stderr.split())


def test_tags_are_written_and_the_date_can_be_another_or_none() -> None:
    words = ("new", "triggs", "--seats", "Ana,Bo", "--seed", "s", "--tag", "Event=Tuesday club")
    event = '[Event "Tuesday club"]\n'
    assert cgn(*words).stdout == f'{HEAD}[Seed "s"]\n{DATE}{event}\n'
    other = cgn(*words, "--tag", "Date=2026-11-17").stdout
    assert other == f'{HEAD}[Seed "s"]\n[Date "2026-11-17"]\n{event}\n'
    assert cgn(*words, "--tag", "Date=").stdout == f'{HEAD}[Seed "s"]\n{event}\n'


def test_the_date_is_that_of_today() -> None:
    words = ("new", "triggs", "--seats", "Ana,Bo", "--seed", "s")
    days = {datetime.now().astimezone().date().isoformat()}
    text = cgn(*words, env={"SOURCE_DATE_EPOCH": None}).stdout
    days.add(datetime.now().astimezone().date().isoformat())  # it may be midnight
    assert any(f'[Date "{day}"]' in text for day in days)


def test_a_sealed_game_keeps_its_seed_for_its_owner_alone(tmp_path: Path) -> None:
    path, words = tmp_path / "tue.cgn", ("new", "triggs", "--seats", "Ana,Bo", "--sealed")
    said = cgn(*words, "-o", path)
    kept = tmp_path / "tue.cgn.seed"
    assert kept.stat().st_mode & 0o777 == 0o600
    seed = kept.read_text(encoding="utf-8").strip()
    assert f'[SeedHash "{seed_hash(seed)}"]' in path.read_text(encoding="utf-8")
    assert seed not in path.read_text(encoding="utf-8") + said.output
    assert "keeps the seed" in said.stderr
    assert cgn("unseal", path, "--seed", seed).exit_code == 0
    assert f'[Seed "{seed}"]' in path.read_text(encoding="utf-8")


def test_a_seed_that_is_kept_is_never_overwritten(tmp_path: Path) -> None:
    path, words = tmp_path / "tue.cgn", ("new", "triggs", "--seats", "Ana,Bo", "--sealed")
    cgn(*words, "-o", path)
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    refused = cgn(*words, "-o", path, "--force")
    assert (refused.exit_code, "keeps a seed" in refused.stderr) == (2, True)
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_no_seed_is_kept_of_a_record_that_cannot_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "tue.cgn"
    folder.mkdir()
    refused = cgn("new", "triggs", "--seats", "Ana,Bo", "--sealed", "--force", "-o", folder)
    assert refused.exit_code == 2
    assert not (tmp_path / "tue.cgn.seed").exists()


@pytest.mark.parametrize(
    ("game", "option", "message"),
    [
        ("triggs", "a=b", "triggs has no option `a`; the game has no options"),
        ("the_jam", "b=x", "the_jam has no option `b`; its options are variant"),
        ("the_jam", "varaint=x", "the_jam has no option `varaint`; did you mean `variant`?"),
    ],
)
def test_an_unknown_option_suggests_options_and_no_tags(
    game: str, option: str, message: str
) -> None:
    result = cgn("new", game, "--seats", "Ana,Bo", "--option", option)
    assert result.exit_code == 2
    assert f"Error: {message}\n" in result.stderr
