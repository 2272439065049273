"""Headers of every answer: security, CORS and rate limits."""

import re
from concurrent.futures import Future

import pytest

from api.checking.checker_process import TooLong
from api.http.addressed import BadAddress
from tests.api.asking import Served, problem
from tests.api.conftest import Serve
from tests.replays.store.making import branching, record

HARDENED = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@pytest.mark.parametrize("path", ["/v1/replays", "/healthz", "/nope", "/docs/", "/openapi.yaml"])
def test_every_answer_has_the_security_headers(served: Served, path: str) -> None:
    headers = served.get(path).headers
    assert {name: headers[name] for name in HARDENED} == HARDENED
    policy = headers.getlist("Content-Security-Policy")
    assert len(policy) == 1
    assert "default-src 'none'" in policy[0]
    assert "frame-ancestors 'none'" in policy[0]
    assert "Strict-Transport-Security" not in headers


def test_https_answers_have_hsts(serve: Serve) -> None:
    served = serve(proxies=1)
    answer = served.ask("GET", "/healthz", headers={"X-Forwarded-Proto": "https"})
    assert "max-age=" in answer.headers["Strict-Transport-Security"]


class TestCors:
    ORIGIN = {"Origin": "https://club.example"}  # noqa: RUF012 - it is not changed

    def test_any_page_may_read_by_default(self, served: Served) -> None:
        answer = served.ask("GET", "/v1/replays", headers=self.ORIGIN)
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer.headers
        exposed = answer.headers["Access-Control-Expose-Headers"]
        assert {"ETag", "Link", "Location", "Retry-After"} <= set(exposed.split(", "))

    def test_every_preflight_is_204(self, serve: Serve) -> None:
        served = serve(reads=1)
        for path in ("/v1/replays", "/v1/imports", "/nope", "/v1/replays?x=1"):
            headers = {**self.ORIGIN, "Access-Control-Request-Method": "POST"}
            answer = served.ask("OPTIONS", path, headers=headers)
            assert (answer.status_code, answer.data) == (204, b"")
            assert answer.headers["Access-Control-Allow-Origin"] == "*"

    def test_a_preflight_allows_writing(self, served: Served) -> None:
        wanted = (
            "authorization, cache-control, content-encoding, content-type, idempotency-key, "
            "if-match"
        )
        headers = {
            **self.ORIGIN,
            "Access-Control-Request-Method": "PATCH",
            "Access-Control-Request-Headers": wanted,
        }
        answer = served.ask("OPTIONS", f"/v1/replays/{'0' * 64}", headers=headers)
        assert answer.status_code == 204
        assert answer.headers["Access-Control-Allow-Headers"] == wanted
        methods = {
            method for rule in served.app.url_map.iter_rules() for method in rule.methods or ()
        }
        assert set(answer.headers["Access-Control-Allow-Methods"].split(", ")) == methods

    def test_only_the_origins_named_may_read(self, serve: Serve) -> None:
        served = serve(cors="https://club.example, https://other.example")
        for origin, allowed in (
            ("https://club.example", "https://club.example"),
            ("https://other.example", "https://other.example"),
            ("https://club.example.evil", None),
            ("https://evil", None),
        ):
            answer = served.ask("GET", "/v1/replays", headers={"Origin": origin})
            assert answer.headers.get("Access-Control-Allow-Origin") == allowed
            assert "Origin" in ",".join(answer.headers.getlist("Vary"))

    def test_without_origins_no_page_may_read(self, serve: Serve) -> None:
        answer = serve(cors="").ask("GET", "/v1/replays", headers=self.ORIGIN)
        assert "Access-Control-Allow-Origin" not in answer.headers


