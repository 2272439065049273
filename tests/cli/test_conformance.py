"""`cgn conformance`: programs that conform, that differ, and that do not answer."""

import json
import os
import re
import sys
from pathlib import Path

import pytest

from cli.conformance.suite import cases
from tests.cli.running import ROOT, cgn

EXAMPLE = [sys.executable, str(ROOT / "conformance" / "example.py")]

CHANGED = """
import os, sys
sys.path.insert(0, {root!r})
from conformance import example
right = example.judged
def judged(reading, decks):
    answer = right(reading, decks)
    {change}
    return answer
example.judged = judged
example.main()
"""


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def changed(folder: Path, change: str) -> list[str]:
    """The example program, with every answer changed by this code."""
    program = folder / "changed.py"
    program.write_text(CHANGED.format(root=str(ROOT), change=change), encoding="utf-8")
    return [sys.executable, str(program)]


def python(text: str) -> list[str]:
    return [sys.executable, "-c", text]


def test_a_program_that_conforms() -> None:
    result = cgn("conformance", "--only", "pairs/mi*", "--only", "decks/tr*", "--", *EXAMPLE)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        "reader             2 files agree (2 records)\n"
        "checker of triggs  3 files agree (3 records)\n"
        "The program conforms.\n"
    )


def test_a_program_that_answers_the_questions_about_chance() -> None:
    result = cgn("conformance", "--only", "shuffles", "--", *EXAMPLE)
    assert result.stdout.startswith("shuffles  1 file agrees (54 records)\n")


def test_the_first_difference_is_shown(tmp_path: Path) -> None:
    program = changed(tmp_path, "answer['line'] = answer.get('line', 0) + 1")
    result = cgn("conformance", "--jobs", "2", "--only", "broken/turn-*", "--", *program)
    assert result.exit_code == 1
    file = ROOT / "conformance" / "broken" / "turn-no-seat.cgn"
    assert result.stdout.startswith(
        "The first difference is in broken/turn-no-seat.cgn, record 1, at `line`:\n"
        "  expected  9\n"
        "  found     10\n"
    )
    assert result.stdout.endswith(
        "  level     checker of triggs\n"
        f"  file      {file}\n\n"
        "reader                           2 files agree (2 records)\n"
        "checker of triggs                0 of 1 file agrees (1 record)\n"
        "checker of turkey_my_mayonnaise  0 of 1 file agrees (1 record)\n"
    )


def test_the_part_of_a_value_that_differs_is_named(tmp_path: Path) -> None:
    program = changed(tmp_path, "answer['json']['plies'][2]['seat'] = 'C'")
    result = cgn("conformance", "--only", "pairs/example.cgn", "--", *program)
    assert 'at `json/plies/2/seat`:\n  expected  "A"\n  found     "C"\n' in result.stdout


def test_a_key_may_be_left_out(tmp_path: Path) -> None:
    program = changed(tmp_path, "answer.pop('json', None)")
    words = ["conformance", "--only", "pairs/minimal.cgn"]
    differs = cgn(*words, "--", *program)
    assert "at `json`:\n" in differs.stdout
    assert "  found     nothing\n" in differs.stdout
    assert cgn(*words, "--without", "json", "--", *program).exit_code == 0


def test_too_few_answers_are_a_difference(tmp_path: Path) -> None:
    program = changed(tmp_path, "print('{}')")
    result = cgn("conformance", "--only", "pairs/many.cgn", "--", *program)
    assert result.exit_code == 1
    assert "The first difference is in pairs/many.cgn, record 1" in result.stdout


