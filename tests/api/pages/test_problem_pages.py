"""The pages of the types of problems."""

from api.problem_types import PAGES, TYPES
from tests.api.asking import BROWSER, TEXT, Served, problem
from tests.api.conftest import Serve
from tests.api.pages.html import Page
from tests.api.pages.test_site import page


def test_every_type_has_a_page_that_says_what_to_do(served: Served) -> None:
    listed = set(page(served, PAGES).all("a", "href"))
    for kind in TYPES.values():
        shown = page(served, kind.path).text
        for prose in (kind.title, kind.meaning, kind.advice):
            assert prose.replace("`", "") in shown
        assert kind.path in listed


def test_a_problem_leads_to_its_page_behind_a_prefix_too(serve: Serve) -> None:
    served, headers = serve(proxies=1), {"X-Forwarded-Prefix": "/cards"}
    told = served.ask("GET", "/v1/nope", headers=headers).json
    assert told["type"] == "/cards/problems/not-found"
    shown = served.ask("GET", "/nope", accept=BROWSER, headers=headers)
    assert told["type"] in Page(shown.text).all("a", "href")
    sent = served.ask("POST", "/v1/imports", "ana", body="nonsense", kind=TEXT, headers=headers)
    (line,) = sent.json["lines"]
    assert line["type"] == "/cards/problems/invalid-record"


def test_there_is_no_page_of_another_type(served: Served) -> None:
    assert problem(served.get(f"{PAGES}nope"), 404)["detail"] == "there is no such type of problem"
