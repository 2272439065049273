"""The end of tables: by their owner, by a seat that resigns, or by inactivity."""

import pytest
from msgspec.json import encode

from api.checking.checkers import Busy
from notation.record import Record
from replays.validate import validate
from tests.api.asking import DAY, JSON, TEXT, Served, problem
from tests.api.conftest import Serve
from tests.api.live.making import HEADER, SEED, At
from tests.replays.helpers import reading

MONTH = 30 * DAY
_RESIGNED = {"termination": "resigned"}


@pytest.fixture
def at(served: Served) -> At:
    made = At.create(served)
    made.play("A", "A", "draw left left")
    return made


@pytest.mark.parametrize("termination", ["resigned", "time", "abandoned", "adjudicated"])
@pytest.mark.parametrize("winners", [[], ["B"], ["A", "B"]])
def test_its_owner_ends_it_in_any_way(at: At, termination: str, winners: list[str]) -> None:
    answer = at.post("end", "ana", {"termination": termination, "winners": winners})
    table = answer.json
    assert (table["termination"], table["winners"]) == (termination, winners)
    assert (table["due"], table["expires"]) == (None, None)
    assert at.get("/record")["termination"] == termination


@pytest.mark.parametrize("body", [{}, {"termination": "tired"}, {"termination": "time", "x": 1}])
def test_a_malformed_end_is_422(at: At, body: object) -> None:
    problem(at.post("end", "ana", body), 422)


@pytest.mark.parametrize(
    ("body", "parameter"), [("[]", "body"), ({"winners": [7]}, "winners.0"), ({"x": 1}, "x")]
)
def test_a_malformed_end_names_what_is_wrong(at: At, body: object, parameter: str) -> None:
    (error,) = problem(at.post("end", "ana", body), 422)["errors"]
    assert error["parameter"] == parameter


@pytest.mark.parametrize("winners", [["C"], ["B", "A"], ["A", "A"]])
def test_winners_are_seats_in_order(at: At, winners: list[str]) -> None:
    problem(at.post("end", "ana", {"termination": "time", "winners": winners}), 422)


def test_the_seed_of_a_game_that_ended_is_open_to_all(at: At, served: Served) -> None:
    at.post("end", "ana", {"termination": "abandoned"})
    replay = at.get("")["replay"]
    for viewer in (None, "bo", "A"):
        assert at.get("/record", viewer)["seed"] == SEED
        assert served.json(f"/v1/replays/{replay}", at.by(viewer))["seed"] == SEED
        assert served.get(f"/v1/replays/{replay}/frames?view=A").status_code == 200
        assert at.ask("/frames?view=all", viewer).status_code == 200


def test_the_replay_is_found_like_the_table(served: Served) -> None:
    at = At.create(served, visibility="unlisted")
    at.post("end", "ana", {"termination": "abandoned"})
    assert served.json("/v1/replays")["replays"] == []
    assert served.get(f"/v1/replays/{at.get('')['replay']}").status_code == 200


def test_a_seat_resigns_for_itself(at: At) -> None:
    problem(at.post("end", "B", {"termination": "time"}), 403)
    problem(at.post("end", "B", {"termination": "resigned", "winners": ["B"]}), 403)
    table = at.post("end", "B", {"termination": "resigned"}).json
    assert (table["finished"], table["winners"]) == (True, ["A"])


