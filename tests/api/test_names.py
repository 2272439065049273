"""Hostile names stay text in every answer."""

import json
from io import BytesIO
from urllib.parse import urlencode

import pytest
from msgspec.structs import replace

from notation.read import read
from tests.api.asking import JSON, LINES, TEXT, Served
from tests.replays.store.making import record

NAMES = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "=cmd|' /C calc'!A1",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "'; DROP TABLE replay; --",
    '"} \\ {"',
    "{{7*7}} ${7*7} %s %(x)s",
    "../../etc/passwd",
    "\u202egnp.exe",
    "Zoë 🂡",
    'NEAR(a b) AND * OR "x',
]
HTML = ("html", "javascript", "xml")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_comes_back_unchanged_and_never_as_markup(served: Served, name: str) -> None:
    original = replace(record(plies=6), seats=(name, "Bo"), tags={"Event": name}, comments=(name,))
    where = f"/v1/replays/{served.upload(original)}"
    for path in ("/v1/replays", where, f"{where}/frames", f"{where}/frames/1", f"{where}/digests"):
        for accept in (JSON, TEXT, LINES):
            answer = served.get(path, "ana", accept)
            if answer.status_code != 406:
                assert not any(kind in answer.content_type for kind in HTML)
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
    (entry,) = served.json("/v1/replays")["replays"]
    assert (entry["players"][0], entry["tags"]["Event"]) == (name, name)
    assert name in served.json(f"{where}/frames/1", "ana")["sentence"]["text"]
    (reading,) = read(BytesIO(served.get(where, "ana", TEXT).data), "x.cgn")
    assert reading.record is not None
    assert reading.record.seats[0] == name


@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_name_can_be_searched_for(served: Served, name: str) -> None:
    served.upload(replace(record(), seats=(name, "Bo"), tags={"Event": name}))
    served.upload(record("t"))
    words = [{"q": name}] if any(char.isalnum() for char in name) else []
    for query in ({"player": name}, {"event": name}, *words):
        answer = served.get(f"/v1/replays?{urlencode(query)}")
        assert answer.status_code == 200
        assert name in [player for entry in answer.json["replays"] for player in entry["players"]]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_a_refusal_is_text_too(served: Served, name: str) -> None:
    wrong = replace(record(plies=2), seats=(name, "Bo"))
    wrong = replace(wrong, plies=(*wrong.plies, replace(wrong.plies[0], move="extra 1")))
    answer = served.post("/v1/replays", wrong, "ana")
    assert answer.status_code == 422
    assert not any(kind in answer.content_type for kind in HTML)
    assert json.loads(answer.data)["diagnostics"][0]["player"] == name


def test_control_characters_are_escaped_in_envelopes(served: Served) -> None:
    served.upload(replace(record(), seats=("\u202eevil", "Bo")))
    assert b"\\u202eevil" in served.get("/v1/replays").data
