"""The page of the app, its manifest and its service worker, with the judge and without."""

import json
import re

import pytest

from pages import judge
from pages.app import kept_files, service_worker
from pages.judge import Manifest, Sizes, judge_address
from tests.api.asking import BROWSER, Answer, Served

FILES = ("/app/manifest.webmanifest", "/app/worker.js")
JUDGE = Manifest("", {}, "0123456789ab", {"worker.js": Sizes(1, 1, 1)})


def page(served: Served, path: str = "/app") -> Answer:
    return served.get(path, accept=BROWSER)


@pytest.fixture
def with_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "offered", lambda: JUDGE)
    monkeypatch.setattr("pages.app.offered", lambda: JUDGE)


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "offered", lambda: None)


@pytest.mark.usefixtures("without")
def test_without_the_judge_it_says_what_to_install(served: Served) -> None:
    text = page(served).text
    assert "pip install &#39;cgn[judge]&#39;" in text
    assert "manifest" not in text
    assert "<script" not in text
    assert "/app" not in page(served, "/check").text
    for path in FILES:
        assert served.get(path).status_code == 404


@pytest.mark.usefixtures("with_judge")
class TestWithTheJudge:
    def test_the_page_is_the_same_for_all(self, served: Served) -> None:
        assert page(served).text == served.get("/app", "ana", BROWSER).text
        assert f'href="{FILES[0]}"' in page(served).text
        assert 'href="/app"' in page(served, "/check").text

    def test_the_manifest_has_icons_and_opens_files(self, served: Served) -> None:
        answer = served.get(FILES[0])
        assert answer.headers["Content-Type"] == "application/manifest+json"
        made = json.loads(answer.data)
        assert made["start_url"] == made["file_handlers"][0]["action"] == "/app"
        assert made["file_handlers"][0]["accept"] == {"text/vnd.cgn": [".cgn"]}
        sizes = {(icon["sizes"], icon["purpose"]) for icon in made["icons"]}
        assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} == sizes
        for icon in made["icons"]:
            drawn = served.get(icon["src"])
            assert drawn.headers["Content-Type"] == icon["type"]
            assert drawn.data[16:24] == 2 * int(icon["sizes"].partition("x")[0]).to_bytes(4, "big")

    def test_the_worker_keeps_files_by_their_digests(self, served: Served) -> None:
        answer = served.get(FILES[1])
        assert answer.headers["Service-Worker-Allowed"] == "/"
        assert "script-src" not in answer.headers["Content-Security-Policy"]
        (found,) = re.findall(r"^const FILES = (.*);$", answer.text, re.MULTILINE)
        files = json.loads(found)
        assert f"{judge_address('')}worker.js" in files
        own = [file for file in files if not file.startswith(judge_address(""))]
        assert [
            file for file in own if not re.fullmatch(r"/static/[\w.-]+\?[0-9a-f]{12}", file)
        ] == []
        for name in ("site.css", "log.js", "replay.js", "play.js", "figtree.woff2"):
            assert any(file.startswith(f"/static/{name}?") for file in own)
        for file in own:
            assert "immutable" in served.get(file).headers["Cache-Control"]

    def test_its_version_changes_with_what_it_keeps(self, monkeypatch: pytest.MonkeyPatch) -> None:
        before, files = service_worker(""), kept_files("")
        assert service_worker("") == before
        assert service_worker("/cgn") != before
        monkeypatch.setattr("pages.app.kept_files", lambda _: [*files[1:], f"{files[0]}0"])
        (one, *_), (other, *_) = before.splitlines(), service_worker("").splitlines()
        assert one.startswith(b"const VERSION = ")
        assert one != other


def test_pages_may_load_a_manifest_and_nothing_else_is_new(served: Served) -> None:
    rules = page(served, "/check").headers["Content-Security-Policy"].split("; ")
    assert rules == [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
