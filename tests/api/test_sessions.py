"""Sessions of browsers: what a cookie opens, and what it does not."""

import pytest
from msgspec.json import encode

from api.http import sessions
from replays.store.tokens import SIGN_IN, digest_of
from tests.api.asking import BROWSER, DAY, FORM, JSON, OURS, Answer, Served, problem
from tests.api.live.making import At
from tests.api.test_access import PAGES, guarded

__all__ = ["guarded"]


@pytest.fixture
def plain(served: Served) -> Served:
    """A service asked by a client that keeps no cookies."""
    served.client = served.app.test_client(use_cookies=False)
    return served


def sign_in(served: Served, token: str, **headers: str) -> Answer:
    return served.ask(
        "POST", "/session", body=f"token={token}", kind=FORM, accept=BROWSER, headers=headers
    )


def cookie_of(answer: Answer) -> str:
    return str(answer.headers["Set-Cookie"]).partition(";")[0]


def test_a_token_becomes_a_cookie_that_scripts_and_other_sites_cannot_use(plain: Served) -> None:
    answer = sign_in(plain, "cgn_ana", **OURS)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/new")
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("cgn=cgn_ana;")
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Lax", "Path=/"))
    assert "Secure" not in cookie
    headers = {**OURS, "Cookie": cookie_of(answer)}
    page = plain.ask("GET", "/new", accept=BROWSER, headers=headers)
    assert "Start" in page.text
    assert page.headers["Cache-Control"] == "private, no-store"


def test_over_https_the_cookie_is_secure(plain: Served) -> None:
    answer = plain.client.post(
        "/session", data={"token": "cgn_ana"}, headers=OURS, base_url="https://localhost"
    )
    assert "Secure" in answer.headers["Set-Cookie"]


def test_a_script_signs_in_without_leaving_the_page(plain: Served) -> None:
    answer = plain.ask("POST", "/session", body='{"token": "cgn_ana"}', kind=JSON, headers=OURS)
    assert answer.status_code == 204
    assert cookie_of(answer) == "cgn=cgn_ana"
    wrong = plain.ask("POST", "/session", body='{"token": "cgn_no"}', kind=JSON, headers=OURS)
    assert problem(wrong, 422)["detail"] == "this token is not known here"
    for body in ("[]", "no", '{"token": 5}'):
        problem(plain.ask("POST", "/session", body=body, kind=JSON, headers=OURS), 422)


def test_a_token_that_opens_nothing_is_refused_beside_the_form(plain: Served) -> None:
    for token, words in (("cgn_nobody", "not known here"), ("", "is Bearer and a token")):
        answer = sign_in(plain, token, **OURS)
        assert answer.status_code == 422
        assert "Set-Cookie" not in answer.headers
        assert words in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    ],
)
def test_a_page_of_another_site_can_neither_sign_in_nor_out_nor_play(
    plain: Served, headers: dict[str, str]
) -> None:
    at = At.create(plain)
    own = {**headers, "Cookie": "cgn=cgn_ana", "If-Match": f'"v{at.version}"'}
    ply = '{"seat": "A", "move": "draw left left"}'
    assert sign_in(plain, "cgn_ana", **headers).status_code == 403
    for path in ("/session/end", "/new", f"/t/{at.id}/plies", f"/t/{at.id}/takebacks"):
        problem(plain.ask("POST", path, body=ply, kind=JSON, headers=own), 403)
    assert at.version == 1


READS_ALONE = {"/check": "a log is checked; one that is kept is in the tests of pastes"}
"""Pages that may be sent a form from anywhere, with the reason."""


