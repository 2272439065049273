"""Long titles and names are cut off: they neither wrap nor move the table."""

from pathlib import Path

import pytest

from cli.draw.glyphs import UNICODE
from cli.draw.position import Drawing
from cli.load import load
from cli.stepper.screen import Screen
from cli.stepper.state import Stepper
from tests.cli.running import EXAMPLE, cgn

LONG = "a very long name " * 20


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
    assert second == ("─" * 80 if command == "show" else "")


def test_on_few_columns_the_titles_are_one_line(named: Path) -> None:
    shown = cgn("show", named, env={"COLUMNS": "24"}).stdout.splitlines()
    assert shown[:3] == ["ply 88 of 88", "Triggs · a very long na…", "─" * 24]


def test_a_seat_is_one_line_with_its_score(named: Path) -> None:
    lines = cgn("show", named, "--ply", "1").stdout.splitlines()
    name = "a very long name a very long name a ver…"
    assert f"  A {name} · 0 points" in lines
    assert f"▶ B {name} · 0 points" in lines
    assert lines[-1] == f"▶ B {name} draws, discards or crosses off"
    assert lines[2].startswith(f"1. A  {name} draws ")


def test_a_winner_is_named_on_one_line(named: Path) -> None:
    assert cgn("show", named).stdout.endswith("a ver… wins (A 39, B 41)\n")


def test_the_table_stays_where_it_is_from_ply_to_ply(tmp_path: Path) -> None:
    """The number of the ply grows by a digit at ply 10; the title before it has no room then."""
    path = tmp_path / "event.cgn"
    text = EXAMPLE.read_text(encoding="utf-8")
    path.write_text(text.replace('"Tuesday club"', f'"{"T" * 25}"'), encoding="utf-8")
    loaded = load(str(path), 1)
    stepper = Stepper(loaded, None)
    screen = Screen(stepper, Drawing(loaded, UNICODE), color=False)
    rules = set()
    for _ in range(12):
        lines = [line.plain for line in screen.lines(80, 40)]
        rules.add(lines.index("─" * 80))
        stepper.press("right")
    assert rules == {1}


@pytest.mark.parametrize("width", [20, 24, 33, 60, 80, 120])
def test_no_line_is_wider_than_asked_for(width: int, named: Path) -> None:
    for ply in ("1", "88"):
        shown = cgn("show", named, "--ply", ply, env={"COLUMNS": str(width)}).stdout
        assert max(map(len, shown.splitlines())) <= width
