"""When the computer is woken, and what happens if a store, a call or another host is in its way."""

from collections.abc import Callable
from hashlib import sha256
from typing import NoReturn
from unittest.mock import patch

import pytest

from api.live import computer, jobs
from api.live.computer import Computers
from api.problems import Problem
from replays.store.model import OverQuota, StoreBusy, StoreError
from replays.store.sql.live import Matches
from tests.api.asking import Served
from tests.api.live.making import HEADER, At
from tests.api.live.test_computer import (
    DELAY,
    UNSEEDED,
    Host,
    against,
    create,
    failing,
    is_due,
    move,
    seats_played,
)
from tests.api.live.test_lobby import Sitter
from tests.replays.helpers import fixed

THREE = {**HEADER, "seats": ["Ana", "Computer", "Cleo"]}


@pytest.fixture
def host(served: Served) -> Host:
    """The one host of a service."""
    return Host(served)


def unreachable(*_: object) -> NoReturn:
    raise StoreBusy("the database cannot be reached")


def busy(*_: object) -> NoReturn:
    raise Problem(503, "come back later")


def full(*_: object) -> NoReturn:
    raise OverQuota("bytes", 0)


def test_it_makes_the_first_ply_without_waiting_for_a_sweep(served: Served, host: Host) -> None:
    made = create(served, computer={"A": "sensible"})
    host.answer()
    assert seats_played(At(served, made.json["id"])) == ["A"]


def test_a_ply_sent_again_does_not_delay_it(served: Served, host: Host) -> None:
    at = against(served)
    version, first = at.version, at.get("/legal", "ana")["legal"][0]
    for _ in range(3):
        assert at.play("ana", "A", first, version).status_code == 200
        host.wait(DELAY * 0.5)
    host.wait(0)
    assert seats_played(at) == ["A", "B"]


def test_what_another_host_wrote_is_answered_there_and_not_early(served: Served) -> None:
    one, two = Host(served), Host(served)  # calls of this service wake the second
    at = against(served, THREE)
    one.computers.wake(at.id, at.version)
    one.wait(DELAY * 0.5)
    two.wait(DELAY * 0.5)
    move(at)
    one.wait(DELAY * 0.5)
    one.wait(0)
    assert seats_played(at) == ["A"]
    two.answer()
    assert seats_played(at) == ["A", "B"]


def test_an_event_that_is_told_late_does_not_hide_a_later_one(served: Served, host: Host) -> None:
    at = against(served)
    move(at)
    host.computers.wake(at.id, at.version - 1)
    host.answer()
    assert seats_played(at) == ["A", "B"]


def test_without_a_store_it_neither_spins_nor_forgets(served: Served, host: Host) -> None:
    at = against(served)
    move(at)
    with patch.object(Matches, "get", unreachable):
        host.wait(DELAY)
        assert host.computers._next() > host.now
        for _ in range(5):  # which are no failures of the computer
            host.answer()
    host.answer()
    assert seats_played(at) == ["A", "B"]


def test_a_first_look_that_fails_is_made_up_for(served: Served, host: Host) -> None:
    at = against(served)
    move(at)
    del host
    served.clock.now += 3_600
    other = Host(served)
    other.computers = Computers(served.app, lambda: other.now, lambda: DELAY)  # has not looked yet
    with patch.object(Matches, "with_computer", unreachable), pytest.raises(StoreError):
        other.wait(0)
    other.wait(5)
    other.answer()
    assert seats_played(at) == ["A", "B"]


def test_a_look_goes_back_no_further_than_the_one_before(served: Served, host: Host) -> None:
    with patch.object(Matches, "with_computer", return_value=[]) as look:
        for _ in range(2):
            served.clock.now += 3_600
            host.wait(5)
    (first, _), (second, _) = [call.args for call in look.call_args_list]
    assert second - first == 3_600
    assert first > 0


def test_while_the_service_is_busy_it_does_not_count_as_failed(served: Served, host: Host) -> None:
    at = against(served)
    move(at)
    with patch.object(jobs, "think", busy):
        for _ in range(5):
            host.answer()
    host.answer()
    assert seats_played(at) == ["A", "B"]


def test_without_room_for_the_replay_it_tries_again_after_a_minute(
    served: Served, host: Host
) -> None:
    at = against(served)
    move(at)
    with patch.object(computer, "play", full):
        host.answer()
    for _ in range(50):
        host.answer()
    assert seats_played(at) == ["A"]
    host.wait(10)
    assert seats_played(at) == ["A", "B"]


@pytest.mark.parametrize(
    ("cannot", "times"), [(busy, range(2, 20)), (failing, range(1, 3))], ids=["busy", "failing"]
)
def test_if_it_cannot_even_resign_it_tries_again(
    served: Served, host: Host, cannot: Callable[..., object], times: range
) -> None:
    at = against(served)
    move(at)
    with patch.object(jobs, "think", failing):
        with patch.object(computer, "resign", side_effect=cannot) as resigning:
            for _ in range(10):
                host.answer()
        assert resigning.call_count in times  # seldom, unless it may work soon
        assert at.get("", "ana")["finished"] is False
        host.wait(60)
        host.wait(0)
    assert at.get("", "ana")["resigned"] == ["B"]


def test_at_a_table_that_is_gone_nothing_goes_on(served: Served, host: Host) -> None:
    at = against(served)
    move(at)
    host.wait(DELAY * 0.9)
    assert at.post("end", "ana", {"termination": "abandoned"}).status_code == 200
    assert served.ask("DELETE", at.path, "ana").status_code == 204
    host.wait(DELAY)
    host.wait(DELAY)
    assert host.computers._waiting == {}


def test_a_dealt_game_against_it_has_the_usual_proof(served: Served, host: Host) -> None:
    made = create(served, UNSEEDED, deal=True).json
    commit = made["seats"][1]["commit"]
    ana = Sitter(served, "A", made["id"], made["invitations"]["A"])
    served.client = served.app.test_client(use_cookies=False)
    assert ana.sit().status_code == 200
    assert ana.send().status_code == 200
    host.answer()
    at, random = At(served, made["id"], {"A": ana.token.removeprefix("cgn_")}), fixed(5)
    while not (state := at.get("", "A"))["finished"]:
        if is_due(state, "B"):
            host.answer()
        else:
            assert at.play("A", "A", random.choice(at.legal("A"))).status_code == 200
    record = served.json(f"/v1/replays/{state['replay']}", "ana")
    secret, mine, its = record["seed"].split(".")
    hashes = [sha256(part.encode()).hexdigest() for part in (record["seed"], secret, its)]
    assert hashes == [record["seedHash"], made["secretHash"], commit]
    assert mine == ana.nonce
