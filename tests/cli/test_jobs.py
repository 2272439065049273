"""`cgn validate --jobs N` prints what one process prints, byte for byte."""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from gzip import compress
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from cli.reports import FORMATS
from replays.many import validate_archive
from tests.cli.running import EXAMPLE, OTHER, ROOT, cgn
from tests.replays.hostile import cut_into, hostile

forked = pytest.mark.skipif(
    multiprocessing.get_start_method() != "fork", reason="patches reach forked processes only"
)
DAMAGED = EXAMPLE.read_bytes().replace(b"88. B: cross 10 10,10", b"88. B: cross 10 10,9+2")
CUT_OFF = OTHER.read_bytes().rpartition(b"=")[0]


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A folder of files of every kind, with records of every verdict."""
    text = (
        b"% log\n" * 990 + EXAMPLE.read_bytes() + DAMAGED + CUT_OFF + OTHER.read_bytes() + DAMAGED
    )
    (tmp_path / "many.cgn").write_bytes(text)
    (tmp_path / "packed.cgn.gz").write_bytes(compress(text))
    (tmp_path / "cut.cgn.gz").write_bytes(compress(text)[:-9])
    (tmp_path / "garbage.cgn").write_bytes(b"x\n" * 9_000)
    (tmp_path / "empty.cgn").touch()
    for number in range(9):
        (tmp_path / f"one-{number}.cgn").write_bytes(EXAMPLE.read_bytes())
    (tmp_path / "one.cgn.json").write_bytes(
        cgn("convert", EXAMPLE, "--format", "json").stdout_bytes
    )
    lines = cgn("convert", tmp_path / "many.cgn", "--format", "jsonl").stdout_bytes
    (tmp_path / "many.cgn.jsonl").write_bytes(lines)
    for name, count in (("whole", 5), ("lost", 9)):
        end = b'{"complete":true,"records":%d}\n' % count
        (tmp_path / f"{name}.cgn.jsonl").write_bytes(lines + end)
    (tmp_path / "after.cgn.jsonl").write_bytes(lines + b'{"complete":true,"records":5}\n\n' + lines)
    return tmp_path


@pytest.fixture
def pipe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pipe") / "pipe"
    os.mkfifo(path)
    return path


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("form", FORMATS)
def test_several_processes_print_what_one_prints(club: Path, pipe: Path, form: str) -> None:
    one, two = (_validated(club, pipe, "--format", form, "--jobs", jobs) for jobs in ("1", "2"))
    assert one.exit_code == two.exit_code == 2
    assert one.stdout == two.stdout
    assert one.stderr == two.stderr
    assert "the gzip data is cut off" in one.stderr
    assert "triggs.sum" in one.stdout


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("form", FORMATS)
def test_ranges_of_one_byte_give_the_same_bytes(
    tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("validate", hostile(tmp_path), "--format", form)
    one = cgn(*command)
    cut_into(1, monkeypatch)
    two = cgn(*command, "--jobs", "2")
    assert (two.stdout_bytes, two.stderr) == (one.stdout_bytes, one.stderr)
    assert two.exit_code == one.exit_code == 1


def _validated(club: Path, pipe: Path, *options: str) -> Result:
    """The output for a folder, a glob, a missing file, a pipe and standard input."""
    writer = Thread(target=pipe.write_bytes, args=[(club / "many.cgn").read_bytes()])
    writer.start()
    stdin = (club / "after.cgn.jsonl").read_bytes()
    inputs = (club, f"{club}/m*.cgn", club / "none", pipe, "-")
    result = cgn("validate", *inputs, *options, stdin=stdin)
    writer.join()
    return result


@forked
@pytest.mark.usefixtures("small_parts")
def test_a_process_that_dies_is_one_line(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validate_archive, "validate", lambda *_, **__: os._exit(1))
    result = cgn("validate", club / "many.cgn", "--jobs", "2")
    assert result.exit_code == 2
    assert result.stderr == "Error: a process of --jobs was killed, or ran out of memory\n"


@forked
@pytest.mark.usefixtures("small_parts")
def test_an_internal_error_of_a_process_is_one_line(
    club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("the\ncause")

    monkeypatch.setattr(validate_archive, "validate", fail)
    arguments = ["validate", str(club / "many.cgn"), "--jobs", "2"]
    result = CliRunner().invoke(main, arguments, prog_name="cgn")
    assert result.exit_code == 2
    assert result.stderr.startswith("cgn: internal error: ZeroDivisionError: the cause (")
    assert result.stderr.count("\n") == 1


@pytest.fixture
def running(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[subprocess.Popen[bytes]]:
    """A running command with so many processes, in a session of its own."""
    path = tmp_path / "large.cgn"
    path.write_bytes(EXAMPLE.read_bytes() * 900)
    options = ["--format", "jsonl", "--jobs", request.param]
    with subprocess.Popen(
        [sys.executable, "-m", "cgn", "validate", path, *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        assert b'"valid"' in process.stdout.readline()
        yield process


@pytest.mark.parametrize("running", ["1", "2"], indirect=True)
def test_ctrl_c_exits_130(running: subprocess.Popen[bytes]) -> None:
    os.killpg(running.pid, signal.SIGINT)
    assert running.communicate()[1] == b""
    assert running.returncode == 130


@pytest.mark.parametrize("running", ["2"], indirect=True)
def test_processes_end_with_a_command_that_is_killed(running: subprocess.Popen[bytes]) -> None:
    running.kill()
    running.communicate(timeout=60)  # comes back once nobody holds the streams open
