"""The option that says who can find what is stored."""

import click

from replays.store.model import Visibility

visibility_option = click.option(
    "--visibility",
    type=click.Choice([visibility.value for visibility in Visibility]),
    default=Visibility.PUBLIC.value,
    help="Who can find them: everyone, those who know the id, or only you.",
)
