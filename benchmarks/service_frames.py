"""All frames of a replay, made and then cached, compared with checking the same record."""

import json
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from typing import TypeAlias

from rich.table import Table

from benchmarks.client import Client, connected, get, post
from benchmarks.games import Corpus, Texts, upload_of
from benchmarks.measure import ratio, table_of
from benchmarks.servers import cgn, make_store

_IN_A_ROUND = 4

_Times: TypeAlias = tuple[float, float, float]
"""Milliseconds for checking a record, for its frames, and for the same frames again."""


def frames(corpus: Corpus, rounds: int) -> Table:
    """Ask for a few replays of each game in each round, one at a time on one connection."""
    parts = [corpus.take(_IN_A_ROUND) for _ in range(rounds + 1)]
    measured: dict[str, list[_Times]] = {game: [] for game in parts[0]}
    with TemporaryDirectory() as folder:
        data = Path(folder, "cgn.db")
        make_store(
            data, [upload_of(text) for part in parts for some in part.values() for text in some]
        )
        with cgn(data) as port, connected(port, 1) as client:
            _film(client, parts[0])  # which loads the games
            for part in parts[1:]:
                for game, times in _film(client, part).items():
                    measured[game].append(times)
    table = table_of(
        "milliseconds", "checking", "frames", "/ checking, target < 8", "again", "/ checking"
    )
    for game, rows in measured.items():
        checks, firsts, seconds = (list(column) for column in zip(*rows, strict=True))
        table.add_row(
            game,
            f"{median(checks):.1f}",
            f"{median(firsts):.1f}",
            str(ratio(firsts, checks)),
            f"{median(seconds):.1f}",
            str(ratio(seconds, checks)),
        )
    return table


def _film(client: Client, texts: Texts) -> dict[str, _Times]:
    """The times of each game, on average."""
    means = {}
    for game, some in texts.items():
        checks, firsts, seconds = zip(*(_times(client, text) for text in some), strict=True)
        means[game] = mean(checks), mean(firsts), mean(seconds)
    return means


def _times(client: Client, text: bytes) -> _Times:
    """The times of one record. Raises ValueError if frames are missing."""
    upload = upload_of(text)
    film = get(f"/v1/replays/{upload.id}/frames")
    check, first, again = (client.ask([one]) for one in (post("/v1/validations", text), film, film))
    if (
        len(json.loads(first.bodies[0])["frames"]) != upload.plies + 1
        or first.bodies != again.bodies
    ):
        raise ValueError("these are not the frames of the replay")
    return check.seconds * 1000, first.seconds * 1000, again.seconds * 1000
