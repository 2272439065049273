"""Seats of the computer: what it plays, when, and what becomes of it if it cannot."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from io import BytesIO
from itertools import islice
from typing import Any

import pytest
from msgspec.json import encode
from msgspec.structs import replace as replace_struct

from api.checking.job import Job
from api.live import jobs
from api.live.computer import Computers
from api.service import EXTENSION
from engines.registry import GAMES, load_game
from notation.moves import Move
from notation.record import Record
from notation.text_reader import read_text
from notation.weight import LIGHT
from replays.live.playing import begin
from replays.live.ply_request import Refusal
from replays.live.record_parts import plies_from
from replays.local.table import LocalTable, open_game
from replays.store.live_model import Match
from replays.validate import VALID, validate
from replays.view.views import PUBLIC
from tests.api.asking import JSON, TEXT, Answer, Served, problem
from tests.api.live.making import HEADER, At
from tests.api.live.test_lobby import Sitter
from tests.replays.helpers import fixed
from tests.replays.worlds import CASES, PLANTED, opened, pairs

DELAY = 1.0
UNSEEDED = {name: value for name, value in HEADER.items() if name != "seed"}


class Host:
    """The computers of one host, which do what is due when a test lets time pass."""

    def __init__(self, served: Served) -> None:
        self.now, self.served = 1_000.0, served
        self.computers = Computers(served.app, lambda: self.now, lambda: DELAY)
        ours = served.app.extensions[EXTENSION]
        served.app.extensions[EXTENSION] = replace(ours, wake=self.computers.wake)
        self.wait(0)

    def wait(self, seconds: float) -> None:
        """Let time pass, and do what is due then."""
        self.now += seconds
        self.computers.run_due()

    def answer(self) -> None:
        """Let a computer think and answer."""
        self.wait(DELAY)
        self.wait(0)


@pytest.fixture
def host(served: Served) -> Host:
    """The one host of a service."""
    return Host(served)


def create(served: Served, header: Mapping[str, object] = HEADER, **more: object) -> Answer:
    asked = {"header": header, "computer": {"B": "sensible"}, **more}
    return served.ask("POST", "/v1/tables", "ana", body=encode(asked), kind=JSON)


def against(served: Served, header: Mapping[str, object] = HEADER, **more: object) -> At:
    """A table of Ana's with the computer at seat B."""
    answer = create(served, header, **more)
    assert answer.status_code == 201, answer.text
    return At(served, answer.json["id"])


def match_of(at: At) -> Match:
    found = at.served.store.matches.get(at.id)
    assert found is not None
    return found


def seats_played(at: At) -> list[str]:
    return [ply["seat"] for ply in at.get("/moves", "ana")["moves"] if ply["seat"]]


def move(at: At, by: str = "ana") -> None:
    """Make the first legal move of seat A."""
    assert at.play(by, "A", at.get("/legal", by)["legal"][0]).status_code == 200


def is_due(state: Mapping[str, Any], seat: str) -> bool:
    return state["due"] is not None and state["due"]["seats"] == [seat]


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.long if name == "the_jam" else ()) for name in GAMES],
)
def test_a_game_against_the_computer_ends_as_a_replay_that_is_valid(
    served: Served, host: Host, name: str
) -> None:
    random = fixed(3)
    seats = ["Ana", "Computer", "Cleo", "Dan"][: load_game(name).seats[0]]
    at = against(served, {**HEADER, "game": name, "seats": seats})
    answers = 0
    while not (state := at.get("", "ana"))["finished"]:
        if is_due(state, "B"):
            host.answer()
            answers += 1
            assert at.get("", "ana")["version"] == state["version"] + 1
        else:
            legal = at.get("/legal", "ana")["legal"]
            assert at.play("ana", state["due"]["seats"][0], random.choice(legal)).status_code == 200
    text = served.get(f"/v1/replays/{state['replay']}", "ana", TEXT).data
    (reading,) = read_text(BytesIO(text), "game.cgn")
    assert validate(reading).verdict == VALID
    counted = served.get("/metrics", "ana").data.decode()
    assert f'cgn_computer_total{{outcome="played"}} {answers:.1f}\n' in counted


