"""What `make judge` builds."""

import gzip
import tomllib
from io import BytesIO
from zipfile import ZipFile

from pages.judge import Manifest, packed
from tests.docs.blocks import ROOT
from tests.judge.conftest import of_packaging

MOST = 6_000_000
"""The bytes that a browser may have to load, as brotli."""


def archive(name: str) -> list[str]:
    with ZipFile(BytesIO(gzip.decompress(packed(name, "gz")))) as found:
        return found.namelist()


def test_all_of_it_is_below_six_megabytes(built: Manifest) -> None:
    assert sum(sizes.br for sizes in built.files.values()) < MOST
    for name, sizes in built.files.items():
        assert len(packed(name, "br")) == sizes.br
        assert len(gzip.decompress(packed(name, "gz"))) == sizes.size


def test_it_is_made_from_the_rooms_of_this_checkout(built: Manifest) -> None:
    build = of_packaging("build")
    assert build.room_digests() == built.rooms, "`make judge` renews it"


def test_its_archives_have_rules_and_pages_but_no_store_and_no_service(built: Manifest) -> None:
    assert {"judge.zip", "drawing.zip", "python.zip"} < set(built.files)
    rules, drawing = archive("judge.zip"), archive("drawing.zip")
    assert "cgn/replays/questions.pyc" in rules
    assert "cgn/engines/triggs/rules.md" in rules
    assert "cgn/pages/questions.pyc" in drawing
    assert any(name.startswith("cgn/pages/compiled/") for name in drawing)
    for name in (*rules, *drawing):
        assert not name.startswith(("cgn/replays/store/", "cgn/api/", "cgn/cli/", "cgn/client/"))
        assert not name.endswith((".py", ".html"))


def test_the_licences_of_all_parts_come_with_it(built: Manifest) -> None:
    assert "LICENSES.txt" in built.files
    text = gzip.decompress(packed("LICENSES.txt", "gz")).decode()
    for words in ("MIT License", "Mozilla Public License", "PYTHON SOFTWARE FOUNDATION LICENSE"):
        assert words in text
    for part in ("msgspec", "jinja2", "markupsafe"):
        assert f"\n{part}\n" in text


def test_the_extra_is_pinned_to_this_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["optional-dependencies"]["judge"] == [f"cgn-judge=={project['version']}"]
