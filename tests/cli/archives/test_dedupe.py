"""`cgn dedupe` prints duplicates pair by pair, and writes the others."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from tests.cli.archives.club import SALAD, TRIGGS, UNREADABLE
from tests.cli.running import EXAMPLE, cgn

BEGUN = TRIGGS.partition(b"\n20. ")[0] + b"\n"
REMARKED = TRIGGS.replace(b"The 3s", b"All 3s")


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    (tmp_path / "a.cgn").write_bytes(BEGUN + SALAD + b"% note\n" + TRIGGS)
    (tmp_path / "b.cgn.jsonl").write_bytes(
        cgn("convert", EXAMPLE, "--format", "jsonl").stdout_bytes
    )
    (tmp_path / "c.cgn").write_bytes(REMARKED + SALAD)
    return tmp_path


@pytest.mark.parametrize(
    ("same", "pairs"),
    [
        ("record", ["b.cgn.jsonl:1: record a.cgn:3", "c.cgn:2: record a.cgn:2"]),
        (
            "game",
            [
                "b.cgn.jsonl:1: record a.cgn:3",
                "c.cgn:1: game a.cgn:3",
                "c.cgn:2: record a.cgn:2",
            ],
        ),
        (
            "beginning",
            [
                "a.cgn:1: beginning a.cgn:3",
                "b.cgn.jsonl:1: record a.cgn:3",
                "c.cgn:1: game a.cgn:3",
                "c.cgn:2: record a.cgn:2",
            ],
        ),
    ],
)
def test_pairs_are_printed_in_order(archive: Path, same: str, pairs: list[str]) -> None:
    words = {"record": "the same record as", "game": "the same game as"}
    said = cgn("dedupe", archive, "--same", same)
    assert (said.exit_code, said.stderr) == (0, f"{len(pairs)} duplicates\n")
    lines = said.stdout.replace(f"{archive}/", "")
    for word, phrase in {**words, "beginning": "a beginning of"}.items():
        lines = lines.replace(phrase, word)
    assert lines.splitlines() == pairs
    as_csv = cgn("dedupe", archive, "--same", same, "--format", "csv").stdout
    listed = [
        f"{Path(row['file']).name}:{row['record']}: {row['same']} "
        f"{Path(row['other_file']).name}:{row['other_record']}"
        for row in csv.DictReader(StringIO(as_csv))
    ]
    assert listed == pairs


def test_the_others_are_written_unchanged(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.cgn"
    cgn("dedupe", archive, "-o", out)
    assert out.read_bytes() == b"\n".join([BEGUN, SALAD, TRIGGS, REMARKED])
    out.unlink()  # it is one of the files of the folder by now
    cgn("dedupe", archive, "--same", "beginning", "-o", out)
    assert cgn("dedupe", out, "--same", "beginning").stdout == ""
    assert out.read_bytes() == SALAD + b"\n" + TRIGGS


def test_standard_input_and_broken_records(tmp_path: Path) -> None:
    out = tmp_path / "out.cgn"
    result = cgn(
        "dedupe", "-", EXAMPLE, "--format", "jsonl", "-o", out, stdin=UNREADABLE * 2 + TRIGGS
    )
    assert result.exit_code == 0  # the moves are not checked
    (first, second) = map(json.loads, result.stdout.splitlines())
    assert (first["record"], first["other_record"]) == (2, 1)
    assert (second["other_file"], second["other_record"]) == ("<stdin>", 3)
    assert out.read_bytes() == UNREADABLE + b"\n" + TRIGGS
    looked = cgn("dedupe", "-", "--same", "game", "-o", out, stdin=UNREADABLE * 2 + TRIGGS)
    assert (looked.exit_code, looked.stderr.count("error[cgn.ply-syntax]")) == (1, 2)
    assert out.read_bytes() == UNREADABLE + b"\n" + TRIGGS


def test_unreadable_files_leave_the_output_alone(tmp_path: Path) -> None:
    out = tmp_path / "out.cgn"
    result = cgn("dedupe", EXAMPLE, tmp_path / "none.cgn", "-o", out)
    assert result.exit_code == 2
    assert not out.exists()
