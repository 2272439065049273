"""GET /v1/replays: searches and pages."""

import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from api.http.paging import CURSOR, read_cursor, write_cursor
from engines.registry import load_game
from replays.digests import game_digest
from replays.store.model import MAX_NUMBER
from tests.api.asking import JSON, Served, problem
from tests.api.conftest import Serve
from tests.api.live.making import HEADER
from tests.replays.store.making import EVENT, record

FOUND = {
    "": 7,
    "game=triggs": 7,
    "game=point_salad": 0,
    "player=ana": 6,
    "player=Zo%C3%8B": 1,
    "player=an": 0,
    "opponent=bo": 7,
    "player=ana&opponent=BO": 6,
    "player=bo&opponent=ana": 6,
    "player=ana&opponent=Zo%C3%8B": 0,
    "player=ana&opponent=bo&finished=0": 1,
    "event=tuesday%20CLUB": 1,
    "date=2026": 1,
    "date=2026-11-20": 1,
    "date=2026-12": 0,
    "tag=Site=Zo%C3%8B'S%20kitchen": 1,
    "tag=Event=Tuesday%20club&date=2026": 1,
    "uploaded=1970-01-13": 7,
    "uploaded=1970-01-14..": 0,
    "uploaded=..1970-01-13": 7,
    "uploaded=..1970-01-12": 0,
    "uploaded=1970..1970-01&player=ana": 6,
    "seats=2": 7,
    "seats=3": 0,
    "finished=true": 6,
    "finished=0": 1,
    "verdict=valid": 6,
    "verdict=incomplete": 1,
    "verdict=undetermined": 0,
    "q=quiet": 1,
    "q=zoe%20club": 1,
    "q=quiet%20nonsense": 0,
    "q=%22%20OR%20*": 0,
    "q=%C2%A0": 0,
    "player=cleo": 0,
    "from=" + "ab" * 32: 0,
}


@pytest.mark.parametrize("query", FOUND)
def test_a_search_finds_what_it_names(shelf: Served, query: str) -> None:
    page = shelf.json(f"/v1/replays?total=true&{query}")
    assert (page["total"], len(page["replays"])) == (FOUND[query], FOUND[query])


@pytest.mark.parametrize(
    ("query", "must_be"),
    [
        ("tag=Site", "such as Round=2"),
        ("tag=Site=", "such as Round=2"),
        ("tag=site=x", "such as Round=2"),
        ("uploaded=1969", "from 1970 on"),
        ("uploaded=13.1.1970", "from 1970 on"),
        ("uploaded=2026-13", "from 1970 on"),
        ("uploaded=..", "from 1970 on"),
    ],
)
def test_a_search_that_cannot_be_says_what_it_takes(
    served: Served, query: str, must_be: str
) -> None:
    told = problem(served.get(f"/v1/replays?{query}"), 400)
    assert told["errors"][0]["parameter"] == query.partition("=")[0]
    assert must_be in told["detail"]


def test_tags_and_days_find_own_replays_of_any_visibility(shelf: Served) -> None:
    hidden = record("h", tags={"Round": "Final A"})
    shelf.clock.now += 24 * 60 * 60
    replay = shelf.upload(hidden, visibility="private")
    for query in ("tag=Round=final%20a", "uploaded=1970-01-14", "uploaded=1970-01-14.."):
        for by, found in (("ana", [replay]), ("bo", [])):
            own = shelf.json(f"/v1/replays?own=1&{query}", by)["replays"]
            assert [entry["id"] for entry in own] == found
        assert shelf.json(f"/v1/replays?{query}&total=1")["total"] == 0
    assert shelf.json("/v1/replays?own=1&uploaded=..1970-01-13&total=1", "ana")["total"] == 8


def test_winners_are_found_by_their_names(shelf: Served) -> None:
    for entry in shelf.json("/v1/replays?finished=1")["replays"]:
        for seat in entry["winners"]:
            name = entry["players"]["AB".index(seat)]
            won = shelf.json(f"/v1/replays?winner={quote(name)}")["replays"]
            assert entry["id"] in [other["id"] for other in won]


