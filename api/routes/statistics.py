"""`/v1/statistics`: the numbers of the newest public replays."""

from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from operator import itemgetter
from typing import Any

from flask import Response
from marshmallow import Schema

from api.http.arguments import Blueprint
from api.http.responses import answer
from api.openapi.operations import described
from api.schemas import Whole, about
from api.shapes import shaped
from api.statistics import MOST, statistics
from client import statistics_answers as answers
from replays.many.tools.stats_tables import NAMES, Row

blueprint = Blueprint("statistics", __name__, url_prefix="/v1", description="Statistics.")

_USUAL = 10
_LONG = ("players", "openings")
"""The tables that have only so many rows of each game, the largest first."""


class MostSchema(Schema):
    """How long the tables of players and of first moves are."""

    most = Whole(
        1,
        MOST,
        load_default=_USUAL,
        metadata=about("The most players, and the most first moves, of each game.", _USUAL),
    )


@blueprint.get("/statistics")
@described(blueprint, "getStatistics")
@blueprint.arguments(MostSchema(), location="query")
@blueprint.response(200, "Statistics")
def get_statistics(asked: dict[str, Any]) -> Response:
    """Get statistics.

    The numbers that `cgn stats` gives of the newest public replays: games, wins by seat, players,
    lengths and first moves. They are counted again at most once a minute.
    """
    counted = statistics().counted()
    found: dict[str, object] = dict.fromkeys(NAMES, ())
    for table in counted.tables:
        rows = _first(table.rows, asked["most"]) if table.name in _LONG else table.rows
        found[table.name] = [dict(zip(table.columns, row, strict=True)) for row in rows]
    found |= {"replays": counted.replays, "more": counted.more}
    return answer(shaped(found, answers.Statistics))


def _first(rows: Iterable[Row], most: int) -> Iterator[Row]:
    """The first rows of each game, whose name is their first value."""
    for _, of_game in groupby(rows, itemgetter(0)):
        yield from islice(of_game, most)
