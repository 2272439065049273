"""The page of a log: its mends, each by one click, and keeping a right one as a replay."""

from collections.abc import Mapping
from urllib.parse import urlencode

import pytest
from msgspec.json import decode, encode

from notation.edits import Edit, edited
from notation.text_writer import write_text
from pages.pasted import digest_of
from tests.api.asking import BROWSER, FORM, OURS, Answer, Served, problem
from tests.api.live.making import At
from tests.api.pages.html import Page
from tests.api.pages.test_site import BROKEN, HOSTILE
from tests.api.serving import ROOT
from tests.replays.store.making import record

LOG = (ROOT / "examples" / "triggs.cgn").read_text(encoding="utf-8")
ANA = {**OURS, "Cookie": "cgn=cgn_ana"}
HEAD = '[CGN "1"]\n[Game "triggs"]\n[Rules "1"]\n[A "Ana"]\n[B "Bo"]\n[Seed "s"]\n\n'


@pytest.fixture(autouse=True)
def _without_cookies(served: Served) -> None:
    served.client = served.app.test_client(use_cookies=False)


def send(
    served: Served, fields: Mapping[str, str], path: str = "", headers: Mapping[str, str] = OURS
) -> Answer:
    body = urlencode(fields)
    return served.ask(
        "POST", f"/check{path}", body=body, kind=FORM, accept=BROWSER, headers=headers
    )


def editor(page: Page) -> dict[str, str]:
    """The fields of the form with the log, as a browser sends them."""
    hidden = {
        str(found["name"]): str(found["value"])
        for tag, found in page.elements
        if tag == "input" and found.get("type") == "hidden"
    }
    (log,) = [text.removeprefix("\n") for text in page.inside("textarea")]
    return {**hidden, "log": log.replace("\n", "\r\n")}


def edits(page: Page) -> list[str]:
    """The edits of the buttons that mend the log, as the page sends them."""
    found = [one for tag, one in page.elements if tag == "button" and one.get("name") == "edit"]
    return [str(one["value"]) for one in found]


def checked(served: Served, log: str, **fields: str) -> Page:
    answer = send(served, {"log": log, **fields})
    assert answer.status_code == 200, answer.text
    page = Page(answer.text)
    assert not page.open
    return page


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (BROKEN, LOG),
        (LOG.replace("40. B:", "41. B:"), LOG),
        (f"{HEAD}1. A: drwa left left\n", f"{HEAD}1. A: draw left left\n"),
        (HEAD.replace("triggs", "trigs"), HEAD),
        (f"\n\n{HEAD}1. A: drwa left left\n", f"\n\n{HEAD}1. A: draw left left\n"),
        (f"{HEAD}1. A: draw left left\n\n{BROKEN}", f"{HEAD}1. A: draw left left\n\n{LOG}"),
    ],
)
def test_a_mend_is_one_click_that_leaves_the_log_in_the_box(
    served: Served, wrong: str, right: str
) -> None:
    page = checked(served, wrong, record="2")
    first = edits(page)[0]
    answer = send(served, {**editor(page), "edit": first})
    mended = Page(answer.text)
    assert editor(mended)["log"].replace("\r\n", "\n") == right
    assert editor(mended)["shown"] == editor(page)["shown"]
    assert first not in edits(mended)


def test_each_legal_move_that_is_near_is_a_button_with_its_text(served: Served) -> None:
    page = checked(served, BROKEN)
    titles = [decode(edit, type=Edit).title for edit in edits(page)]
    assert "Write `cross 4 4,4,3+1`" in titles
    assert "cross 4 4,4,3+1" in page.inside("code")


def test_a_warning_is_mended_as_well(served: Served) -> None:
    log = LOG.replace("[Date", "[Dato")
    page = checked(served, log)
    assert "Valid: 88 plies" in page.text
    mended = Page(send(served, {**editor(page), "edit": edits(page)[0]}).text)
    assert editor(mended)["log"].replace("\r\n", "\n") == LOG


def test_a_log_that_was_changed_meanwhile_is_checked_anew_and_not_mended(served: Served) -> None:
    page = checked(served, BROKEN)
    other = f"% a note\n{BROKEN}"
    sent = {**editor(page), "log": other, "edit": edits(page)[0]}
    again = Page(send(served, sent).text)
    assert editor(again)["log"].replace("\r\n", "\n") == other
    mended = Page(send(served, {**editor(again), "edit": edits(again)[0]}).text)
    assert "Valid: 88 plies" in mended.text


@pytest.mark.parametrize(
    "edit", ["", "{}", "[" * 50_000, '{"from":{"line":0,"column":1}}', "\ud800"]
)
def test_what_is_no_edit_changes_nothing(served: Served, edit: str) -> None:
    sent = {"log": BROKEN, "of": digest_of(BROKEN), "edit": edit.encode(errors="replace").decode()}
    answer = send(served, sent)
    assert answer.status_code == 200
    assert editor(Page(answer.text))["log"].replace("\r\n", "\n") == BROKEN


def test_a_hostile_edit_ends_at_the_end_of_the_log(served: Served) -> None:
    spot = {"line": 2**62, "column": 2**62}
    edit = {"from": spot, "to": spot, "text": "% end\n", "title": HOSTILE}
    answer = send(served, {"log": LOG, "of": digest_of(LOG), "edit": encode(edit).decode()})
    assert answer.status_code == 200
    assert "Valid: 88 plies" in Page(answer.text).text