def test_it_answers_after_its_delay_and_not_before(served: Served, host: Host) -> None:
    at = against(served)
    host.wait(10)
    assert seats_played(at) == []
    move(at)
    host.wait(DELAY * 0.9)
    host.wait(0)
    assert seats_played(at) == ["A"]
    host.wait(DELAY * 0.1)
    assert seats_played(at) == ["A", "B"]
    host.wait(10)
    host.wait(10)
    assert seats_played(at) == ["A", "B"]


def test_everyone_sees_which_seats_are_its(served: Served, host: Host) -> None:
    del host
    at = against(served)
    for viewer in ("ana", "bo", None):
        assert at.get("", viewer)["computer"] == {"B": "sensible"}
    (entry,) = served.json("/v1/tables")["tables"]
    assert entry["computer"] == {"B": "sensible"}


def test_at_a_dealt_table_it_sits_and_brings_its_part(served: Served, host: Host) -> None:
    made = create(served, UNSEEDED, deal=True).json
    assert set(made["invitations"]) == {"A"}
    assert [seat["taken"] for seat in made["seats"]] == [False, True]
    ana = Sitter(served, "A", made["id"], made["invitations"]["A"])
    assert ana.sit().status_code == 200
    host.answer()
    path = f"/v1/tables/{made['id']}"
    assert [seat["sent"] for seat in served.json(path)["seats"]] == [False, True]
    served.client = served.app.test_client(use_cookies=False)
    assert ana.send().status_code == 200
    at = At(served, made["id"], {"A": ana.token.removeprefix("cgn_")})
    move(at, "A")
    host.answer()
    moves = at.get("/moves", "A")["moves"]
    assert [ply["seat"] for ply in moves if ply["seat"]] == ["A", "B"]


def test_its_part_may_be_the_last_and_deals(served: Served, host: Host) -> None:
    made = create(served, UNSEEDED, deal=True).json
    ana = Sitter(served, "A", made["id"], made["invitations"]["A"])
    ana.sit()
    served.client = served.app.test_client(use_cookies=False)
    assert ana.send().status_code == 200
    assert served.json(f"/v1/tables/{made['id']}")["due"] is None
    host.answer()
    assert served.json(f"/v1/tables/{made['id']}")["due"]["seats"] == ["A"]


@pytest.mark.parametrize(
    ("header", "computer_", "status", "words"),
    [
        (UNSEEDED, {"B": "sensible"}, 422, "only where the cards are dealt here"),
        ({**UNSEEDED, "seedHash": "0" * 64}, {"B": "sensible"}, 422, "only where the cards"),
        (HEADER, {"A": "sensible", "B": "sensible"}, 422, "all seats but one"),
        (HEADER, {"C": "sensible"}, 422, "no seat C"),
        ({**HEADER, "game": "point_salad"}, {"B": "strong"}, 422, "has no strong player"),
        (HEADER, {"B": "clever"}, 400, "computer.B"),
        (HEADER, {"Q": "sensible"}, 400, "computer.Q"),
        (HEADER, ["B"], 400, "must be an object"),
    ],
)
def test_where_it_cannot_play_it_is_refused(
    served: Served, header: Mapping[str, object], computer_: object, status: int, words: str
) -> None:
    answer = create(served, header, computer=computer_)
    assert answer.status_code == status
    assert words in answer.text
    assert served.json("/v1/tables?own=1", "ana")["tables"] == []


def test_nobody_else_plays_its_seat(served: Served, host: Host) -> None:
    at = against(served)
    assert problem(at.post("tokens", "ana", {"seat": "B"}), 409)["detail"].startswith(
        "the computer"
    )
    move(at)
    refused = problem(at.play("ana", "B", "draw left left"), 403)
    assert "for itself" in refused["detail"]
    host.answer()
    assert seats_played(at) == ["A", "B"]


def test_a_strong_computer_plays_the_move_of_the_strong_player(served: Served, host: Host) -> None:
    at = At(served, create(served, computer={"B": "strong"}).json["id"])
    while not is_due(at.get("", "ana"), "B"):
        move(at)
    match = match_of(at)
    parts = served.store.matches.record_parts(match)
    job = jobs.think(parts, "B", "strong", 7)
    table = open_game(parts.record())
    assert job.run({}) == table.observe("B").suggest(fixed(7), jobs.PLAYOUTS)
    assert job.cost <= 10 * LIGHT  # so it waits for no heavy work
    host.answer()
    assert seats_played(at)[-1] == "B"