def test_no_page_that_takes_a_form_takes_one_of_another_site(plain: Served) -> None:
    at = At.create(plain)
    ids = {"table": at.id, "replay": "0" * 64, "ply": 1, "paste": "0" * 32}
    where = plain.app.url_map.bind("localhost")
    taking = [
        where.build(rule.endpoint, {name: ids[name] for name in rule.arguments}, method="POST")
        for rule in plain.app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and not rule.rule.startswith("/v1/")
    ]
    assert len(taking) > 15
    for path in taking:
        if path in READS_ALONE:
            continue
        for headers in ({}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
            own = {**headers, "Cookie": f"cgn=cgn_ana; cgn-{at.id}=cgn_{at.seats['A']}; paste=x"}
            answer = plain.ask("POST", path, body="log=x", kind=FORM, headers=own)
            assert "only a page of this service" in problem(answer, 403)["detail"], path
    assert at.version == 1


def test_on_plain_http_the_origin_says_whose_page_it_is(plain: Served) -> None:
    assert sign_in(plain, "cgn_ana", Origin="http://localhost").status_code == 303


def test_nothing_below_v1_reads_a_cookie(plain: Served) -> None:
    at = At.create(plain)
    own = {**OURS, "Cookie": f"cgn=cgn_ana; cgn-{at.id}=cgn_{at.seats['A']}"}
    for method, path in (("GET", "/v1/me"), ("GET", "/v1/tokens"), ("POST", "/v1/tables")):
        problem(plain.ask(method, path, headers=own), 401)
    state = plain.ask("GET", at.path, headers=own)
    assert state.json["view"] == "public"
    assert "Cookie" not in state.headers["Vary"]
    assert "Cookie" not in plain.ask("GET", "/static/site.css", headers=own).headers.get("Vary", "")


def test_a_page_that_other_sites_frame_reads_no_cookie(guarded: Served) -> None:
    guarded.client = guarded.app.test_client(use_cookies=False)
    framed = []
    for page in PAGES:
        own = guarded.ask("GET", page, accept=BROWSER, headers={"Cookie": "cgn=cgn_ana"})
        if own.headers.get("X-Frame-Options") != "DENY":
            framed.append(page)
            assert "Cookie" not in own.headers["Vary"], page
            assert own.data == guarded.get(page, accept=BROWSER).data, page
    assert framed
    assert all(page.startswith("/embed/") for page in framed), framed


def test_no_answer_of_a_page_stands_for_one_with_another_cookie(plain: Served) -> None:
    for path in ("/", "/new", "/session", "/check"):
        assert "Cookie" in plain.ask("GET", path, accept=BROWSER).headers["Vary"], path
        own = plain.ask("GET", path, accept=BROWSER, headers={"Cookie": "cgn=cgn_ana"})
        assert own.headers["Cache-Control"] == "private, no-store", path


def test_a_cookie_with_an_old_token_closes_no_page(plain: Served) -> None:
    for token in ("cgn_revoked", "cgn_expired", "cgn_unheard-of", "", "\x7f"):
        answer = plain.ask("GET", "/", accept=BROWSER, headers={"Cookie": f"cgn={token}"})
        assert answer.status_code == 200, token
    bad = plain.ask("GET", "/", accept=BROWSER, headers={"Cookie": 'cgn="x; ;=;'})
    assert bad.status_code == 200
    problem(plain.get("/v1/replays", "revoked"), 401)


def test_at_a_table_the_cookie_of_its_seat_goes_before_that_of_the_owner(plain: Served) -> None:
    at = At.create(plain)
    answer = sign_in(plain, f"cgn_{at.seats['B']}", **OURS)
    assert answer.headers["Location"] == f"/t/{at.id}/play"
    assert f"Path=/t/{at.id}" in answer.headers["Set-Cookie"]
    both = {"Cookie": f"{cookie_of(answer)}; cgn=cgn_ana"}
    page = plain.ask("GET", f"/t/{at.id}", accept=BROWSER, headers=both)
    assert 'data-view="B"' in page.text
    own = plain.ask("GET", f"/t/{at.id}", accept=BROWSER, headers={"Cookie": "cgn=cgn_ana"})
    assert 'data-view="all"' in own.text
    other = At.create(plain)
    elsewhere = plain.ask("GET", f"/t/{other.id}", accept=BROWSER, headers=both)
    assert 'data-view="all"' in elsewhere.text


def test_signing_out_takes_every_token_from_the_browser(served: Served) -> None:
    """As a browser does, the client here sends the cookie of a seat to its table alone."""
    seats = [At.create(served) for _ in range(2)]
    for token in ("cgn_ana", *(f"cgn_{at.seats['B']}" for at in seats)):
        assert sign_in(served, token, **OURS).status_code == 303
    pages = ["/me", *(f"/t/{at.id}/play" for at in seats)]
    assert [served.get(page, accept=BROWSER).status_code for page in pages] == [200] * 3
    shown = served.get("/session", accept=BROWSER)
    assert "sat down at 2 tables" in shown.text
    assert f"/t/{seats[1].id}/play" in shown.text
    answer = served.ask("POST", "/session/end", headers=OURS)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert [served.get(page, accept=BROWSER).status_code for page in pages] == [303] * 3
    assert "Sign out" not in served.get("/session", accept=BROWSER).text


def test_whoever_has_but_a_seat_signs_out_too(served: Served) -> None:
    at = At.create(served)
    sign_in(served, f"cgn_{at.seats['B']}", **OURS)
    shown = served.get("/session", accept=BROWSER)
    assert "sat down at a table" in shown.text
    assert shown.headers["Cache-Control"] == "private, no-store"
    served.ask("POST", "/session/end", headers=OURS)
    assert 'data-view="public"' in served.get(f"/t/{at.id}", accept=BROWSER).text


def test_a_browser_has_seats_at_some_tables_the_oldest_goes_first(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "_MOST_SEATS", 2)
    seats = [At.create(served) for _ in range(3)]
    for at in (*seats[:2], seats[0], seats[2]):
        sign_in(served, f"cgn_{at.seats['B']}", **OURS)
    views = [served.get(f"/t/{at.id}/play", accept=BROWSER).status_code for at in seats]
    assert views == [200, 303, 200]


def test_seats_of_games_that_have_ended_go_before_others(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "_MOST_SEATS", 2)
    oldest, ended, newest = [At.create(served) for _ in range(3)]
    for at in (oldest, ended):
        sign_in(served, f"cgn_{at.seats['B']}", **OURS)
    ended.post("end", "ana", {"termination": "abandoned"})
    sign_in(served, f"cgn_{newest.seats['B']}", **OURS)
    for at in (oldest, newest):
        assert served.get(f"/t/{at.id}/play", accept=BROWSER).status_code == 200


def test_giving_up_as_many_seats_as_there_may_be_fits_the_headers_of_proxies(plain: Served) -> None:
    tables = ".".join([f"{number:032x}" for number in range(100)])
    answer = plain.ask(
        "POST", "/session/end", headers={**OURS, "Cookie": f"cgn=cgn_ana; cgn-seats={tables}"}
    )
    assert len(answer.headers.getlist("Set-Cookie")) == sessions._MOST_SEATS + 2
    assert len(str(answer.headers)) < 4_096  # what nginx keeps unless it is told


def test_what_others_write_into_the_list_of_seats_does_nothing(plain: Served) -> None:
    for named in ("../me", "0" * 31, f"{'0' * 32}x", ".".join(["x"] * 500)):
        headers = {**OURS, "Cookie": f"cgn-seats={named}"}
        answer = plain.ask("POST", "/session/end", headers=headers)
        gone = [one.partition("=")[0] for one in answer.headers.getlist("Set-Cookie")]
        assert gone == ["cgn", "cgn-seats"]


def test_an_invitation_is_no_seat_yet(plain: Served) -> None:
    header = {"cgn": 1, "game": "triggs", "rules": "1", "seats": ["Ana", "Bo"]}
    made = plain.post("/v1/tables", encode({"header": header, "deal": True}), "ana", JSON).json
    answer = sign_in(plain, made["invitations"]["A"], **OURS)
    assert answer.status_code == 422
    assert "invitation" in answer.text


def test_the_code_of_a_link_signs_one_browser_in_and_opens_nothing_else(plain: Served) -> None:
    code = "cgn_" + "c" * 43
    plain.store.tokens.create("ana", (SIGN_IN,), digest_of(code), plain.clock() + DAY)
    for path in ("/v1/me", "/v1/replays", "/v1/tokens"):
        answer = plain.ask("GET", path, headers={"Authorization": f"Bearer {code}"})
        assert "sign-in link" in problem(answer, 401)["detail"]
    assert sign_in(plain, code, **{"Sec-Fetch-Site": "cross-site"}).status_code == 403
    answer = sign_in(plain, code, **OURS)
    assert answer.status_code == 303
    cookie = cookie_of(answer)
    assert code not in cookie
    page = plain.ask("GET", "/me", accept=BROWSER, headers={**OURS, "Cookie": cookie})
    assert "signed in as <b>ana</b>" in page.text
    again = sign_in(plain, code, **OURS)
    assert again.status_code == 422
    assert "was used before" in again.text
    assert "Set-Cookie" not in again.headers


def test_the_code_of_a_link_is_good_for_a_day(plain: Served) -> None:
    code = "cgn_" + "d" * 43
    plain.store.tokens.create("ana", (SIGN_IN,), digest_of(code), plain.clock() + DAY)
    plain.clock.now += DAY
    assert "older than a day" in sign_in(plain, code, **OURS).text