def test_hostile_words_in_an_edit_add_no_element(served: Served) -> None:
    hostile = HOSTILE.replace('"', "")
    log = HEAD.replace('[B "Bo"]', f"[B \u201e{hostile}\u201c]")
    page = checked(served, log)
    assert hostile in decode(edits(page)[0], type=Edit).text
    assert "img" not in {tag for tag, _ in page.elements}
    assert all(found.get("src") for tag, found in page.elements if tag == "script")
    mended = Page(send(served, {**editor(page), "edit": edits(page)[0]}).text)
    assert "img" not in {tag for tag, _ in mended.elements}


def test_v1_answers_with_the_edits_that_the_page_makes(served: Served) -> None:
    answer = served.post("/v1/replays", BROKEN, "ana")
    (found,) = problem(answer, 422)["diagnostics"]
    edit = decode(encode(found["edits"][0]), type=Edit)
    assert edited(BROKEN, edit) == LOG
    (row,) = served.post("/v1/validations", BROKEN).json["records"]
    assert row["diagnostic"]["edits"] == found["edits"]
    two = f"{HEAD}1. A: draw left left\n\n{BROKEN}"
    second = served.post("/v1/imports", two, "ana").json["lines"][1]
    edit = decode(encode(second["diagnostics"][0]["edits"][0]), type=Edit)
    assert edited(two, edit).endswith(LOG)


def test_no_refusal_of_a_ply_at_a_table_has_edits(served: Served) -> None:
    at = At.create(served)
    refused = problem(at.play("A", "A", "draw lefft left"), 422)
    assert refused["diagnostics"]
    assert all("edits" not in one for one in refused["diagnostics"])


def keep(served: Served, fields: Mapping[str, str], headers: Mapping[str, str] = ANA) -> Answer:
    return send(served, fields, "/keep", headers)


def test_a_right_log_is_kept_unlisted_and_leads_to_its_replay(served: Served) -> None:
    page = checked(served, LOG)
    assert [found["formaction"] for _, found in page.elements if "formaction" in found] == [
        "/check/keep"
    ]
    answer = keep(served, editor(page))
    assert answer.status_code == 303
    there = str(answer.headers["Location"])
    assert served.get(there, accept=BROWSER).status_code == 200
    replay = there.removeprefix("/r/")
    (own,) = served.json("/v1/replays?own=true", "ana")["replays"]
    assert (own["id"], own["visibility"]) == (replay, "unlisted")
    assert served.json("/v1/replays")["replays"] == []
    assert keep(served, {"log": LOG}).headers["Location"] == there


def test_the_record_that_is_shown_is_the_one_that_is_kept(served: Served) -> None:
    two = write_text(record("one")) + "\n" + LOG
    page = checked(served, two, record="2")
    answer = keep(served, editor(page))
    kept = served.json("/v1/replays?own=true", "ana")["replays"]
    assert [one["plies"] for one in kept] == [88]
    assert answer.headers["Location"] == f"/r/{kept[0]['id']}"


def test_a_log_of_json_is_kept_as_well(served: Served) -> None:
    served.post("/v1/replays", LOG, "bo")
    (entry,) = served.json("/v1/replays")["replays"]
    log = served.get(f"/v1/replays/{entry['id']}", accept="application/vnd.cgn+json").text
    for one in (log, f"{log}{log}"):
        answer = keep(served, {"log": one, "record": "1"})
        assert answer.headers["Location"] == f"/r/{entry['id']}"


def test_a_broken_log_is_not_kept_and_stays_in_the_form(served: Served) -> None:
    for log in (BROKEN, "no record", f"{LOG}\n{BROKEN}"):
        answer = keep(served, {"log": log, "record": "2"})
        assert answer.status_code == 422, log
        page = Page(answer.text)
        assert page.inside("textarea")[0].removeprefix("\n") == log
    assert keep(served, {"log": " "}).status_code == 400
    assert served.json("/v1/replays?own=true", "ana")["replays"] == []


def test_whoever_is_not_signed_in_enters_a_token_and_loses_nothing(served: Served) -> None:
    answer = keep(served, {"log": LOG}, OURS)
    assert answer.status_code == 200
    page = Page(answer.text)
    fields = editor(page)
    assert "Sign in and keep it" in page.text
    wrong = keep(served, {**fields, "token": "cgn_nobody"}, OURS)
    assert wrong.status_code == 422
    assert "This token is not known here" in Page(wrong.text).text
    fields = editor(Page(wrong.text))
    kept = keep(served, {**fields, "token": "cgn_ana"}, OURS)
    assert kept.status_code == 303
    assert kept.headers["Set-Cookie"].startswith("cgn=cgn_ana;")
    assert len(served.json("/v1/replays?own=true", "ana")["replays"]) == 1


@pytest.mark.parametrize("whose", ["reader", "seat"])
def test_a_token_that_may_not_store_games_keeps_none(served: Served, whose: str) -> None:
    sent = f"cgn_{At.create(served).seats['A'] if whose == 'seat' else whose}"
    for fields, headers in (
        ({"token": sent}, OURS),
        ({}, {**OURS, "Authorization": f"Bearer {sent}"}),
    ):
        answer = keep(served, {"log": LOG, **fields}, headers)
        assert answer.status_code in (200, 422)
        assert "Sign in and keep it" in answer.text
        assert "Set-Cookie" not in answer.headers
    assert served.json("/v1/replays?own=true", "ana")["replays"] == []


@pytest.mark.parametrize(
    "headers", [{}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}]
)
def test_a_page_of_another_site_keeps_nothing(served: Served, headers: dict[str, str]) -> None:
    for cookie in ({}, {"Cookie": "cgn=cgn_ana"}):
        answer = keep(served, {"log": LOG, "token": "cgn_ana"}, {**headers, **cookie})
        assert answer.status_code == 403
    assert served.json("/v1/replays?own=true", "ana")["replays"] == []
