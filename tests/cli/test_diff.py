"""`cgn diff`: where two records, or two positions, differ."""

from pathlib import Path

import pytest

from tests.cli.running import EXAMPLE, OTHER, broken, cgn


def test_the_same_records_exit_0(tmp_path: Path) -> None:
    copy = tmp_path / "copy.cgn"
    copy.write_text(EXAMPLE.read_text())
    result = cgn("diff", EXAMPLE, copy)
    assert (result.exit_code, result.stdout) == (0, "the two records are the same\n")


def test_the_spelling_of_a_record_does_not_matter(tmp_path: Path) -> None:
    other = tmp_path / "copy.cgn.json"
    other.write_text(cgn("convert", EXAMPLE, "--format", "json").stdout)
    assert cgn("diff", EXAMPLE, other).exit_code == 0


def test_differences_of_header_first_ply_and_result_are_shown(tmp_path: Path) -> None:
    other = tmp_path / "other.cgn"
    text = EXAMPLE.read_text().replace('[A "Ana"]', '[A "Anna"]').replace("= B 39 41", "= B 39 40")
    other.write_text(text.replace("88. B: cross 10 10,10", "88. B: draw left left"))
    result = cgn("diff", EXAMPLE, other)
    assert result.exit_code == 1
    assert result.stdout == (
        f"--- {EXAMPLE} (record 1)\n+++ {other} (record 1)\n"
        "A\n- Ana\n+ Anna\n"
        "ply 88\n"
        "- 88. B: cross 10 10,10 {The last two boxes, and the game.} @32:36\n"
        "+ 88. B: draw left left {The last two boxes, and the game.} @32:36\n"
        "result\n- = B 39 41\n+ = B 39 40\n"
    )


def test_two_positions_of_one_game() -> None:
    result = cgn("diff", EXAMPLE, "--ply", "0", "--ply", "1")
    assert result.exit_code == 1
    assert result.stdout == (
        f"--- {EXAMPLE} (record 1, ply 0)\n+++ {EXAMPLE} (record 1, ply 1)\n"
        "to act\n- A\n+ B\nhand.A\n+ 3 3\nleft\n- 3\nright\n- 3\n"
    )


def test_a_position_is_the_same_as_itself() -> None:
    result = cgn("diff", EXAMPLE, "--ply", "10", "--ply", "10")
    assert (result.exit_code, result.stdout) == (0, "the two positions are the same\n")
    assert cgn("diff", EXAMPLE, "--record", "1", "--record", "1").exit_code == 0


def test_positions_of_two_games_after_the_same_ply(tmp_path: Path) -> None:
    wrong = broken(tmp_path)
    same = cgn("diff", EXAMPLE, wrong, "--ply", "87")
    assert (same.exit_code, same.stdout) == (0, "the two positions are the same\n")


def test_a_position_after_a_mistake_cannot_be_compared(tmp_path: Path) -> None:
    result = cgn("diff", EXAMPLE, broken(tmp_path), "--ply", "88")
    assert result.exit_code == 2
    assert "error[triggs.sum]" in result.stderr


def test_two_records_of_one_file() -> None:
    text = EXAMPLE.read_text() + "\n" + OTHER.read_text()
    assert cgn("diff", "-", "-", stdin=text).exit_code == 0
    assert "cannot" not in cgn("diff", "-", "--ply", "1", "--ply", "2", stdin=text).stderr


def test_two_chosen_records_of_a_file(tmp_path: Path) -> None:
    both = tmp_path / "both.cgn"
    both.write_text(EXAMPLE.read_text() + "\n" + OTHER.read_text())
    result = cgn("diff", both, "--record", "1", "--record", "2")
    assert result.exit_code == 1
    assert "Game\n- triggs\n+ point_salad\n" in result.stdout
    assert cgn("diff", both, OTHER, "--record", "2", "--record", "1").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([EXAMPLE], "name a second file, or two records or two plies of this one"),
        ([EXAMPLE, "--ply", "10"], "name a second file, or two records or two plies of this one"),
        ([EXAMPLE, OTHER, "--ply", "1", "--ply", "2", "--ply", "3"], "more than twice"),
        ([EXAMPLE, OTHER, "--ply", "60"], f"--ply 60: record 1 of {OTHER} has 41 plies"),
        ([EXAMPLE, "none.cgn"], "none.cgn"),
        (["-", "--record", "1", "--record", "2"], "only one record of standard input can be read"),
    ],
)
def test_a_wrong_choice_exits_2(arguments: list[str | Path], message: str) -> None:
    result = cgn("diff", *arguments, stdin="")
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_record_that_cannot_be_read_exits_2(tmp_path: Path) -> None:
    path = tmp_path / "bad.cgn"
    path.write_text('[CGN "1"]\n')
    result = cgn("diff", EXAMPLE, path)
    assert result.exit_code == 2
    assert "cgn.missing-tag" in result.stderr


def test_lines_are_coloured_if_wanted() -> None:
    result = cgn(
        "diff", EXAMPLE, "--ply", "0", "--ply", "1", env={"NO_COLOR": None, "FORCE_COLOR": "1"}
    )
    assert "\x1b[31m- A\x1b[0m\n\x1b[32m+ B\x1b[0m\n" in result.stdout
