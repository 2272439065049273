"""Options that several commands share."""

import click

from cli.completing import complete_file, complete_view

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
