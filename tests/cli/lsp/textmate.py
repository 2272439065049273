"""Reads a TextMate grammar as far as ours needs it: rules on single lines."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.cli.running import ROOT

FILE = ROOT / "editors" / "vscode" / "syntaxes" / "cgn.tmLanguage.json"


@dataclass(frozen=True)
class Token:
    """A stretch of a line, and the innermost name that the grammar gives it."""

    start: int
    end: int
    name: str


class Grammar:
    """The rules of a grammar, each of which begins and ends on one line."""

    def __init__(self, path: Path = FILE) -> None:
        self.rules: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))

    def names(self, line: str) -> list[str]:
        """The innermost name of each character of a line; "" for none."""
        scopes = [""] * len(line)
        for token in self._tokens(line, 0, self.rules["patterns"], None):
            scopes[token.start : token.end] = [token.name] * (token.end - token.start)
        return scopes

    def tokens(self, line: str) -> list[tuple[str, str]]:
        """The named stretches of a line, with their texts."""
        pieces: list[tuple[str, str]] = []
        last = ""
        for char, name in zip(line, self.names(line), strict=True):
            if name and name == last:
                pieces[-1] = (name, pieces[-1][1] + char)
            elif name:
                pieces.append((name, char))
            last = name
        return pieces

    def kind(self, line: str) -> str:
        """The top-level rule that matches the line; "" if none does."""
        for rule in self.rules["patterns"]:
            name = rule["include"].removeprefix("#")
            block = self.rules["repository"][name]
            if re.compile(block.get("match") or block["begin"]).match(line):
                return str(name)
        return ""

    def _rule(self, rule: dict[str, Any]) -> dict[str, Any]:
        if "include" in rule:
            included: dict[str, Any] = self.rules["repository"][rule["include"].removeprefix("#")]
            return included
        return rule

    def _tokens(
        self,
        line: str,
        at: int,
        rules: list[dict[str, Any]],
        stop: str | None,
        end: int | None = None,
    ) -> Iterator[Token]:
        """The tokens from a place on until `stop` matches, and an unnamed one for the end."""
        last = len(line) if end is None else end
        while at <= last:
            matches = [
                (match.start(), order, match, rule)
                for order, rule in enumerate(map(self._rule, rules))
                if (match := re.compile(rule.get("match") or rule["begin"]).search(line, at, last))
            ]
            closing = re.compile(stop).search(line, at, last) if stop is not None else None
            first = min(matches, default=None, key=lambda one: one[:2])
            if closing is not None and (first is None or closing.start() <= first[0]):
                yield Token(closing.end(), closing.end(), "")
                return
            if first is None:
                return
            *_, match, rule = first
            at = match.end()
            if name := rule.get("name"):
                yield Token(match.start(), at, name)
            yield from self._captures(match, rule)
            if "begin" in rule:
                inner = list(self._tokens(line, at, rule["patterns"], rule["end"]))
                at = inner[-1].end if inner else last
                if name:
                    yield Token(match.start(), at, name)
                yield from inner
            at = max(at, match.start() + 1)

    def _captures(self, match: re.Match[str], rule: dict[str, Any]) -> Iterator[Token]:
        for group, capture in (rule.get("captures") or rule.get("beginCaptures") or {}).items():
            start, end = match.span(int(group))
            yield Token(start, end, capture["name"])
            yield from self._tokens(match.string, start, capture.get("patterns", []), None, end)
