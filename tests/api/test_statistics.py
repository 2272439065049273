"""GET /v1/statistics: the numbers of `cgn stats`, of public replays alone."""

import json
from pathlib import Path
from typing import Any

import pytest

from api.problems import Problem
from api.statistics import STATISTICS
from tests.api.asking import Served, problem
from tests.api.conftest import Serve
from tests.cli.running import cgn
from tests.replays.store.making import EVENT, record


@pytest.fixture
def shelf(served: Served) -> Served:
    """Replays of several games and players, one of them unfinished."""
    for number in range(6):
        served.upload(record(f"s{number}", tags=EVENT))
    served.upload(record("z", "point_salad", players=("Zoë", "Bo")))
    served.upload(record("u", plies=8))
    return served


def by_command(served: Served, folder: Path, *words: str) -> dict[str, Any]:
    """What `cgn stats` says of all that the service lists."""
    file = folder / "all.cgn"
    file.write_bytes(served.get("/v1/replays.cgn").get_data())
    found: dict[str, Any] = json.loads(cgn("stats", file, "--format", "json", *words).stdout)
    return found


def tables(found: dict[str, Any]) -> dict[str, Any]:
    """The tables with rows, as the command prints them."""
    return {name: rows for name, rows in found.items() if isinstance(rows, list) and rows}


def test_the_numbers_are_those_of_the_command(shelf: Served, tmp_path: Path) -> None:
    found = shelf.json("/v1/statistics")
    assert (found["replays"], found["more"]) == (8, False)
    assert tables(found) == by_command(shelf, tmp_path)
    assert set(tables(found)) == {"games", "seats", "players", "lengths", "openings"}


def test_the_longest_tables_may_be_asked_for(shelf: Served, tmp_path: Path) -> None:
    found = shelf.json("/v1/statistics?most=1")
    assert tables(found) == by_command(shelf, tmp_path, "--most", "1")
    assert problem(shelf.get("/v1/statistics?most=0"), 400)["errors"][0]["parameter"] == "most"


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_what_is_not_listed_is_not_counted(shelf: Served, visibility: str) -> None:
    before = shelf.json("/v1/statistics")
    shelf.upload(record("hidden", players=("Cleo", "Dan")), visibility=visibility)
    again(shelf)
    for by in (None, "ana", "root"):
        assert shelf.json("/v1/statistics", by) == before


def test_only_the_newest_replays_are_counted(serve: Serve) -> None:
    served = serve(statistics=3)
    for number in range(4):
        served.upload(record(f"s{number}"))
    found = served.json("/v1/statistics")
    assert (found["replays"], found["more"], found["games"][0]["records"]) == (3, True, 3)


def test_they_are_counted_again_once_a_minute_has_gone_and_something_changed(
    shelf: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shelf.json("/v1/statistics")["replays"] == 8
    shelf.upload(record("more"))
    assert shelf.json("/v1/statistics")["replays"] == 8
    again(shelf)
    assert shelf.json("/v1/statistics")["replays"] == 9
    kept = shelf.app.extensions[STATISTICS]
    monkeypatch.setattr(kept, "_count", None)  # nothing has changed since
    again(shelf)
    assert shelf.json("/v1/statistics")["replays"] == 9


def test_many_replays_are_counted_in_several_jobs(
    shelf: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = shelf.json("/v1/statistics")
    again(shelf)
    monkeypatch.setattr("api.statistics.LIGHT", 20)
    shelf.app.extensions[STATISTICS]._known = None
    assert shelf.json("/v1/statistics") == expected


def test_older_numbers_are_better_than_none(shelf: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    before = shelf.json("/v1/statistics")
    shelf.upload(record("more"))
    again(shelf)
    monkeypatch.setattr("api.statistics.sums_of", refused)
    assert shelf.json("/v1/statistics") == before
    shelf.app.extensions[STATISTICS]._known = None
    assert problem(shelf.get("/v1/statistics"), 503)


def refused(_: object) -> None:
    """Refuse a job, as checkers do that have too many."""
    raise Problem(503, "busy")


def test_an_empty_service_has_numbers_too(served: Served) -> None:
    found = served.json("/v1/statistics")
    assert (found["replays"], tables(found)) == (0, {})


def again(served: Served) -> None:
    """Let a minute go by."""
    served.app.extensions[STATISTICS]._due = 0
