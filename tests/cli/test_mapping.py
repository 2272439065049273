"""`cgn convert --mapping`, and the page that explains it."""

import sys
from pathlib import Path

import pytest

from tests.cli.running import EXAMPLE, cgn
from tests.docs.blocks import ROOT, blocks
from tests.docs.shell import check_session

MAPPING = ROOT / "examples" / "mapping"
BOT, CLUB = MAPPING / "bot.jsonl", MAPPING / "club.csv"
PAGE = (ROOT / "docs" / "mapping.md").read_text(encoding="utf-8")


def test_the_commands_of_the_page_print_what_it_says(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    check_session("".join(blocks("console", PAGE)), Path(sys.executable).parent, tmp_path, tmp_path)


def test_a_log_becomes_a_record_of_text_by_default() -> None:
    result = cgn("convert", BOT, "--mapping", MAPPING / "bot.toml")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith('[CGN "1"]\n[Game "triggs"]\n')


def test_several_logs_become_records_one_after_another(tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_bytes(BOT.read_bytes())
    out = tmp_path / "out.cgn.jsonl"
    assert cgn("convert", BOT, other, "--mapping", MAPPING / "bot.toml", "-o", out).exit_code == 0
    assert cgn("validate", out).stdout == "2 records: 2 valid\n"


def test_a_log_may_come_from_standard_input() -> None:
    log = CLUB.read_bytes().replace(b"Lena;Point;2", b"Lena;Pont;2", 1)
    result = cgn("convert", "-", "--mapping", MAPPING / "club.toml", stdin=log)
    assert result.exit_code == 1
    assert result.stderr.startswith("error[cgn.verb]: [moves] has no action `Pont`\n")
    assert "--> <stdin>:3:8" in result.stderr


def test_an_illegal_record_is_still_written(tmp_path: Path) -> None:
    log, out = tmp_path / "bot.jsonl", tmp_path / "bot.cgn"
    log.write_text(BOT.read_text(encoding="utf-8").replace("[7, 4]", "[7, 3]"), encoding="utf-8")
    result = cgn("convert", log, "--mapping", MAPPING / "bot.toml", "-o", out)
    assert result.exit_code == 1
    assert "7+3 makes 10, not 11" in result.stderr
    assert cgn("validate", out).stdout.startswith("error[triggs.sum]")


def test_a_log_that_cannot_be_read_writes_no_file(tmp_path: Path) -> None:
    out = tmp_path / "out.cgn"
    result = cgn("convert", BOT, "--mapping", MAPPING / "club.toml", "-o", out)
    assert (result.exit_code, out.exists()) == (1, False)


def test_an_invalid_mapping_is_refused(tmp_path: Path) -> None:
    result = cgn("convert", BOT, "--mapping", EXAMPLE)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: {EXAMPLE}: ")
    wrong = tmp_path / "wrong.toml"
    text = (MAPPING / "bot.toml").read_text(encoding="utf-8")
    wrong.write_text(text.replace('"triggs"', '"trigs"'), encoding="utf-8")
    result = cgn("convert", BOT, "--mapping", wrong)
    assert result.exit_code == 2
    assert "[header]: " in result.stderr
    assert "did you mean `triggs`?" in result.stderr


def test_a_missing_log_is_reported() -> None:
    result = cgn("convert", "/nowhere.csv", "--mapping", MAPPING / "bot.toml")
    assert result.exit_code == 2
    assert "there is no such file" in result.stderr


def test_a_dry_run_shows_what_each_column_of_the_first_rows_became() -> None:
    events, mapping = MAPPING / "events.jsonl", MAPPING / "events.toml"
    result = cgn("convert", events, "--mapping", mapping, "--dry-run")
    assert (result.exit_code, result.stderr) == (0, "")
    first, second = result.stdout.split(f"{events}:2\n")
    assert '[B "Tom"]\n' in first
    assert "  reveals  shown    [{" in first
    assert "  → 1. A: point 3 -> ON18 @0:04\n" in first
    assert "more rows" in first
    assert '[C "Tom"]\n' in first
    assert "  action   event      created               skipped\n" in second
    assert "no row of this game has anything in: players.2\n" in first


def test_a_dry_run_goes_on_after_a_row_that_is_wrong() -> None:
    log = CLUB.read_bytes().replace(b"Lena;Point;2", b"L\x1bena;Pont;2", 1)
    result = cgn("convert", "-", "--mapping", MAPPING / "club.toml", "--dry-run", stdin=log)
    assert result.exit_code == 1
    assert "[moves] has no action `Pont`" in result.stderr
    assert "\x1b" not in result.output
    assert "  → 2. B: point 2 -> ON04" not in result.stdout
    assert "  → 1. B: point 2 -> ON16\n" in result.stdout


def test_a_dry_run_of_a_log_that_is_no_log_says_why() -> None:
    result = cgn("convert", BOT, "--mapping", MAPPING / "club.toml", "--dry-run")
    assert result.exit_code == 1
    assert "[moves]" in result.stderr or "column" in result.stderr


@pytest.mark.parametrize("options", [[], ["--mapping", MAPPING / "bot.toml", "-o", "x.cgn"]])
def test_a_dry_run_is_of_a_mapping_and_writes_nothing(options: list[str | Path]) -> None:
    result = cgn("convert", BOT, "--dry-run", *options)
    assert result.exit_code == 2
    assert "--dry-run" in result.stderr
    assert not Path("x.cgn").exists()
