"""Calls that change a table: refusals in order, retries, and effects."""

import json
from typing import Any

import pytest
from msgspec.json import encode
from werkzeug.test import TestResponse

from api.checking.checkers import Client
from tests.api.asking import TEXT, Served, problem
from tests.api.conftest import Serve
from tests.api.live.making import HEADER, At, moves_of

FIRST, SECOND = "draw right left", "draw left left"


@pytest.fixture
def at(served: Served) -> At:
    return At.create(served)


class TestOrderOfRefusals:
    """The first error in this order is reported."""

    def test_no_such_table_is_404_before_all_else(self, served: Served) -> None:
        answer = served.ask("POST", f"/v1/tables/{'0' * 32}/plies", body="nonsense")
        problem(answer, 404)

    def test_no_token_is_401_before_the_version(self, at: At) -> None:
        problem(at.post("plies", None, "nonsense", match=""), 401)

    @pytest.mark.parametrize("caller", ["bo", "root"])
    def test_anybody_but_the_owner_is_403(self, at: At, caller: str) -> None:
        problem(at.play(caller, "A", FIRST), 403)

    def test_the_seat_of_another_table_is_403(self, at: At, served: Served) -> None:
        other = At.create(served, {**HEADER, "seed": "another"})
        problem(at.play(other.seats["A"], "A", FIRST), 403)

    def test_another_seat_is_403_before_the_version(self, at: At) -> None:
        answer = at.post("plies", "B", {"seat": "A", "move": FIRST}, match="")
        assert "seat B" in problem(answer, 403)["detail"]
        problem(at.post("plies", "B", f"1. A: {FIRST}\n", kind=TEXT, match=""), 403)
        marked = f'\ufeff{{"seat": "A", "move": "{FIRST}"}}'
        problem(at.post("plies", "B", marked, match=""), 403)

    def test_no_version_is_428(self, at: At) -> None:
        assert "If-Match" in problem(at.post("plies", "A", "nonsense", match=""), 428)["detail"]

    @pytest.mark.parametrize("match", ["*", '"12"', "v1", '"v1", "v2"', '"v01"', '"v0"'])
    def test_if_match_any_is_400(self, at: At, match: str) -> None:
        problem(at.post("plies", "A", "nonsense", match=match), 400)

    def test_another_version_is_412_before_whose_turn_it_is(self, at: At) -> None:
        at.play("A", "A", FIRST)
        error = problem(at.play("A", "A", SECOND, 1), 412)
        assert error["table"]["version"] == 2
        assert [move["move"] for move in error["table"]["moves"]] == [FIRST]
        assert (error["table"]["keep"], error["table"]["plies"]) == (0, 1)

    def test_a_seat_out_of_turn_is_409_before_the_shape(self, at: At) -> None:
        problem(at.post("plies", "B", '{"seat": "B"'), 409)

    def test_a_game_that_has_ended_is_409(self, at: At) -> None:
        at.post("end", "ana", {"termination": "abandoned"})
        assert "replay" in problem(at.play("A", "A", FIRST), 409)["detail"]

    @pytest.mark.parametrize(
        "body",
        [
            '{"seat": "A"',
            '{"seat": "A"}',
            "[]",
            "7",
            '{"seat": "A", "move": "draw left left", "reveals": ["3", "3"]}',
            '{"seat": "A", "move": "draw left left", "irregular": true}',
            '{"seat": "A", "move": "draw _", "variations": [[{"seat": "A", "move": "x"}]]}',
            '[{"seat": "A", "move": "draw left left"}, {"seat": "A", "move": "draw left left"}]',
            '[{"shuffle": "left", "order": ["_"]}, {"seat": "A", "move": "draw left left"}]',
        ],
    )
    def test_a_malformed_ply_is_422_and_changes_nothing(self, at: At, body: str) -> None:
        problem(at.post("plies", "A", body), 422)
        assert at.version == 1

    @pytest.mark.parametrize(
        "lines", ["1. A: draw left left -> 3 3\n", "~: left _\n1. A: draw left left\n", "= * 0 0\n"]
    )
    def test_a_malformed_text_is_422(self, at: At, lines: str) -> None:
        problem(at.post("plies", "A", lines, kind=TEXT), 422)

    def test_an_illegal_move_is_422_with_its_diagnostic(self, at: At) -> None:
        error = problem(at.play("A", "A", "cross 3 99"), 422)
        (diagnostic,) = error["diagnostics"]
        assert (diagnostic["ply"], diagnostic["seat"]) == (1, "A")
        assert at.version == 1


