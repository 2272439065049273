"""The table of codes agrees with the sources, and its texts are readable."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.installed import GROUP
from notation import codes
from notation.codes import CODES

SOURCES = Path(codes.__file__).parents[2]
ROOMS = ("notation", "engines", "replays")
CODE = re.compile(r"cgn\.[a-z]+(?:-[a-z]+)*")


def codes_in(source: str) -> Iterator[str]:
    """Every code in a source, except those that are only compared with."""
    tree = ast.parse(source)
    prefixes = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "startswith"
        for part in ast.walk(node)
    }
    for node in ast.walk(tree):
        value = node.value if isinstance(node, ast.Constant) else None
        if isinstance(value, str) and CODE.fullmatch(value) and id(node) not in prefixes:
            yield value


def test_the_table_has_the_codes_of_the_sources_and_no_others() -> None:
    files = [file for room in ROOMS for file in (SOURCES / room).rglob("*.py")]
    used = {
        code
        for file in files
        if SOURCES / "notation" / "codes" not in file.parents
        for code in codes_in(file.read_text(encoding="utf-8"))
    }
    assert sorted(used - {GROUP}) == sorted(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_code_is_explained_in_two_to_five_sentences(code: str) -> None:
    text = CODES[code]
    assert text.summary
    assert not text.summary.endswith(".")
    assert len(text.summary) <= 80
    assert text.explanation.endswith(".")
    assert 2 <= len(re.findall(r"[.?](?= [A-Z]|$)", text.explanation)) <= 5
    assert "  " not in text.explanation
    assert "\n" not in text.explanation
