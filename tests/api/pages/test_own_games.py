"""The page of one's own games: uploads, replays and tables, and for whom it opens."""

import gzip
import re
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import cast
from urllib.parse import urlencode

import pytest
from msgspec.json import encode

from api.checking.upload_jobs import FILES
from notation.text_writer import write_text
from tests.api.asking import BROWSER, FORM, JSON, OURS, Answer, Served, problem
from tests.api.conftest import Serve
from tests.api.live.making import HEADER, At
from tests.api.pages.html import Page
from tests.api.pages.test_site import BROKEN, HOSTILE
from tests.api.serving import ROOT
from tests.replays.store.making import record

LOG = (ROOT / "examples" / "triggs.cgn").read_text(encoding="utf-8")
SALAD = (ROOT / "examples" / "point_salad.cgn").read_text(encoding="utf-8")
ANA = {**OURS, "Cookie": "cgn=cgn_ana"}


@pytest.fixture(autouse=True)
def _without_cookies(served: Served) -> None:
    served.client = served.app.test_client(use_cookies=False)


def me(served: Served, query: str = "", headers: Mapping[str, str] = ANA) -> Page:
    answer = served.ask("GET", f"/me{query}", accept=BROWSER, headers=headers)
    assert answer.status_code == 200, answer.text
    page = Page(answer.text)
    assert not page.open
    return page


def upload(
    served: Served,
    files: Sequence[tuple[str, str | bytes]] = (),
    headers: Mapping[str, str] = ANA,
    **fields: str,
) -> Answer:
    """Send the form with these files, by their names, as a browser does."""
    sent = [
        (BytesIO(raw.encode() if isinstance(raw, str) else raw), name) for name, raw in files
    ] or [(BytesIO(b""), "")]
    data = {"log": "", "visibility": "unlisted", **fields, "file": sent}
    answer = served.client.post("/me/replays", data=data, headers={**headers, "Accept": BROWSER})
    return cast("Answer", answer)


def results(answer: Answer) -> list[str]:
    """What the page says of each file, without markup."""
    (listed,) = re.findall(r'<ol id="results"[^>]*>(.*?)</ol>', answer.text, re.DOTALL)
    return [
        " ".join(re.sub("<textarea.*?</textarea>|<[^>]*>", " ", one, flags=re.DOTALL).split())
        for one in re.findall(r"<li.*?</li>", listed, re.DOTALL)
    ]


def send(served: Served, path: str, headers: Mapping[str, str] = ANA, **fields: str) -> Answer:
    return served.ask(
        "POST", f"/me{path}", body=urlencode(fields), kind=FORM, accept=BROWSER, headers=headers
    )


def own(served: Served, by: str = "ana") -> dict[str, str]:
    """The visibility of each replay that somebody holds, by its id."""
    found = served.json("/v1/replays?own=true", by)["replays"]
    return {one["id"]: one["visibility"] for one in found}


def test_whoever_is_not_signed_in_is_led_there_and_back(served: Served) -> None:
    for headers in ({}, {"Cookie": "cgn=cgn_revoked"}):
        answer = served.ask("GET", "/me", accept=BROWSER, headers=headers)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/session?to=me")
    form = Page(served.get("/session?to=me", accept=BROWSER).text)
    assert list(form.all("form", "action")) == ["/session?to=me"]
    signed = served.ask(
        "POST", "/session?to=me", body="token=cgn_ana", kind=FORM, accept=BROWSER, headers=OURS
    )
    assert (signed.status_code, signed.headers["Location"]) == (303, "/me")
    assert served.get("/session?to=//evil.example", accept=BROWSER).text.count("evil") == 0


def test_the_page_is_for_one_browser_alone(served: Served) -> None:
    answer = served.ask("GET", "/me", accept=BROWSER, headers=ANA)
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert "Cookie" in answer.headers["Vary"]
    other = served.ask("GET", "/me", accept=BROWSER, headers={"Cookie": "cgn=cgn_bo"})
    assert "signed in as bo" in Page(other.text).text


def test_empty_lists_are_told_in_words(served: Served) -> None:
    text = me(served).text
    assert "No game of yours is in progress" in text
    assert "You have no replay yet" in text
    assert "Ended tables" not in text


