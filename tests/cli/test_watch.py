"""`cgn validate --watch`."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from cli.watch import WatchedFile
from engines.registry import OWN_DECKS
from tests.cli.running import EXAMPLE, ROOT, broken, cgn


def changes(watched: WatchedFile) -> list[str]:
    """The output once a file is at rest, which takes two looks."""
    return [*watched.changes(), *watched.changes()]


def test_a_line_is_printed_only_when_the_verdict_changes(tmp_path: Path) -> None:
    path = tmp_path / "game.cgn"
    path.write_bytes(EXAMPLE.read_bytes())
    watched = WatchedFile(str(path), OWN_DECKS)
    (line,) = changes(watched)
    assert line == f"{path}: valid (triggs, 88 plies; B won; scores 39 41)"
    assert changes(watched) == []
    path.write_bytes(broken(tmp_path).read_bytes())
    (line,) = changes(watched)
    assert line == (
        f"{path}:102:20: triggs.sum: ply 88 B: 9+2 makes 11, not 10; did you mean `cross 10 10,10`?"
    )
    path.write_bytes(path.read_bytes() + b"\n")
    assert changes(watched) == []
    path.unlink()
    assert changes(watched) == [f"{path}: there is no such file"]


def test_a_file_is_checked_once_it_is_at_rest(tmp_path: Path) -> None:
    path = tmp_path / "game.cgn"
    path.write_bytes(EXAMPLE.read_bytes())
    watched = WatchedFile(str(path), OWN_DECKS)
    changes(watched)
    path.write_bytes(b"")
    assert list(watched.changes()) == []
    path.write_bytes(EXAMPLE.read_bytes())
    assert changes(watched) == []


def test_each_record_of_a_file_has_its_line(tmp_path: Path) -> None:
    path = tmp_path / "games.cgn"
    path.write_bytes(EXAMPLE.read_bytes() + b"\n" + broken(tmp_path).read_bytes())
    watched = WatchedFile(str(path), OWN_DECKS)
    assert len(changes(watched)) == 2
    path.write_bytes(EXAMPLE.read_bytes() * 2)
    (line,) = changes(watched)
    assert line.endswith("scores 39 41), record 2")


def test_ctrl_c_ends_it(tmp_path: Path) -> None:
    path = tmp_path / "game.cgn"
    path.write_bytes(EXAMPLE.read_bytes())
    with subprocess.Popen(
        [sys.executable, "-m", "cgn", "validate", "--watch", str(path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert "valid (triggs, 88 plies" in process.stdout.readline()
        os.kill(process.pid, signal.SIGINT)
        assert process.wait() == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_standard_input_cannot_be_watched() -> None:
    result = cgn("validate", "--watch", "-", stdin="")
    assert result.exit_code == 2
    assert "--watch needs files" in result.stderr
