"""`cgn review`: which plies of a game gave points away."""

from pathlib import Path

import pytest
from msgspec.json import decode

from tests.cli.running import broken, cgn

SHORT = ("--seats", "Ana,Bo", "--seed", "review", "--player", "random", "--max-plies", "24")
DEALS = ("--deals", "16")


def game(folder: Path, name: str = "triggs") -> str:
    """A file with the beginning of a game of random moves."""
    file = folder / f"{name}.cgn"
    assert cgn("simulate", name, *SHORT, "-o", str(file)).exit_code == 0
    return str(file)


def test_it_prints_what_gave_most_away_and_makes_a_page_with_comments(tmp_path: Path) -> None:
    file, page = game(tmp_path), tmp_path / "review.html"
    said = cgn("review", file, *DEALS, "--html", str(page))
    assert (said.exit_code, said.stderr) == (0, "")
    assert said.stdout.startswith("24 plies, 16 deals each, seed review: ")
    assert " points better: " in said.stdout
    checked = cgn("validate", str(page))
    assert checked.exit_code == 0
    assert " points better: " in page.read_text(encoding="utf-8")


@pytest.mark.long
def test_the_same_seed_gives_the_same_review_in_any_number_of_processes(tmp_path: Path) -> None:
    file = game(tmp_path)
    one, two = (cgn("review", file, *DEALS, "--format", "json", "--jobs", n) for n in "12")
    assert one.exit_code == 0
    assert one.stdout == two.stdout
    found = decode(one.stdout)
    assert [row["ply"] for row in found["plies"]] == list(range(1, 25))
    assert len(found["most"]) <= 10


def test_what_cannot_be_reviewed_is_refused(tmp_path: Path) -> None:
    salad = cgn("review", game(tmp_path, "point_salad"))
    assert salad.exit_code == 2
    assert "point_salad has no strong player" in salad.stderr
    seen = tmp_path / "seen.cgn"
    assert cgn("redact", game(tmp_path), "--view", "A", "-o", str(seen)).exit_code == 0
    hidden = cgn("review", str(seen))
    assert hidden.exit_code == 2
    assert "leaves cards out" in hidden.stderr
    assert cgn("review", str(broken(tmp_path))).exit_code == 1
