"""`cgn match` and `cgn bot`: standings, files of games, and bots that break the protocol."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.running import ROOT, cgn
from tests.replays.bots.programs import bot

BOTS = ROOT / "clients" / "bots"
GREEDY = f"{sys.executable} {BOTS / 'greedy.py'}"
JAVASCRIPT = f"node {BOTS / 'random.mjs'}"
PERL = f"perl {BOTS / 'random.pl'}"


def test_standings_have_shares_leads_and_errors() -> None:
    found = cgn("match", "sensible", "random", "--game", "triggs", "--deals", "3", "--seed", "s")
    assert found.exit_code == 0
    lines = found.stdout.splitlines()
    assert lines[0] == "Triggs, 2 seats: 6 games of 3 deals, seed s"
    assert lines[1].split("  ")[0] == "bot"
    assert lines[2].split()[:8] == ["sensible", "6", "100.0", "%", "±", "0.0", "+22.33", "±"]


def test_the_same_as_json() -> None:
    options = ("--game", "point_salad", "--deals", "2", "--seed", "s", "--format", "json")
    found = json.loads(cgn("match", "random", "random", *options).stdout)
    assert (found["games"], found["seed"], found["sprt"]) == (4, "s", None)
    assert [one["name"] for one in found["bots"]] == ["random (1)", "random (2)"]
    assert sum(one["share"] for one in found["bots"]) == pytest.approx(1)


def test_without_a_seed_there_is_another_one_each_time() -> None:
    seeds = {
        cgn("match", "random", "random", "--game", "triggs", "--deals", "1").stdout.split("\n")[0]
        for _ in range(2)
    }
    assert len(seeds) == 2


def test_a_sequential_test_ends_the_match_early() -> None:
    options = ("--game", "triggs", "--deals", "1000", "--seed", "s", "--sprt")
    lines = cgn("match", "sensible", "random", *options).stdout.splitlines()
    assert lines[-1] == "sensible wins a share of 0.55 rather than half."
    assert int(lines[0].split()[3]) < 100


@pytest.mark.long
def test_a_match_that_is_killed_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "games.cgn"
    options = ["--game", "triggs", "--deals", "40", "--seed", "s", "-o", str(file)]
    command = [sys.executable, "-m", "cgn", "match", JAVASCRIPT, "random", *options, "--jobs", "2"]
    with subprocess.Popen(command, cwd=ROOT, start_new_session=True) as process:
        while not file.exists() or file.stat().st_size < 5_000:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
    before = file.read_bytes()
    again = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert again.stdout.startswith("Triggs, 2 seats: 80 games of 40 deals, seed s\n")
    assert file.read_bytes().startswith(before[: before.rindex(b"[CGN")])
    assert cgn("validate", str(file)).stdout == "80 records: 80 valid\n"


def test_a_forfeit_is_noted_and_counted(tmp_path: Path) -> None:
    file = tmp_path / "games.cgn"
    crash = bot("sys.exit(3) if at == 3 else say(type='move', id=at, move=legal[0])", "weak")
    options = ("--game", "triggs", "--deals", "1", "--seed", "s", "-o", str(file))
    found = cgn("match", crash, "sensible", *options)
    assert "1.1: A: it ended with exit code 3" in found.stderr
    assert found.stdout.splitlines()[2].split()[:4] == ["weak", "2", "0.0", "%"]
    assert file.read_text().count('[Forfeit "') == 2
    assert cgn("validate", str(file)).stdout == "2 records: 2 valid\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("sensible", "--game", "triggs"), "a match needs two bots"),
        (("sensible", "/nowhere", "--game", "triggs"), "`/nowhere`: it cannot be started: No such"),
        (("sensible", "sensibel", "--game", "triggs"), "built in are sensible, random, strong"),
        (("sensible", "python 'a", "--game", "triggs"), "No closing quotation"),
        (("sensible", "random", "--game", "chess"), "chess"),
        (
            ("sensible", "random", "--game", "triggs", "--seats", "9"),
            "triggs is for 2 to 4 players, not 9",
        ),
        (("sensible", "random", "random", "--game", "triggs", "--sprt"), "compares two bots"),
        (("sensible", "random", "--game", "triggs", "-o", "x.json"), "let x.json end in .cgn"),
        (("sensible", "random", "--game", "triggs", "-o", "/nowhere/x.cgn"), "/nowhere"),
    ],
)
def test_usage_errors(arguments: tuple[str, ...], message: str) -> None:
    found = cgn("match", *arguments)
    assert found.exit_code == 2
    assert message in found.stderr


def test_a_file_of_other_games_is_refused_and_left(tmp_path: Path) -> None:
    file = tmp_path / "games.cgn"
    text = cgn("simulate", "triggs", "--seed", "s").stdout
    file.write_text(text)
    found = cgn("match", "sensible", "random", "--game", "triggs", "-o", str(file))
    assert found.exit_code == 2
    assert "record 1 is not a game of this match; give the --seed, bots" in found.stderr
    again = ("match", "sensible", "random", "--game", "triggs", "--deals", "1")
    kept = str(tmp_path / "kept.cgn")
    cgn(*again, "--seed", "s", "-o", kept)
    found = cgn(*again, "-o", kept)
    assert "not a game of this match, but of one with --seed s; give" in found.stderr
    assert file.read_text() == text


def test_what_the_file_has_is_said_before_anything_is_played(tmp_path: Path) -> None:
    file = str(tmp_path / "games.cgn")
    options = ("sensible", "random", "--game", "triggs", "--seed", "s", "-o", file)
    assert cgn("match", *options, "--deals", "1").stderr == ""
    assert (
        cgn("match", *options, "--deals", "2").stderr == f"{file} has 2 of 4 games; 2 are played\n"
    )


def test_games_that_did_not_end_are_counted() -> None:
    options = ("--game", "turkey_my_mayonnaise", "--deals", "1", "--seed", "s")
    found = cgn("match", "random", "random", *options)
    ended = "2 of 2 games did not end in 2,000 plies; the highest score won them\n"
    assert found.stdout.endswith(ended)


def test_a_program_in_this_folder_is_named_with_a_dot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "/usr/bin:/bin")  # an empty part of it would be this folder
    made = tmp_path / "my_bot"
    made.write_text("#!/bin/sh\n")
    made.chmod(0o755)
    found = cgn("bot", "check", "my_bot")
    assert "No such file or directory; did you mean `./my_bot`?" in found.stdout


def test_a_game_that_the_bot_does_not_name_is_not_asked_of_it() -> None:
    other = bot("pass").replace("name=", 'games=["Triggs"], name=')
    found = cgn("bot", "check", other, "--game", "triggs")
    assert (found.exit_code, found.stdout.splitlines()[-1]) == (
        1,
        "its hello does not name triggs, but Triggs",
    )


@pytest.mark.long
@pytest.mark.parametrize("command", [GREEDY, JAVASCRIPT, PERL])
def test_the_bots_of_the_documentation_keep_to_the_protocol(command: str) -> None:
    found = cgn("bot", "check", command, "--game", "triggs", "--time", "9")
    assert (found.exit_code, found.stderr) == (0, "")
    assert "\nTriggs: fine; 9 games with 2 to 4 seats, " in found.stdout


@pytest.mark.parametrize("file", ["greedy.py", "random.mjs", "random.pl"])
def test_they_are_short(file: str) -> None:
    assert len((BOTS / file).read_text().splitlines()) <= 40


def test_what_a_bot_does_wrong_is_shown() -> None:
    wrong = bot("say(type='move', id=at, move=legal[0] if kind == 'refused' else 'nonsense')")
    found = cgn("bot", "check", wrong, "--game", "triggs")
    assert found.exit_code == 1
    assert "Triggs: wrong; 9 games with 2 to 4 seats" in found.stdout
    assert "as A of 2, after 0 plies: `nonsense` is refused: cgn.verb: " in found.stdout
    assert "  … and " in found.stdout


def test_a_bot_that_does_not_end_is_told_of() -> None:
    stays = bot("say(type='move', id=at, move=legal[0])").replace("break", "time.sleep(60)")
    found = cgn("bot", "check", stays, "--game", "triggs")
    assert found.exit_code == 1
    assert "it did not end within half a second of `quit`" in found.stdout


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        ("/nowhere", 1, "it cannot be started: No such file or directory"),
        ("true", 1, "it ended with exit code 0"),
        ("", 2, "the command is empty"),
    ],
)
def test_a_program_that_is_no_bot(command: str, code: int, message: str) -> None:
    found = cgn("bot", "check", command)
    assert found.exit_code == code
    assert message in found.stdout + found.stderr