class TestResigning:
    """A seat that has resigned plays no more; the game ends when the rules ask it."""

    @pytest.fixture
    def three(self, served: Served) -> At:
        """A table of three, at which Bo has resigned while Ana is asked."""
        at = At.create(served, {**HEADER, "seats": ["Ana", "Bo", "Cleo"]})
        table = at.post("end", "B", _RESIGNED).json
        assert (table["finished"], table["resigned"]) == (False, ["B"])
        return at

    def test_the_game_goes_on_for_the_others(self, three: At) -> None:
        assert three.get("/events")["events"][-1]["details"] == {"seat": "B"}
        problem(three.post("end", "B", _RESIGNED), 409)
        for sender in ("B", "ana"):
            refused = problem(three.play(sender, "B", "draw left left"), 409)
            assert "seat B has resigned" in refused["detail"]

    def test_the_game_ends_when_the_rules_ask_a_seat_that_resigned(self, three: At) -> None:
        table = three.play("A", "A", "draw left left").json
        assert (table["termination"], table["winners"]) == ("resigned", ["A", "C"])
        replay = reading(three.ask("/record", accept=TEXT).text)
        assert validate(replay).verdict == "valid"
        assert three.get("/record")["tags"] == {"Resigned": "B"}

    def test_the_game_ends_at_once_if_the_seat_is_asked_now(self, three: At) -> None:
        table = three.post("end", "A", _RESIGNED).json
        assert (table["termination"], table["winners"]) == ("resigned", ["C"])
        assert three.get("/record")["tags"] == {"Resigned": "A B"}

    def test_the_owner_may_end_the_game_before(self, three: At) -> None:
        table = three.post("end", "ana", {"termination": "adjudicated", "winners": ["C"]}).json
        assert (table["termination"], table["winners"]) == ("adjudicated", ["C"])
        assert three.get("/record")["tags"] == {"Resigned": "B"}

    def test_no_ply_is_taken_back_that_leaves_a_resigned_seat_to_play(self, served: Served) -> None:
        at = At.create(served, {**HEADER, "seats": ["Ana", "Bo", "Cleo"]})
        asked = ["A"]
        while asked[-1] != "C":
            at.play("ana", asked[-1], at.legal(asked[-1])[0])
            asked += at.get("", "ana")["due"]["seats"]
        assert not at.post("end", "B", _RESIGNED).json["finished"]
        problem(at.post("takebacks", "ana", {"to": asked.index("B")}), 409)
        assert at.post("takebacks", "ana", {"to": 0}).status_code == 200

    def test_a_team_resigns_together(self, served: Served) -> None:
        names = ["Ana", "Bo", "Cleo", "Dan", "Eva", "Fay"]
        game = {"game": "turkey_my_mayonnaise", "options": {"teams": "yes"}}
        at = At.create(served, {**HEADER, **game, "seats": names})
        assert at.post("end", "E", _RESIGNED).json["resigned"] == ["B", "E"]
        problem(at.post("end", "B", _RESIGNED), 409)
        assert at.post("end", "C", _RESIGNED).json["winners"] == ["A", "D"]

    def test_the_tag_of_who_resigned_is_the_services_own(self, served: Served) -> None:
        body = encode({"header": {**HEADER, "tags": {"Resigned": "A"}}})
        problem(served.ask("POST", "/v1/tables", "ana", body=body, kind=JSON), 422)


def test_an_inactive_game_ends_as_abandoned(at: At, served: Served) -> None:
    served.clock.now += MONTH - 1
    assert not at.get("", "A")["finished"]
    served.clock.now += 1
    table = at.get("", "A")
    assert (table["finished"], table["termination"], table["winners"]) == (True, "abandoned", [])
    assert served.json(f"/v1/replays/{table['replay']}")["seed"] == SEED
    assert at.get("/events")["events"][-1]["act"] == "ended"


def test_each_event_gives_it_another_month(at: At, served: Served) -> None:
    served.clock.now += MONTH - 1
    at.play("B", "B", "draw left left")
    served.clock.now += MONTH - 1
    assert not at.get("")["finished"]


def test_an_inactive_table_without_plies_is_dropped(served: Served) -> None:
    at = At.create(served)
    served.clock.now += MONTH
    problem(at.ask(""), 404)
    assert served.json("/v1/tables")["tables"] == []


def test_lists_end_inactive_games_too(served: Served) -> None:
    At.create(served).play("ana", "A", "draw left left")
    served.clock.now += MONTH
    (table,) = served.json("/v1/tables")["tables"]
    assert table["termination"] == "abandoned"


def test_a_game_that_began_ends_though_its_owner_has_no_room_left(serve: Serve) -> None:
    served = serve(max_replays=1)
    at = At.create(served)
    at.play("A", "A", "draw left left")
    body = encode({"header": {**HEADER, "seed": "another seed of Ana's"}})
    problem(served.ask("POST", "/v1/tables", "ana", body=body, kind=JSON), 507)
    served.upload(Record(game="triggs", rules="1", seats=("Ana", "Bo"), seed="full", plies=()))
    assert at.post("end", "ana", {"termination": "abandoned"}).json["replay"]


def test_a_game_that_began_expires_though_its_owner_has_no_room_left(serve: Serve) -> None:
    served = serve(max_replays=1)
    at = At.create(served)
    at.play("A", "A", "draw left left")
    served.upload(Record(game="triggs", rules="1", seats=("Ana", "Bo"), seed="full", plies=()))
    served.clock.now += MONTH
    assert at.get("", "ana")["replay"]


def test_the_replay_of_a_table_is_read_by_its_holders_and_the_seats_alone(
    at: At, served: Served
) -> None:
    replay = at.post("end", "ana", {"termination": "abandoned"}).json["replay"]
    assert at.ask("/record").status_code == 200
    path = f"/v1/replays/{replay}"
    hidden = served.ask("PATCH", path, "ana", body=encode({"visibility": "private"}), kind=JSON)
    assert hidden.status_code == 200, hidden.text
    for what in ("", "/record", "/frames", "/frames/0", "/moves"):
        for stranger in (None, "bo"):
            problem(at.ask(what, stranger), 404)
        for reader in ("ana", "A", "B"):
            assert at.ask(what, reader).status_code == 200
    assert served.json("/v1/tables")["tables"] == []
    assert at.get("", "A")["scores"]


