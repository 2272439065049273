"""The start page, the guide and static files."""

import re
from io import BytesIO
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

import pytest

from api.checking.checkers import Client
from client.about import address, version
from notation.text_writer import write_text
from pages.assets import assets
from pages.guide import chapters
from replays.digests import record_digest
from replays.store.query import MAX_TEXT
from tests.api.asking import BROWSER, Served, problem
from tests.api.conftest import Serve
from tests.api.pages.html import Page
from tests.api.serving import ROOT
from tests.replays.store.making import EVENT, record

BROKEN = (ROOT / "examples" / "triggs.cgn").read_text(encoding="utf-8")
BROKEN = BROKEN.replace("46. A: cross 4 4,4,3+1", "46. A: cross 4 4,4,3+2")
IMPORTED = r'(?:"\./|url\(")([\w.-]+)\??(\w*)"'
TEXTS = ("text/css; charset=utf-8", "text/javascript; charset=utf-8")
HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"


def page(served: Served, path: str) -> Page:
    answer = served.get(path, accept=BROWSER)
    assert answer.status_code == 200, answer.text
    assert answer.content_type == "text/html; charset=utf-8"
    html = Page(answer.text)
    assert not html.open
    return html


def test_the_newest_replay_comes_first(served: Served) -> None:
    served.upload(record("old", tags=EVENT))
    new = served.upload(record("new", players=("Cleo", "Dan")))
    front = page(served, "/")
    assert next(link for link in front.all("a", "href") if link.startswith("/r/")) == f"/r/{new}"
    assert "Tuesday club · Zoë's kitchen · 20 November 2026" in front.text


def test_a_search_finds_what_it_names(served: Served) -> None:
    served.upload(record("one", players=("Cleo", "Dan")))
    served.upload(record("two"))
    assert "Cleo" in page(served, "/?q=cleo").text
    assert "Cleo" not in page(served, "/?q=ana").text
    assert "No replay is here that fits" in page(served, "/?game=the_jam&q=").text


def test_a_bad_search_is_explained_on_a_page(served: Served) -> None:
    answer = served.get(f"/?q={'x' * (MAX_TEXT + 1)}", accept=BROWSER)
    assert answer.status_code == 400
    assert "Q: " in Page(answer.text).text


def test_older_replays_are_a_link_away(serve: Serve) -> None:
    served = serve(max_page=2)
    ids = [served.upload(record(str(number))) for number in range(3)]
    (older,) = [link for link in page(served, "/").all("a", "href") if "after=" in link]
    links = page(served, older.partition("#")[0]).all("a", "href")
    assert [link for link in links if link.startswith("/r/")] == [f"/r/{ids[0]}"]


def test_private_replays_are_not_listed(served: Served) -> None:
    served.upload(record("p", players=("Cleo", "Dan")), visibility="private")
    assert "Cleo" not in page(served, "/").text


def test_hostile_names_add_no_element(served: Served) -> None:
    tame_id = served.upload(record("tame", tags={"Event": "tame"}))
    tame = [tag for tag, _ in page(served, "/").elements]
    served.ask("DELETE", f"/v1/replays/{tame_id}", "ana")
    served.upload(record("tame", players=(HOSTILE, "Bo"), tags={"Event": HOSTILE}))
    wild = page(served, "/")
    assert [tag for tag, _ in wild.elements] == tame
    assert HOSTILE in wild.text


def test_every_chapter_has_a_title_and_no_broken_link(served: Served) -> None:
    pages = {f"/guide/{name}": page(served, f"/guide/{name}") for name in chapters()}
    for chapter in chapters().values():
        assert chapter.title in pages[f"/guide/{chapter.name}"].text
    for link in {link for html in pages.values() for link in html.all("a", "href")}:
        parts = urlsplit(link)
        if parts.path in pages:
            ids = {attributes.get("id") for _, attributes in pages[parts.path].elements}
            assert parts.fragment in {"", *ids}, link
        elif not parts.netloc and parts.path:
            assert served.get(parts.path, accept=BROWSER).status_code == 200, link


def test_tables_of_the_guide_have_headings_and_can_be_scrolled_by_keys(served: Served) -> None:
    for name in chapters():
        text = served.get(f"/guide/{name}").text
        assert "<table>" not in text
        assert not re.search(r"<th[^>]*>\s*</th>", text), name