def test_an_entry_has_the_facts_of_a_replay(shelf: Served) -> None:
    (entry,) = shelf.json("/v1/replays?event=Tuesday%20club")["replays"]
    assert entry == {
        "id": entry["id"],
        "game": "triggs",
        "rules": "1",
        "deck": None,
        "options": {},
        "players": ["Zoë", "Bo"],
        "tags": EVENT,
        "finished": True,
        "verdict": "valid",
        "plies": len(record("z").plies),
        "winners": entry["winners"],
        "scores": entry["scores"],
        "visibility": "public",
        "uploaded": "1970-01-13T13:46:40Z",
    }
    assert entry["winners"]
    assert len(entry["scores"]) == 2


def test_the_newest_come_first_or_the_oldest(shelf: Served) -> None:
    newest, oldest = (
        [entry["id"] for entry in shelf.json(f"/v1/replays?order={order}")["replays"]]
        for order in ("newest", "oldest")
    )
    assert newest == oldest[::-1]


def walked(served: Served, path: str, name: str, by: str | None = None) -> list[list[Any]]:
    """The ids on each page of a list, each of which leads to the one before and after it."""
    pages: list[list[Any]] = []
    while path:
        answer = served.get(path, by)
        cursor, link = answer.json["next"], answer.headers.get("Link", "")
        links = dict(re.findall(r'<http://localhost([^>]*)>; rel="(next|prev)"', link))
        leads = {rel: where for where, rel in links.items()}
        assert ("prev" in leads) == bool(pages)
        if pages:
            before = served.json(leads["prev"], by)[name]
            assert [entry.get("id", entry.get("name")) for entry in before] == pages[-1]
        pages.append([entry.get("id", entry.get("name")) for entry in answer.json[name]])
        path = leads.get("next", "")
        assert path.endswith(f"after={cursor}") if cursor else not path
    return pages


@pytest.mark.parametrize("order", ["newest", "oldest"])
def test_pages_lead_through_the_list_once(shelf: Served, order: str) -> None:
    whole = [entry["id"] for entry in shelf.json(f"/v1/replays?order={order}")["replays"]]
    pages = walked(shelf, f"/v1/replays?limit=3&order={order}&player=bo", "replays")
    assert pages == [whole[:3], whole[3:6], whole[6:]]


def test_so_do_those_of_every_other_list(served: Served) -> None:
    decks = load_game("triggs").deck_file.read_text(encoding="utf-8")
    for number in range(5):
        deck = decks.replace("copies = 9", f"copies = {10 + number}")
        assert served.post("/v1/decks", deck, "ana", "application/toml").status_code == 201
        table = json.dumps({"header": {**HEADER, "seed": str(number)}})
        assert served.post("/v1/tables", table, "ana", JSON).status_code == 201
    for path, by, sizes in (
        ("/v1/decks", None, [2, 2, 1]),
        ("/v1/tables", None, [2, 2, 1]),
        ("/v1/tokens", "root", [2, 2, 2]),
    ):
        name = path.rpartition("/")[2]
        whole = [entry.get("id", entry.get("name")) for entry in served.json(path, by)[name]]
        pages = walked(served, f"{path}?limit=2", name, by)
        assert [len(page) for page in pages] == sizes
        assert [id_ for page in pages for id_ in page] == whole


def test_links_have_the_host_of_the_request(shelf: Served) -> None:
    for host in ("cards.example", "replays.example"):
        answer = shelf.ask("GET", "/v1/replays?limit=3", headers={"Host": host})
        assert answer.headers["Link"].startswith(f"<http://{host}/v1/replays?limit=3&after=")


def test_ids_find_the_replays_that_the_viewer_may_read(served: Served) -> None:
    kinds = ("public", "unlisted", "private")
    ids = [served.upload(record(kind), visibility=kind) for kind in kinds]
    path = f"/v1/replays?order=oldest&ids={','.join([*ids, '0' * 64])}"
    assert [entry["id"] for entry in served.json(path)["replays"]] == ids[:2]
    assert [entry["id"] for entry in served.json(path, "bo")["replays"]] == ids[:2]
    assert [entry["id"] for entry in served.json(path, "ana")["replays"]] == ids
    assert [entry["id"] for entry in served.json(path, "root")["replays"]] == ids
    assert served.json(f"/v1/replays?game=the_jam&ids={ids[0]}")["replays"] == []