def test_an_ended_table_is_removed_and_its_replay_stays(at: At, served: Served) -> None:
    problem(served.ask("DELETE", at.path, "ana"), 409)
    replay = at.post("end", "ana", {"termination": "abandoned"}).json["replay"]
    assert at.ask("/record").status_code == 200
    problem(served.ask("DELETE", at.path, None), 401)
    for caller in (at.seats["A"], "bo"):
        problem(served.ask("DELETE", at.path, caller), 403)
    assert served.ask("DELETE", at.path, "ana").status_code == 204
    for reader in (None, "ana"):
        problem(at.ask("/record", reader), 404)
    assert served.json("/v1/tables?own=1", "ana")["tables"] == []
    assert served.get(f"/v1/replays/{replay}").status_code == 200
    problem(served.ask("DELETE", at.path, "ana"), 404)


def test_a_game_that_cannot_be_ended_now_is_listed(
    at: At, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = []

    def refuse(*job: object) -> None:
        tries.append(job)
        raise Busy

    served.clock.now += MONTH
    with monkeypatch.context() as patch:
        patch.setattr(served.checkers, "submit", refuse)
        for _ in range(3):
            assert [table["finished"] for table in served.json("/v1/tables")["tables"]] == [False]
            assert not at.get("")["finished"]
    assert len(tries) == 1
    served.clock.now += 60
    assert at.get("")["finished"]


class TestWhatComesFirst:
    """A table may end between the moment when it is looked up and the one when it is read."""

    def test_a_game_that_ends_while_it_is_read_is_shown_as_it_was(
        self, at: At, served: Served, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        running = served.store.matches.get(at.id)
        whats = ("", "/frames", "/frames/1", "/moves", "/moves?since=2")
        before = [at.ask(what, "A").data for what in whats]
        at.post("end", "ana", {"termination": "abandoned"})
        with monkeypatch.context() as patch:
            patch.setattr(served.store.matches, "get", lambda _: running)
            assert [at.ask(what, "A").data for what in whats] == before

    @pytest.mark.parametrize("plies", [0, 1])
    def test_two_visitors_of_an_inactive_game_end_it_once(
        self, served: Served, monkeypatch: pytest.MonkeyPatch, plies: int
    ) -> None:
        at = At.create(served)
        if plies:
            at.play("A", "A", "draw left left")
        running = served.store.matches.get(at.id)
        served.clock.now += MONTH
        first = at.ask("")
        found = iter([running, served.store.matches.get(at.id)])
        monkeypatch.setattr(served.store.matches, "get", lambda _: next(found))
        second = at.ask("")
        assert (first.status_code, first.data) == (second.status_code, second.data)


class TestSharedSeed:
    """A seed that another running table has is published when the last of them ends."""

    @pytest.fixture
    def pair(self, served: Served) -> tuple[At, At]:
        """A table of Ana's and one of Bo's with the same seed."""
        first = At.create(served)
        body = encode({"header": HEADER})
        answer = served.ask("POST", "/v1/tables", "bo", body=body, kind=JSON)
        assert answer.status_code == 201, answer.text
        second = At(served, answer.json["id"])
        for at, owner in ((first, "ana"), (second, "bo")):
            assert at.play(owner, "A", "draw left left").status_code == 200
        return first, second

    def test_the_first_to_end_shows_no_card(self, pair: tuple[At, At]) -> None:
        first, _ = pair
        state = first.post("end", "ana", {"termination": "time", "winners": ["B"]}).json
        assert (state["finished"], state["winners"], state["replay"]) == (True, ["B"], None)
        for viewer in (None, "A", "B"):
            assert SEED not in first.ask("", viewer).text
            assert SEED not in first.ask("/moves", viewer).text
            shown = first.get("/frames", viewer)
            assert shown["view"] == (viewer or "public")
        assert first.get("")["replay"] is None
        problem(first.play("ana", "B", "draw left left"), 409)

    def test_the_last_to_end_publishes_both(self, pair: tuple[At, At], served: Served) -> None:
        first, second = pair
        first.post("end", "ana", {"termination": "time", "winners": ["B"]})
        assert first.get("")["replay"] is None
        assert second.post("end", "bo", {"termination": "abandoned"}).json["replay"]
        state = first.get("")
        assert (state["termination"], state["winners"]) == ("time", ["B"])
        assert state["header"]["seed"] == SEED
        replay = served.json(f"/v1/replays/{state['replay']}")
        assert (replay["seed"], replay["termination"]) == (SEED, "time")
        assert first.get("/events")["events"][-1]["act"] == "published"

    def test_one_that_expires_waits_too(self, pair: tuple[At, At], served: Served) -> None:
        first, second = pair
        served.clock.now += MONTH - 1
        second.play("bo", "B", "draw left left")
        served.clock.now += 1
        state = first.get("")
        assert (state["termination"], state["replay"]) == ("abandoned", None)
        served.clock.now += MONTH
        assert [one["finished"] for one in served.json("/v1/tables")["tables"]] == [True, True]
        assert first.get("")["replay"]
        assert second.get("")["replay"]
