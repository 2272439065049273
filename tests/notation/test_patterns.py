"""The reader's patterns work alike in every Python from 3.11 on."""

import re
from pathlib import Path

import pytest

from notation import grammar

FILES = sorted(Path(grammar.__file__).parent.rglob("*.py"))
LOOP = re.compile(r"\)[*+?]\+")


def _group(text: str, close: int) -> str:
    """The group that this parenthesis closes."""
    depth = 0
    for at in range(close, -1, -1):
        depth += (text[at] == ")") - (text[at] == "(")
        if depth == 0:
            return text[at : close + 1]
    return text


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_possessive_repeats_are_atomic_groups(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    groups = [_group(text, loop.start()) for loop in LOOP.finditer(text)]
    assert [group for group in groups if not group.startswith("(?>")] == []
