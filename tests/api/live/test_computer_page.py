"""The page on which people play, at a table with the computer."""

import json

import pytest

from tests.api.asking import JSON, Served
from tests.api.live.making import At
from tests.api.live.test_computer import DELAY, Host, against, move, seats_played
from tests.api.live.test_play_page import Player


@pytest.fixture
def host(served: Served) -> Host:
    """The one host of a service."""
    return Host(served)


def test_while_it_is_asked_nothing_is_offered_but_undo(served: Served, host: Host) -> None:
    del host
    at = against(served)
    ana = Player(served, at.id, "cgn_ana")
    page = ana.get().text
    assert 'id="choices"' in page
    assert 'id="undo"' not in page
    assert json.loads(ana.get("/choices", JSON).data)["seat"] == "A"
    move(at)
    page = ana.get().text
    assert 'id="choices"' not in page
    assert "Say who won" not in page
    assert 'name="to" value="0"' in page
    assert json.loads(ana.get("/choices", JSON).data) is None
    refused = ana.send("plies", "version=2&seat=B&move=draw+left+left")
    assert refused.status_code == 403
    assert seats_played(at) == ["A"]


def answers(at: At, host: Host) -> None:
    """Let the computer play until a person is asked: a turn may have several plies."""
    while not set(at.get("", "ana")["due"]["seats"]).isdisjoint(at.get("", "ana")["computer"]):
        host.answer()


def test_undo_leads_back_to_before_the_last_ply_of_a_person(served: Served, host: Host) -> None:
    at = against(served)
    ana = Player(served, at.id, "cgn_ana")
    for _ in range(2):
        before = seats_played(at)
        move(at)
        answers(at, host)
        assert seats_played(at)[len(before) + 1] == "B"
        assert f'name="to" value="{len(before)}"' in ana.get().text
    assert ana.send("takebacks", f"version={at.version}&to={len(before)}").status_code == 303
    host.wait(DELAY)
    host.wait(DELAY)
    assert seats_played(at) == before
    assert 'id="choices"' in ana.get().text


def test_what_it_played_before_any_person_is_not_undone(served: Served, host: Host) -> None:
    at = against(served, computer={"A": "sensible"})
    answers(at, host)
    assert set(seats_played(at)) == {"A"}
    page = Player(served, at.id, "cgn_ana").get().text
    assert 'id="choices"' in page
    assert 'id="undo"' not in page
