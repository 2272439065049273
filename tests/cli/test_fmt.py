"""`cgn fmt`: the canonical form, in place."""

import re
import subprocess
from pathlib import Path

from notation.edits import renumbered
from tests.cli.running import EXAMPLE, broken, cgn


def untidy(folder: Path) -> Path:
    path = folder / "untidy.cgn"
    text = EXAMPLE.read_text(encoding="utf-8")
    text = text.replace('[Rules "1"]\n', '[Rules   "1"]\n[Deck "triggs/standard"]\n\n')
    path.write_bytes(
        ("\ufeff" + text.replace("1. A: draw", "1.  A:   draw")).replace("\n", "\r\n").encode()
    )
    return path


def test_one_record_has_one_form(tmp_path: Path) -> None:
    path = untidy(tmp_path)
    assert cgn("fmt", path).exit_code == 0
    assert path.read_bytes() == EXAMPLE.read_bytes()


def test_check_writes_nothing_and_exits_1(tmp_path: Path) -> None:
    path = untidy(tmp_path)
    before = path.read_bytes()
    result = cgn("fmt", "--check", path, EXAMPLE)
    assert result.exit_code == 1
    assert result.stdout == f"{path}: would be rewritten\n"
    assert path.read_bytes() == before
    assert cgn("fmt", "--check", EXAMPLE).exit_code == 0


def test_a_diff_writes_nothing_and_can_be_applied(tmp_path: Path) -> None:
    path = tmp_path / "odd.cgn"
    text = EXAMPLE.read_bytes().replace(b"5. B:", b"5.   B:", 1).rstrip(b"\n")
    path.write_bytes(text)
    result = cgn("fmt", "--diff", path, EXAMPLE)
    assert result.exit_code == 1
    assert result.stdout.startswith(f"--- {path}\n+++ {path}\n@@ ")
    assert "\n-5.   B: cross" in result.stdout
    assert "\n+5. B: cross" in result.stdout
    assert "\\ No newline at end of file\n" in result.stdout
    assert path.read_bytes() == text
    with (tmp_path / "diff").open("wb") as patch:
        patch.write(result.stdout_bytes)
    subprocess.run(["patch", "-s", path, patch.name], check=True, timeout=60)
    assert path.read_bytes() == EXAMPLE.read_bytes()
    assert (cgn("fmt", "--diff", path).exit_code, cgn("fmt", "--diff", path).output) == (0, "")


def test_a_diff_of_windows_line_ends_shows_every_line(tmp_path: Path) -> None:
    result = cgn("fmt", "--diff", "--check", untidy(tmp_path))
    lines = EXAMPLE.read_text(encoding="utf-8").count("\n")
    added = [line for line in result.stdout.splitlines() if line.startswith("+")]
    assert len(added) == lines + 1
    assert result.stdout.startswith(f"{tmp_path / 'untidy.cgn'}: would be rewritten\n--- ")


def test_reveals_are_filled_in(tmp_path: Path) -> None:
    bare = tmp_path / "bare.cgn"
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines(keepends=True)
    bare.write_text("".join(re.sub(r" -> [0-9 ]*[0-9](?= |\n)", "", line) for line in lines))
    assert "->" not in bare.read_text(encoding="utf-8")
    assert cgn("fmt", "--reveals", bare).exit_code == 0
    assert bare.read_bytes() == EXAMPLE.read_bytes()


def test_a_broken_record_leaves_its_file_as_it_was(tmp_path: Path) -> None:
    path = broken(tmp_path)
    before = path.read_bytes()
    result = cgn("fmt", "--reveals", path)
    assert result.exit_code == 1
    assert "triggs.sum" in result.stderr
    assert path.read_bytes() == before
    path.write_bytes(before + b"oops\n")
    assert cgn("fmt", path).exit_code == 1
    assert path.read_bytes() == before + b"oops\n"


def test_standard_input_goes_to_standard_output(tmp_path: Path) -> None:
    stdin = untidy(tmp_path).read_bytes()
    assert cgn("fmt", "-", stdin=stdin).stdout_bytes == EXAMPLE.read_bytes()


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    path, link = untidy(tmp_path), tmp_path / "link.cgn"
    path.chmod(0o600)
    link.symlink_to(path)
    assert cgn("fmt", link).exit_code == 0
    assert link.is_symlink()
    assert path.read_bytes() == EXAMPLE.read_bytes()
    assert path.stat().st_mode & 0o777 == 0o600


def test_plies_are_numbered_anew_and_variations_from_the_ply_that_they_replace(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.cgn"
    text = EXAMPLE.read_text(encoding="utf-8")
    wrong = re.sub(r"(?m)^( *(?:\( )?)[0-9]+\.", r"\g<1>7.", text)
    assert wrong.count("( 7. ")
    path.write_bytes(wrong.replace("\n", "\r\n").encode())
    assert cgn("fmt", path).exit_code == 1
    assert cgn("fmt", "--renumber", path).exit_code == 0
    assert path.read_bytes() == EXAMPLE.read_bytes()


def test_numbers_begin_again_in_the_next_record(tmp_path: Path) -> None:
    path = tmp_path / "two.cgn"
    text = EXAMPLE.read_text(encoding="utf-8")
    path.write_text(f"{text}\n{text}".replace("\n88. ", "\n89. "), encoding="utf-8")
    assert cgn("fmt", "--renumber", path).exit_code == 0
    assert path.read_text(encoding="utf-8") == f"{text}\n{text}"


def test_brackets_that_do_not_match_are_still_found_when_plies_are_numbered_anew() -> None:
    lines = "1. A: pass )\n1. B: pass\n( 1. B: draw\n( ~: deck 1\n"
    assert renumbered(lines) == "1. A: pass )\n2. B: pass\n( 2. B: draw\n( ~: deck 1\n"
