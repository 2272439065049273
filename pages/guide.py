"""The guide: the project's documentation and the rules of every game, as pages."""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.anchors import anchors_plugin

from engines.registry import GAMES, load_game
from pages.docs_folder import DOCS
from pages.environment import asset_address, render
from replays.view.explained import usually_explained

_NAMES = (
    *("watching", "at-the-table", "sharing", "questions", "writing", "arbiters", "faq", "glossary"),
    *("accessibility", "editors", "mapping", "archives", "researchers", "commands"),
    *("service", "tables", "operators", "judge"),
    *("notation", "errors", "comparison", "library", "adding-a-game"),
)
"""The documentation: for those who watch and play, then for those who work with records, run a
service, and write programs.
"""

FIRST = _NAMES[0]
"""The page that the guide begins with."""
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
_LINK = re.compile(r"(?:\.\./)?(?:docs/|engines/)?([a-z_-]+)(?:/rules)?\.md(#.*)?")
_NOTE = re.compile(r"<!--.*?-->\n?")
_WIDE = ("fence", "code_block", "table_open")
_CONTENTS_LEVEL = "h2"


class Chapter(NamedTuple):
    """A page of the guide: its name in addresses, its title, and its file."""

    name: str
    title: str
    file: Path


@cache
def chapters() -> dict[str, Chapter]:
    """Every page of the guide by its name: the documentation, then the rules of each game."""
    files = {name: DOCS / f"{name}.md" for name in _NAMES}
    files |= {name: load_game(name).rules for name in GAMES}
    return {name: Chapter(name, _title(file), file) for name, file in files.items()}


def guide_page(root: str, name: str) -> str:
    """A page of the guide. Raises KeyError if there is none of this name."""
    chapter = chapters()[name]
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.use(anchors_plugin, min_level=1, max_level=4)
    tokens = reader.parse(_NOTE.sub("", chapter.file.read_text(encoding="utf-8")))
    _lead_within(root, tokens)
    for token in tokens:
        if token.type in _WIDE:  # they scroll sideways where they are too wide, by keys too
            token.attrSet("tabindex", "0")
    return render(
        "guide.html",
        root=root,
        chapter=chapter,
        docs=[chapters()[name] for name in _NAMES],
        rules=[chapters()[name] for name in GAMES],
        contents=_contents(tokens),
        told=usually_explained(load_game(name)) if name in GAMES else (),
        words=load_game(name).how.words if name in GAMES else {},
        body=reader.renderer.render(tokens, reader.options, {}),
    )


def _title(file: Path) -> str:
    match = _TITLE.search(file.read_text(encoding="utf-8"))
    return match[1] if match else file.stem


def _contents(tokens: list[Token]) -> list[tuple[str, str]]:
    """The anchor and the text of every section."""
    return [
        (str(token.attrs["id"]), text.content.replace("`", ""))
        for token, text in pairwise(tokens)
        if token.type == "heading_open" and token.tag == _CONTENTS_LEVEL
    ]


def _lead_within(root: str, tokens: list[Token]) -> None:
    """Point links to files at their pages; links to files without a page become plain text.

    Pictures are those that pages refer to.
    """
    for token in tokens:
        if token.type == "inline" and token.children:
            token.children = list(_with_links(root, token.children))


def _with_links(root: str, tokens: list[Token]) -> list[Token]:
    linked, open_links = [], list[bool]()
    for token in tokens:
        if token.type == "link_open":
            address = _address(root, str(token.attrs["href"]))
            open_links.append(address is not None)
            token.attrs["href"] = address or ""
        if token.type == "image":
            token.attrs["src"] = asset_address(root, Path(str(token.attrs["src"])).name)
        is_link = token.type in ("link_open", "link_close")
        if not is_link or open_links[-1]:
            linked.append(token)
        if token.type == "link_close":
            open_links.pop()
    return linked


def _address(root: str, link: str) -> str | None:
    """The target of a link; None if it is not a page of the service.

    >>> _address("", "notation.md#unseen-cards"), _address("", "../conformance/README.md")
    ('/guide/notation#unseen-cards', None)
    """
    if link.startswith(("#", "https://", "http://")):
        return link
    match = _LINK.fullmatch(link)
    if match is None or match[1] not in chapters():
        return None
    return f"{root}/guide/{match[1]}{match[2] or ''}"
