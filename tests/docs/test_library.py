"""The examples of the library's page run, against a service too."""

import doctest
import re
from pathlib import Path

import pytest

import cgn
from tests.cli.serving import served
from tests.docs.blocks import ROOT
from tests.docs.typed import check_strictly

PAGE = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")


def test_the_examples_of_the_page_run(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("NO_PROXY", "*")
    python = "\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
    with served(tmp_path_factory.mktemp("library")) as service:
        known = {"url": service.url, "token": service.token()}
        test = doctest.DocTestParser().get_doctest(python, known, "library.md", "library.md", 0)
        runner = doctest.DocTestRunner()
        runner.run(test)
    assert runner.summarize().failed == 0
    assert len(test.examples) > 20


def test_the_examples_of_the_page_pass_a_strict_type_checker(tmp_path: Path) -> None:
    python = "\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
    lines = re.findall(r"^(?:>>>|\.\.\.) ?(.*)$", python, re.MULTILINE)
    check_strictly("\n".join(['url: str = ""', 'token: str = ""', *lines]), tmp_path)


def test_the_page_has_every_function_and_the_client() -> None:
    for name in cgn.__all__:
        if name == "Client" or name[0].islower():
            assert f"cgn.{name}" in PAGE, name


def test_every_link_of_the_page_leads_somewhere() -> None:
    for file, heading in re.findall(r"\]\(([a-z]+\.md)#([^)]+)\)", PAGE):
        page = (ROOT / "docs" / file).read_text(encoding="utf-8")
        assert heading in {
            line.lstrip("# ").lower().replace(" ", "-")
            for line in page.splitlines()
            if line.startswith("#")
        }
