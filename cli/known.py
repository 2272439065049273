"""Finds a game by a name that somebody typed."""

import click

from engines.game import Game
from engines.registry import load_game
from notation.fault import Fault


def advised(fault: Fault) -> str:
    """What is wrong and what to do about it, on one line."""
    return f"{fault.message}; {fault.advice}" if fault.advice else fault.message


def find_game(name: str) -> Game:
    """The game of this name. Raises BadParameter, with the nearest name, if there is none."""
    try:
        return load_game(name)
    except Fault as fault:
        raise click.BadParameter(advised(fault), param_hint="GAME") from None
