"""`cgn differ`: a changed rule is found, in a short record; our own engines do not differ."""

import sys
from pathlib import Path

import pytest
from click.testing import Result

import cgn as library
from cli.conformance.shorten import shortened
from engines.registry import GAMES, load_game
from tests.cli.running import ROOT, cgn
from tests.conformance.changed_rule import GAME_RULES

EXAMPLE = [sys.executable, str(ROOT / "conformance" / "example.py")]
ONE_OF_EACH = [
    "engines.triggs.rules.takes_as_many_as_due",
    "engines.point_salad.rules.names_two_slots",
    "engines.grab_your_breakfast.rules.matches",
    "engines.turkey_my_mayonnaise.rules.turns.begins_turn",
    "engines.the_jam.scoring.yummy",
]


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def differ_in(rule: str, folder: Path) -> tuple[Result, library.Record]:
    """What the command prints of our engines with this rule changed, and the record it finds."""
    program = [sys.executable, str(ROOT / "tests" / "conformance" / "changed_rule.py"), rule]
    game = GAME_RULES[rule]
    file = folder / "differs.cgn"
    result = cgn("differ", "--game", game, "--seed", "s", "-o", file, "--", *program)
    return result, library.load(file)


@pytest.mark.long
@pytest.mark.parametrize("rule", ONE_OF_EACH)
def test_a_changed_rule_is_found(rule: str, tmp_path: Path) -> None:
    result, record = differ_in(rule, tmp_path)
    assert result.exit_code == 1
    assert result.stdout.startswith("A difference, found with seed s, is in differ.cgn, record 1, ")
    assert record.game == GAME_RULES[rule]
    assert len(record.plies) < 30


@pytest.mark.long
def test_the_record_is_found_again_and_printed(tmp_path: Path) -> None:
    rule = ONE_OF_EACH[2]
    program = [sys.executable, str(ROOT / "tests" / "conformance" / "changed_rule.py"), rule]
    first = differ_in(rule, tmp_path)[1]
    words = ("differ", "--game", first.game, "--seed", "s")
    printed = cgn(*words, "--", *program).stdout
    assert printed.endswith(f" long:\n\n{library.write(first)}")


def test_our_own_engines_do_not_differ() -> None:
    words = ("--game", "triggs", "--game", "point_salad", "--games", "1", "--seed", "s")
    result = cgn("differ", *words, "--", *EXAMPLE)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("No difference in ")
    assert result.stdout.endswith(" records, seed s.\n")


def test_a_reader_is_asked_for_no_game() -> None:
    program = """
import json, os, sys, cgn
for reading in cgn.read(sys.stdin.buffer, os.environ["CGN_FILE"]):
    digest, text = cgn.record_digest(reading.record), cgn.canonical_text(reading.record)
    value = json.loads(cgn.write(reading.record, cgn.Form.JSON))
    print(json.dumps({"digest": digest, "canonical": text, "json": value}))
"""
    words = ("--game", "triggs", "--games", "1", "--seed", "s")
    reader = cgn("differ", "--level", "reader", *words, "--", sys.executable, "-c", program)
    assert (reader.exit_code, reader.stdout[:14]) == (0, "No difference ")
    assert cgn("differ", *words, "--", sys.executable, "-c", program).exit_code == 1


@pytest.mark.long
def test_a_program_that_crashes_at_one_record_is_shown_that_record() -> None:
    program = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from conformance import example
right = example.judged
def judged(reading, decks):
    if any(ply.move.startswith("cross") for ply in reading.record.plies):
        sys.exit("no crosses")
    return right(reading, decks)
example.judged = judged
example.main()
"""
    words = ("differ", "--game", "triggs", "--seed", "s")
    result = cgn(*words, "--", sys.executable, "-c", program)
    assert result.exit_code == 1
    assert "it printed nothing, and ended with exit code 1; it said: no crosses" in result.stdout
    assert result.stdout.rstrip().splitlines()[-1].split(": ")[1].startswith("cross")


def test_a_position_that_differs_is_shown() -> None:
    program = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from conformance import example
right = example.played
example.played = lambda *given: {{**right(*given), "positions": ["0"]}}
example.main()
"""
    words = ("differ", "--game", "triggs", "--games", "1", "--seed", "s")
    result = cgn(*words, "--", sys.executable, "-c", program)
    assert "\nThe expected digest is that of these bytes:\n\ncgn-position 1\n" in result.stdout


def test_a_program_that_cannot_be_run_is_an_error() -> None:
    result = cgn("differ", "--", "no-such-program")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "Error: `no-such-program` cannot be run: No such file or directory\n"


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_cut_after_the_ply_in_which_a_program_differs(game: str) -> None:
    record = library.simulate(game, seed="s")

    def first_of(records: object) -> library.Record | None:
        assert isinstance(records, list)
        return next((one for one in records if len(one.plies) >= 7), None)

    assert load_game(game).name == game
    assert shortened(record, first_of).plies == record.plies[:7]
