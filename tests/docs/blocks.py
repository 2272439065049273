"""The fenced blocks of the project's pages, and the grammar of the specification."""

import re
from functools import cache
from pathlib import Path

from abnf import ParseError, Rule

ROOT = Path(__file__).parent.parent.parent
NOTATION = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")

_BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(kind: str, page: str = NOTATION) -> list[str]:
    """The content of every block of a page whose first word after the fence is this one."""
    return [text for info, text in _BLOCK.findall(page) if info.split(" ")[0] == kind]


def titled(kind: str, page: str = NOTATION) -> list[tuple[list[str], str]]:
    """The words after the kind, and the content, of every block of this kind."""
    found = [(info.split(" "), text) for info, text in _BLOCK.findall(page)]
    return [(words[1:], text) for words, text in found if words[0] == kind]


class _Notation(Rule):
    """The rules of the specification's ABNF."""


@cache
def grammar() -> type[_Notation]:
    """The rules, loaded once."""
    _Notation.load_grammar("".join(blocks("abnf")).replace("\n", "\r\n"))
    return _Notation


def fits(rule: str, text: str) -> bool:
    """Whether the whole text is what a rule of the grammar describes."""
    try:
        grammar()(rule).parse_all(text)
    except ParseError:
        return False
    return True
