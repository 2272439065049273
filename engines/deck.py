"""Deck files: a game's facts as data. Knows no game; what a fact means, its folder says."""

import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Deck:
    """The parsed content of a deck file, and where it comes from.

    A deck file has at its top `game`, `origin` (`standard`: the publisher's, `reference`:
    ours) and `source`, a sentence about where its facts come from; the rest is the game's.
    """

    game: str
    origin: str
    source: str
    facts: dict[str, Any]

    @cached_property
    def name(self) -> str:
        """The deck's name in a record: `triggs/standard`."""
        return f"{self.game}/{self.origin}"


def load_deck(path: Path) -> Deck:
    """Read a deck file. Raises ValueError where it lacks one of its three common facts."""
    facts = tomllib.loads(path.read_text(encoding="utf-8"))
    missing = [name for name in ("game", "origin", "source") if name not in facts]
    if missing:
        raise ValueError(f"{path}: lacks {', '.join(missing)}")
    return Deck(facts.pop("game"), facts.pop("origin"), facts.pop("source"), facts)
