"""Parses pages, as far as tests need it."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

_VOID = {"input", "link", "meta", "br", "img", "hr", "path", "rect", "use", "circle", "line"}


class Page(HTMLParser):
    """The text and elements of a page; an element is a tag with its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self._texts: list[str] = []
        self._within: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self._texts.append(data)
        self._within.append((self.open[-1] if self.open else "", data))

    @property
    def text(self) -> str:
        """All text of the page, with single spaces."""
        return " ".join("".join(self._texts).split())

    def inside(self, tag: str) -> list[str]:
        """The texts directly inside elements with this tag."""
        return [text for within, text in self._within if within == tag]

    def all(self, tag: str, name: str) -> Iterator[str]:
        """The values of an attribute in all elements with this tag."""
        for element, attributes in self.elements:
            value = attributes.get(name)
            if element == tag and value is not None:
                yield value


def choices_in(text: str) -> Any:  # noqa: ANN401 - any JSON object
    """The choices that a page has as JSON, as its script has them: moves have keys of things."""
    found = json.loads(text)
    keys = [thing["key"] for thing in (*found["things"], *found["deck"])]
    found["moves"] = [
        {"move": move, "verb": verb, "parts": [[keys[at] for at in part] for part in parts]}
        for move, verb, parts in found["moves"]
    ]
    return found


def choices_on(page: str) -> Any:  # noqa: ANN401 - any JSON object
    """The choices on a page, given by its HTML."""
    return choices_in(re.findall(r'id="choices"[^>]*>(.*?)</script>', page)[0])
