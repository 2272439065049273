"""`cgn table` writes a row for each record."""

import csv
import json
from io import BytesIO, StringIO
from pathlib import Path

import pytest

from cli.archives.rows import FORMATS, RowWriter
from tests.cli.archives.club import DAMAGED, SALAD, TRIGGS, UNREADABLE, club
from tests.cli.running import EXAMPLE, cgn


def rows(*arguments: str | Path) -> list[dict[str, str]]:
    result = cgn("table", *arguments)
    assert result.exit_code == 0, result.stderr
    return list(csv.DictReader(StringIO(result.stdout)))


def test_the_usual_columns_of_a_record() -> None:
    assert rows(EXAMPLE) == [
        {
            "file": str(EXAMPLE),
            "record": "1",
            "game": "triggs",
            "options": "",
            "seats": "2",
            "players": "Ana; Bo",
            "scores": "39 41",
            "winners": "B",
            "winner_names": "Bo",
            "result": "finished",
            "plies": "88",
            "date": "2026-11-17",
            "event": "Tuesday club",
        }
    ]


def test_columns_are_chosen_by_name_and_pattern() -> None:
    (row,) = rows(EXAMPLE, "--columns", "score_[A-C], tag_Site,tag_None,marks,verdict,plies")
    names = "score_A score_B score_C tag_Site tag_None marks verdict plies"
    assert list(row) == names.split()
    assert (row["score_A"], row["score_C"], row["tag_None"]) == ("39", "", "")
    assert row["verdict"] == "valid"
    unknown = cgn("table", EXAMPLE, "--columns", "game,scor_A")
    assert unknown.exit_code == 2
    assert "there is no column `scor_A`; did you mean `score_A`?" in unknown.stderr


def test_rows_are_chosen_by_a_condition(tmp_path: Path) -> None:
    path = tmp_path / "all.cgn"
    path.write_bytes(TRIGGS + SALAD)
    for condition in ("score_B > 50", "record = 2", "line > 1"):
        assert [row["record"] for row in rows(path, "--where", condition)] == ["2"]
    refused = cgn("table", path, "--where", "score_B >")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--where: " in refused.stderr


def test_unreadable_records_are_reported_unless_the_verdict_is_a_column(tmp_path: Path) -> None:
    path = tmp_path / "all.cgn"
    path.write_bytes(UNREADABLE + DAMAGED + TRIGGS)
    plain = cgn("table", path, "--columns", "record,plies")
    assert (plain.exit_code, plain.stdout) == (1, "record,plies\n2,88\n3,88\n")
    assert "cgn.ply-syntax" in plain.stderr
    table = rows(path, "--columns", "record,verdict,code,game")
    assert [(row["verdict"], row["code"], row["game"]) for row in table] == [
        ("invalid", "cgn.ply-syntax", ""),
        ("invalid", "triggs.sum", "triggs"),
        ("valid", "", "triggs"),
    ]


def test_json_has_the_same_rows(tmp_path: Path) -> None:
    as_csv = rows(club_without_errors(tmp_path))
    whole = json.loads(cgn("table", tmp_path, "--format", "json").stdout)
    lines = cgn("table", tmp_path, "--format", "jsonl").stdout.splitlines()
    assert whole == [json.loads(line) for line in lines]
    assert [{k: "" if v is None else str(v) for k, v in row.items()} for row in whole] == as_csv


def club_without_errors(folder: Path) -> Path:
    (folder / "x.cgn").write_bytes(TRIGGS + SALAD)
    (folder / "y.cgn.jsonl").write_bytes(cgn("convert", EXAMPLE, "--format", "jsonl").stdout_bytes)
    return folder


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("form", FORMATS)
def test_several_processes_make_the_same_table(tmp_path: Path, form: str) -> None:
    folder = club(tmp_path)
    columns = ["--columns", "file,record,line,game,scores,moves", "--format", form]
    one, two = (cgn("table", folder, *columns, "--jobs", jobs) for jobs in ("1", "2"))
    assert one.exit_code == two.exit_code == 1
    assert (one.stdout, one.stderr) == (two.stdout, two.stderr)
    assert one.stdout.count("67 60 62") == 4


def test_a_table_named_gz_is_packed(tmp_path: Path) -> None:
    path = tmp_path / "t.csv.gz"
    assert cgn("table", EXAMPLE, "-o", path).stdout == ""
    assert path.read_bytes().startswith(b"\x1f\x8b")


def test_for_a_spreadsheet_no_text_is_a_formula(tmp_path: Path) -> None:
    path = tmp_path / "game.cgn"
    link = '=HYPERLINK(\\"https://evil.example\\")'
    text = TRIGGS.decode().replace('[A "Ana"]', f'[A "{link}"]').replace('"Bo"', '"-Bo"')
    path.write_text(text, encoding="utf-8")
    columns = ["--columns", "player_A,player_B,score_A,plies"]
    (plain,) = rows(path, *columns)
    (safe,) = rows(path, *columns, "--spreadsheet")
    assert plain["player_A"] == '=HYPERLINK("https://evil.example")'
    assert safe == {**plain, "player_A": f"'{plain['player_A']}", "player_B": "'-Bo"}


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r", "\n", "＝"])  # noqa: RUF001 - one that is read as `=`
def test_a_text_that_a_spreadsheet_would_run_gets_a_sign(sign: str) -> None:
    out = BytesIO()
    writer = RowWriter(out, "csv", ["name"], spreadsheet=True)
    writer.write([f"{sign}1+1"])
    writer.finish()
    assert out.getvalue().decode().removeprefix("name\n").lstrip('"').startswith(f"'{sign}")


def test_json_needs_no_signs_for_a_spreadsheet() -> None:
    refused = cgn("table", EXAMPLE, "--format", "json", "--spreadsheet")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--spreadsheet is for CSV" in refused.stderr
