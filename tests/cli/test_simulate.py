"""`cgn simulate`: complete games from a seed, as records."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import ROOT, cgn


@pytest.mark.parametrize("player", ["sensible", "random"])
@pytest.mark.parametrize("game", ["triggs", "point_salad"])
def test_the_games_are_complete_and_valid(game: str, player: str) -> None:
    games = cgn("simulate", game, "--seed", "s", "--games", "5", "--player", player)
    assert games.exit_code == 0
    checked = cgn("validate", "-", stdin=games.stdout)
    assert (checked.exit_code, checked.stdout) == (0, "5 records: 5 valid\n")


def test_the_same_seed_gives_the_same_game() -> None:
    once = cgn("simulate", "triggs", "--seed", "s").stdout
    assert once == cgn("simulate", "triggs", "--seed", "s").stdout
    assert once != cgn("simulate", "triggs", "--seed", "t").stdout


def test_game_i_has_the_seed_followed_by_i() -> None:
    several = cgn("simulate", "triggs", "--seed", "s", "--games", "3").stdout
    alone = [cgn("simulate", "triggs", "--seed", f"s-{index}").stdout for index in range(3)]
    assert several == "\n".join(alone)
    assert '[Seed "s-2"]' in alone[2]


def test_records_come_in_their_canonical_form() -> None:
    games = cgn("simulate", "point_salad", "--seed", "s", "--games", "2").stdout
    assert cgn("fmt", "-", stdin=games).stdout == games


def test_without_a_seed_there_are_128_random_bits() -> None:
    seeds = set()
    for _ in range(2):
        lines = cgn("simulate", "triggs").stdout.splitlines()
        seed = next(line for line in lines if line.startswith("[Seed ")).split('"')[1]
        assert len(bytes.fromhex(seed)) == 16
        seeds.add(seed)
    assert len(seeds) == 2


def test_the_fewest_seats_are_the_default() -> None:
    assert '[C "' not in cgn("simulate", "triggs", "--seed", "s").stdout
    assert '[D "Dan"]' in cgn("simulate", "triggs", "--seed", "s", "--seats", "4").stdout


def test_options_are_those_of_the_game() -> None:
    text = cgn("simulate", "point_salad", "--seed", "s", "--option", "rounds=2").stdout
    assert '[rounds "2"]' in text
    assert cgn("validate", "-", stdin=text).exit_code == 0


def test_a_game_is_cut_off_after_so_many_plies() -> None:
    text = cgn("simulate", "triggs", "--seed", "s", "--max-plies", "4").stdout
    assert "\n4. " in text
    assert "\n5. " not in text
    assert text.splitlines()[-1].startswith("= * ")


def test_records_are_written_in_any_form() -> None:
    text = cgn("simulate", "triggs", "--seed", "s").stdout
    for form in ("json", "jsonl"):
        other = cgn("simulate", "triggs", "--seed", "s", "--format", form).stdout
        assert json.loads(other)["game"] == "triggs"
        assert cgn("convert", "-", "--format", "text", stdin=other).stdout == text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["trigs"], "did you mean `triggs`?"),
        (["chess"], "the games are"),
        (["triggs", "--seats", "5"], "triggs is for 2 to 4 players, not 5"),
        (["point_salad", "--option", "round=2"], "did you mean `rounds`?"),
        (["point_salad", "--option", "rounds=4"], "it can be 1, 2, 3"),
        (["point_salad", "--option", "rounds"], "`rounds` is not of the form NAME=VALUE"),
        (["point_salad", "--option", "rounds=1", "--option", "rounds=2"], "given twice"),
        (["triggs", "--player", "clever"], "'clever' is not one of"),
        (["triggs", "--games", "0"], "not in the range"),
        (["triggs", "--games", "2", "--format", "json"], "use jsonl, one record a line"),
        (["triggs", "--seed", "a\tb"], "without control characters"),
        (["triggs", "--seed", "\udcff"], "not UTF-8"),
    ],
)
def test_a_wrong_argument_is_a_usage_error(arguments: list[str], message: str) -> None:
    result = cgn("simulate", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_the_tag_source_says_that_nobody_played_it() -> None:
    for player in ("sensible", "random"):
        text = cgn("simulate", "triggs", "--seed", "s", "--player", player).stdout
        assert f'[Source "cgn simulate, {player} players"]' in text


def test_the_players_can_be_named() -> None:
    named = cgn("simulate", "triggs", "--seed", "s", "--seats", "Mara, Tom,Ines").stdout
    assert '[A "Mara"]\n[B "Tom"]\n[C "Ines"]\n' in named
    numbered = cgn("simulate", "triggs", "--seed", "s", "--seats", "3").stdout
    assert named.split("\n\n")[1] == numbered.split("\n\n")[1]
    for seats in ("Ana,,Bo", "0", "-1", "Ana"):
        assert cgn("simulate", "triggs", "--seats", seats).exit_code == 2


def test_several_processes_write_the_same_file(tmp_path: Path) -> None:
    words = ("simulate", "point_salad", "--seed", "s", "--games", "40")
    alone = cgn(*words).stdout_bytes
    for name, jobs in (("a.cgn", "1"), ("b.cgn", "2")):
        done = cgn(*words, "--jobs", jobs, "-o", tmp_path / name)
        assert (done.exit_code, done.stdout) == (0, "")
        assert (tmp_path / name).read_bytes() == alone


def test_the_ending_of_the_file_decides_the_form(tmp_path: Path) -> None:
    path = tmp_path / "games.cgn.jsonl.gz"
    assert cgn("simulate", "triggs", "--seed", "s", "--games", "2", "-o", path).exit_code == 0
    assert len(gzip.decompress(path.read_bytes()).splitlines()) == 2
    refused = cgn("simulate", "triggs", "--games", "2", "-o", tmp_path / "games.cgn.json")
    assert (refused.exit_code, list(tmp_path.iterdir())) == (2, [path])


def test_a_closed_pipe_ends_it_quietly(tmp_path: Path) -> None:
    stderr = tmp_path / "errors"
    with stderr.open("wb") as errors:
        games = subprocess.Popen(
            [sys.executable, "-m", "cgn", "simulate", "triggs", "--seed", "s", "--games", "500"],
            stdout=subprocess.PIPE,
            stderr=errors,
            cwd=ROOT,
        )
        if games.stdout is None:
            raise AssertionError("the pipe was asked for")
        assert games.stdout.readline() == b'[CGN "1"]\n'
        games.stdout.close()
        games.wait(timeout=60)
    assert stderr.read_bytes() == b""
