"""Failing commands print one line, never a traceback."""

import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import click
import pytest
from click.testing import CliRunner, Result

from cli.games import games
from cli.main import main
from cli.serve.token import token
from cli.show import show
from tests.cli.running import EXAMPLE, ROOT, cgn

COMMANDS: list[tuple[click.Command, list[str]]] = [
    (show, ["show", str(EXAMPLE)]),
    (games, ["games"]),
    (token.commands["list"], ["token", "list"]),
]
commands = pytest.mark.parametrize(("command", "words"), COMMANDS, ids=lambda value: str(value)[:9])


def raising(error: BaseException) -> Callable[..., NoReturn]:
    """A command that always fails."""

    def command(*_: object, **__: object) -> NoReturn:
        raise error

    return command


def run(words: list[str]) -> Result:
    result = CliRunner().invoke(main, words, prog_name="cgn")
    assert isinstance(result.exception, SystemExit)
    return result


@commands
@pytest.mark.parametrize(
    ("error", "raised"),
    [
        (ValueError("a bad value"), "ValueError: a bad value"),
        (KeyError("x"), "KeyError: 'x'"),
        (AssertionError(), "AssertionError"),
        (EOFError("no more"), "EOFError: no more"),
        (RecursionError("too deep"), "RecursionError: too deep"),
        (ValueError("two\nlines \x1b[31m"), "ValueError: two lines \\u{1b}[31m"),
        (ValueError("x" * 1000), f"ValueError: {'x' * 199}…"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_an_internal_error_is_one_line(
    command: click.Command,
    words: list[str],
    error: Exception,
    raised: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(command, "callback", raising(error))
    result = run(words)
    assert (result.exit_code, result.stdout) == (2, "")
    expected = (
        f"cgn: internal error: {re.escape(raised)} "
        r"\(cli/test_failures\.py, line \d+\); please report it with the command and its input\n"
    )
    assert re.fullmatch(expected, result.stderr)


def test_what_was_printed_before_an_internal_error_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    def half_done(*_: object, **__: object) -> NoReturn:
        click.echo("the first half")
        raise ValueError

    monkeypatch.setattr(games, "callback", half_done)
    assert run(["games"]).stdout == "the first half\n"


def test_an_error_while_completing_is_one_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(main, "_main_shell_completion", raising(ValueError("no shell")))
    assert "internal error: ValueError: no shell" in run(["games"]).stderr


@commands
def test_an_error_of_the_system_is_named(
    command: click.Command, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for error in (OSError(5, "Input/output error"), OSError("Input/output error")):
        monkeypatch.setattr(command, "callback", raising(error))
        result = run(words)
        assert (result.exit_code, result.stderr) == (
            2,
            "Error: cannot go on: Input/output error\n",
        )


@commands
def test_ctrl_c_exits_130_and_says_nothing(
    command: click.Command, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "callback", raising(KeyboardInterrupt()))
    result = run(words)
    assert (result.exit_code, result.output) == (130, "")


def test_ctrl_c_in_the_middle_of_work_leaves_no_traceback(tmp_path: Path) -> None:
    games = tmp_path / "games.cgn"
    games.write_text(cgn("simulate", "triggs", "--seed", "s", "--games", "10").stdout * 100)
    running = subprocess.Popen(
        [sys.executable, "-m", "cgn", "validate", "--format", "jsonl", str(games)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert running.stdout is not None
    running.stdout.readline()
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=60)
    assert (running.returncode, errors) == (130, "")


def test_developers_see_tracebacks() -> None:
    script = (
        "from cli.games import games; from cli.main import main; "
        "games.callback = lambda **_: 1 / 0; main()"
    )
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-c", script, "games"],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr.splitlines()[-1]
    assert "Traceback" in done.stderr


@pytest.mark.parametrize("command", [[], ["store"], ["token"]])
def test_without_a_command_the_help_is_printed(command: list[str]) -> None:
    result = cgn(*command)
    assert (result.exit_code, result.stderr) == (2, cgn(*command, "--help").stdout)


WITH_SECRETS = "http://ana:secret@127.0.0.1:9/x.cgn?password=secret"


@pytest.mark.parametrize(
    "words",
    [
        *[[name, WITH_SECRETS] for name in ("validate", "table", "show", "record", "fmt", "stats")],
        ["upload", str(EXAMPLE), "--to", WITH_SECRETS],
        ["convert", str(EXAMPLE), "-o", WITH_SECRETS],
        ["validate", "s3://ana:secret@club/x.cgn"],
        ["store", "check", "--data", "host=127.0.0.1 password=secret"],
        ["store", "check", "--data", "postgresql://ana:se@secret@127.0.0.1:9/club"],
        ["store", "check", "--data", "postgresql://ana:[secret@127.0.0.1:9/club"],
    ],
    ids=lambda words: " ".join(words[:2])[:20],
)
def test_no_message_repeats_a_password(words: list[str]) -> None:
    result = cgn(*words)
    assert result.exit_code == 2
    assert "secret" not in result.output
    assert result.stderr
