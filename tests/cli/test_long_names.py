"""Long titles and names are cut off: they neither wrap nor move the table."""

from pathlib import Path

import pytest

from cli.draw.glyphs import UNICODE
from cli.load import load
from cli.stepper.screen import Screen
from cli.stepper.stepper import Stepper
from tests.cli.running import EXAMPLE, cgn

LONG = "a very long name " * 11
"""Nearly the 200 characters that a tag may have."""


@pytest.fixture
def named(tmp_path: Path) -> Path:
    """The example with a long event and long names of players, and no comments."""
    path = tmp_path / "named.cgn"
    text = EXAMPLE.read_text(encoding="utf-8")
    for tag, value in (("Event", "Tuesday club"), ("A", "Ana"), ("B", "Bo")):
        text = text.replace(f'[{tag} "{value}"]', f'[{tag} "{LONG}"]')
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("command", ["show", "step"])
@pytest.mark.parametrize("ply", [9, 10, 88])
def test_the_heading_is_one_line(command: str, ply: int, named: Path) -> None:
    first, second, *_ = cgn(command, named, "--ply", str(ply)).stdout.splitlines()
    assert len(first) == 80
    assert first.startswith("Triggs · a very long name a very")
    assert first.endswith(f"…  ply {ply} of 88")
    assert second.startswith("a very long name" if command == "show" else "")


def test_on_few_columns_the_titles_are_one_line(named: Path) -> None:
    shown = cgn("show", named, env={"COLUMNS": "24"}).stdout.splitlines()
    assert shown[:2] == ["ply 88 of 88", "Triggs · a very long na…"]


def test_a_long_name_is_cut_off(named: Path) -> None:
    lines = cgn("show", named, "--ply", "1", env={"COLUMNS": "60"}).stdout.splitlines()
    name = "a very long name a very long …"
    assert lines[1].startswith(f"{name} draws ")
    assert f"▶ {name} (B) draws, discards or" in lines
    assert [line for line in lines if line.startswith(f"▶ B {name} ") and "0 of 41" in line]


def test_the_table_stays_where_it_is_from_ply_to_ply(tmp_path: Path) -> None:
    """At ply 10 the number takes another column from the title."""
    path = tmp_path / "event.cgn"
    text = EXAMPLE.read_text(encoding="utf-8")
    path.write_text(text.replace('"Tuesday club"', f'"{"T" * 25}"'), encoding="utf-8")
    loaded = load(str(path), 1)
    stepper = Stepper(loaded, None)
    screen = Screen(stepper, UNICODE, color=False)
    rules = set()
    for _ in range(12):
        lines = [line.plain for line in screen.lines(80, 24)]
        rules.add(
            (lines.index("─" * 80), next(n for n, line in enumerate(lines) if "A Ana" in line))
        )
        stepper.press("right")
    assert rules == {(4, 8)}


@pytest.mark.parametrize("width", [20, 24, 33, 60, 80, 120])
def test_no_line_is_wider_than_requested(width: int, named: Path) -> None:
    for ply in ("1", "88"):
        shown = cgn("show", named, "--ply", ply, env={"COLUMNS": str(width)}).stdout
        assert max(map(len, shown.splitlines())) <= width
