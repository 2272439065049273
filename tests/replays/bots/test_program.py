"""Programs that play badly, or not at all: each forfeits, and the record of its game is valid."""

import os
import time
from contextlib import suppress
from pathlib import Path

import pytest

from notation.record import Record
from replays.bots.game import Terms, play_game
from replays.bots.messages import End
from replays.bots.program import Forfeit, Program
from replays.bots.seats import BuiltInBot, ProgramBot
from tests.replays.bots.programs import bot, script, verdict

HELLO = """
    import json, sys
    sys.stdin.readline()
    print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
"""


def played(command: str, seconds: float = 5.0) -> Record:
    """The record of a game that a program plays as A."""
    with Program(command) as program:
        terms = Terms("triggs", {}, seconds)
        bots = (ProgramBot(program), BuiltInBot("sensible"))
        return play_game(terms, bots, ("Ana", "Bo"), "tuesday").record


@pytest.mark.parametrize(
    ("command", "reason", "termination"),
    [
        (bot("sys.exit(3)"), "A: it ended with exit code 3", "adjudicated"),
        (bot("os.kill(os.getpid(), 9)"), "A: it was ended by signal 9", "adjudicated"),
        (bot("time.sleep(60)"), "A: it did not move in time", "time"),
        (
            bot("say(type='move', id=at, move='cross 99')"),
            "A: 3 illegal moves, the last was `cross 99` (cgn.argument)",
            "adjudicated",
        ),
        (
            bot("say(type='move', id=at + 1, move=legal[0])"),
            "A: it was asked for move 1, and answered 2",
            "adjudicated",
        ),
        (
            bot("say(type='hello', protocol=1)"),
            'A: it was asked for a move, and said `{"type":"hello","protocol":1}`',
            "adjudicated",
        ),
        (
            bot("print('\\x1b', flush=True)"),
            r"A: it said `\u{1b}`: this is not JSON: JSON is malformed: invalid character (byte 0)",
            "adjudicated",
        ),
        (bot("print(flush=True)"), "A: it said ``: the line is empty", "adjudicated"),
        (
            bot("say(type='move', id='')"),
            'A: it said `{"type": "move", "id": ""}`: Expected `int`, got `str` - at `$.id`',
            "adjudicated",
        ),
        (
            bot("print('x' * (1 << 21), flush=True)"),
            "A: it said a line of more than 1,048,576 bytes",
            "adjudicated",
        ),
        (bot("os.close(1); time.sleep(60)"), "A: it closed its output", "adjudicated"),
        (script("import sys; sys.exit(4)"), "A: it ended with exit code 4", "adjudicated"),
        (
            script(HELLO.replace('"protocol": 1', '"protocol": 2')),
            "A: it speaks protocol 2, not 1",
            "adjudicated",
        ),
        ("/nowhere/bot", "A: it cannot be started: No such file or directory", None),
    ],
)
def test_a_bot_that_cannot_go_on_forfeits(
    command: str, reason: str, termination: str | None
) -> None:
    record = played(command, 0.5 if termination == "time" else 20.0)
    assert record.tags["Forfeit"] == reason
    assert record.termination == (termination or "adjudicated")
    assert record.result is not None
    assert record.result.winners == ("B",)
    assert verdict(record) == "valid"


def test_it_may_be_wrong_twice_and_is_told_what_is_near() -> None:
    answer = """
        if kind == "go":
            say(type="move", id=at, move=legal[0] + " left")
        elif message["left"] == 2:
            say(type="move", id=at, move="nonsense")
        else:
            assert message["code"] == "cgn.verb" and message["left"] == 1, message
            say(type="move", id=at, move=legal[0])
    """
    record = played(bot(answer))
    assert record.termination is None
    assert record.result is not None


def test_its_note_becomes_a_comment() -> None:
    note = "say(type='move', id=at, move=legal[0], note='so\\x1b} far\\n' + 400 * 'x')"
    first = played(bot(note)).moves[0]
    assert first.comments == ("so } far " + "x" * 291,)


def test_types_and_members_that_nobody_knows_are_ignored() -> None:
    answer = """
        say(type="pondering", depth=3)
        say(type="move", id=at, move=legal[0], depth=3)
    """
    assert played(bot(answer)).termination is None


def test_what_it_prints_on_standard_error_is_its_own(capfd: pytest.CaptureFixture[str]) -> None:
    played(bot("print('hm', file=sys.stderr); say(type='move', id=at, move=legal[0])"))
    assert capfd.readouterr().err.startswith("hm\nhm\n")


def test_a_bot_that_does_not_read_does_not_hold_up_the_game() -> None:
    begun = time.monotonic()
    with Program(script(HELLO + "\n    import time; time.sleep(60)")) as program:
        program.begin()
        with pytest.raises(Forfeit, match="it did not read what it was told in time"):
            program._send(End(("x" * 5_000_000,), (), (), ""), begun + 1)
    assert time.monotonic() - begun < 30


def test_what_it_has_started_ends_with_it(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    child = "import os, sys, subprocess; p = subprocess.Popen(['sleep', '600']);"
    child += f"open({str(pid)!r}, 'w').write(str(p.pid)); sys.exit(0)"
    played(bot(child))
    with suppress(ProcessLookupError):
        for _ in range(100):
            os.kill(int(pid.read_text()), 0)
            if "Z" in Path(f"/proc/{pid.read_text()}/stat").read_text().split()[2]:
                return
            time.sleep(0.05)
        pytest.fail("the child still runs")


def test_it_begins_anew_with_the_next_game(tmp_path: Path) -> None:
    once = f"""
        if not os.path.exists({str(tmp_path / "was")!r}):
            open({str(tmp_path / "was")!r}, "w").close()
            sys.exit(1)
        say(type="move", id=at, move=legal[0])
    """
    with Program(bot(once)) as program:
        for forfeit in ("A: it ended with exit code 1", None):
            bots = (ProgramBot(program), BuiltInBot("sensible"))
            record = play_game(Terms("triggs", {}, 20), bots, ("Ana", "Bo"), "s").record
            assert record.tags.get("Forfeit") == forfeit


def test_a_program_that_does_not_quit_is_ended() -> None:
    stays = script(HELLO + "\n    import time\n    while True: time.sleep(1)")
    with Program(stays) as program:
        program.begin()
        assert not program.close()
    with Program(bot()) as program:
        program.begin()
        assert program.close()


@pytest.mark.parametrize("command", ["", "  ", "python 'greedy.py"])
def test_a_command_that_no_shell_would_split_is_refused(command: str) -> None:
    with pytest.raises(ValueError, match=r"empty|No closing quotation"):
        Program(command)