class TestPlies:
    def test_a_seat_plays(self, at: At) -> None:
        answer = at.play("A", "A", FIRST)
        assert answer.status_code == 200
        assert answer.headers["ETag"] == '"v2"'
        assert (answer.headers["Table-Version"], answer.headers["Table-Plies"]) == ("2", "1")
        assert answer.json["view"] == "A"
        assert answer.json["due"]["seats"] == ["B"]

    def test_lines_of_text_are_plies(self, at: At) -> None:
        assert at.post("plies", "A", f"1. A: {FIRST} !\n", kind=TEXT).status_code == 200
        error = problem(at.post("plies", "B", f"1. B: {SECOND}\n", kind=TEXT), 422)
        assert error["diagnostics"][0]["code"] == "cgn.ply-number"

    def test_the_owner_sends_several_or_none(self, at: At) -> None:
        plies = [{"seat": "A", "move": FIRST}, {"seat": "B", "move": "cross 1 99"}]
        error = problem(at.post("plies", "ana", plies), 422)
        assert error["diagnostics"][0]["ply"] == 2
        assert at.version == 1
        plies[1]["move"] = SECOND
        answer = at.post("plies", "ana", plies)
        assert (answer.json["version"], answer.json["plies"]) == (2, 2)

    def test_each_ply_of_a_list_weighs_as_much(
        self, served: Served, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        weights: list[int] = []
        submit = served.checkers.submit

        def weighed(client: Client, weight: int, *job: Any) -> Any:  # noqa: ANN401 - as submit
            weights.append(weight)
            return submit(client, weight, *job)

        ply = {"seat": "A", "move": "nonsense"}
        unseen = {name: value for name, value in HEADER.items() if name != "seed"}
        tables = [At.create(served, header) for header in (HEADER, unseen)]
        monkeypatch.setattr(served.checkers, "submit", weighed)
        for at in tables:
            for plies in ([ply], [ply] * 4):
                problem(at.post("plies", "ana", plies), 422)
            one, four = weights[-2:]
            assert four > 3 * one

    def test_a_retry_gets_the_same_answer(self, at: At) -> None:
        first, again = (at.play("A", "A", FIRST, 1) for _ in range(2))
        at.play("B", "B", SECOND)
        late = at.play("A", "A", FIRST, 1)
        assert first.data == again.data == late.data
        assert late.headers["ETag"] == '"v2"'
        assert late.status_code == 200
        assert at.version == 3

    def test_a_retry_after_the_end_gets_the_same_answer(self, at: At) -> None:
        first = at.play("A", "A", FIRST, 1)
        at.post("end", "ana", {"termination": "abandoned"})
        assert at.play("A", "A", FIRST, 1).data == first.data

    def test_a_call_with_another_body_is_not_a_retry(self, at: At) -> None:
        at.play("A", "A", FIRST, 1)
        problem(at.play("A", "A", SECOND, 1), 412)

    def test_a_call_with_another_token_is_not_a_retry(self, at: At) -> None:
        at.play("A", "A", FIRST, 1)
        problem(at.play("ana", "A", FIRST, 1), 412)

    def test_a_taken_back_ply_is_not_a_retry(self, at: At) -> None:
        at.play("A", "A", FIRST, 1)
        at.post("takebacks", "ana", {"to": 0})
        problem(at.play("A", "A", FIRST, 1), 412)

    @pytest.mark.parametrize("match", ['W/"v1"', '"v1-gz"', ' "v1" '])
    def test_a_weak_or_packed_etag_counts_as_the_version(self, at: At, match: str) -> None:
        answer = at.post("plies", "A", {"seat": "A", "move": FIRST}, match=match)
        assert answer.status_code == 200

    def test_plies_get_the_time_of_the_service(self, served: Served) -> None:
        at = At.create(served, clock=True)
        served.clock.now += 41
        at.play("A", "A", FIRST)
        assert at.get("/moves")["moves"][-1]["at"] == 41
        problem(at.play("B", "B", SECOND, at=50), 422)

    def test_without_a_clock_a_ply_brings_its_time(self, at: At) -> None:
        at.play("A", "A", FIRST, at=7.5)
        assert at.get("/moves")["moves"][-1]["at"] == 7.5

    def test_a_comment_is_shown_to_its_sender_until_the_end(self, at: At) -> None:
        at.play("A", "A", FIRST, comments=["I hold a 12"])
        for viewer, shown in (("A", ["I hold a 12"]), ("B", []), ("ana", []), (None, [])):
            assert at.get("/moves", viewer)["moves"][-1]["comments"] == shown
            assert at.get("/frames/1", viewer)["comments"] == shown
            assert "12" not in json.dumps(at.get("/record", viewer).get("comments", ""))
        at.post("end", "ana", {"termination": "abandoned"})
        assert at.get("/moves")["moves"][-1]["comments"] == ["I hold a 12"]

    def test_the_number_of_plies_is_limited(self, serve: Serve) -> None:
        at = At.create(serve(max_plies=1))
        at.play("A", "A", FIRST)
        error = problem(at.play("B", "B", SECOND), 413)
        assert error["limit"]["name"] == "max_plies"

    def test_plies_that_were_taken_back_count(self, serve: Serve) -> None:
        at = At.create(serve(max_plies=2))
        at.play("A", "A", FIRST)
        at.post("takebacks", "ana", {"to": 0})
        assert at.play("A", "A", FIRST).status_code == 200
        at.post("takebacks", "ana", {"to": 0})
        error = problem(at.play("A", "A", FIRST), 413)
        assert error["limit"]["name"] == "max_plies"


class TestTakebacks:
    def test_plies_no_longer_stand_and_their_event_stays(self, at: At) -> None:
        for seat, move in (("A", FIRST), ("B", SECOND), ("A", SECOND)):
            at.play(seat, seat, move)
        answer = at.post("takebacks", "ana", {"to": 1})
        assert (answer.json["version"], answer.json["plies"]) == (5, 1)
        assert answer.json["due"]["seats"] == ["B"]
        body = at.get("/moves", "B")
        assert [move["move"] for move in body["moves"]] == [None, FIRST]
        events = at.get("/events", "B")["events"]
        assert [event["stands"] for event in events] == [True, True, False, False, True]
        assert events[-1]["details"] == {"to": 1}
        before = at.get(f"/moves?at={events[-1]['version'] - 1}", "B")
        assert [move["move"] for move in before["moves"]] == [None, FIRST, SECOND, SECOND]

    def test_the_game_goes_on_from_there(self, at: At) -> None:
        at.play("A", "A", FIRST)
        at.post("takebacks", "ana", {"to": 0})
        assert at.play("A", "A", SECOND).status_code == 200
        assert moves_of(at.ask("/moves")) == [None, SECOND]
        assert [frame["move"] for frame in at.get("/frames")["frames"]] == [None, SECOND]

    def test_they_are_for_the_owner(self, at: At) -> None:
        at.play("A", "A", FIRST)
        problem(at.post("takebacks", "A", {"to": 0}), 403)

    @pytest.mark.parametrize("body", [{"to": 1}, {"to": -1}, {"to": "0"}, {}, {"to": 0, "x": 1}])
    def test_an_impossible_takeback_is_422(self, at: At, body: object) -> None:
        at.play("A", "A", FIRST)
        problem(at.post("takebacks", "ana", body), 422)


class TestTokens:
    def test_a_new_token_replaces_the_one_before(self, at: At) -> None:
        old = at.seats["A"]
        at.post("tokens", "ana", {"seat": "A"})
        problem(at.ask("", old), 401)

    def test_they_are_for_the_owner(self, at: At) -> None:
        for caller, status in ((None, 401), ("bo", 403), ("A", 403)):
            problem(at.post("tokens", caller, {"seat": "A"}), status)

    def test_only_seats_of_the_table_have_one(self, at: At) -> None:
        problem(at.post("tokens", "ana", {"seat": "C"}), 422)

    def test_a_seats_token_uploads_nothing(self, at: At, served: Served) -> None:
        problem(served.post("/v1/replays", "[CGN", at.seats["A"]), 403)


class TestCreating:
    @pytest.mark.parametrize(
        ("change", "word"),
        [
            ({"seed": None}, "null"),
            ({"seats": ["Ana"]}, "cgn."),
            ({"game": "chess"}, "chess"),
            ({"plies": [{"seat": "A", "move": FIRST}]}, "plies"),
            ({"comments": ["hm"]}, "comments"),
            ({"options": {"speed": "2"}}, "speed"),
            ({"seedHash": "0" * 64}, "SHA-256"),
        ],
    )
    def test_an_invalid_header_is_422(
        self, served: Served, change: dict[str, object], word: str
    ) -> None:
        body = encode({"header": {**HEADER, **change}})
        answer = served.ask("POST", "/v1/tables", "ana", body=body, kind="application/json")
        assert word in answer.text
        problem(answer, 422)

    @pytest.mark.parametrize("name", ["clock", "deal"])
    @pytest.mark.parametrize("value", [0, 1, "true", None])
    def test_flags_are_true_or_false(self, served: Served, name: str, value: object) -> None:
        body = encode({"header": HEADER, name: value})
        answer = served.ask("POST", "/v1/tables", "ana", body=body, kind="application/json")
        assert problem(answer, 400)["detail"].startswith(f"{name}: ")

    def test_the_same_key_creates_one_table(self, served: Served) -> None:
        def create(seed: str) -> object:
            body = encode({"header": {**HEADER, "seed": seed}})
            headers = {"Idempotency-Key": "mine"}
            return served.ask(
                "POST", "/v1/tables", "ana", body=body, kind="application/json", headers=headers
            )

        first, again, other = create("a"), create("a"), create("b")
        assert first.data == again.data  # type: ignore[attr-defined]
        problem(other, 422)  # type: ignore[arg-type]
        assert len(served.json("/v1/tables")["tables"]) == 1

    def test_two_running_tables_have_different_seeds(self, served: Served) -> None:
        first = At.create(served)
        body = encode({"header": {**HEADER, "seats": ["Cleo", "Dan"]}})
        again = ("POST", "/v1/tables", "ana")
        answer = served.ask(*again, body=body, kind="application/json")
        assert "seed" in problem(answer, 422)["detail"]
        first.post("end", "ana", {"termination": "abandoned"})
        assert served.ask(*again, body=body, kind="application/json").status_code == 201

    def test_an_owner_has_a_limit_of_running_tables(self, serve: Serve) -> None:
        served = serve(max_tables=1)
        at = At.create(served)
        body = encode({"header": HEADER})
        answer = served.ask("POST", "/v1/tables", "ana", body=body, kind="application/json")
        assert problem(answer, 507)["limit"]["name"] == "max_tables"
        at.post("end", "ana", {"termination": "abandoned"})
        At.create(served)


def test_a_new_table_leaves_room_for_the_end_of_its_game(served: Served) -> None:
    def created(tags: int) -> TestResponse:
        header = {**HEADER, "tags": {f"T{number:02}": "x" * 990 for number in range(tags)}}
        body = json.dumps({"header": header})
        return served.ask("POST", "/v1/tables", "ana", body=body, kind="application/json")

    error = problem(created(15), 422)
    assert error["diagnostics"][0]["code"] == "cgn.header-too-long"
    assert "leave out some of the free tags" in error["diagnostics"][0]["help"]
    assert created(14).status_code == 201
