"""`cgn split` and `cgn merge` distribute and combine records unchanged."""

import os
from pathlib import Path
from stat import S_IMODE

import pytest

from tests.cli.archives.club import SALAD, TRIGGS, UNREADABLE, club
from tests.cli.running import EXAMPLE, JAM, cgn


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "all.cgn"
    slashed = JAM.read_bytes().replace(b'[Event "Tea at Mara', b'[Event "Tea/../at Mara')
    path.write_bytes(TRIGGS + b"\n% note\n" + SALAD + slashed + TRIGGS)
    return path


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_a_file_for_each_value(archive: Path, tmp_path: Path) -> None:
    result = cgn("split", archive, "--by", "game", "--into", tmp_path / "games")
    assert (result.exit_code, result.stderr) == (0, f"{tmp_path / 'games'}: 3 files\n")
    parts = files(tmp_path / "games")
    assert parts.keys() == {"triggs.cgn", "point_salad.cgn", "the_jam.cgn"}
    assert parts["triggs.cgn"] == TRIGGS + b"\n" + TRIGGS
    assert parts["point_salad.cgn"] == SALAD


def test_a_value_cannot_leave_the_folder(archive: Path, tmp_path: Path) -> None:
    cgn("split", archive, "--by", "event", "--into", tmp_path / "events", "--format", "jsonl")
    assert set(files(tmp_path / "events")) == {
        "Tuesday club.cgn.jsonl",
        "Tea%2F..%2Fat Mara's.cgn.jsonl",
    }
    cgn("split", archive, "--by", "option_rounds", "--into", tmp_path / "rounds")
    assert set(files(tmp_path / "rounds")) == {"none.cgn"}


@pytest.mark.parametrize(("mask", "mode"), [(0o077, 0o700), (0o022, 0o755)])
def test_the_folder_is_as_private_as_other_new_ones(
    archive: Path, tmp_path: Path, mask: int, mode: int
) -> None:
    before = os.umask(mask)
    try:
        cgn("split", archive, "--by", "game", "--into", tmp_path / "games")
    finally:
        os.umask(before)
    assert S_IMODE((tmp_path / "games").stat().st_mode) == mode


def test_a_file_for_every_n_records(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.archives.split._OPEN", 1)
    cgn("split", archive, "--every", "3", "--into", tmp_path / "parts")
    parts = files(tmp_path / "parts")
    assert list(parts) == ["000001.cgn", "000002.cgn"]
    assert parts["000002.cgn"] == TRIGGS
    again = cgn("merge", tmp_path / "parts").stdout_bytes
    assert again == cgn("filter", archive).stdout_bytes
    by_two = cgn("split", archive, "--by", "seats", "--into", tmp_path / "seats")
    assert by_two.exit_code == 0
    assert files(tmp_path / "seats")["2.cgn"] == TRIGGS + b"\n" + TRIGGS


def test_a_folder_is_made_whole_or_not_at_all(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "x").touch()
    refused = cgn("split", archive, "--by", "game", "--into", tmp_path / "there")
    assert (refused.exit_code, "exists already" in refused.stderr) == (2, True)
    before = set(tmp_path.iterdir())
    missing = cgn("split", archive, tmp_path / "none", "--every", "1", "--into", tmp_path / "new")
    assert missing.exit_code == 2
    assert set(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    "options", [[], ["--by", "game", "--every", "2"], ["--by", "gme"], ["--by", "line"]]
)
def test_the_way_to_split_is_required(archive: Path, tmp_path: Path, options: list[str]) -> None:
    assert cgn("split", archive, "--into", tmp_path / "new", *options).exit_code == 2


def test_records_are_merged_in_order(archive: Path) -> None:
    table = ["table", "-", "--columns", "plies"]
    for by, expected in (("plies", [41, 88, 88, 113]), ("game", [41, 113, 88, 88])):
        merged = cgn("merge", archive, "--sort", by)
        assert merged.exit_code == 0
        lengths = cgn(*table, stdin=merged.stdout_bytes).stdout.split()[1:]
        assert [int(plies) for plies in lengths] == expected


@pytest.mark.usefixtures("small_parts")
def test_unreadable_records_are_reported(tmp_path: Path) -> None:
    folder = club(tmp_path)
    one, two = (
        cgn("merge", folder, "--sort", "date", "--format", "text", "--jobs", n) for n in "12"
    )
    assert one.exit_code == two.exit_code == 1
    assert one.stdout_bytes == two.stdout_bytes
    assert one.stderr.count("error[") == 1  # {} is not a record
    assert UNREADABLE in one.stdout_bytes  # its moves are not checked
    lines = cgn("merge", EXAMPLE, "--format", "jsonl").stdout_bytes
    assert lines == cgn("convert", EXAMPLE, "--format", "jsonl").stdout_bytes


def test_one_way_to_distribute_is_asked_for(tmp_path: Path) -> None:
    both = cgn("split", EXAMPLE, "--by", "plies", "--every", "3", "--into", tmp_path / "out")
    assert "--by and --every are two ways to distribute records: choose one" in both.stderr
    neither = cgn("split", EXAMPLE, "--into", tmp_path / "out")
    assert "say how to distribute the records: --by COLUMN, or --every N" in neither.stderr
    assert both.exit_code == neither.exit_code == 2
    assert not (tmp_path / "out").exists()
