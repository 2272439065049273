"""`cgn export` and `cgn open`: a game as a page that needs nothing else."""

import re
import webbrowser
from base64 import b64decode
from pathlib import Path

import pytest

from tests.api.pages.html import Page
from tests.cli.running import EXAMPLE, JAM, broken, cgn

MOST = 1_000_000


def exported(*words: str) -> str:
    done = cgn("export", *words)
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


def test_the_page_is_self_contained() -> None:
    page = Page(exported(str(EXAMPLE)))
    assert not page.open
    assert not list(page.all("link", "href"))
    assert not [tag for tag, attributes in page.elements if "src" in attributes]
    links = [link for link in page.all("a", "href") if not link.startswith("#")]
    assert links == []


def test_the_page_of_a_long_game_is_small() -> None:
    assert len(exported(str(JAM)).encode()) < MOST


def test_a_view_has_only_what_its_seat_saw() -> None:
    whole, seen = exported(str(EXAMPLE)), exported(str(EXAMPLE), "--view", "Bo")
    assert 'data-view="B"' in seen
    assert 'data-view="all"' in whole


def test_packed_data_names_no_system() -> None:
    headers = re.findall(r"H4sI[\w/+]{10}", exported(str(JAM)))
    assert {b64decode(header + "==")[9] for header in headers} == {0xFF}  # 3 under Python 3.11


def test_the_same_record_gives_the_same_page() -> None:
    assert exported(str(EXAMPLE)) == exported(str(EXAMPLE))


def test_a_broken_record_is_not_exported(tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    page.write_text("as it was", encoding="utf-8")
    done = cgn("export", str(broken(tmp_path)), "-o", str(page))
    assert done.exit_code == 1
    assert "error[" in done.stderr
    assert page.read_text(encoding="utf-8") == "as it was"


def test_open_shows_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    def show(address: str) -> bool:
        shown.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", show)
    done = cgn("open", str(EXAMPLE))
    assert done.exit_code == 0
    made = Path(done.stdout.strip())
    assert shown == [made.as_uri()]
    assert made.read_text(encoding="utf-8") == exported(str(EXAMPLE))


def test_open_without_a_browser_says_where_the_page_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda _: False)
    done = cgn("open", str(EXAMPLE))
    assert done.exit_code == 1
    assert f"open {done.stdout.strip()} in one" in done.stderr


def test_show_draws_a_position_as_a_page() -> None:
    done = cgn("show", str(EXAMPLE), "--ply", "24", "--html")
    page = Page(done.stdout)
    assert not page.open
    assert "Ply 24" in page.text
    assert "script" not in [tag for tag, _ in page.elements]


def test_show_draws_a_position_as_a_picture() -> None:
    done = cgn("show", str(EXAMPLE), "--ply", "24", "--svg")
    assert done.stdout.startswith("<svg ")
    assert "@font-face" not in done.stdout
