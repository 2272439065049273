"""Shared by the commands that rewrite files in place: `cgn fmt` and `cgn validate --fix`."""

import sys
from difflib import unified_diff
from io import BytesIO, StringIO
from pathlib import Path

import click

from cli.common import wants_color
from cli.files import replaced
from cli.inputs import STANDARD_INPUT, Unreadable, opened
from notation.render.visible import visible
from notation.streams import decompressed

_COLORS = {"-": "red", "+": "green", "@": "cyan"}
"""The colours of the lines of a diff, by their first character."""


def content_of(file: str) -> bytes:
    """What a file holds that is to be rewritten, unpacked; or standard input.

    Raises Unreadable if it cannot be read, or not be rewritten.
    """
    if file != STANDARD_INPUT and not Path(file).is_file():
        raise Unreadable(f"{file}: only regular files can be rewritten")
    with opened(file) as stream:
        return decompressed(BytesIO(stream.read())).read()


def rewrite(file: str, new: bytes) -> None:
    """Write a file anew, whole or not at all."""
    with replaced(Path(file), in_place=True) as out:
        out.write(new)


def print_diff(name: str, old: bytes, new: bytes) -> None:
    """Print the lines that differ, as `patch` takes them; on a terminal with colours."""
    texts = (text.decode(errors="replace") for text in (old, new))
    a, b = (StringIO(text, newline="\n").readlines() for text in texts)
    color = wants_color(sys.stdout)
    for line in unified_diff(a, b, visible(name), visible(name)):
        text = line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        text = f"{visible(text.rstrip())}\n" if sys.stdout.isatty() else text
        click.secho(text, nl=False, fg=_COLORS.get(line[0]) if color else None, color=color)
