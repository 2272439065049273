"""What a player may do in Turkey My Mayonnaise: a file for each section of rules.md."""

from collections.abc import Mapping
from typing import Any

from engines.play import Play
from engines.turkey_my_mayonnaise.rules import (
    answers,
    attacks,
    banking,
    dives,
    mayonnaise,
    recipes,
    turns,
)
from notation.moves import Move

_IN_ORDER: tuple[Play[Any, Any], ...] = (
    turns.Drawing(),
    turns.Refreshing(),
    banking.Banking(),
    recipes.Scrapping(),
    recipes.Starting(),
    recipes.Adding(),
    recipes.Replacing(),
    recipes.AddingBonus(),
    attacks.Penalizing(),
    attacks.Stealing(),
    attacks.Spoiling(),
    mayonnaise.Taking(),
    mayonnaise.Claiming(),
    mayonnaise.Moving(),
    dives.Dumpster(),
    dives.Spree(),
    dives.Keeping(),
    turns.Discarding(),
    turns.Ending(),
    answers.Swatting(),
    answers.SendingBack(),
    banking.Inspecting(),
    turns.Passing(),
)

PLAYS: Mapping[type[Move], Play[Any, Any]] = {play.move: play for play in _IN_ORDER}
"""What a player may do, in the order in which moves are listed."""