def test_a_reader_is_not_asked_about_games(tmp_path: Path) -> None:
    program = changed(tmp_path, "answer.pop('verdict'); answer.pop('gameDigest', None)")
    only = [
        "--only",
        "broken/turn.cgn",
        "--only",
        "broken/tag-name.cgn",
        "--only",
        "valid/triggs-2-seats.cgn",
    ]
    words = ("--level", "reader", "--level", "places")
    result = cgn("conformance", "--jobs", "2", *words, *only, "--", *program)
    assert result.stdout.endswith("The program conforms.\n"), result.stdout
    assert cgn("conformance", "--only", "valid/triggs-2-seats.cgn", "--", *program).exit_code == 1


def test_a_reader_that_refuses_what_can_be_read_differs() -> None:
    program = python('print(\'{"code": "cgn.ply-syntax"}\')')
    result = cgn(
        "conformance", "--level", "reader", "--only", "broken/triggs-sum.cgn", "--", *program
    )
    assert result.exit_code == 1
    assert "  expected  nothing, or a code of the games\n" in result.stdout


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (
            python("import sys; sys.exit('no')"),
            "printed nothing, and ended with exit code 1; it said: no",
        ),
        (python("print('yes')"), "printed a line that is not JSON: b'yes'"),
        (python("print([])"), "printed a line that is not an object of JSON: b'[]'"),
        (python("print('[' * 100_000)"), "printed a line that is not JSON"),
        (python("while True: print('{}' * 100_000)"), "printed more than 67,108,864 bytes"),
    ],
    ids=["silent", "prose", "list", "deep", "endless"],
)
def test_a_program_without_answers_differs_in_that_file(program: list[str], message: str) -> None:
    result = cgn("conformance", "--only", "pairs/minimal.cgn", "--", *program)
    assert (result.exit_code, result.stderr) == (1, "")
    assert "is in pairs/minimal.cgn, record 1:\n  expected  1 line\n" in result.stdout
    assert f"  found     it {message}" in result.stdout


def test_a_program_that_cannot_be_run_is_an_error() -> None:
    result = cgn("conformance", "--only", "pairs/minimal.cgn", "--", "no-such-program")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == ("Error: `no-such-program` cannot be run: No such file or directory\n")


def test_a_crash_ends_one_file_and_not_the_run(tmp_path: Path) -> None:
    program = changed(tmp_path, "if os.environ['CGN_FILE'] == 'pairs/minimal.cgn': os._exit(9)")
    words = ("--level", "reader", "--only", "pairs/mi*", "--only", "pairs/example.*")
    result = cgn("conformance", "--all", *words, "--", *program)
    assert result.exit_code == 1
    assert "  found     it printed nothing, and ended with exit code 9\n" in result.stdout
    assert result.stdout.endswith("\nreader  3 of 4 files agree (4 records)\n")


def test_every_difference_is_shown(tmp_path: Path) -> None:
    program = changed(tmp_path, "answer['digest'] = answer['canonical'] = ''")
    words = ("conformance", "--level", "reader", "--only", "pairs/mi*")
    one, every = cgn(*words, "--", *program), cgn(*words, "--all", "--", *program)
    assert one.stdout.count(" is in pairs/minimal.cgn") == 1
    assert re.findall("^Difference .*", every.stdout, re.MULTILINE) == [
        "Difference 1 is in pairs/minimal.cgn, record 1, at `digest`:",
        "Difference 2 is in pairs/minimal.cgn, record 1, at `canonical, line 1`:",
        "Difference 3 is in pairs/minimal.cgn.json, record 1, at `digest`:",
        "Difference 4 is in pairs/minimal.cgn.json, record 1, at `canonical, line 1`:",
    ]


def test_a_result_for_programs(tmp_path: Path) -> None:
    program = changed(tmp_path, "answer['scores'] = [0, 0]")
    words = ("--game", "the_jam", "--only", "valid/the-jam-2-seats.cgn", "--format", "json")
    result = json.loads(cgn("conformance", *words, "--", *program).stdout)
    assert result["conforms"] is False
    assert result["badge"] is None
    assert result["levels"] == [
        {"level": "reader", "files": 1, "agreeing": 1, "records": 1},
        {"level": "checker of the_jam", "files": 1, "agreeing": 0, "records": 1},
    ]
    (difference,) = result["differences"]
    assert difference["key"] == "scores/0"
    assert (difference["found"], difference["levels"]) == ("0", ["checker of the_jam"])


