"""One more filter of a list is one more field of its query."""

from dataclasses import dataclass
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from api.live.tables import TableSearchSchema
from api.routes.replays import SearchSchema
from api.schemas import Whole, parameters
from cli.client.download import download, filter_options
from replays.store.filters import Filter, Option, Text, equals, filters_of, values_of
from replays.store.model import ANYONE
from replays.store.open_store import open_store
from replays.store.query import FILTERS, MATCH_FILTERS, Query
from tests.replays.store.making import upload


@dataclass(frozen=True, slots=True, kw_only=True)
class More(Query):
    """A query with one more filter."""

    at_hour: int | None = Filter(
        range(24),
        "When it came.",
        where=equals("r.uploaded"),
        parameter="h",
        option=Option("Replays of this hour.", "HOUR"),
    ).field()


def test_a_filter_is_a_condition_of_the_store(tmp_path: Path) -> None:
    with open_store(tmp_path / "cgn.db", lambda: 7) as store:
        store.add([upload()], "ana")
        found = [store.count(More(at_hour=hour, game="triggs"), ANYONE) for hour in (6, 7)]
        assert found == [0, 1]
    with pytest.raises(ValueError, match="at_hour: 0 to 23"):
        More(at_hour=24)


def test_a_filter_is_a_parameter_of_the_api() -> None:
    filters = filters_of(More)
    field = parameters(filters)["h"]
    assert isinstance(field, Whole)
    assert (field.low, field.high) == (0, 23)
    assert field.metadata["description"] == "When it came."
    assert values_of(filters, {"h": 7, "limit": 20}) == {"at_hour": 7}


def test_a_filter_is_an_option_of_the_command_line() -> None:
    @click.command()
    @filter_options(filters_of(More))
    def command(**asked: object) -> None:
        click.echo({name: value for name, value in asked.items() if value is not None})

    assert CliRunner().invoke(command, ["--at-hour", "7"]).output == "{'h': 7}\n"
    assert "--at-hour HOUR" in CliRunner().invoke(command, ["--help"]).output


def test_every_filter_is_in_the_api_and_every_option_in_the_command() -> None:
    for filters, schema in ((FILTERS, SearchSchema), (MATCH_FILTERS, TableSearchSchema)):
        assert {one.parameter or name for name, one in filters.items()} < set(schema().fields)
    options = {option.name for option in download.params}
    assert {one.parameter or name for name, one in FILTERS.items() if one.option} < options


def test_a_text_is_refused_by_a_store_only_if_it_says_what_it_takes() -> None:
    Text(2).check("name", "three")
    with pytest.raises(ValueError, match="name: at most two"):
        Text(2, stored="at most two").check("name", "three")