def test_an_unknown_chapter_is_an_error_page(served: Served) -> None:
    answer = served.get("/guide/nope", accept=BROWSER)
    assert answer.status_code == 404
    assert "The guide has no such page." in Page(answer.text).text
    assert problem(served.get("/guide/nope"), 404)["detail"] == "the guide has no such page"


@pytest.mark.parametrize("name", assets())
def test_only_a_path_with_the_digest_is_immutable(served: Served, name: str) -> None:
    asset = assets()[name]
    named, bare = served.get(f"/static/{name}?{asset.digest}"), served.get(f"/static/{name}")
    assert named.data == bare.data == asset.data
    assert "immutable" in named.headers["Cache-Control"]
    assert bare.headers["Cache-Control"] == "no-cache"


def test_files_name_one_another_as_they_are() -> None:
    texts = [
        file.data.decode()
        for file in assets().values()
        if file.kind in TEXTS and "/" not in file.name
    ]
    named = [found for text in texts for found in re.findall(IMPORTED, text)]
    assert len(named) > len(texts)
    assert [(name, assets()[name].digest) for name, _ in named] == named


@pytest.mark.parametrize("path", ["/guide", "/problems"])
def test_without_its_slash_a_page_leads_nowhere_else(served: Served, path: str) -> None:
    answer = served.ask("GET", path, headers={"Host": "elsewhere.example"})
    assert answer.status_code == 200
    assert "elsewhere" not in answer.text


def test_pages_run_only_their_own_scripts(served: Served) -> None:
    answer = served.get("/", accept=BROWSER)
    policy = answer.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    html = Page(answer.text)
    assert all(link.startswith("/static/") for link in html.all("script", "src"))
    assert not any("style" in attributes for _, attributes in html.elements)


def test_the_log_in_the_form_is_a_legal_one(served: Served) -> None:
    (example,) = page(served, "/").all("textarea", "placeholder")
    answer = served.post("/v1/validations", example)
    assert answer.json["incomplete"] == 1, answer.json


def test_under_a_prefix_every_link_begins_with_it(served: Served) -> None:
    answer = served.client.get("/", environ_overrides={"SCRIPT_NAME": "/cgn"})
    html = Page(answer.text)
    for link in [*html.all("a", "href"), *html.all("link", "href"), *html.all("script", "src")]:
        assert link.startswith(("/cgn/", "#")) or link == address(), link


def test_the_start_page_says_what_serves_it(served: Served) -> None:
    shown = page(served, "/")
    assert f"CGN {version()}" in shown.text
    assert address() in shown.all("a", "href")


def test_search_engines_and_browsers_find_what_they_ask_for(served: Served) -> None:
    assert served.get("/robots.txt").text.startswith("User-agent: *\nDisallow: /v1/\n")
    assert served.get("/favicon.ico").headers["Content-Type"] == "image/svg+xml"


def test_an_address_of_a_replay_may_end_with_a_slash(served: Served) -> None:
    id_ = served.upload(record("slash"))
    assert served.get(f"/r/{id_}/").text == served.get(f"/r/{id_}").text


def check(served: Served, log: str | bytes, **fields: str) -> Page:
    raw = log.encode() if isinstance(log, str) else log
    data = {"file": (BytesIO(raw), "game.cgn"), **fields}
    answer = served.client.post("/check", data=data, headers={"Accept": BROWSER})
    assert answer.status_code == 200, answer.text
    html = Page(answer.text)
    assert not html.open
    return html


def test_a_log_larger_than_a_body_may_be_is_refused(serve: Serve) -> None:
    data = {"file": (BytesIO(b" " * 2_000), "game.cgn")}
    answer = serve(max_body=1_024).client.post("/check", data=data)
    assert problem(answer, 413)["limit"] == {"name": "max_body", "value": 1_024}


def test_a_log_is_shown_from_its_first_position(served: Served) -> None:
    checked = check(served, write_text(record("pasted")))
    assert "Valid: " in checked.text
    assert "Ply 0" in checked.text
    assert served.json("/v1/replays")["replays"] == []


def test_a_broken_log_is_shown_at_its_last_good_position(served: Served) -> None:
    checked = check(served, BROKEN)
    assert "3+2 makes 5, not 4" in checked.text
    assert "Ply 45" in checked.text
    assert "29 legal moves here" in checked.text


