"""`cgn show --legal`: the legal moves of a position."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.load import load
from tests.cli.running import EXAMPLE, JAM, broken, cgn


def shown(file: Path, ply: int, view: str = "all") -> list[str]:
    """The output from the heading of the legal moves on."""
    result = cgn("show", file, "--ply", str(ply), "--view", view, "--legal")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    at = next(at for at, line in enumerate(lines) if "egal moves" in line)
    assert lines[at - 1] == ""
    return lines[at:]


def framed(file: Path, ply: int, view: str = "all") -> dict[str, Any]:
    """The frame in JSON, with its legal moves."""
    arguments = ("--ply", str(ply), "--view", view, "--legal", "--format", "json")
    frame: dict[str, Any] = json.loads(cgn("show", file, *arguments).stdout)
    return frame


def moves(file: Path, ply: int) -> list[str]:
    """The moves that the table lists."""
    replay = load(str(file), 1).replay
    replay.seek(ply)
    return [replay.game.moves.write(move) for move in replay.table.moves()]


@pytest.mark.parametrize("ply", [0, 20, 87])
def test_each_move_is_a_line_after_the_picture(ply: int) -> None:
    picture = cgn("show", EXAMPLE, "--ply", str(ply)).stdout
    assert cgn("show", EXAMPLE, "--ply", str(ply), "--legal").stdout.startswith(picture)
    assert shown(EXAMPLE, ply) == ["Legal moves:", *(f"  {move}" for move in moves(EXAMPLE, ply))]


@pytest.mark.parametrize("ply", [0, 20, 87])
def test_in_json_they_are_a_list(ply: int) -> None:
    frame = framed(EXAMPLE, ply)
    assert (frame.pop("legal"), frame.pop("legal_sample")) == (moves(EXAMPLE, ply), False)
    plain = cgn("show", EXAMPLE, "--ply", str(ply), "--format", "json").stdout
    assert frame == json.loads(plain)


def test_a_sample_is_called_one() -> None:
    listed = moves(JAM, 16)
    assert shown(JAM, 16) == ["A sample of the legal moves:", *(f"  {move}" for move in listed)]
    frame = framed(JAM, 16)
    assert (frame["legal"], frame["legal_sample"]) == (listed, True)


def test_a_view_lists_those_of_its_own_seat_only() -> None:
    for view, listed in (("A", None), ("B", moves(EXAMPLE, 20)), ("public", None)):
        frame = framed(EXAMPLE, 20, view)
        assert (frame["legal"], frame["legal_sample"]) == (listed, False)
    assert shown(EXAMPLE, 20, "A") == ["Legal moves: hidden from this view"]
    assert shown(EXAMPLE, 20, "B") == shown(EXAMPLE, 20)


@pytest.mark.parametrize("file", [EXAMPLE, JAM])
def test_there_are_none_after_the_end(file: Path) -> None:
    last = load(str(file), 1).plies
    assert shown(file, last, "public") == ["Legal moves: none, the game is over"]
    frame = framed(file, last, "public")
    assert (frame["legal"], frame["legal_sample"]) == ([], False)


def test_a_broken_record_lists_those_at_its_mistake(tmp_path: Path) -> None:
    result = cgn("show", broken(tmp_path), "--legal")
    assert result.exit_code == 1
    assert "  cross 10 10,10\n" in result.stdout


def test_no_line_is_wider_than_requested() -> None:
    result = cgn("show", JAM, "--ply", "16", "--legal", env={"COLUMNS": "30"})
    assert max(map(len, result.stdout.splitlines())) <= 30
