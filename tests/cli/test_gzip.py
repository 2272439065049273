"""Gzipped files: every command reads them, and writes them if the name ends in `.gz`."""

from gzip import compress, decompress
from pathlib import Path

import pytest

from tests.cli.running import EXAMPLE, cgn
from tests.cli.serving import ALONE


def _packed(folder: Path, raw: bytes = EXAMPLE.read_bytes()) -> Path:
    path = folder / "game.cgn.gz"
    path.write_bytes(compress(raw, mtime=0))
    return path


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_validate_reads_it(tmp_path: Path, jobs: str) -> None:
    result = cgn("validate", _packed(tmp_path), "--jobs", jobs)
    assert "valid (triggs, 88 plies; B won; scores 39 41)" in result.stdout


def test_show_reads_it(tmp_path: Path) -> None:
    assert cgn("show", _packed(tmp_path)).stdout == cgn("show", EXAMPLE).stdout


def test_standard_input_may_be_packed() -> None:
    assert "valid (triggs" in cgn("validate", "-", stdin=compress(EXAMPLE.read_bytes())).stdout


def test_convert_reads_it_and_writes_what_the_name_says(tmp_path: Path) -> None:
    lines, back = tmp_path / "game.cgn.jsonl.gz", tmp_path / "back.cgn"
    assert cgn("convert", _packed(tmp_path), "-o", lines).exit_code == 0
    assert decompress(lines.read_bytes()).startswith(b'{"cgn":1')
    assert cgn("convert", lines, "-o", back).exit_code == 0
    assert back.read_bytes() == EXAMPLE.read_bytes()


def test_fmt_leaves_it_packed(tmp_path: Path) -> None:
    loose = EXAMPLE.read_bytes().replace(b"\n", b"\r\n")
    path = _packed(tmp_path, loose)
    assert cgn("fmt", "--check", path).exit_code == 1
    assert cgn("fmt", path).exit_code == 0
    assert decompress(path.read_bytes()) == EXAMPLE.read_bytes()
    assert cgn("fmt", "--check", path).exit_code == 0


@pytest.mark.parametrize(
    "command",
    [
        ["validate"],
        ["show"],
        ["fmt"],
        ["convert", "--format", "text"],
        ["upload", "--to", "http://127.0.0.1:1", "--token", "cgn_a"],
        ["store", "import", "--data", "no.db"],
    ],
    ids=lambda command: command[0],
)
@pytest.mark.parametrize(
    "raw", [compress(b"x" * 99, mtime=0)[:-4], b"\x1f\x8bjunk and junk"], ids=["cut off", "damaged"]
)
def test_damaged_bytes_are_an_unreadable_file(
    tmp_path: Path, command: list[str], raw: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.cgn.gz"
    path.write_bytes(raw)
    monkeypatch.chdir(tmp_path)
    result = cgn(*command, path, env=ALONE)
    assert result.exit_code == 2
    assert f"{path}: the gzip data is " in result.stderr
    assert path.read_bytes() == raw
