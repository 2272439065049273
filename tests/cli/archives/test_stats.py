"""`cgn stats`: statistics of games and players."""

import csv
import json
import re
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tests.cli.archives.club import DAMAGED, club
from tests.cli.running import EXAMPLE, ROOT, begun_game, cgn


def record(names: str, winners: str, scores: str, *, more: str = "", moves: str = "") -> str:
    """A finished game of Triggs, perhaps with illegal moves."""
    seats = "".join(f'[{s} "{n}"]\n' for s, n in zip("ABC", names.split(), strict=False))
    return f'[CGN "1"]\n[Game "triggs"]\n[Rules "1"]\n{seats}{more}\n{moves}= {winners} {scores}\n'


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    path = tmp_path / "evening.cgn"
    left, right = "1. A: draw left left\n", "1. A: draw right right\n2. B: draw left left\n"
    path.write_text(
        record("Ana Bo", "A", "41 30", moves=left)
        + record("Ana Bo", "B", "20 41", moves=right)
        + record("Bo Ana", "A+B", "41 41", moves=left)
        + record("Ana Bo Cleo", "C", "1 2 3", moves=right)
        + record("Ana Bo", "B", "9 8", more='[Termination "resigned"]\n', moves=right)
        + begun_game("s"),
        encoding="utf-8",
    )
    return path


def tables(*arguments: str | Path) -> dict[str, list[dict[str, Any]]]:
    result = cgn("stats", *arguments, "--format", "json")
    assert result.exit_code == 0, result.stderr
    statistics: dict[str, list[dict[str, Any]]] = json.loads(result.stdout)
    return statistics


def test_games_are_counted(evening: Path) -> None:
    (row,) = tables(evening)["games"]
    assert row == {
        "game": "triggs",
        "records": 6,
        "left_out": 0,
        "finished": 5,
        "shared_wins": 1,
        "plies_mean": 1.5,
        "plies_median": 1,
        "score_mean": round((41 + 30 + 20 + 41 + 41 + 41 + 1 + 2 + 3 + 9 + 8) / 11, 2),
        "winning_score_mean": round((41 + 41 + 41 + 41 + 3 + 8) / 6, 2),
    }


def test_seats_win_and_share_wins(evening: Path) -> None:
    rows = tables(evening)["seats"]
    assert [(row["seats"], row["seat"], row["games"], row["wins"]) for row in rows] == [
        (2, "A", 4, 1.5),
        (2, "B", 4, 2.5),
        (3, "A", 1, 0),
        (3, "B", 1, 0),
        (3, "C", 1, 1),
    ]
    assert [row["even"] for row in rows] == [0.5, 0.5, 0.333, 0.333, 0.333]
    assert all(0 <= row["low"] <= row["rate"] <= row["high"] <= 1 for row in rows)


def test_players_are_compared_with_an_even_chance(evening: Path) -> None:
    rows = {row["player"]: row for row in tables(evening)["players"]}
    assert (rows["Ana"]["games"], rows["Ana"]["wins"]) == (5, 1.5)
    assert (rows["Bo"]["games"], rows["Bo"]["wins"]) == (5, 2.5)
    assert rows["Cleo"]["even"] == 0.333
    assert rows["Ana"]["even"] == round((4 / 2 + 1 / 3) / 5, 3)
    assert list({row["player"]: 0 for row in tables(evening, "--most", "1")["players"]}) == ["Ana"]


def test_lengths_and_first_moves(evening: Path) -> None:
    statistics = tables(evening)
    assert [(row["seats"], row["from"], row["games"]) for row in statistics["lengths"]] == [
        (2, 1, 2),
        (2, 2, 1),
        (3, 2, 1),
    ]
    assert [(row["move"], row["games"], row["wins"]) for row in statistics["openings"]] == [
        ("draw right right", 3, 0),
        ("draw left left", 2, 1.5),
    ]


def test_points_are_those_of_the_played_game() -> None:
    rows = tables(ROOT / "examples" / "point_salad.cgn", "--points", "--most", "99")["points"]
    winner = sum(row["winners"] for row in rows)
    assert winner == 67
    assert "points" not in tables(EXAMPLE)


def test_illegal_records_can_be_left_out(tmp_path: Path) -> None:
    path = tmp_path / "some.cgn"
    path.write_bytes(DAMAGED + EXAMPLE.read_bytes())
    for option, left_out in ((None, 0), ("--check", 1), ("--points", 1)):
        (row,) = tables(path, *([option] if option else []))["games"]
        assert (row["records"], row["left_out"], row["finished"]) == (2, left_out, 2 - left_out)


def test_one_table_as_csv_and_as_text(evening: Path) -> None:
    table = cgn("stats", evening, "--format", "csv", "--table", "players").stdout
    assert [row["player"] for row in csv.DictReader(StringIO(table))] == ["Ana", "Bo", "Cleo"]
    assert cgn("stats", evening, "--format", "csv").stdout.startswith("game,records,left_out")
    text = cgn("stats", evening, "--table", "players").stdout.splitlines()
    assert text[:2] == [
        "Players",
        "  game    player  games  wins   rate    low   high   even  score_mean",
    ]


def test_the_numbers_of_a_kind_have_equally_many_decimals(evening: Path) -> None:
    rows = [line.split() for line in cgn("stats", evening).stdout.splitlines()]
    kinds = {"rate": 3, "low": 3, "high": 3, "even": 3, "share": 3, "score_mean": 2}
    columns: list[str] = []
    seen = set()
    for row in rows:
        columns = row if row[:1] == ["game"] else columns
        for name, text in zip(reversed(columns), reversed(row), strict=False):
            if name in kinds and re.fullmatch(r"[\d.,]+", text):
                assert len(text.partition(".")[2]) == kinds[name], (name, text)
                seen.add(name)
    assert seen == set(kinds)


@pytest.mark.usefixtures("small_parts")
def test_several_processes_count_the_same(tmp_path: Path) -> None:
    folder = club(tmp_path)
    one, two = (cgn("stats", folder, "--points", "--jobs", jobs) for jobs in ("1", "2"))
    assert one.exit_code == two.exit_code == 1
    assert (one.stdout, one.stderr) == (two.stdout, two.stderr)


def test_a_page_has_plots_and_their_numbers(evening: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    path = tmp_path / "named.cgn"
    path.write_text(evening.read_text().replace("Cleo", "<b>$x^2$"), encoding="utf-8")
    assert cgn("stats", path, "--html", page).stdout == ""
    html = page.read_text(encoding="utf-8")
    assert html.count("<svg aria-hidden") == 4
    assert html.count("<table>") == 5
    assert "<b>" not in html
    assert "&lt;b&gt;$x^2$" in html
    assert "#1b1f23;" not in html.partition("<svg aria-hidden")[2].partition("</svg>")[0]
    again = tmp_path / "again.html"
    cgn("stats", path, "--html", again)
    assert again.read_bytes() == page.read_bytes()


def test_without_matplotlib_a_page_has_the_numbers(
    evening: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "cli.archives.plots", raising=False)
    page = tmp_path / "page.html"
    assert cgn("stats", evening, "--html", page).exit_code == 0
    html = page.read_text(encoding="utf-8")
    assert "<svg aria-hidden" not in html
    assert html.count("<table>") == 5


def test_without_records_the_page_says_so(tmp_path: Path) -> None:
    path = tmp_path / "begun.cgn"
    path.write_text("% nothing\n", encoding="utf-8")
    assert cgn("stats", path, "--html", tmp_path / "p.html").exit_code == 1
    assert "There are no records." in (tmp_path / "p.html").read_text(encoding="utf-8")
