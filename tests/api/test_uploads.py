"""POST /v1/replays."""

import gzip
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from notation.json_writer import write_json
from notation.record import Record, Result
from notation.text_writer import write_text
from replays.digests import record_digest
from replays.store.model import KEY_LIFE
from replays.view.redact import redact
from tests.api.asking import JSON, RECORD_JSON, TEXT, Answer, Served, problem
from tests.api.conftest import Serve
from tests.replays.store.making import branching, record

BROKEN = write_text(record(plies=4)).replace("[Game", '[Event "x"]\n[Game') + "5. A: draw nowhere\n"


@pytest.mark.parametrize("kind", [TEXT, RECORD_JSON, JSON, "Text/VND.cgn; charset=UTF-8"])
@pytest.mark.parametrize("packing", ["identity", "gzip"])
def test_a_record_is_stored_from_any_format(served: Served, kind: str, packing: str) -> None:
    original = record()
    data = (write_json(original) if "json" in kind else write_text(original)).encode()
    headers = {"Content-Encoding": packing}
    body = gzip.compress(data) if packing == "gzip" else data
    answer = served.ask("POST", "/v1/replays", "ana", body=body, kind=kind, headers=headers)
    assert answer.status_code == 201
    uploaded = answer.json
    assert uploaded == {
        "id": record_digest(original),
        "created": True,
        "held": False,
        "game": "triggs",
        "verdict": "valid",
        "plies": len(original.plies),
        "same_game": [],
        "warnings": [],
    }
    assert answer.headers["Location"] == f"/v1/replays/{uploaded['id']}"
    assert served.get(answer.headers["Location"]).status_code == 200


def test_the_same_record_again_is_200_with_the_same_id(served: Served) -> None:
    first = served.post("/v1/replays", record(), "ana")
    again = served.post("/v1/replays", write_json(record()), "ana", RECORD_JSON)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json["id"] == again.json["id"]
    assert (again.json["created"], again.json["held"]) == (False, True)
    assert served.json("/v1/replays?total=1")["total"] == 1


@pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": "k"}])
@pytest.mark.parametrize("variations", [3, 600, 3_000])
def test_a_costly_record_is_stored_like_any_other(
    served: Served, headers: dict[str, str], variations: int
) -> None:
    original = branching(variations)
    answer = served.ask(
        "POST", "/v1/replays", "ana", body=write_text(original), kind=TEXT, headers=headers
    )
    assert answer.status_code == 201
    assert answer.json["id"] == record_digest(original)


@pytest.mark.parametrize("path", ["/v1/replays", "/v1/validations", "/v1/conversions"])
@pytest.mark.parametrize("write", [write_text, write_json])
def test_a_record_too_costly_is_refused_unread(
    serve: Serve, path: str, write: Callable[[Record], str]
) -> None:
    served = serve(max_weight=2_000)
    kind = TEXT if write is write_text else RECORD_JSON
    assert served.post(path, write(branching(100)), "ana", kind).status_code in (200, 201)
    error = problem(served.post(path, write(branching(300)), "ana", kind), 413)
    assert (error["code"], error["limit"]) == (
        "cgn.too-costly",
        {"name": "max_weight", "value": 2_000},
    )


def test_another_record_of_the_same_game_names_the_first(served: Served) -> None:
    first = served.upload(record())
    other = replace(record(), comments=("Seen from the other end of the table.",))
    answer = served.post("/v1/replays", other, "bo")
    assert answer.status_code == 201
    assert answer.json["same_game"] == [first]


def test_a_private_replay_of_the_same_game_is_not_named(served: Served) -> None:
    served.upload(record(), visibility="private")
    other = replace(record(), comments=("Mine.",))
    assert served.post("/v1/replays", other, "bo").json["same_game"] == []


def test_an_incomplete_record_is_stored_with_its_warning(served: Served) -> None:
    answer = served.post("/v1/replays", record(plies=5), "ana")
    assert answer.status_code == 201
    assert answer.json["verdict"] == "incomplete"
    assert [warning["code"] for warning in answer.json["warnings"]] == ["cgn.cut-off"]


def test_a_record_with_unseen_cards_is_stored_and_shown(served: Served) -> None:
    unseen = redact(record(), "B")
    answer = served.post("/v1/replays", unseen, "ana")
    assert answer.status_code == 201
    assert (answer.json["verdict"], answer.json["same_game"]) == ("valid", [])
    where = answer.headers["Location"]
    assert served.get(where, accept=TEXT).text == write_text(unseen)
    frame = served.json(f"{where}/frames/0?view=all")
    hands = {zone["key"]: zone["cards"] for zone in frame["zones"]}
    assert all(card["code"] for card in hands["hand.B"])
    assert not any(card["code"] for card in hands["hand.A"])
    digests = served.json(f"{where}/digests")
    assert (digests["game"], set(digests["positions"])) == (None, {None})
    assert served.json("/v1/replays?verdict=valid")["replays"][0]["finished"]


def test_the_public_record_of_an_unfinished_game_is_valid(served: Served) -> None:
    where = f"/v1/replays/{served.upload(record(plies=30))}"
    text = served.get(where, "bo", TEXT).text
    (row,) = served.post("/v1/validations", text, "bo").json["records"]
    assert row["verdict"] == "incomplete"


