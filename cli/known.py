"""Finds a game by a name that somebody typed."""

import click

from engines.game import Game
from engines.registry import load_game
from notation.header import BadHeader


def advised(bad: BadHeader) -> str:
    """What is wrong and what to do about it, on one line."""
    return f"{bad.message}; {bad.advice}" if bad.advice else bad.message


def find_game(name: str) -> Game:
    """The game of this name. Raises BadParameter, with the nearest name, if there is none."""
    try:
        return load_game(name)
    except BadHeader as bad:
        raise click.BadParameter(advised(bad), param_hint="GAME") from None
