"""What is said of a parameter, a member of a body or a part of a path that is wrong."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from marshmallow import Schema, ValidationError

from api.http.arguments import errors_of
from notation.json_writer import write_json_line
from notation.text_writer import write_text
from tests.api.asking import LINES, RECORD_JSON, Served, problem
from tests.replays.store.making import record


def _kinds(kind: type[Schema]) -> Iterator[type[Schema]]:
    for one in kind.__subclasses__():
        yield from (one, *_kinds(one))


# A schema that `from_dict` makes counts as one of the module abc.
SCHEMAS = {
    kind.__name__: kind for kind in _kinds(Schema) if kind.__module__.startswith(("api.", "abc"))
}
WRONG: tuple[Any, ...] = (
    None,
    [],
    {},
    "\0",
    "x" * 10_000,
    b"\xff",
    10**400,
    [None],
    ["\0"],
    {"x": {}},
)
OURS = re.compile(
    r"is missing|must (?:be|not be) .+|unknown parameter|unknown game .+; the games are .+"
)


def _said(kind: type[Schema]) -> Iterator[str]:
    """Everything that a schema says of values that are wrong."""
    schema = kind()
    names = [field.data_key or name for name, field in schema.load_fields.items()]
    wrongs: list[Any] = [{name: wrong} for name in names for wrong in WRONG]
    for value in [{}, [], {"colour": "red"}, *wrongs]:
        try:
            schema.load(value)
        except ValidationError as error:
            yield from (found.message for found in errors_of(error.messages_dict))


@pytest.mark.parametrize("kind", SCHEMAS.values(), ids=SCHEMAS)
def test_messages_speak_in_one_voice_and_quote_no_pattern(
    kind: type[Schema], served: Served
) -> None:
    with served.app.app_context():
        said = set(_said(kind))
    assert said
    assert [text for text in said if not OURS.fullmatch(text)] == []
    assert [text for text in said if re.search(r"\[.-|[)\]][*+{?]|\\", text)] == []


@pytest.mark.parametrize("path", ["/v1/replays", "/v1/tables", "/v1/decks", "/"])
def test_a_game_that_is_not_known_is_refused_with_the_names_of_those_that_are(
    served: Served, path: str
) -> None:
    (error,) = problem(served.get(f"{path}?game=chess"), 400)["errors"]
    assert error["parameter"] == "game"
    assert error["message"].startswith('unknown game "chess"; the games are grab_your_breakfast, ')
    (near,) = problem(served.get(f"{path}?game=trigs"), 400)["errors"]
    assert near["message"] == 'unknown game "trigs"; did you mean `triggs`?'


@pytest.mark.parametrize(
    ("query", "named"), [("player=%ff", "player"), ("q=a&%ff=1", "\ufffd"), ("q=%c3", "q")]
)
def test_a_query_that_is_not_utf_8_is_refused(served: Served, query: str, named: str) -> None:
    errors = problem(served.get(f"/v1/replays?{query}"), 400)["errors"]
    assert errors == [{"parameter": named, "message": "must be UTF-8"}]


def test_pages_look_only_at_the_parameters_that_they_take(served: Served) -> None:
    assert served.get("/?utm=%ff").headers["Location"] == "/"
    assert served.get("/?q=%ff").status_code == 400


def test_a_replacement_character_is_a_character(served: Served) -> None:
    assert served.json("/v1/replays?player=%ef%bf%bd")["replays"] == []


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/v1/replays/712b14", "`712b14` is not the id of a replay: these have 64 hex digits"),
        ("/v1/replays/712B/frames/3", "`712B` is not the id of a replay"),
        ("/v1/replays/712b14f0.cgn", "`712b14f0` is not the id of a replay"),
        ("/r/712b14", "`712b14` is not the id of a replay"),
        ("/r/712b14/5", "`712b14` is not the id of a replay"),
        ("/v1/tables/5", "`5` is not the id of a table: these have 32 hex digits"),
        ("/v1/replays/" + "0" * 64 + "/frames/x", "`x` is not a whole number"),
        ("/v1/tables/" + "0" * 32 + "/seats/Z", "`Z` is not a seat: these are A to J"),
        ("/v1/decks/mine", "`mine` is not the name of a deck: these are `sha256:` and 64"),
        ("/v1/games/Chess", "`Chess` is not the name of a game"),
        ("/v1/nothing/712b14f0", "no such address"),
        ("/v1/replays/", "no such address"),
        ("/v1/replays/a%2Fb/c", "no such address"),
    ],
)
def test_a_part_of_a_path_that_is_none_is_named(served: Served, path: str, said: str) -> None:
    assert problem(served.get(path), 404)["detail"].startswith(said)


@pytest.mark.parametrize("path", ["/v1/replays", "/v1/validations", "/v1/conversions"])
def test_a_refused_record_that_is_one_line_is_not_repeated(served: Served, path: str) -> None:
    wrong = write_json_line(record()).replace('"move"', '"mvoe"', 1)
    answer = served.post(path, wrong, "ana", LINES if "v1/c" in path else RECORD_JSON)
    assert '"pointer":"/plies/0' in answer.text
    assert '"source"' not in answer.text
    assert len(answer.text) < len(wrong) / 2


def test_a_line_of_text_is_repeated(served: Served) -> None:
    wrong = write_text(record()).replace("draw", "drwa", 1)
    answer = served.post("/v1/replays", wrong, "ana")
    assert "drwa" in problem(answer, 422)["diagnostics"][0]["place"]["source"]
