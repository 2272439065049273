"""`cgn validate --fix`: mends files in place, and says what it did."""

import gzip
import subprocess
from pathlib import Path

from tests.cli.running import EXAMPLE, broken, cgn

RIGHT = EXAMPLE.read_bytes()
WRONG = RIGHT.replace(b"39. A:", b"93. A:").replace(b"= B 39 41", b"= A 39 41")


def test_it_mends_the_file_says_what_it_did_and_checks_it_then(tmp_path: Path) -> None:
    path = tmp_path / "g.cgn"
    path.write_bytes(WRONG)
    result = cgn("validate", "--fix", path)
    assert (result.exit_code, path.read_bytes()) == (0, RIGHT)
    assert result.stderr == f"{path}:53: Write `39.`\n{path}:103: Write `= B 39 41`\n"
    assert result.stdout == f"{path}: valid (triggs, 88 plies; B won; scores 39 41)\n"
    again = cgn("validate", "--fix", path)
    assert (again.exit_code, again.stderr) == (0, "")


def test_a_diff_writes_nothing_and_can_be_applied(tmp_path: Path) -> None:
    path = tmp_path / "g.cgn"
    path.write_bytes(WRONG)
    result = cgn("validate", "--fix", "--diff", path, EXAMPLE)
    assert (result.exit_code, path.read_bytes()) == (1, WRONG)
    assert result.stdout.startswith(f"--- {path}\n+++ {path}\n@@ ")
    (tmp_path / "diff").write_bytes(result.stdout_bytes)
    subprocess.run(["patch", "-s", path, tmp_path / "diff"], check=True, timeout=60)
    assert path.read_bytes() == RIGHT
    done = cgn("validate", "--fix", "--diff", path)
    assert (done.exit_code, done.output) == (0, "")


def test_what_is_not_certain_stays_and_is_reported(tmp_path: Path) -> None:
    path = broken(tmp_path)
    before = path.read_bytes()
    result = cgn("validate", "--fix", path)
    assert (result.exit_code, path.read_bytes()) == (1, before)
    assert f"{path}: record 1: what is still wrong was left as it is" in result.stderr
    assert result.stdout.startswith("error[triggs.sum]: ")
    assert cgn("validate", "--fix", "--diff", path).exit_code == 1


def test_each_record_is_mended_and_what_lies_between_stays(tmp_path: Path) -> None:
    path = tmp_path / "club.cgn.gz"
    text = b"\xef\xbb\xbf" + b"\n".join([WRONG, b"% Tuesday\n\n", RIGHT]).replace(b"\n", b"\r\n")
    path.write_bytes(gzip.compress(b"% a club\r\n\r\n" + text))
    path.chmod(0o640)
    assert cgn("validate", "--fix", path).exit_code == 0
    right = b"\xef\xbb\xbf" + b"\n".join([RIGHT, b"% Tuesday\n\n", RIGHT]).replace(b"\n", b"\r\n")
    assert gzip.decompress(path.read_bytes()) == b"% a club\r\n\r\n" + right
    assert path.stat().st_mode & 0o777 == 0o640


def test_it_refuses_what_it_cannot_rewrite(tmp_path: Path) -> None:
    for path in ("-", "http://127.0.0.1:1/"):
        result = cgn("validate", "--fix", path, stdin=WRONG)
        assert result.exit_code == 2
        assert "standard input and services cannot be rewritten" in result.stderr
    json = tmp_path / "g.cgn.json"
    assert cgn("convert", EXAMPLE, "-o", json).exit_code == 0
    result = cgn("validate", "--fix", json)
    assert result.exit_code == 2
    assert "`cgn convert` writes them as text" in result.stderr
    for options in (("--diff",), ("--fix", "--watch")):
        assert cgn("validate", *options, EXAMPLE).exit_code == 2
