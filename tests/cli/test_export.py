"""`cgn export` and `cgn open`: a game as a page that needs nothing else."""

import re
import webbrowser
from base64 import b64decode
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image

from notation.page_record import within
from pages import judge
from pages.judge import Manifest
from tests.api.pages.html import Page
from tests.cli.running import EXAMPLE, JAM, broken, cgn

MOST = 1_000_000
export = import_module("cli.export")


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


def test_the_page_has_its_record_which_any_command_reads(tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    page.write_text(exported(str(EXAMPLE)), encoding="utf-8")
    said = cgn("validate", str(page))
    assert said.exit_code == 0
    assert f"{page}: valid (triggs, 88 plies;" in said.stdout
    assert "To check this game: cgn validate" in Page(page.read_text(encoding="utf-8")).text


def test_the_record_in_the_page_of_a_view_is_what_its_seat_saw(tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    page.write_text(exported(str(EXAMPLE), "--view", "Bo"), encoding="utf-8")
    redacted = cgn("redact", str(EXAMPLE), "--view", "Bo").stdout
    assert "[Seed " not in redacted
    with page.open("rb") as stream:
        assert within(stream).read().decode() == redacted


def test_a_home_gives_the_page_a_link_that_checks_it() -> None:
    page = exported(str(EXAMPLE), "--home", "https://cards.example/cgn/")
    (link,) = [link for link in Page(page).all("a", "href") if not link.startswith("#")]
    assert re.fullmatch(r"https://cards\.example/cgn/check#cgn=[\w-]+", link)
    assert "cgn validate" not in Page(page).text


@pytest.mark.parametrize(
    "address", ["cards.example", "ftp://cards.example", "https://a b", "https://a/?x"]
)
def test_a_home_is_the_address_of_a_service(address: str) -> None:
    done = cgn("export", str(EXAMPLE), "--home", address)
    assert done.exit_code == 2
    assert "name a service, such as https://cards.example" in done.stderr


def test_only_a_page_has_a_home(tmp_path: Path) -> None:
    picture = ("--svg", "-o", str(tmp_path / "a.svg"))
    done = cgn("export", str(EXAMPLE), "--home", "https://cards.example", *picture)
    assert done.exit_code == 2
    assert "--home is for a page: leave --svg out" in done.stderr


def test_a_judge_is_for_a_page(tmp_path: Path) -> None:
    done = cgn("export", str(EXAMPLE), "--with-judge", "--svg", "-o", str(tmp_path / "a.svg"))
    assert done.exit_code == 2
    assert "--with-judge is for a page: leave --svg out" in done.stderr


def test_a_judge_is_not_written_to_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "sys", SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: True)))
    done = cgn("export", str(EXAMPLE), "--with-judge")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "--with-judge makes some 10 MB: name a file with --output" in done.stderr


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (None, "which is not installed: pip install 'cgn[judge]', or `make judge` in a checkout"),
        (Manifest("0.0.1", {}, "", {}), "which is 0.0.1 here: pip install 'cgn[judge]'"),
    ],
)
def test_without_a_judge_of_this_version_it_is_said_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, found: Manifest | None, said: str
) -> None:
    monkeypatch.setattr(judge, "manifest", lambda: found)
    page = tmp_path / "game.html"
    done = cgn("export", str(EXAMPLE), "--with-judge", "-o", str(page))
    assert done.exit_code == 2
    assert f"--with-judge needs cgn-judge {version('cgn')}, {said}" in done.stderr
    assert not page.exists()


def test_the_policy_of_a_page_allows_its_own_script_alone() -> None:
    page = Page(exported(str(EXAMPLE)))
    (policy,) = [policy for policy in page.all("meta", "content") if "default-src" in policy]
    assert policy.startswith("default-src 'none'; ")
    assert re.search("; script-src 'sha256-[^' ]+'$", policy)
    assert "connect-src" not in policy


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


def test_pictures_of_a_position_and_of_plies(tmp_path: Path) -> None:
    file = tmp_path / "picture"
    for words, kind, size in (
        (["--svg", "--ply", "37"], b"<svg ", None),
        (["--png"], b"\x89PNG", (1200, 630)),
        (["--webp", "3-5"], b"RIFF", (600, 315)),
        (["--gif", "3-5", "--view", "Bo"], b"GIF89a", (400, 210)),
    ):
        done = cgn("export", str(EXAMPLE), *words, "-o", str(file))
        assert (done.exit_code, done.stderr) == (0, ""), words
        assert file.read_bytes().startswith(kind)
        if size:
            with Image.open(file) as image:
                assert image.size == size
                assert getattr(image, "n_frames", 1) == (3 if "3-5" in words else 1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--png", "--gif", "1-2"], "choose --png or --gif"),
        (["--ply", "3"], "--ply chooses the position of --svg or --png"),
        (["--png", "--ply", "400"], "--ply 400: record 1 of"),
        (["--gif", "3-400"], "3-400 are 398 plies, and at most 60 fit"),
        (["--gif", "5-3"], "5-3: the first ply must not come after the last one"),
        (["--webp", "5"], "name the first ply and the last one, such as 30-40"),
        (["--webp", "80-99"], "--webp 99: record 1 of"),
    ],
)
def test_plies_of_a_picture_that_there_are_not(words: list[str], said: str) -> None:
    done = cgn("export", str(EXAMPLE), *words)
    assert done.exit_code == 2
    assert said in done.stderr


def test_a_picture_before_a_mistake_is_drawn(tmp_path: Path) -> None:
    file = broken(tmp_path)
    assert cgn("export", str(file), "--svg", "--ply", "0").exit_code == 0
    done = cgn("export", str(file), "--svg")
    assert done.exit_code == 1
    assert "error[" in done.stderr


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
