"""`cgn filter` copies the records that match."""

from pathlib import Path

import pytest

from engines.registry import load_game
from tests.cli.archives.club import DAMAGED, SALAD, TRIGGS, UNREADABLE, club
from tests.cli.running import EXAMPLE, JAM, OTHER, begun_game, cgn

ODD = TRIGGS.replace(b". A: ", b".  A:\t").replace(b"\n", b"\r\n")


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "all.cgn"
    path.write_bytes(b"% log\n" + ODD + b"\n\n% between\n\n" + SALAD + JAM.read_bytes())
    return path


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--game", "triggs"], [ODD]),
        (["--game", "triggs", "--game", "point_salad"], [ODD, SALAD]),
        (["--player", "bo"], [ODD, SALAD]),
        (["--player", "Ana", "--player", "Cleo"], [SALAD]),
        (["--winner", "ana"], [SALAD]),
        (["--seats", "2"], [ODD]),
        (["--seats", "3.."], [SALAD, JAM.read_bytes()]),
        (["--date", "2026-11-17"], [ODD, SALAD]),
        (["--date", "2026-11-18.."], [JAM.read_bytes()]),
        (["--date", "..2026-11-17"], [ODD, SALAD]),
        (["--event", "tuesday CLUB", "--invert"], [JAM.read_bytes()]),
        (["--plies", "..41"], [SALAD]),
        (["--mark", "??"], []),
        (["--mark", "?!"], [JAM.read_bytes()]),
        (["--comment", "EXTRA cross at once"], [ODD]),
        (["--result", "finished", "--verdict", "valid"], [ODD, SALAD, JAM.read_bytes()]),
        (["--result", "unfinished"], []),
        (["--option", "rounds=2"], []),
        (["--where", "score_B > score_A"], [ODD]),
        (["--where", "comments LIKE '%extra%' AND plies > 80"], [ODD]),
    ],
)
def test_matching_records_are_copied_byte_for_byte(
    archive: Path, options: list[str], expected: list[bytes]
) -> None:
    result = cgn("filter", archive, *options)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout_bytes == b"\n".join(expected)


def test_records_of_another_form_are_rewritten(tmp_path: Path) -> None:
    lines = cgn("convert", EXAMPLE, OTHER, "--format", "jsonl").stdout_bytes
    (tmp_path / "a.cgn.jsonl").write_bytes(lines.replace(b":", b": ", 1))
    (tmp_path / "b.cgn").write_bytes(SALAD)
    as_lines = cgn("filter", tmp_path, "--game", "point_salad").stdout_bytes
    assert as_lines == lines.split(b"\n")[1] + b"\n" + lines.split(b"\n")[1] + b"\n"
    as_text = cgn("filter", tmp_path, "--format", "text").stdout_bytes
    assert as_text == TRIGGS + b"\n" + SALAD + b"\n" + SALAD
    refused = cgn("filter", tmp_path, "-o", tmp_path / "one.cgn.json")
    assert (refused.exit_code, "one record" in refused.stderr) == (2, True)


def test_broken_records_are_reported_or_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "all.cgn"
    path.write_bytes(b"garbage\n" + UNREADABLE + DAMAGED + TRIGGS)
    plain = cgn("filter", path, "--plies", "88")
    assert (plain.exit_code, plain.stdout_bytes) == (1, DAMAGED + b"\n" + TRIGGS)
    invalid = cgn("filter", path, "--verdict", "invalid")
    assert invalid.stdout_bytes == UNREADABLE + b"\n" + DAMAGED
    assert invalid.stderr.count("error[") == 1  # text before the first record is no record
    assert cgn("filter", path, "--verdict", "invalid", "--game", "triggs").stdout_bytes == DAMAGED


def test_an_unfinished_game_matches_by_what_it_has(tmp_path: Path) -> None:
    path = tmp_path / "begun.cgn"
    path.write_text(begun_game("s"), encoding="utf-8")
    result = cgn("filter", path, "--result", "unfinished", "--verdict", "incomplete")
    assert result.stdout == begun_game("s")


@pytest.mark.usefixtures("small_parts")
def test_several_processes_copy_the_same(tmp_path: Path) -> None:
    folder = club(tmp_path)
    for options in (["--format", "text"], ["--verdict", "invalid", "--format", "jsonl"]):
        one, two = (cgn("filter", folder, *options, "--jobs", jobs) for jobs in ("1", "2"))
        assert one.exit_code == two.exit_code == 1
        assert (one.stdout_bytes, one.stderr) == (two.stdout_bytes, two.stderr)


@pytest.mark.parametrize("option", ["--seats=x", "--plies=..", "--date=11-2026", "--option=x"])
def test_spans_and_options_are_explained(archive: Path, option: str) -> None:
    result = cgn("filter", archive, option)
    assert result.exit_code == 2
    assert "write it as" in result.stderr


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_condition_that_fails_is_one_line(archive: Path, jobs: str) -> None:
    large = "replace(hex(zeroblob(400000)), '0', '12') > seats"
    result = cgn("filter", archive, "--where", large, "--jobs", jobs)
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == "Error: --where: string or blob too big"


@pytest.mark.parametrize(
    ("flag", "value", "said"),
    [
        ("--game", "Triggs", "did you mean `triggs`?"),
        ("--option", "tems=yes", "no game has an option `tems`; did you mean `teams`?"),
        ("--option", "rounds=9", "`rounds` cannot be `9`; it can be "),
        ("--game", "point salad", "did you mean `point_salad`?"),
        ("--date", "2026-13", "write it as 2026, 2026-11, 2026-11-20"),
        ("--date", "2026-11-32", "write it as 2026, 2026-11, 2026-11-20"),
        ("--date", "2026-01..2026-00", "write it as 2026, 2026-11, 2026-11-20"),
    ],
)
def test_a_value_that_no_record_can_have_is_refused(flag: str, value: str, said: str) -> None:
    result = cgn("filter", EXAMPLE, flag, value)
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_game_that_is_not_installed_can_be_asked_for() -> None:
    result = cgn("filter", EXAMPLE, "--game", "chess")
    assert (result.exit_code, result.stdout) == (0, "")


def test_an_option_that_is_left_out_has_its_default(tmp_path: Path) -> None:
    record = tmp_path / "salad.cgn"
    record.write_bytes(cgn("simulate", "point_salad", "--seats", "3", "--seed", "s").stdout_bytes)
    default = load_game("point_salad").options[0].default
    assert b"[rounds" not in record.read_bytes()
    assert cgn("filter", record, "--option", f"rounds={default}").stdout_bytes
    assert not cgn("filter", record, "--option", "rounds=2").stdout_bytes


def test_a_copy_to_a_file_says_how_many_records_it_took(tmp_path: Path) -> None:
    result = cgn("filter", EXAMPLE, OTHER, "--game", "triggs", "-o", tmp_path / "out.cgn")
    assert result.stderr == "1 of 2 records\n"
