"""The fenced blocks of the project's pages: code and commands."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
NOTATION = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")

ELLIPSIS = "…"
"""Stands for any lines of output."""

_BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(kind: str, page: str = NOTATION) -> list[str]:
    """The contents of every block of this kind on a page."""
    return [text for info, text in _BLOCK.findall(page) if info.split(" ")[0] == kind]


def titled(kind: str, page: str = NOTATION) -> list[tuple[list[str], str]]:
    """The title words and content of every block of this kind."""
    blocks_of_page = [(info.split(" "), text) for info, text in _BLOCK.findall(page)]
    return [(words[1:], text) for words, text in blocks_of_page if words[0] == kind]


def sessions(text: str) -> list[tuple[str, str]]:
    """Every command of the console blocks, with its documented output.

    Lines that begin with `> ` continue a command.
    """
    commands = []
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            while output.startswith("> "):
                more, _, output = output.removeprefix("> ").partition("\n")
                command += f"\n{more}"
            commands.append((command, output))
    return commands


def matches(said: str, printed: str) -> bool:
    """Whether the output is as documented; a line with an ellipsis stands for any lines."""
    pattern = re.escape(said).replace(re.escape(f"{ELLIPSIS}\n"), "(?:.*\n)*")
    return re.fullmatch(pattern, printed) is not None