def test_a_digest_finds_the_game_for_those_who_see_it_whole(served: Served) -> None:
    for plies, others in ((None, 1), (12, 0)):
        original = record("one", plies=plies)
        for visibility in ("public", "private"):
            noted = replace(original, comments=(visibility,))
            served.upload(noted, visibility=visibility)
        path = f"/v1/replays?total=1&digest={game_digest(original)}"
        seen = [served.json(path, by)["total"] for by in (None, "bo", "ana", "root")]
        assert seen == [others, others, 1, 1]
        assert served.json(f"{path}&own=1", "ana")["total"] == 2


def test_uploads_do_not_shift_later_pages(shelf: Served) -> None:
    first = shelf.json("/v1/replays?limit=3")
    shelf.upload(record("new"))
    rest = shelf.json(f"/v1/replays?after={first['next']}")
    ids = [entry["id"] for entry in [*first["replays"], *rest["replays"]]]
    assert len(ids) == len(set(ids)) == 7


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=-1",
        "date=2026-13",
        "date=2026-11-32",
        f"ids={'0' * 63}",
        "digest=triggs",
        "limit=101",
        "limit=1e1",
        "limit=%2B1",
        "limit=1_0",
        "limit=%D9%A1",
        "limit=99999999999999999999",
        "limit=",
        "limit=1&limit=2",
        "seats=11",
        "seats=9223372036854775808",
        "finished=maybe",
        "date=yesterday",
        "date=2026-1",
        "order=best",
        "game=Triggs!",
        "player=",
        "player=%20",
        "player=%00",
        "player=" + "x" * 201,
        "q=" + "x" * 1001,
        "after=x",
        "after=000000000000001",
        "after=00000000000000191",
        "after=8000000000000000",
        "after=000000000000001g",
        "after=000000000000001A",
        "colour=red",
        "own=yes",
    ],
)
def test_a_bad_query_is_400_and_names_its_parameter(served: Served, query: str) -> None:
    error = problem(served.get(f"/v1/replays?{query}"), 400)
    assert error["errors"][0]["parameter"] == query.partition("=")[0]


def test_a_limit_too_large_is_refused_with_the_largest(serve: Serve) -> None:
    served = serve(max_page=5)
    error = problem(served.get("/v1/replays?limit=6"), 400)
    assert error["errors"][0]["message"] == "must be a whole number from 1 to 5 (max_page)"


@pytest.mark.parametrize("most", [1, 3])
def test_a_page_is_no_longer_than_allowed_where_no_limit_is_given(serve: Serve, most: int) -> None:
    served = serve(max_page=most)
    for number in range(4):
        served.upload(record(str(number)))
    assert len(served.json("/v1/replays")["replays"]) == most


@pytest.mark.parametrize("path", ["/v1/games", "/v1/replays/" + "0" * 64, "/healthz"])
def test_unknown_parameters_are_refused_everywhere(served: Served, path: str) -> None:
    error = problem(served.get(f"{path}?x=1"), 400)
    assert error["errors"][0]["parameter"] == "x"


@given(st.integers(0, MAX_NUMBER))
def test_a_cursor_stands_for_its_number(number: int) -> None:
    assert read_cursor(write_cursor(number)) == number


@given(st.from_regex(CURSOR, fullmatch=True, alphabet=st.characters(codec="ascii")))
def test_whatever_looks_like_a_cursor_is_one(text: str) -> None:
    number = read_cursor(text)
    assert number is not None
    assert number <= MAX_NUMBER
    assert write_cursor(number) == text


def test_a_list_is_counted_on_request_and_up_to_a_limit(
    shelf: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "total" not in shelf.json("/v1/replays")
    page = shelf.json("/v1/replays?total=true&limit=1")
    assert (page["total"], page["more"]) == (7, False)
    monkeypatch.setattr("api.routes.replays.MAX_COUNT", 6)
    page = shelf.json("/v1/replays?total=true&limit=2")
    assert (page["total"], page["more"]) == (6, True)
