"""/v1/me and /v1/tokens."""

import json
from datetime import UTC, datetime

import pytest

from tests.api.asking import JSON, TOKENS, Answer, Served, problem
from tests.api.conftest import Serve
from tests.api.live.making import HEADER
from tests.replays.store.making import record

NUMBERS = {name: number for number, name in enumerate(TOKENS, 1)}


def make(served: Served, by: str, scopes: list[str], expires: int | str | None = None) -> Answer:
    """Ask for a token; `expires` is a text, or seconds since the epoch."""
    when = datetime.fromtimestamp(expires, UTC).isoformat() if isinstance(expires, int) else expires
    body = {"scopes": scopes} | ({} if when is None else {"expires": when})
    return served.post("/v1/tokens", json.dumps(body), by, JSON)


class TestMe:
    def test_it_describes_the_token_in_use(self, served: Served) -> None:
        me = served.json("/v1/me", "ana")
        assert me["owner"] == "ana"
        assert me["token"] == {
            "id": NUMBERS["ana"],
            "owner": "ana",
            "scopes": ["upload"],
            "created": "1970-01-12T13:46:40Z",
            "expires": None,
            "revoked": None,
        }
        assert served.json("/v1/me", "root")["token"]["scopes"] == ["admin"]

    def test_it_says_when_the_token_expires(self, served: Served) -> None:
        served.clock.now -= 1
        assert served.json("/v1/me", "expired")["token"]["expires"] == "1970-01-13T13:46:40Z"

    def test_it_has_the_owners_holdings_and_quotas(self, serve: Serve) -> None:
        served = serve(max_replays=7, max_bytes=1 << 40, max_decks=3, max_tables=2, max_tokens=9)
        served.upload(record())
        served.post("/v1/tables", json.dumps({"header": HEADER}), "ana", JSON)
        me = served.json("/v1/me", "reader")
        size = me["holds"].pop("bytes")
        assert 0 < size < 10_000
        assert me["holds"] == {"replays": 1, "decks": 0, "tables": 1, "tokens": 2}
        assert me["quota"] == {
            "replays": 7,
            "bytes": 1 << 40,
            "decks": 3,
            "tables": 2,
            "tokens": 9,
        }
        assert set(served.json("/v1/me", "bo")["holds"].values()) == {0, 1}

    def test_a_seats_token_has_no_owner(self, served: Served) -> None:
        table = served.post("/v1/tables", json.dumps({"header": HEADER}), "ana", JSON).json["id"]
        where = f"/v1/tables/{table}/tokens"
        seat = served.post(where, '{"seat": "B"}', "ana", JSON).json["token"].removeprefix("cgn_")
        for path in ("/v1/me", "/v1/tokens"):
            assert "seat" in problem(served.get(path, seat), 403)["detail"]
        problem(make(served, seat, []), 403)