def test_after_plies_were_taken_back_it_thinks_anew(served: Served, host: Host) -> None:
    at = against(served)
    move(at)
    host.wait(DELAY * 0.9)
    assert at.post("takebacks", "ana", {"to": 0}).status_code == 200
    host.wait(DELAY)
    host.wait(DELAY)
    assert seats_played(at) == []
    move(at)
    host.answer()
    assert at.post("takebacks", "ana", {"to": 1}).status_code == 200
    host.answer()
    assert seats_played(at) == ["A", "B"]


def test_what_a_host_lost_is_found_by_the_next(served: Served, host: Host) -> None:
    at = against(served)
    move(at)
    other = Host(served)  # which was not told
    other.wait(5)
    assert seats_played(at) == ["A"]
    served.clock.now += 5
    other.wait(5)
    other.answer()
    assert seats_played(at) == ["A", "B"]
    host.answer()
    assert seats_played(at) == ["A", "B"]


def test_of_two_hosts_that_answer_one_plays(served: Served) -> None:
    one, two = Host(served), Host(served)
    at = against(served)
    move(at)
    for each in (one, two):
        each.computers.wake(at.id, at.version)
        each.wait(DELAY * 0.9)  # both have thought
    one.wait(DELAY * 0.1)
    two.wait(DELAY * 0.1)
    assert seats_played(at) == ["A", "B"]


def failing(*_: object) -> Job[str]:
    raise RuntimeError("no move comes to mind")


def test_if_it_fails_three_times_it_resigns_and_the_record_says_so(
    served: Served, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = against(served)
    move(at)
    monkeypatch.setattr(jobs, "think", failing)
    for _ in range(2):
        host.answer()
    assert at.get("", "ana")["finished"] is False
    host.answer()
    state = at.get("", "ana")
    assert state["finished"] is True
    assert (state["winners"], state["resigned"]) == (["A"], ["B"])
    assert b'[Resigned "B"]' in served.get(f"/v1/replays/{state['replay']}", "ana", TEXT).data
    counted = served.get("/metrics", "ana").data
    assert b'cgn_computer_total{outcome="failed"} 3.0\n' in counted
    assert b'cgn_computer_total{outcome="resigned"} 1.0\n' in counted


def test_a_failure_that_passes_is_forgotten(
    served: Served, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = against(served)
    for _ in range(3):
        move(at)
        with monkeypatch.context() as broken:
            broken.setattr(jobs, "think", failing)
            host.answer()
        while is_due(at.get("", "ana"), "B"):
            host.answer()
    assert at.get("", "ana")["finished"] is False


def test_a_game_that_ended_meanwhile_is_left_alone(served: Served, host: Host) -> None:
    at = against(served)
    move(at)
    assert at.post("end", "ana", {"termination": "abandoned"}).status_code == 200
    host.answer()
    host.wait(100)
    assert at.get("/events", "ana")["events"][-1]["act"] == "ended"


def thought(record: Record, seat: str, random: int) -> str | None:
    """The move that the job makes of a record, None if it asks another seat."""
    parts = replace_struct(
        begin(replace_struct(record, plies=())), sent=plies_from(record.moves, "A")
    )
    try:
        return jobs.think(parts, seat, "sensible", random).run({})
    except Refusal:
        return None


def leaks(name: str, most: int) -> Iterator[str]:
    """Pairs of worlds in which the computer plays differently, though its seat knows the same."""
    seats = (found for found in pairs(name, 160) if found[0] != PUBLIC)
    for seat, one, two in islice(seats, most):
        with opened(one, two):
            for random in range(3):
                moves = {thought(world.record, seat, random) for world in (one, two)}
                if len(moves) > 1:
                    yield f"{one.seed}: {seat}: {moves}"


@pytest.mark.parametrize("name", GAMES)
def test_its_move_rests_on_what_its_seat_knows(name: str) -> None:
    assert list(leaks(name, CASES)) == []


def peeking(game: LocalTable, *_: object) -> Move:
    """The move that a player makes who sees all cards."""
    moves = game.moves()
    table = game._table
    cards = "".join(card for zone in table.zones() for card in zone.cards)
    return moves[sum(map(ord, cards[::2])) % len(moves)]


def test_a_player_that_peeks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LocalTable, "suggest", peeking)
    assert next(leaks("triggs", PLANTED), None) is not None
