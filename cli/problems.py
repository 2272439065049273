"""Prints diagnostics on standard error."""

import sys

import click

from cli.progress import Progress
from cli.terminal import wants_color
from notation.diagnostics import Diagnostic
from notation.render.text import render_text


def show_problem(problem: Diagnostic, progress: Progress | None = None) -> None:
    """Print a diagnostic on standard error, after wiping the bar off."""
    if progress is not None:
        progress.clear()
    color = wants_color(sys.stderr)
    click.echo(render_text(problem, color=color) + "\n", err=True, color=color)
