"""`cgn step` without a terminal: it prints the steps."""

from pathlib import Path

from tests.cli.running import EXAMPLE, OTHER, broken, cgn


def test_each_ply_is_a_line() -> None:
    result = cgn("step", EXAMPLE)
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert lines[0].startswith("Triggs · Tuesday club · round 1  ")
    assert lines[2] == "“A close race: Ana leads until the last turn but one.”"
    assert lines[3] == " 1. A  Ana draws 3 from the right pile and 3 from the left pile. @0:37"
    assert [line[:3] for line in lines[3:91]] == [f"{number:>2}." for number in range(1, 89)]


def test_a_line_has_the_mark_comment_and_new_scores() -> None:
    line = next(line for line in cgn("step", OTHER).stdout.splitlines() if line.startswith("21."))
    assert line == (
        "21. C  Cleo takes the point card from pile 3: 8 per carrot+lettuce+onion (CB17), "
        "and turns 5/lettuce+tomato (CR13) into a carrot!? "
        "“Takes a point card and turns another one into a veggie.” @5:47 (A 21, B 30, C 17)"
    )


def test_the_final_position_and_the_result_follow() -> None:
    lines = cgn("step", EXAMPLE).stdout.splitlines()
    assert any("★ B Bo    " in line and line.endswith("41 of 41") for line in lines)
    assert lines[-1] == "★ Bo (B) wins (A 39, B 41)"


def test_ply_is_where_the_steps_end() -> None:
    result = cgn("step", EXAMPLE, "--ply", "3")
    assert "\n3. A  " in result.stdout
    assert "\n4. B  " not in result.stdout
    assert result.stdout.endswith("▶ Ana (A) takes an extra cross, in any row with a free box\n")


def test_on_few_columns_the_titles_stand_below_the_ply() -> None:
    lines = cgn("step", EXAMPLE, "--view", "B", env={"COLUMNS": "26"}).stdout.splitlines()
    assert lines[:3] == ["ply 88 of 88 · view B", "Triggs · Tuesday club · r…", ""]


def test_view_hides_what_others_drew() -> None:
    bo = cgn("step", EXAMPLE, "--ply", "12", "--view", "B").stdout
    assert "▒ " in bo
    for line in bo.splitlines():
        if ". A " in line and "middle pile" in line and "draws" in line:
            assert "▒" in line


def test_a_broken_record_is_printed_as_far_as_it_is_good(tmp_path: Path) -> None:
    result = cgn("step", broken(tmp_path))
    assert result.exit_code == 1
    assert "\n87. A  " in result.stdout
    assert "\n88. " not in result.stdout
    assert "error[triggs.sum]: ply 88 (Bo, B): 9+2 makes 11, not 10" in result.stderr


def test_a_wrong_end_line_is_reported_after_the_last_step(tmp_path: Path) -> None:
    path = tmp_path / "wrong.cgn"
    path.write_text(EXAMPLE.read_text().replace("= B 39 41", "= A 39 41"))
    result = cgn("step", path)
    assert result.exit_code == 1
    assert "\n88. B  " in result.stdout
    assert "cgn.winners" in result.stderr


def test_a_record_that_cannot_be_dealt_shows_only_its_mistake(tmp_path: Path) -> None:
    path = tmp_path / "unknown.cgn"
    path.write_text(EXAMPLE.read_text().replace('"triggs"', '"trigs"'))
    result = cgn("step", path)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "did you mean `triggs`?" in result.stderr


def test_standard_input_is_a_file() -> None:
    text = EXAMPLE.read_text()
    assert cgn("step", "-", stdin=text).stdout == cgn("step", EXAMPLE).stdout


def test_a_dumb_terminal_gets_plain_steps() -> None:
    result = cgn("step", EXAMPLE, env={"TERM": "dumb", "NO_COLOR": None})
    assert "\x1b" not in result.stdout


def test_variations_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "variation.cgn"
    text = EXAMPLE.read_text().splitlines(keepends=True)
    at = next(index for index, line in enumerate(text) if line.startswith("1. "))
    path.write_text("".join([*text[: at + 1], "( 1. A: draw left left )\n", *text[at + 1 :]]))
    assert "@0:37 (1 variation)" in cgn("step", path).stdout
