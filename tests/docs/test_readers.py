"""The pages for each kind of reader: their commands run, their links lead somewhere."""

import doctest
import re
import sys
from itertools import product
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, blocks
from tests.docs.shell import check_session

DOCS = sorted((ROOT / "docs").glob("*.md"))
OTHERS = [
    ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "conformance/README.md")
]
READERS = ("watching", "arbiters", "researchers", "operators", "accessibility")
MOST_LINES = 140


def page(name: str) -> str:
    return (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize("name", READERS)
def test_the_commands_of_a_page_print_its_outputs(name: str, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    sessions = blocks("console", page(name))
    assert sessions
    for block in sessions:
        check_session(block, Path(sys.executable).parent, tmp_path, tmp_path)


def test_the_python_for_researchers_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (block,) = blocks("python", page("researchers"))
    examples = doctest.DocTestParser().get_doctest(block, {}, "researchers", "researchers", 0)
    assert examples.examples
    assert doctest.DocTestRunner().run(examples).failed == 0


def anchors(file: Path) -> set[str]:
    """The anchors of a page, as sites make them of its headings."""
    titles = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("file", [*OTHERS, *DOCS], ids=str)
def test_every_link_leads_somewhere(file: Path) -> None:
    text = re.sub(r"```.*?```", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target, anchor in re.findall(r"\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)", text):
        there = file.parent / target if target else file
        assert there.exists(), target
        assert not anchor or anchor in anchors(there), f"{target}#{anchor}"


def test_the_readme_is_short_and_leads_to_every_page() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(readme.splitlines()) <= MOST_LINES
    assert [file.name for file in DOCS if f"](docs/{file.name})" not in readme] == []


def test_no_page_says_what_another_one_says() -> None:
    """No paragraph stands on two pages."""
    said = {
        file.name: {
            part for part in file.read_text(encoding="utf-8").split("\n\n") if len(part) > 200
        }
        for file in DOCS
    }
    for one, other in product(said, said):
        if one < other:
            assert not said[one] & said[other], (one, other)
