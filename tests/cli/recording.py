"""Games that tests write down by `cgn record` with lines from a pipe."""

from pathlib import Path

import pytest

from tests.cli.running import cgn

HEAD = ("new", "triggs", "--seats", "Ana,Bo", "--seed", "tuesday-7")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game from a seed, without plies."""
    path = tmp_path / "tue.cgn"
    cgn(*HEAD, "-o", path)
    return path


def record(path: Path, *lines: str) -> tuple[int, str]:
    """The exit code and output for these lines on standard input."""
    result = cgn("record", path, stdin="".join(f"{line}\n" for line in lines))
    return result.exit_code, result.output


def plies(path: Path) -> list[str]:
    """The lines of play in a file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("[")]