def test_an_unreadable_log_is_explained_without_a_table(served: Served) -> None:
    checked = check(served, '[CGN "1"]\n[Game "trigs"]\n[Rules "1"]\n[A "Ana"]\n[B "Bo"]\n\n')
    assert "This log cannot be shown" in checked.text
    assert "Did you mean triggs?" in checked.text


@pytest.mark.parametrize("log", [b"", b" \n", b"\x1f\x8b\x08\x00", b"\xff\xfe\x00", b"{", b"hello"])
def test_no_log_makes_a_page_fail(served: Served, log: bytes) -> None:
    answer = served.client.post("/check", data={"log": log}, headers={"Accept": BROWSER})
    assert answer.status_code in (200, 400)
    assert not Page(answer.text).open


def test_each_record_of_a_log_can_be_shown(served: Served) -> None:
    log = write_text(record("one")) + "\n" + write_text(record("two", players=("Cleo", "Dan")))
    assert "Cleo" not in "".join(check(served, log).inside("h2"))
    assert "Cleo" in "".join(check(served, log, record="2").inside("h2"))


def test_an_edited_log_is_shown_at_the_same_record(served: Served) -> None:
    checked = check(served, write_text(record("one")) + "\n" + BROKEN, record="2")
    buttons = [found for tag, found in checked.elements if tag == "button" and "value" in found]
    records = [found["value"] for found in buttons if found["name"] == "record"]
    assert records == ["1"]  # back
    (shown,) = [found["value"] for _, found in checked.elements if found.get("name") == "shown"]
    assert shown == "2"


def test_hostile_comments_of_a_log_add_no_element(served: Served) -> None:
    tame = check(served, write_text(record("tame", comments=("tame",))))
    wild = check(served, write_text(record("tame", comments=(HOSTILE.replace("}", ""),))))
    assert [tag for tag, _ in wild.elements] == [tag for tag, _ in tame.elements]


def test_the_serving_process_leaves_forms_to_the_checkers(served: Served) -> None:
    done: list[str] = []
    submit = served.checkers.submit

    def noted(client: Client, weight: int, job: Any, *rest: Any) -> Any:  # noqa: ANN401 - as submit
        assert weight >= 1_000
        done.append(job.function.__name__)
        return submit(client, weight, job, *rest)

    form = "application/x-www-form-urlencoded"
    with patch.object(served.checkers, "submit", noted):
        answer = served.ask(
            "POST", "/check", body="log=" + "%3C" * 100_000, kind=form, accept=BROWSER
        )
    assert done == ["split", "pasted"]
    assert answer.status_code == 200


@pytest.mark.parametrize("path", ["/", "/guide/writing", "/problems/", "/check", "/docs/"])
def test_a_site_page_is_the_same_whatever_unknown_is_asked(served: Served, path: str) -> None:
    answer = served.get(f"{path}?x=1", accept=BROWSER)
    assert (answer.status_code, answer.headers["Location"]) == (302, path)
    assert served.get("/?q=ana&x=1&q=bo", accept=BROWSER).headers["Location"] == "/?q=ana"


def test_a_redirect_ends_where_its_path_does(served: Served) -> None:
    answer = served.get("/guide/%0d%0aX-Own:a%0d%0a?x=1", accept=BROWSER)
    assert "X-Own" not in answer.headers
    assert answer.headers["Location"].startswith("/guide/%0D%0A")


def test_picked_replays_stand_first_in_their_order(serve: Serve) -> None:
    records = [record(seed) for seed in ("one", "two", "hidden")]
    ids = [record_digest(one) for one in records]
    served = serve(picked=",".join([ids[1], ids[2], "f" * 64, ids[0]]))
    for one, visibility in zip(records, ("public", "unlisted", "private"), strict=True):
        served.upload(one, visibility=visibility)
    links = [link for link in page(served, "/").all("a", "href") if "/r/" in link]
    assert links == [f"/r/{ids[1]}", f"/r/{ids[0]}", f"/r/{ids[0]}"]
    searched = [link for link in page(served, "/?q=Ana").all("a", "href") if "/r/" in link]
    assert searched == [f"/r/{ids[0]}"]
