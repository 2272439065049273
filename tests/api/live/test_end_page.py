"""The form that ends a game in progress."""

import re
from collections.abc import Mapping
from urllib.parse import urlencode

import pytest

from pages.ending import EndForm, end_page
from tests.api.asking import BROWSER, FORM, OURS, Answer, Served
from tests.api.live.making import At

UNSEEN = {"cgn": 1, "game": "triggs", "rules": "1", "seats": ["Ana", "Bo"]}


@pytest.fixture(autouse=True)
def _without_cookies(served: Served) -> None:
    served.client = served.app.test_client(use_cookies=False)


def get(at: At, by: str) -> Answer:
    return at.served.ask(
        "GET", f"/t/{at.id}/end", accept=BROWSER, headers={"Cookie": f"cgn=cgn_{at.by(by)}"}
    )


def end(at: At, by: str, headers: Mapping[str, str] = OURS, **fields: object) -> Answer:
    found = re.search(r'name="version" value="(\d+)"', get(at, by).text)
    sent = {"version": "1" if found is None else found[1], **fields}
    return at.served.ask(
        "POST",
        f"/t/{at.id}/end",
        body=urlencode({name: value for name, value in sent.items() if value}, doseq=True),
        kind=FORM,
        accept=BROWSER,
        headers={**headers, "Cookie": f"cgn=cgn_{at.by(by)}"},
    )


def test_the_owner_says_why_a_game_ends_and_who_won(served: Served) -> None:
    at = At.create(served)
    page = get(at, "ana").text
    assert "Somebody gave up" in page
    assert 'name="score"' not in page
    answer = end(at, "ana", termination="time", winner=["B"])
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{at.id}")
    state = at.get("")
    assert (state["termination"], state["winners"]) == ("time", ["B"])
    assert get(at, "ana").status_code == 303


def test_a_seat_can_only_resign(served: Served) -> None:
    at = At.create(served)
    page = get(at, "B").text
    assert "Resign" in page
    assert "Who won" not in page
    refused = end(at, "B", termination="time", winner=["B"])
    assert refused.status_code == 403
    assert "only resign" in refused.text
    assert end(at, "B", termination="resigned").status_code == 303
    assert at.get("")["winners"] == ["A"]


def test_with_real_cards_the_owner_says_the_scores_that_nobody_can_know(served: Served) -> None:
    form = EndForm("Triggs", 5, ("Ana", "Bo"), "", False, False, True, True, (30, None))  # noqa: FBT003 - as its fields are
    page = end_page("", "/t/1", form, "")
    assert re.findall(r'name="score" inputmode="numeric" value="(\d*)"', page) == ["30", ""]
    assert page.count("readonly") == 1
    assert 'name="termination"' not in page
    at = At.create(served, UNSEEN)
    assert 'name="score"' not in get(at, "ana").text
    wrong = end(at, "ana", termination="adjudicated", winner=["A"], score=["0", "many"])
    assert wrong.status_code == 422
    assert "is no score" in wrong.text
    answer = end(at, "ana", termination="adjudicated", winner=["A"], score=["0", "7"])
    assert answer.status_code == 422
    assert "the scores 0 0, not 0 7" in answer.text
    assert end(at, "ana", termination="adjudicated", winner=["A"]).status_code == 303
    state = at.get("")
    assert (state["winners"], state["scores"]) == (["A"], [0, 0])


def test_what_is_refused_is_said_beside_the_form_and_nothing_has_changed(served: Served) -> None:
    at = At.create(served)
    for headers, fields, status in (
        ({}, {"termination": "time"}, 403),
        (OURS, {"version": ""}, 422),
        (OURS, {"version": "99", "termination": "time"}, 412),
        (OURS, {"termination": "sleep"}, 422),
        (OURS, {"termination": "time", "winner": ["Q"]}, 422),
        (OURS, {"winner": ["A"]}, 422),
    ):
        answer = end(at, "ana", headers, **fields)
        assert answer.status_code == status, (fields, answer.text)
        assert at.get("")["finished"] is False


def test_others_may_not_end_it(served: Served) -> None:
    at = At.create(served)
    for other in ("bo", "nobody", "reader"):
        assert get(at, other).headers["Location"] == f"/t/{at.id}"
    assert end(at, "bo", termination="time").status_code == 403