class TestRates:
    def test_too_many_requests_are_429_with_retry_after(self, serve: Serve) -> None:
        served = serve(reads=3)
        for left in (2, 1, 0):
            answer = served.get("/v1/games")
            assert answer.headers["RateLimit-Limit"] == "3"
            assert answer.headers["RateLimit-Remaining"] == str(left)
            assert 1 <= int(answer.headers["RateLimit-Reset"]) <= 61
            assert "Retry-After" not in answer.headers
        answer = served.get("/v1/games")
        error = problem(answer, 429)
        assert error["limit"] == {"name": "reads", "value": 3}
        assert 1 <= int(answer.headers["Retry-After"]) <= 61
        assert answer.headers["Retry-After"] in error["detail"]

    def test_reads_and_writes_are_counted_apart(self, serve: Serve) -> None:
        served = serve(reads=2, writes=1)
        assert served.post("/v1/validations", record()).status_code == 200
        error = problem(served.post("/v1/validations", record()), 429)
        assert error["limit"] == {"name": "writes", "value": 1}
        assert served.get("/v1/games").status_code == 200

    def test_each_owner_of_tokens_is_counted_apart(self, serve: Serve) -> None:
        served = serve(reads=1)
        for by in (None, "ana", "bo"):
            assert served.get("/v1/games", by).status_code == 200
            problem(served.get("/v1/games", by), 429)
        problem(served.get("/v1/games", "reader"), 429)

    def test_each_address_is_counted_apart_and_a_network_of_ipv6_as_one(self, serve: Serve) -> None:
        served = serve(reads=1)
        for address, status in (
            ("192.0.2.1", 200),
            ("192.0.2.1", 429),
            ("192.0.2.2", 200),
            ("2001:db8::1", 200),
            ("2001:db8::2", 429),
            ("2001:db8:0:1::1", 200),
            ("::ffff:192.0.2.3", 200),
            ("::ffff:192.0.2.2", 429),
        ):
            environ = {"REMOTE_ADDR": address}
            answer = served.client.get("/v1/games", environ_overrides=environ)
            assert answer.status_code == status, address

    def test_wrong_tokens_are_counted_too(self, serve: Serve) -> None:
        served = serve(reads=1)
        problem(served.get("/v1/games", "wrong"), 401)
        problem(served.get("/v1/games", "wrong too"), 429)

    def test_behind_a_proxy_clients_are_counted_by_their_own_address(self, serve: Serve) -> None:
        served = serve(reads=1, proxies=1)
        for address, status in (("192.0.2.1", 200), ("192.0.2.1", 429), ("192.0.2.2", 200)):
            forwarded = {"X-Forwarded-For": f"203.0.113.9, {address}"}
            assert served.ask("GET", "/v1/games", headers=forwarded).status_code == status

    def test_without_a_proxy_its_headers_are_ignored(self, serve: Serve) -> None:
        served = serve(reads=1)
        for address, status in (("192.0.2.1", 200), ("192.0.2.2", 429)):
            forwarded = {"X-Forwarded-For": address}
            assert served.ask("GET", "/v1/games", headers=forwarded).status_code == status

    def test_health_is_not_limited(self, serve: Serve) -> None:
        served = serve(reads=1)
        for path in ("/healthz", "/readyz", "/metrics") * 2:
            assert served.get(path).status_code == 200

    def test_304_is_not_counted(self, serve: Serve) -> None:
        served = serve(reads=1)
        tag = {"If-None-Match": served.get("/v1/games").headers["ETag"]}
        problem(served.ask("GET", "/v1/games", headers=tag), 429)
        served = serve(reads=2)
        served.get("/v1/games")
        for _ in range(5):
            assert served.ask("GET", "/v1/games", headers=tag).status_code == 304
        assert served.get("/v1/games").status_code == 200

    def test_only_a_304_of_the_cache_costs_nothing(self, serve: Serve) -> None:
        served = serve(reads=2, cache=0)
        for _ in range(2):
            served.ask("GET", "/v1/games", headers={"If-None-Match": "*"})
        problem(served.ask("GET", "/v1/games", headers={"If-None-Match": "*"}), 429)

    def test_options_is_counted(self, serve: Serve) -> None:
        served = serve(reads=1)
        assert served.ask("OPTIONS", "/v1/games").status_code in (200, 204)
        problem(served.ask("OPTIONS", "/v1/games"), 429)

    def test_costly_checks_count_as_several_requests(self, serve: Serve) -> None:
        served = serve(writes=10)
        heavy = served.post("/v1/validations", branching(600))
        assert heavy.headers["RateLimit-Remaining"] == "6"
        large = served.post("/v1/validations", " " * 200_000)  # no record, so only its bytes count
        assert large.headers["RateLimit-Remaining"] == "2"

    def test_a_check_that_is_stopped_counts_as_well(
        self, serve: Serve, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        served = serve(writes=10)
        stopped: Future[None] = Future()
        stopped.set_exception(TooLong())
        monkeypatch.setattr(served.checkers, "submit", lambda *_: stopped)
        answer = served.post("/v1/validations", branching(600))
        problem(answer, 413)
        assert answer.headers["RateLimit-Remaining"] == "6"

    def test_too_many_clients_are_counted_by_their_networks(
        self, serve: Serve, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("api.policy.rates._SINGLY", 2)
        served = serve(reads=1)
        for address, status in (
            ("192.0.2.1", 200),
            ("198.51.100.1", 200),
            ("192.0.2.1", 429),
            ("192.0.2.2", 200),
            ("192.0.3.3", 429),
            ("203.0.113.1", 200),
        ):
            environ = {"REMOTE_ADDR": address}
            answer = served.client.get("/v1/games", environ_overrides=environ)
            assert answer.status_code == status, address

    def test_0_is_no_limit(self, serve: Serve) -> None:
        served = serve(reads=0)
        assert all(served.get("/v1/games").status_code == 200 for _ in range(5))
        assert "RateLimit-Limit" not in served.get("/v1/games").headers


class TestDocs:
    def test_the_page_loads_nothing_from_other_sites(self, served: Served) -> None:
        page = served.get("/docs/")
        sources = re.findall(r'(?:src|href)="([^"]+)"', page.text)
        assert sources
        for source in sources:
            assert source.startswith(("/", "#"))
            if source.startswith(("/docs/", "/static/")):
                with served.get(source) as answer:
                    assert answer.status_code == 200
        assert 'data-address="/openapi.yaml"' in page.text

    def test_it_runs_only_scripts_that_are_files(self, served: Served) -> None:
        page = served.get("/docs/")
        assert re.findall(r"<script[^>]*>(.*?)</script>", page.text) == ["", ""]
        assert "script-src 'self';" in page.headers["Content-Security-Policy"]

    def test_an_invalid_host_does_not_reach_the_page(self, served: Served) -> None:
        answer = served.ask("GET", "/docs/", headers={"Host": "x</script><b>"})
        assert "<b>" not in answer.text

    def test_without_its_slash_the_path_redirects(self, served: Served) -> None:
        answer = served.ask("GET", "/docs", headers={"Host": "elsewhere.example"})
        assert (answer.status_code, answer.headers["Location"]) == (308, "/docs/")


def test_metrics_count_by_route_and_not_by_path(served: Served) -> None:
    served.get("/v1/replays?q=%3Cimg%3E")
    served.get("/%3Cimg%20onerror%3E")
    served.ask("BR<EW", "/v1/games")
    text = served.get("/metrics").text
    assert 'cgn_requests_total{method="GET",route="/v1/replays",status="200"} 1.0' in text
    assert 'cgn_requests_total{method="GET",route="none",status="404"} 1.0' in text
    assert 'method="other"' in text
    assert "<" not in text
    assert "cgn_request_seconds_count 3.0" in text


class TestAddress:
    def test_links_have_the_public_address_whatever_is_asked_for(self, serve: Serve) -> None:
        served = serve(public_address="https://club.example/cards")
        where = f"/r/{served.upload(record())}"
        page = served.ask("GET", where, headers={"Host": "evil.example"}, accept="text/html")
        assert "evil.example" not in page.text
        answer = served.ask("GET", "/v1/replays?limit=1", headers={"Host": "evil.example"})
        assert "evil.example" not in str(answer.headers) + answer.text
        assert f'"https://club.example/cards{where}' in page.text

    @pytest.mark.parametrize("prefix", ["//evil.example", "/a b", "evil", "/x<y"])
    def test_a_prefix_that_is_no_path_is_ignored(self, serve: Serve, prefix: str) -> None:
        served = serve(proxies=1)
        headers = {"X-Forwarded-Prefix": prefix, "X-Forwarded-For": "192.0.2.1"}
        page = served.ask("GET", "/", headers=headers, accept="text/html")
        assert page.status_code == 200
        assert prefix not in page.text

    @pytest.mark.parametrize("address", ["club.example", "https://", "https://a/b?c", "x://a"])
    def test_an_address_that_is_none_is_refused(self, serve: Serve, address: str) -> None:
        with pytest.raises(BadAddress):
            serve(public_address=address)
