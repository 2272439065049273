"""`cgn conformance`: programs that conform, that differ, and that do not answer."""

import os
import sys
from pathlib import Path

import pytest

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
        "decks     1 file agrees (1 record)\n"
        "pairs     2 files agree (2 records)\n"
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
        f"  file      {file}\n\nbroken    0 of 2 files agree (2 records)\n"
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
    result = cgn("conformance", "--jobs", "2", "--reader", *only, "--", *program)
    assert result.stdout.endswith("The program conforms as a reader.\n"), result.stdout
    assert cgn("conformance", "--only", "valid/triggs-2-seats.cgn", "--", *program).exit_code == 1


def test_a_reader_that_refuses_what_can_be_read_differs() -> None:
    program = python('print(\'{"code": "cgn.ply-syntax"}\')')
    result = cgn("conformance", "--reader", "--only", "broken/triggs-sum.cgn", "--", *program)
    assert result.exit_code == 1
    assert "  expected  nothing, or a code of the games\n" in result.stdout


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (["no-such-program"], "`no-such-program` cannot be run: No such file or directory"),
        (
            python("import sys; sys.exit('no')"),
            "printed nothing, and ended with exit code 1; it said: no",
        ),
        (python("print('yes')"), "printed a line that is not JSON: b'yes'"),
        (python("print([])"), "printed a line that is not an object of JSON: b'[]'"),
        (python("print('[' * 100_000)"), "printed a line that is not JSON"),
        (python("while True: print('{}' * 100_000)"), "printed more than 67,108,864 bytes"),
    ],
    ids=["missing", "silent", "prose", "list", "deep", "endless"],
)
def test_a_program_without_answers_is_an_error(program: list[str], message: str) -> None:
    result = cgn("conformance", "--only", "pairs/minimal.cgn", "--", *program)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: pairs/minimal.cgn: `")
    assert message in result.stderr


def test_a_hanging_program_is_killed_with_its_children(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    hanging = ["sh", "-c", f"sleep 1000 & echo $! > {note}; wait"]
    for seconds in (1, 10, 60):
        words = ["conformance", "--timeout", str(seconds), "--only", "pairs/minimal.cgn"]
        result = cgn(*words, "--", *hanging)
        assert result.exit_code == 2
        assert f"did not end within {seconds} seconds" in result.stderr
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
    assert f"{ROOT / 'conformance' / 'decks'}pairs/minimal.cgn" in result.stderr


def test_a_pattern_without_a_file_is_an_error() -> None:
    result = cgn("conformance", "--only", "valud", "--", "true")
    assert result.exit_code == 2
    assert "its parts are shuffles, decks, pairs, valid, broken, unseen" in result.stderr