def test_each_of_many_files_has_its_result(served: Served) -> None:
    two = f"{LOG}\n{SALAD}"
    files: list[tuple[str, str | bytes]] = [
        ("one.cgn", LOG),
        ("broken.cgn", BROKEN),
        ("two.cgn", two),
        ("empty.cgn", " \n"),
        ("packed.cgn.gz", gzip.compress(LOG.encode())),
        ("mixed.cgn", f"{SALAD}\n{BROKEN}"),
        ("no.json", "{}"),
    ]
    answer = upload(served, files)
    assert answer.status_code == 200
    found = results(answer)
    assert [one.partition(" ")[0] for one in found] == [name for name, _ in files]
    assert found[0].endswith("Triggs, 88 plies : stored")
    assert "Not stored: line 60: 3+2 makes 5, not 4" in found[1]
    assert found[1].endswith("Mend it")
    assert found[2].count("stored") == 1
    assert "you had it already" in found[2]
    assert found[3].endswith("This file is empty")
    assert found[4].endswith("This file is packed; choose it unpacked")
    assert "Not stored: record 2, line" in found[5]
    assert "Not stored" in found[6]
    assert "Mend it" not in found[6]
    assert sorted(own(served).values()) == ["unlisted", "unlisted"]


def test_a_broken_file_is_mended_on_the_page_of_a_log(served: Served) -> None:
    answer = upload(served, [("mixed.cgn", f"{SALAD}\n{BROKEN}")])
    page = Page(answer.text)
    (log,) = [text for text in page.inside("textarea") if "Triggs" in text or "triggs" in text]
    (button,) = [
        found for tag, found in page.elements if tag == "button" and found.get("name") == "record"
    ]
    assert button["value"] == "2"
    sent = urlencode({"log": log, "record": "2"})
    mend = served.ask("POST", "/check", body=sent, kind=FORM, accept=BROWSER, headers=ANA)
    assert "3+2 makes 5, not 4" in Page(mend.text).text


def test_a_pasted_log_is_stored_and_a_broken_one_stays_in_the_box(served: Served) -> None:
    good = upload(served, log=LOG, visibility="private")
    assert results(good) == ["The pasted log Triggs, 88 plies : stored"]
    assert list(own(served).values()) == ["private"]
    bad = upload(served, log=BROKEN)
    boxes = Page(bad.text).inside("textarea")
    assert boxes[0].removeprefix("\n") == BROKEN
    assert Page(good.text).inside("textarea")[0].strip() == ""


def test_nothing_and_too_much_are_refused_beside_the_form(served: Served) -> None:
    empty = upload(served)
    assert empty.status_code == 422
    assert "There is no log here; choose files, or paste one." in Page(empty.text).text
    unknown = upload(served, [("one.cgn", LOG)], visibility="secret")
    assert unknown.status_code == 422
    assert "Choose who finds it" in Page(unknown.text).text
    for count in (FILES + 1, 10 * FILES):
        many = upload(served, [(f"{at}.cgn", "short") for at in range(count)])
        assert many.status_code == 413
        assert f"At most {FILES} files fit into one form" in Page(many.text).text
    assert own(served) == {}
    most = upload(served, [(f"{at}.cgn", LOG) for at in range(FILES)])
    assert len(results(most)) == FILES


def test_the_size_the_work_and_the_records_of_a_form_are_limited(serve: Serve) -> None:
    small = serve(max_body=1_024)
    small.client = small.app.test_client(use_cookies=False)
    large = upload(small, [("one.cgn", LOG)])
    assert large.status_code == 413
    assert "bytes in the body: at most 1,024" in Page(large.text).text.lower()
    few = serve(max_records=2)
    few.client = few.app.test_client(use_cookies=False)
    three = "\n".join(write_text(record(name)) for name in ("one", "two", "three"))
    found = results(upload(few, [("three.cgn", three), ("one.cgn", LOG), ("two.cgn", SALAD)]))
    assert found[0].endswith("(`cgn upload` takes any number): at most 2 (max_records)")
    assert [one.rpartition(" ")[2] for one in found[1:]] == ["stored", "stored"]
    found = results(upload(few, [("two.cgn", f"{LOG}\n{SALAD}"), ("three.cgn", LOG)]))
    assert found[1].endswith("at most 2 (max_records)")
    busy = serve(max_weight=2_000)
    busy.client = busy.app.test_client(use_cookies=False)
    (heavy,) = results(upload(busy, [("heavy.cgn", "\n".join([LOG] * 20))]))
    assert "it would take too long" in heavy