def test_an_invalid_record_is_422_with_its_diagnostics_and_nothing_is_stored(
    served: Served,
) -> None:
    refusal = problem(served.post("/v1/replays", BROKEN, "ana"), 422)
    error = refusal["diagnostics"][0]
    assert (error["code"], error["severity"], error["ply"]) == ("cgn.argument", "error", 5)
    assert error["place"]["line"] == len(BROKEN.splitlines())
    assert "file" not in error["place"]
    assert refusal["detail"] == f"{error['code']}: {error['message']}"
    assert served.json("/v1/replays?own=1&total=1", "ana")["total"] == 0


def test_a_record_that_cannot_be_read_is_422_with_its_diagnostic(served: Served) -> None:
    error = problem(served.post("/v1/replays", "[CGN nonsense", "ana"), 422)
    assert error["diagnostics"][0]["code"] == "cgn.tag-syntax"


def test_warnings_follow_the_error(served: Served) -> None:
    text = BROKEN.replace("[Event", "[Evnet")
    error = problem(served.post("/v1/replays", text, "ana"), 422)
    assert [diagnostic["severity"] for diagnostic in error["diagnostics"]] == ["error", "warning"]


def test_a_wrong_result_is_422(served: Served) -> None:
    wrong = replace(record(), result=Result(("A", "B"), (1, 1)))
    error = problem(served.post("/v1/replays", wrong, "ana"), 422)
    assert error["diagnostics"][0]["code"] == "cgn.scores"


def test_several_records_are_refused_with_a_pointer_to_imports(served: Served) -> None:
    text = f"{write_text(record())}\n{write_text(record('t'))}"
    assert "/v1/imports" in problem(served.post("/v1/replays", text, "ana"), 422)["detail"]
    assert served.json("/v1/replays?total=1")["total"] == 0


def test_no_record_at_all_is_422(served: Served) -> None:
    error = problem(served.post("/v1/replays", "", "ana"), 422)
    assert error["diagnostics"][0]["code"] == "cgn.no-record"


def test_two_uploaders_hold_a_record_and_each_gives_up_their_own(served: Served) -> None:
    where = f"/v1/replays/{served.upload(record())}"
    answer = served.post("/v1/replays", record(), "bo")
    assert (answer.status_code, answer.json["held"]) == (200, False)
    assert served.ask("DELETE", where, "ana").status_code == 204
    assert served.get(where).status_code == 200
    assert served.ask("DELETE", where, "bo").status_code == 204
    problem(served.get(where), 404)


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
def test_an_upload_sets_the_visibility(served: Served, visibility: str) -> None:
    served.upload(record(), visibility=visibility)
    (entry,) = served.json("/v1/replays?own=true", "ana")["replays"]
    assert entry["visibility"] == visibility


def test_an_unknown_visibility_is_400(served: Served) -> None:
    error = problem(served.post("/v1/replays?visibility=secret", record(), "ana"), 400)
    assert error["errors"][0]["parameter"] == "visibility"


class TestIdempotencyKeys:
    def test_a_repeated_upload_gets_the_same_answer(self, served: Served) -> None:
        answers = [self._upload(served, "k1") for _ in range(2)]
        assert [answer.status_code for answer in answers] == [201, 201]
        assert answers[0].json == answers[1].json
        assert served.json("/v1/replays?total=1")["total"] == 1

    def test_also_one_that_is_costly_to_check(
        self, served: Served, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("api.transfer.LIGHT", 1)
        answers = [self._upload(served, "k1") for _ in range(2)]
        assert answers[0].json == answers[1].json

    def test_also_after_the_replay_was_given_up(self, served: Served) -> None:
        first = self._upload(served, "k1")
        served.ask("DELETE", first.headers["Location"], "ana")
        assert self._upload(served, "k1").status_code == 201
        assert served.json("/v1/replays?total=1")["total"] == 0

    def test_a_key_used_for_another_upload_is_422(self, served: Served) -> None:
        self._upload(served, "k1")
        error = problem(self._upload(served, "k1", seed="t"), 422)
        assert "Idempotency-Key" in error["detail"]
        problem(self._upload(served, "k1", query="?visibility=private"), 422)

    def test_each_uploader_has_keys_of_their_own(self, served: Served) -> None:
        self._upload(served, "k1")
        assert self._upload(served, "k1", by="bo", seed="t").status_code == 201

    def test_a_key_expires(self, served: Served) -> None:
        self._upload(served, "k1")
        served.clock.now += KEY_LIFE + 1
        assert self._upload(served, "k1").status_code == 200

    @pytest.mark.parametrize("key", ["", " ", "two words", "é", "x" * 256])
    def test_a_malformed_key_is_400(self, served: Served, key: str) -> None:
        error = problem(self._upload(served, key), 400)
        assert error["errors"][0]["parameter"] == "Idempotency-Key"

    def _upload(self, served: Served, key: str, seed: str = "s", **more: str) -> Answer:
        return served.ask(
            "POST",
            f"/v1/replays{more.get('query', '')}",
            more.get("by", "ana"),
            body=write_text(record(seed)),
            kind=TEXT,
            headers={"Idempotency-Key": key},
        )


@pytest.mark.parametrize(("setting", "most"), [("max_replays", 1), ("max_bytes", 400)])
def test_an_owners_quota_is_507_and_names_the_limit(serve: Serve, setting: str, most: int) -> None:
    served = serve(**{setting: most})
    mine = served.upload(record(plies=0))
    error = problem(served.post("/v1/replays", record("more", plies=2), "ana"), 507)
    assert error["limit"] == {"name": setting, "value": most}
    assert served.upload(record(plies=0)) == mine, (
        "a replay that is already held takes no more room"
    )
    assert served.upload(record("more", plies=2), "bo")
