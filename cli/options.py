"""Arguments and options that several commands share."""

import click

from cli.completing import complete_file, complete_view
from engines.game import Game
from engines.registry import load_game
from notation.fault import Fault

file_argument = click.argument("file", metavar="FILE", shell_complete=complete_file)

record_option = click.option(
    "--record",
    "number",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Which record of the file.",
)

ply_option = click.option(
    "--ply",
    type=click.IntRange(min=0),
    metavar="N",
    help="After which ply; 0 is before the first.",
)

view_option = click.option(
    "--view",
    default="all",
    show_default=True,
    metavar="WHO",
    shell_complete=complete_view,
    help="Show only what a seat or player sees (B, Bo), or what everyone sees (public).",
)


def advised(fault: Fault) -> str:
    """What is wrong and what to do about it, on one line."""
    return f"{fault.message}; {fault.advice}" if fault.advice else fault.message


def find_game(name: str) -> Game:
    """The game of this name. Raises BadParameter, with the nearest name, if there is none."""
    try:
        return load_game(name)
    except Fault as fault:
        raise click.BadParameter(advised(fault), param_hint="GAME") from None