class TestTokens:
    def test_a_token_is_made_shown_once_and_works(self, served: Served) -> None:
        answer = make(served, "ana", ["upload"], served.clock.now + 60)
        assert answer.status_code == 201
        assert answer.headers["Cache-Control"] == "no-store"
        made = answer.json
        secret = made.pop("token").removeprefix("cgn_")
        assert (made["owner"], made["scopes"]) == ("ana", ["upload"])
        assert made == served.json("/v1/me", secret)["token"]
        assert made == served.json("/v1/tokens", "ana")["tokens"][-1]
        assert secret not in served.get("/v1/tokens", "ana").text
        served.upload(record(), secret)
        served.clock.now += 60
        problem(served.get("/v1/me", secret), 401)

    @pytest.mark.parametrize(
        ("by", "scopes"),
        [("reader", ["upload"]), ("ana", ["admin"]), ("ana", ["upload", "admin"])],
    )
    def test_it_has_no_scope_beyond_those_of_its_maker(
        self, served: Served, by: str, scopes: list[str]
    ) -> None:
        answer = make(served, by, scopes)
        problem(answer, 403)
        assert f'scope="{scopes[-1]}"' in answer.headers["WWW-Authenticate"]
        assert len(served.store.tokens.list()) == len(TOKENS)

    @pytest.mark.parametrize("scopes", [[], ["upload"], ["admin", "upload", "admin"]])
    def test_an_admin_may_give_any_scope(self, served: Served, scopes: list[str]) -> None:
        assert make(served, "root", scopes).json["scopes"] == sorted(set(scopes))

    def test_it_lasts_no_longer_than_its_maker(self, served: Served) -> None:
        served.clock.now -= 60
        end = served.clock.now + 60
        assert "not be later" in problem(make(served, "expired", [], end + 1), 400)["detail"]
        for expires in (None, end):
            assert make(served, "expired", [], expires).json["expires"] == "1970-01-13T13:46:40Z"

    @pytest.mark.parametrize(
        "expires",
        [
            "1970-01-13T13:46:40Z",
            "1969-12-31T00:00:00Z",
            "2070-01-13T13:46:40Z",
            "9999-12-31T23:59:59-14:00",
            "1970-02-01T00:00:00",
            "tomorrow",
        ],
    )
    def test_an_invalid_expiry_is_400(self, served: Served, expires: str) -> None:
        error = problem(make(served, "ana", [], expires), 400)
        assert error["errors"][0]["parameter"] == "expires"

    def test_a_token_beyond_the_limit_is_507(self, serve: Serve) -> None:
        served = serve(max_tokens=3)
        assert make(served, "ana", []).status_code == 201
        assert problem(make(served, "ana", []), 507)["limit"] == {"name": "max_tokens", "value": 3}

    def test_ones_own_are_listed_page_by_page(self, served: Served) -> None:
        owned = [NUMBERS[name] for name, (owner, _) in TOKENS.items() if owner == "ana"]
        first = served.get("/v1/tokens?limit=3", "ana")
        assert [token["id"] for token in first.json["tokens"]] == owned[:3]
        rest = served.json(f"/v1/tokens?after={first.json['next']}", "ana")
        assert [token["id"] for token in rest["tokens"]] == owned[3:]
        assert rest["next"] is None
        assert first.json["next"] in first.headers["Link"]
        assert served.json("/v1/tokens?owner=ana&limit=3", "ana") == first.json
        problem(served.get("/v1/tokens?owner=bo", "ana"), 403)

    def test_an_admin_lists_all_or_those_of_one_owner(self, served: Served) -> None:
        for query, numbers in (("", [*NUMBERS.values()]), ("?owner=bo", [2]), ("?owner=x", [])):
            listed = served.json(f"/v1/tokens{query}", "root")["tokens"]
            assert [token["id"] for token in listed] == numbers

    def test_its_owner_or_an_admin_revokes_it(self, served: Served) -> None:
        for by in ("ana", "root"):
            made = make(served, "ana", ["upload"]).json
            where = f"/v1/tokens/{made['id']}"
            unknown = problem(served.ask("DELETE", where, "bo"), 404)
            assert problem(served.ask("DELETE", "/v1/tokens/999999999", "bo"), 404) == unknown
            secret = made["token"].removeprefix("cgn_")
            assert served.get("/v1/me", secret).status_code == 200
            assert served.ask("DELETE", where, by).status_code == 204
            assert "revoked" in problem(served.get("/v1/me", secret), 401)["detail"]
            assert problem(served.ask("DELETE", where, by), 404) == unknown

    def test_a_token_revokes_itself(self, served: Served) -> None:
        assert served.ask("DELETE", f"/v1/tokens/{NUMBERS['ana']}", "ana").status_code == 204
        problem(served.get("/v1/me", "ana"), 401)

    def test_tokens_outlive_the_revocation_of_their_maker(self, served: Served) -> None:
        secret = make(served, "ana", []).json["token"].removeprefix("cgn_")
        served.ask("DELETE", f"/v1/tokens/{NUMBERS['ana']}", "bo")
        served.ask("DELETE", f"/v1/tokens/{NUMBERS['ana']}", "ana")
        assert served.get("/v1/me", secret).status_code == 200