def test_the_writes_of_a_client_are_limited_as_everywhere(serve: Serve) -> None:
    served = serve(writes=2)
    served.client = served.app.test_client(use_cookies=False)
    answers = [upload(served, [("one.cgn", LOG)]).status_code for _ in range(4)]
    assert answers[0] == 200
    assert answers[-1] == 429


def test_who_finds_a_replay_can_be_changed(served: Served) -> None:
    replay = served.upload(record("one"))
    page = me(served)
    assert list(page.all("option", "value")).count("private") == 2
    answer = send(served, f"/replays/{replay}/visibility", visibility="private", after="")
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/me#replay-{replay[:16]}"
    assert own(served) == {replay: "private"}
    selected = [found["value"] for _, found in me(served).elements if "selected" in found]
    assert selected == ["unlisted", "private"]
    cursor = "0" * 16
    paged = send(served, f"/replays/{replay}/visibility", visibility="public", after=cursor)
    assert paged.headers["Location"] == f"/me?after={cursor}#replay-{replay[:16]}"
    wild = send(served, f"/replays/{replay}/visibility", visibility="public", after="//x\r\nY: z")
    assert wild.headers["Location"] == f"/me#replay-{replay[:16]}"


def test_what_others_chose_is_told(served: Served) -> None:
    replay = served.upload(record("one"), "bo")
    served.upload(record("one"), "ana", "private")
    page = me(served)
    assert "It is public: somebody else who uploaded it chose so." in page.text
    assert [one["value"] for _, one in page.elements if "selected" in one][1] == "private"
    assert replay in own(served)


def test_a_replay_is_deleted_after_a_question_that_needs_no_script(served: Served) -> None:
    replay = served.upload(record("one"))
    page = me(served)
    assert "Delete this replay?" in page.text
    assert "summary" in {tag for tag, _ in page.elements}
    answer = send(served, f"/replays/{replay}/delete")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/me#replays")
    assert own(served) == {}
    again = send(served, f"/replays/{replay}/delete")
    assert again.status_code == 404
    assert "There is no replay with this id" in Page(again.text).text


def test_what_is_refused_about_a_replay_stands_beside_it(served: Served) -> None:
    replay = served.upload(record("one"))
    answer = send(served, f"/replays/{replay}/visibility", visibility="nobody")
    assert answer.status_code == 422
    (entry,) = re.findall(
        rf'<li class="panel" id="replay-{replay[:16]}">.*?</li>\s*</ul>\s*<p class="note">',
        answer.text,
        re.DOTALL,
    )
    assert "Choose who finds it" in entry
    foreign = served.upload(record("two"), "bo")
    refused = send(served, f"/replays/{foreign}/delete")
    assert refused.status_code == 403
    assert "This is for those who uploaded the replay" in Page(refused.text).text
    assert foreign in own(served, "bo")


def test_tags_are_shown_and_nothing_of_a_record_adds_an_element(served: Served) -> None:
    tame = record("one", players=("Ana", "Bo"), tags={"Event": "tame", "Own": "tame"})
    wild = record("one", players=(HOSTILE[:60], "Bo"), tags={"Event": HOSTILE, "Own": HOSTILE})
    served.upload(tame, "bo")
    served.upload(wild, "ana")
    pages = [me(served, headers={"Cookie": f"cgn=cgn_{name}"}) for name in ("bo", "ana")]
    kinds = [[tag for tag, _ in page.elements] for page in pages]
    assert kinds[0] == kinds[1]
    assert HOSTILE in pages[1].inside("dd")
    assert pages[0].inside("dt") == ["Event", "Own"]


