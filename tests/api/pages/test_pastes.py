"""Logs that are kept for a day: who sees them, who erases them, and where they are not."""

from urllib.parse import urlencode

import pytest

from replays.store.sql.pastes import LIFE, MAX_PASTE
from tests.api.asking import BROWSER, FORM, OURS, Answer, Served, problem
from tests.api.conftest import Serve
from tests.api.pages.html import Page
from tests.api.pages.test_site import BROKEN
from tests.api.serving import ROOT

LOG = (ROOT / "examples" / "triggs.cgn").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _without_cookies(served: Served) -> None:
    served.client = served.app.test_client(use_cookies=False)


def paste(served: Served, log: str = LOG, **headers: str) -> Answer:
    body = urlencode({"log": log, "keep": "1"})
    return served.ask(
        "POST", "/check", body=body, kind=FORM, accept=BROWSER, headers=headers or OURS
    )


def kept(served: Served, log: str = LOG) -> tuple[str, str]:
    """The path of a paste, and its cookie."""
    answer = paste(served, log)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"]), str(answer.headers["Set-Cookie"])


@pytest.mark.parametrize("log", [LOG, BROKEN, "no record at all"])
def test_a_paste_is_shown_as_it_was_pasted_to_whoever_has_its_address(
    served: Served, log: str
) -> None:
    where, _ = kept(served, log)
    answer = served.get(where, accept=BROWSER)
    assert answer.status_code == 200
    page = Page(answer.text)
    assert "Whoever has the address of this page sees all that was pasted" in page.text
    assert "Erase it now" not in page.text
    assert log.splitlines()[0].replace('"', "&#34;") in answer.text
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert answer.headers["Referrer-Policy"] == "no-referrer"  # its address is a secret
    assert "no-store" in answer.headers["Cache-Control"]


def test_it_has_the_fixed_picture_of_its_game(served: Served) -> None:
    where, _ = kept(served)
    page = Page(served.get(where, accept=BROWSER).text)
    (picture,) = [
        str(found["content"]) for _, found in page.elements if found.get("property") == "og:image"
    ]
    assert "/static/preview-triggs.png" in picture


def test_the_browser_that_pasted_it_erases_it(served: Served) -> None:
    where, cookie = kept(served)
    for part in (f"Path={where}", "HttpOnly", "SameSite=Lax", f"Max-Age={LIFE}"):
        assert part in cookie
    own = {"Cookie": cookie.partition(";")[0], "Accept": BROWSER, **OURS}
    page = served.ask("GET", where, headers=own)
    assert "Erase it now" in page.text
    assert page.headers["Referrer-Policy"] == "same-origin"  # or the form's origin is `null`
    guessed = {**OURS, "Cookie": "paste=guessed"}
    problem(served.ask("POST", f"{where}/erase", headers=guessed), 403)
    other = served.ask("POST", f"{where}/erase", headers={**own, "Sec-Fetch-Site": "cross-site"})
    assert other.status_code == 403
    assert served.get(where, accept=BROWSER).status_code == 200
    assert served.ask("POST", f"{where}/erase", headers=own).status_code == 303
    assert served.get(where, accept=BROWSER).status_code == 404


def test_it_is_gone_after_a_day(served: Served) -> None:
    where, _ = kept(served)
    served.clock.now += LIFE
    assert served.get(where, accept=BROWSER).status_code == 404


def test_it_is_no_replay(served: Served) -> None:
    kept(served)
    assert served.json("/v1/replays?total=1")["total"] == 0
    assert served.json("/v1/replays?q=Ana&total=1")["total"] == 0
    assert "/r/" not in served.get("/", accept=BROWSER).text


def test_the_form_of_another_site_keeps_nothing(served: Served) -> None:
    assert paste(served, Origin="https://evil.example").status_code == 403
    assert paste(served, Origin="null").status_code == 403
    assert served.store.pastes.list() == []
    assert paste(served, Origin="http://localhost").status_code == 303


def test_a_long_log_is_not_kept_and_stays_in_the_form(served: Served) -> None:
    long = f"{LOG}% {'x' * MAX_PASTE}\n"
    answer = paste(served, long)
    assert answer.status_code == 413
    assert "at most 262,144 bytes" in Page(answer.text).text
    assert "Ana" in answer.text


def test_only_so_many_are_kept_a_day(served: Served) -> None:
    for _ in range(20):
        kept(served, "a log")
    answer = paste(served, "a log")
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == str(LIFE)
    assert "20 logs of yours are kept already" in Page(answer.text).text


def test_a_service_that_keeps_none_does_not_offer_it(serve: Serve) -> None:
    served = serve(pastes=0)
    for where in ("/", "/check"):
        assert "Keep for a day" not in served.get(where, accept=BROWSER).text
    assert "this service keeps no logs" in Page(paste(served).text).text.lower()
    assert served.store.pastes.list() == []
