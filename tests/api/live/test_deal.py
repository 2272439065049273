"""Dealt tables: from commitments to proof, with bots that check the service."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from notation.read import read
from notation.record import Record
from notation.text_writer import write_text
from replays.digests import record_digest
from tests.api.asking import DAY, JSON, TEXT, Served, problem
from tests.api.live.dealing import HEADER, Bot, Cheated, created, dealt, digest


def test_bots_verify_a_whole_game(served: Served) -> None:
    bots = dealt(served, 4)
    while bots[0].play():
        for bot in bots[1:]:
            bot.play()
    for bot in bots:
        replay = bot.get().json["replay"]
        bot.check(replay, served.get(f"/v1/replays/{replay}", None, TEXT).data)
    assert not [*served.store.check(lambda *_: None)]


def _without_the_nonces(record: Record) -> dict[str, object]:
    """A seed that the service chose alone, with a matching hash."""
    seed = ".".join([(record.seed or "").partition(".")[0], "0" * 32, "0" * 32])
    return {"seed": seed, "seed_hash": digest(seed)}


@pytest.mark.parametrize(
    ("change", "proof"),
    [
        (lambda record: {"seed": f"{record.seed}0"}, "the seed"),
        (lambda record: {"seats": (*record.seats[:1], "Eve")}, "the header"),
        (lambda record: {"plies": record.plies[:1]}, "the plies"),
        (lambda record: {"tags": {**record.tags, "Dealt": "0" * 64}}, "the secret"),
        (_without_the_nonces, "the nonce"),
    ],
    ids=["seed", "header", "plies", "secret", "nonce"],
)
def test_a_service_that_cheats_is_caught(served: Served, change: Any, proof: str) -> None:  # noqa: ANN401 - a change of any field
    bots = dealt(served)
    for _ in range(6):
        for bot in bots:
            bot.play()
    last = bots[0] if bots[0].sent else bots[1]
    last.note(last.get("/record", TEXT))
    served.ask(
        "POST",
        f"/v1/tables/{last.table}/end",
        "root",
        body='{"termination": "adjudicated", "winners": ["A"]}',
        kind=JSON,
        headers={"If-Match": f'"v{last.get().json["version"]}"'},
    )
    replay = last.get().json["replay"]
    raw = served.get(f"/v1/replays/{replay}", None, TEXT).data
    last.check(replay, raw)
    (reading,) = read(BytesIO(raw))
    assert isinstance(reading.record, Record)
    false = replace(reading.record, **change(reading.record))
    last.seed_hash = false.seed_hash or ""  # the hash before the first card
    with pytest.raises(Cheated, match=proof):
        last.check(record_digest(false), write_text(false).encode())


class TestSitting:
    def test_every_view_sees_the_seats_taken_and_their_commitments(self, served: Served) -> None:
        table, (first, second) = created(served)
        assert table["view"] == "public"
        assert [seat["taken"] for seat in table["seats"]] == [False, False]
        assert first.sit().json["seats"][0] == {
            "seat": "A",
            "taken": True,
            "commit": digest(first.nonce),
            "sent": False,
        }
        assert second.served.json(f"/v1/tables/{second.table}")["version"] == 2

    def test_a_lost_answer_loses_no_seat(self, served: Served) -> None:
        _, (bot, _) = created(served)
        first, again = bot.sit(), bot.sit()
        assert first.data == again.data
        assert again.json["version"] == 2

    def test_a_lost_answer_loses_no_seat_at_a_private_table(self, served: Served) -> None:
        _, (bot, _) = created(served, visibility="private")
        invited = {"Authorization": f"Bearer {bot.invitation}"}
        path, body = f"/v1/tables/{bot.table}/seats/A", json.dumps(bot.sitting)
        for _ in range(2):
            answer = served.ask("POST", path, body=body, kind=JSON, headers=invited)
            assert answer.status_code == 200
        problem(bot.post("seats/A", bot.sitting), 404)

    def test_a_taken_seat_cannot_be_taken(self, served: Served) -> None:
        _, (bot, _) = created(served)
        bot.sit()
        other = {**bot.sitting, "commit": digest("another")}
        problem(bot.post("seats/A", other), 409)

    def test_it_takes_the_invitation_for_this_seat(self, served: Served) -> None:
        _, (first, second) = created(served)
        problem(first.post("seats/B", first.sitting), 403)
        problem(first.post("seats/A", {**first.sitting, "invitation": "cgn_x"}), 403)
        problem(second.post("seats/C", second.sitting), 404)

    def test_no_invitation_can_be_read_in_the_store(self, served: Served, tmp_path: Path) -> None:
        body, said = (
            json.dumps({"header": HEADER, "deal": True}),
            {"Idempotency-Key": "of-Ana-and-nobody-else"},
        )
        first, again = [
            served.ask("POST", "/v1/tables", "ana", body=body, kind=JSON, headers=said)
            for _ in range(2)
        ]
        assert first.data == again.data
        served.store.backup(tmp_path / "copy.db", lambda *_: None)
        copied = (tmp_path / "copy.db").read_bytes()
        assert first.json["id"].encode() in copied
        for hidden in ("of-Ana-and-nobody-else", *first.json["invitations"].values()):
            assert hidden.removeprefix("cgn_").encode() not in copied
        for seat, invitation in first.json["invitations"].items():
            assert Bot(served, first.json["id"], seat, invitation).sit().status_code == 200

    def test_the_owner_replaces_an_invitation_that_was_not_used(self, served: Served) -> None:
        _, (bot, other) = created(served)
        path = f"/v1/tables/{bot.table}/tokens"
        given = served.ask("POST", path, "ana", body='{"seat": "A"}', kind=JSON).json
        problem(bot.sit(), 403)
        bot.invitation = given["invitation"]
        assert bot.sit().status_code == 200
        problem(served.ask("POST", path, "ana", body='{"seat": "A"}', kind=JSON), 409)
        assert other.sit().status_code == 200

    def test_an_invitation_opens_the_public_view(self, served: Served) -> None:
        _, (bot, _) = created(served, visibility="private")
        invited = bot.invitation.removeprefix("cgn_")
        assert served.get(f"/v1/tables/{bot.table}").status_code == 404
        assert served.json(f"/v1/tables/{bot.table}", invited)["view"] == "public"

    def test_a_seat_renews_its_token(self, served: Served) -> None:
        bot, _ = dealt(served)
        new = "cgn_new"
        assert bot.post("tokens", {"token": digest(new)}).status_code == 201
        problem(bot.get(), 401)
        assert served.json(f"/v1/tables/{bot.table}", "new")["view"] == "A"

    def test_a_token_opens_one_thing(self, served: Served) -> None:
        _, (bot, other) = created(served)
        bot.sit()
        problem(other.post("seats/B", {**other.sitting, "token": digest(bot.token)}), 422)


class TestDealing:
    def test_cards_are_dealt_once_all_have_sent_their_nonces(self, served: Served) -> None:
        _, (first, second) = created(served)
        first.sit()
        problem(first.show(), 409)
        second.sit()
        assert first.show().json["due"] is None
        for what in ("/frames", "/frames/0", "/record", "/legal", "/moves"):
            problem(first.get(what), 409)
        assert [event["act"] for event in first.get("/events").json["events"]][-1] == "nonce"
        move = {"seat": "A", "move": "draw left left"}
        problem(first.post("plies", move, match='"v4"'), 409)
        table = second.show().json
        assert table["due"]["seats"] == ["A"]
        assert table["header"]["tags"]["Dealt"] == table["secretHash"]
        assert len(table["header"]["seedHash"]) == 64
        assert "seed" not in table["header"]

    def test_before_the_deal_there_is_no_frame(self, served: Served) -> None:
        bot, _ = dealt(served)
        assert "dealt" in problem(bot.get("/frames/0?at=4"), 409)["detail"]
        assert bot.get("/frames/0?at=5").status_code == 200

    def test_another_nonce_than_promised_is_422(self, served: Served) -> None:
        _, bots = created(served)
        for bot in bots:
            bot.sit()
        problem(bots[0].post("nonce", {"nonce": "0" * 32}), 422)

    def test_a_nonce_sent_again_is_answered(self, served: Served) -> None:
        bots = dealt(served)
        assert bots[0].show().json["version"] == 5

    def test_every_deal_is_different(self, served: Served) -> None:
        hands = [bot.get("/record").json for bot in (dealt(served)[0], dealt(served)[0])]
        assert hands[0]["plies"] != hands[1]["plies"]

    @pytest.mark.parametrize(
        "change", [{"seed": "mine"}, {"seedHash": "0" * 64}, {"tags": {"Dealt": "0" * 64}}]
    )
    def test_a_seed_is_refused(self, served: Served, change: dict[str, object]) -> None:
        body = json.dumps({"header": {**HEADER, **change}, "deal": True})
        problem(served.ask("POST", "/v1/tables", "ana", body=body, kind=JSON), 422)


class TestPlaying:
    def test_the_owner_has_the_public_view_and_plays_for_nobody(self, served: Served) -> None:
        bot, _ = dealt(served)
        path = f"/v1/tables/{bot.table}"
        assert served.json(path, "ana")["view"] == "public"
        problem(served.get(f"{path}/frames?view=all", "ana"), 403)
        body, match = '{"seat": "A", "move": "draw left left"}', {"If-Match": '"v5"'}
        answer = served.ask("POST", f"{path}/plies", "ana", body=body, kind=JSON, headers=match)
        problem(answer, 403)
        back = served.ask("POST", f"{path}/takebacks", "ana", body="{}", kind=JSON, headers=match)
        problem(back, 403)

    def test_its_owner_ends_it_only_as_abandoned(self, served: Served) -> None:
        bot, _ = dealt(served)
        path, match = f"/v1/tables/{bot.table}/end", {"If-Match": '"v5"'}
        for body, caller, status in (
            ('{"termination": "time", "winners": ["A"]}', "ana", 403),
            ('{"termination": "abandoned", "winners": ["A"]}', "ana", 403),
            ('{"termination": "abandoned"}', "bo", 403),
            ('{"termination": "abandoned"}', "ana", 200),
        ):
            answer = served.ask("POST", path, caller, body=body, kind=JSON, headers=match)
            assert answer.status_code == status
        assert answer.json["header"]["seed"].count(".") == 2

    def test_a_seat_resigns_for_itself(self, served: Served) -> None:
        bots = dealt(served, 3)
        first, second, third = bots
        third.play()
        resigned = {"termination": "resigned"}
        assert not third.post("end", resigned, match='"v7"').json["finished"]
        problem(third.post("end", resigned, match='"v8"'), 409)
        for bot in (first, second, third):
            bot.note(bot.get("/record", TEXT))
        while not first.get().json["finished"]:
            assert first.play()
            assert second.play()
        ended = third.get().json
        assert ended["termination"] == "resigned"
        assert set(ended["winners"]) <= {"A", "B"}
        raw = first.get("/record", TEXT).data
        for bot in bots:
            bot.check(ended["replay"], raw)

    def test_a_hidden_game_is_proved_by_its_seats_until_it_is_given_up(
        self, served: Served
    ) -> None:
        bots = dealt(served)
        for _ in range(4):
            for bot in bots:
                bot.play()
        for bot in bots:
            bot.note(bot.get("/record", TEXT))
        where = f"/v1/tables/{bots[0].table}"
        ended = bots[1].post("end", {"termination": "resigned"}, match=f'"v{bots[0].version}"')
        replay = ended.json["replay"]
        path = f"/v1/replays/{replay}"
        assert served.get(f"{where}/record", None).headers["Location"] == path
        hidden = served.ask("PATCH", path, "ana", body='{"visibility": "private"}', kind=JSON)
        assert hidden.status_code == 200
        problem(served.get(f"{where}/record", None), 404)
        for removed in (where, path):
            assert "30 more days" in problem(served.ask("DELETE", removed, "ana"), 409)["detail"]
        served.clock.now += 30 * DAY - 1
        for removed in (where, path):
            for caller in ("ana", "root"):
                problem(served.ask("DELETE", removed, caller), 409)
        for bot in bots:
            bot.check(replay, bot.get("/record", TEXT).data)
        raw = served.get(path, "ana", TEXT).data
        served.clock.now += 1
        assert served.ask("DELETE", path, "ana").status_code == 204
        assert served.post("/v1/replays?visibility=private", raw, "bo").status_code == 201
        for reader in (bots[0].token.removeprefix("cgn_"), "ana", "bo", None):
            status = served.get(f"{where}/record", reader).status_code
            assert status == (303 if reader == "bo" else 404)
        assert served.ask("DELETE", where, "bo").status_code == 403
        assert served.ask("DELETE", where, "ana").status_code == 204
        problem(served.get(f"{where}/record", "bo"), 404)
        assert served.get(path, "bo").status_code == 200

    def test_an_unfinished_deal_is_kept_and_names_the_silent_seats(self, served: Served) -> None:
        _, bots = created(served)
        for bot in bots:
            bot.sit()
        bots[0].show()
        served.clock.now += 30 * DAY
        table = bots[0].get().json
        assert (table["finished"], table["termination"], table["replay"]) == (
            True,
            "abandoned",
            None,
        )
        assert [seat["sent"] for seat in table["seats"]] == [True, False]

    def test_the_owner_and_any_seat_end_an_undealt_table_at_once(self, served: Served) -> None:
        body = {"termination": "abandoned"}
        for by in ("owner", "B"):
            table, bots = created(served)
            for bot in bots:
                bot.sit()
            bots[0].show()
            where = f"/v1/tables/{table['id']}"
            match = f'"v{served.json(where)["version"]}"'
            problem(bots[1].post("end", body, match='"v1"'), 412)
            if by == "owner":
                sent, tag = json.dumps(body), {"If-Match": match}
                path = f"{where}/end"
                answer = served.ask("POST", path, "ana", body=sent, kind=JSON, headers=tag)
            else:
                answer = bots[1].post("end", body, match=match)
            assert answer.status_code == 200, answer.text
            assert answer.json["finished"]
            assert served.json(where)["termination"] == "abandoned"
            for query in ("", "?since=3", "?view=public"):
                told = served.json(f"{where}/events{query}")
                assert told["plies"] == 0
                *_, event = told["events"]
                assert event["act"] == "ended"
                details = {"termination": "abandoned", "undealt": ["B"], "by": by}
                assert event["details"] == details

    def test_an_undealt_table_with_free_seats_is_dropped_at_once(self, served: Served) -> None:
        table, bots = created(served)
        bots[0].sit()
        body = {"termination": "abandoned"}
        assert bots[0].post("end", body, match='"v2"').status_code == 200
        problem(served.get(f"/v1/tables/{table['id']}"), 404)

    def test_a_table_with_free_seats_is_dropped(self, served: Served) -> None:
        _, (bot, _) = created(served)
        bot.sit()
        served.clock.now += 30 * DAY
        problem(served.get(f"/v1/tables/{bot.table}", "ana"), 404)

    def test_a_deal_without_a_ply_cannot_be_hidden(self, served: Served) -> None:
        bot, _ = dealt(served)
        served.clock.now += 30 * DAY
        assert bot.get().json["replay"] is not None