def test_a_level_passed_in_full_may_be_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.conformance.result.address", lambda: "https://cards.test/")
    words = ["conformance", "--level", "shuffles", "--", *EXAMPLE]
    assert cgn(*words).stdout.endswith(
        "The program conforms.\nFor your README: [CGN 1: shuffles](https://cards.test/)\n"
    )
    part = cgn("conformance", "--only", "shuffles", "--", *EXAMPLE)
    assert part.stdout.endswith("The program conforms.\n")


@pytest.mark.long
def test_a_level_that_is_passed_may_be_claimed_though_another_is_not() -> None:
    shuffler = CHANGED.format(root=str(ROOT), change="answer.clear()")
    words = ("--level", "shuffles", "--level", "places", "--format", "json")
    result = cgn("conformance", "--jobs", "4", *words, "--", *python(shuffler))
    badge = json.loads(result.stdout)["badge"]
    assert (result.exit_code, badge.partition("]")[0]) == (1, "[CGN 1: shuffles")


def test_a_checker_is_asked_about_its_games_alone(tmp_path: Path) -> None:
    program = changed(
        tmp_path, "reading.record.game == 'the_jam' or [answer.pop(k, None) for k in ASKED]"
    )
    text = Path(program[1]).read_text(encoding="utf-8")
    keys = "ASKED = ('verdict', 'plies', 'scores', 'winners', 'positions', 'gameDigest')\n"
    Path(program[1]).write_text(keys + text, encoding="utf-8")
    words = ("--only", "valid/the-jam-2-seats.cgn", "--only", "valid/triggs-2-seats.cgn")
    assert cgn("conformance", "--game", "the_jam", *words, "--", *program).exit_code == 0
    assert cgn("conformance", "--game", "triggs", *words, "--", *program).exit_code == 1


def test_a_pattern_means_whole_names() -> None:
    assert [case.name for case in cases(["pairs/mi*.cgn"])] == ["pairs/minimal.cgn"]
    assert {case.part for case in cases(["valid"])} == {"valid"}


def test_a_hanging_program_is_killed_with_its_children(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    hanging = ["sh", "-c", f"sleep 1000 & echo $! > {note}; wait"]
    for seconds in (1, 10, 60):
        words = ["conformance", "--timeout", str(seconds), "--only", "pairs/minimal.cgn"]
        result = cgn(*words, "--", *hanging)
        assert result.exit_code == 1
        assert f"did not end within {seconds} seconds" in result.stdout
        # On a busy machine the shell itself may be killed before it has written.
        if note.exists() and note.read_text().endswith("\n"):
            break
    with pytest.raises(ProcessLookupError):
        _wait_for_end(int(note.read_text()))


def _wait_for_end(pid: int) -> None:
    """Wait until this process is gone. Raises ProcessLookupError when it is."""
    while _state(pid) != "Z":
        os.kill(pid, 0)
    raise ProcessLookupError


def _state(pid: int) -> str:
    """The state of a process; `Z` is a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def test_a_program_gets_the_file_and_the_decks() -> None:
    text = "import json, os; print(json.dumps(os.environ['CGN_DECKS'] + os.environ['CGN_FILE']))"
    result = cgn("conformance", "--only", "pairs/minimal.cgn", "--", *python(text))
    assert f"{ROOT / 'conformance' / 'decks'}pairs/minimal.cgn" in result.stdout


def test_a_pattern_without_a_file_is_an_error() -> None:
    result = cgn("conformance", "--only", "valud", "--", "true")
    assert result.exit_code == 2
    assert "its parts are shuffles, decks, pairs, valid, broken, unseen" in result.stderr
