"""Pages and examples for other people import `cgn` and `cgn.authoring`, and nothing below them."""

import re
from pathlib import Path

import pytest

from cgn import authoring
from tests.docs.blocks import ROOT, blocks
from tests.test_rooms import ROOMS, imported

BELOW = "|".join(room for room in ROOMS if room != "cgn")
PAGES = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").glob("*.md"),
    *(ROOT / "conformance").glob("*.md"),
    *(ROOT / "clients").rglob("*.md"),
    *(ROOT / "editors").rglob("*.md"),
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_page_imports_what_may_change(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    imports = rf"(?:\b(?:from|import) (?:cgn\.)?|\bcgn\.)(?:{BELOW})\b[.\w]*(?= import|;|$|`|\.\w)"
    assert re.findall(imports, text, re.MULTILINE) == []


def test_the_example_of_conformance_imports_what_is_public() -> None:
    assert not imported(ROOT / "conformance" / "example.py") & set(ROOMS) - {"cgn"}


def test_authors_of_games_are_offered_what_the_page_has() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    imports = re.findall(
        r"^from cgn\.authoring import (.+)$", "\n".join(blocks("python", page)), re.MULTILINE
    )
    imported_names = {name for line in imports for name in line.split(", ")}
    assert imported_names <= set(authoring.__all__)
    assert [name for name in authoring.__all__ if not re.search(rf"\b{name}\b", page)] == []
