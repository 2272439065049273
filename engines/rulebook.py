"""Reads a game's rules.md: numbered sections, and the rules that diagnostics cite.

A section begins with `## 4. Crossing off`. A rule that can be broken is a list item that begins
with its code, one sentence long: "- `triggs.sum`: one card, or the sum of two, makes the value."
"""

import re
from dataclasses import dataclass
from functools import cache

from engines.game import GAME_NAME
from engines.registry import game_or_none, load_game, usable_games
from notation.codes import CODES, Code

_SECTION = re.compile(r"^## (\d+)\. (.+)$", re.MULTILINE)
_RULE = re.compile(
    rf"^- `({GAME_NAME}\.[a-z-]+)`: (.+?)(?=\n- |\n\n|\n*\Z)", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that a move can break: its code, its sentence, and its section."""

    code: str
    sentence: str
    number: int
    section: str
    text: str

    @property
    def citation(self) -> str:
        """The rule as a diagnostic cites it: game, section, sentence."""
        return f"{self.code.partition('.')[0]}, {self.section}: {self.sentence}"

    @property
    def entry(self) -> Code:
        """The rule as the text of its code."""
        return Code(self.sentence, self.text)


@cache
def rulebook(game: str) -> dict[str, Rule]:
    """Every rule of a game that has a code, by code. Raises Fault if there is no such game."""
    text = load_game(game).rules.read_text(encoding="utf-8")
    starts = list(_SECTION.finditer(text))
    rules = {}
    for index, start in enumerate(starts):
        stop = starts[index + 1].start() if index + 1 < len(starts) else len(text)
        body = text[start.end() : stop].strip()
        for match in _RULE.finditer(body):
            sentence = " ".join(match[2].split()).rstrip(".")
            rules[match[1]] = Rule(match[1], sentence, int(start[1]), start[2], body)
    return rules


def find_rule(code: str) -> Rule | None:
    """The rule with this code, or None. Loads no game but the one that the code names."""
    game = code.partition(".")[0]
    return rulebook(game).get(code) if game_or_none(game) else None


def every_rule() -> dict[str, Rule]:
    """The rules of all games that can be used, by code."""
    return {code: rule for game in usable_games() for code, rule in rulebook(game.name).items()}


def every_code() -> dict[str, Code]:
    """Every code, of the format and of each game, with its text."""
    return {**CODES, **{code: rule.entry for code, rule in every_rule().items()}}


def explain(code: str) -> Code:
    """The text of a code. Raises KeyError if there is no such code.

    Loads no game but the one that the code names.
    """
    if code in CODES:
        return CODES[code]
    rule = find_rule(code)
    if rule is None:
        raise KeyError(code)
    return rule.entry
