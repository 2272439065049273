"""The URL of a service stands for its public replays."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import EXAMPLE, OTHER, begun_game, cgn
from tests.cli.serving import ALONE, Served, served


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("service")
    begun = folder / "begun.cgn"
    begun.write_text(begun_game("s"), encoding="utf-8")
    data = folder / "served.db"
    cgn("store", "import", EXAMPLE, OTHER, begun, "--holder", "ana", "--data", data, env=ALONE)
    with served(folder, reads=0) as service:
        yield service


def test_its_records_are_read_like_those_of_a_file(club: Served) -> None:
    result = cgn("filter", club.url, "--player", "Cleo", env=ALONE)
    assert (result.exit_code, result.stdout_bytes, result.stderr) == (0, OTHER.read_bytes(), "")
    for jobs in ("1", "2"):
        table = cgn("table", club.url, EXAMPLE, "--columns", "game", "--jobs", jobs, env=ALONE)
        assert table.stdout.split() == ["game", "triggs", "point_salad", "triggs", "triggs"]
    assert "3 records" in cgn("validate", club.url, env=ALONE).stdout
    assert cgn("convert", club.url, "--format", "jsonl", env=ALONE).stdout.count("\n") == 3


def test_a_query_chooses_some(club: Served) -> None:
    address = f"{club.url}?game=triggs&finished=true"
    twice = cgn("dedupe", address, EXAMPLE, env=ALONE)
    assert twice.stdout == f"{EXAMPLE}:1: the same record as {address}:1\n"
    refused = cgn("table", f"{club.url}?game=triggs&gam=x", env=ALONE)
    assert refused.exit_code == 2
    assert refused.stderr.startswith(f"Error: {club.url}?game=triggs&gam=x: ")
    both = cgn("table", f"{club.url}?game=triggs&game=the_jam", env=ALONE)
    assert both.exit_code == 2
    assert both.stderr.endswith("game=the_jam: a condition is given twice\n")


@pytest.mark.usefixtures("pauses")
def test_a_service_that_does_not_answer_is_one_line(tmp_path: Path) -> None:
    gone = cgn("stats", "http://127.0.0.1:9", env=ALONE)
    assert gone.exit_code == 2
    assert gone.stderr.splitlines()[-1].startswith("Error: http://127.0.0.1:9: ")
    wrong = cgn("table", "http://", "-o", tmp_path / "t.csv", env=ALONE)
    assert wrong.exit_code == 2
    assert "looks like https://cards.example" in wrong.stderr
    assert "services do not change" in cgn("validate", "--watch", "http://x", env=ALONE).stderr