def test_a_hostile_name_of_a_file_adds_no_element(served: Served) -> None:
    tame, wild = (
        Page(upload(served, [(name, BROKEN)]).text)
        for name in ("tame.cgn", "<img src=x onerror=alert(1)>\u202e.cgn")
    )
    assert [tag for tag, _ in tame.elements] == [tag for tag, _ in wild.elements]
    assert "\u202e" not in wild.text


def test_a_table_is_listed_with_whose_turn_it_is_until_it_ends(served: Served) -> None:
    at = At.create(served)
    page = me(served)
    assert f"/t/{at.id}/play" in page.all("a", "href")
    assert "Ana draws, discards or crosses off" in page.text
    at.play("A", "A", "draw left left")
    assert "Bo draws, discards or crosses off" in me(served).text
    at.post("end", "ana", {"termination": "abandoned"})
    ended = me(served)
    assert "No game of yours is in progress" in ended.text
    assert "Ended: abandoned" in ended.text
    assert f"/t/{at.id}" in ended.all("a", "href")
    assert "Ended" not in me(served, headers={"Cookie": "cgn=cgn_bo"}).text


def test_a_dealt_table_that_waits_for_players_says_so(served: Served) -> None:
    header = {name: value for name, value in HEADER.items() if name != "seed"}
    served.post("/v1/tables", encode({"header": header, "deal": True}), "ana", JSON)
    assert "The cards are not dealt yet" in me(served).text


def test_long_lists_have_pages(serve: Serve) -> None:
    served = serve(max_page=2)
    served.client = served.app.test_client(use_cookies=False)
    for name in ("one", "two", "three"):
        served.upload(record(name))
        At.create(served)
    page = me(served)
    older = [one for one in page.all("a", "href") if one.startswith("/me?")]
    assert [re.split("[?=]", one)[1] for one in older] == ["tables", "after"]
    for link in older:
        following = me(served, link.partition("#")[0].removeprefix("/me"))
        assert following.text != page.text
    last = me(served, f"?after={'0' * 16}")
    assert "There are no older ones" in last.text
    bad = served.ask("GET", "/me?after=x", accept=BROWSER, headers=ANA)
    assert bad.status_code == 400


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
    ],
)
def test_the_form_of_another_site_changes_nothing(served: Served, headers: dict[str, str]) -> None:
    replay = served.upload(record("one"))
    foreign = {**headers, "Cookie": "cgn=cgn_ana"}
    assert upload(served, [("one.cgn", LOG)], foreign).status_code == 403
    for path in ("visibility", "delete"):
        answer = send(served, f"/replays/{replay}/{path}", foreign, visibility="private")
        assert answer.status_code == 403
    bearer = {**headers, "Authorization": "Bearer cgn_ana"}
    assert upload(served, [("one.cgn", LOG)], bearer).status_code == 403
    assert own(served) == {replay: "public"}


@pytest.mark.parametrize("whose", ["reader", "seat"])
def test_a_token_that_may_not_write_owns_nothing_here(served: Served, whose: str) -> None:
    replay = served.upload(record("one"))
    at = At.create(served)
    token = at.seats["A"] if whose == "seat" else whose
    for headers in (
        {**OURS, "Authorization": f"Bearer cgn_{token}"},
        {**OURS, "Cookie": f"cgn=cgn_{token}"},
    ):
        page = served.ask("GET", "/me", accept=BROWSER, headers=headers)
        assert page.status_code == 403
        assert "requires a token with the scope upload" in Page(page.text).text
        assert upload(served, [("one.cgn", LOG)], headers).status_code == 403
        for path in ("visibility", "delete"):
            answer = send(served, f"/replays/{replay}/{path}", headers, visibility="private")
            assert answer.status_code == 403
    assert own(served) == {replay: "public"}


def test_without_any_token_nothing_is_changed(served: Served) -> None:
    replay = served.upload(record("one"))
    assert upload(served, [("one.cgn", LOG)], OURS).status_code == 401
    problem(served.ask("POST", f"/me/replays/{replay}/delete", headers=OURS), 401)


def test_only_some_records_of_a_file_are_listed(served: Served) -> None:
    many = "\n".join(write_text(record(f"game {number}")) for number in range(25))
    (said,) = results(upload(served, [("many.cgn", many)]))
    assert said.endswith("and 5 more stored")
