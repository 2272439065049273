"""Prints what rich draws, in colour if wanted, in the encoding of the stream."""

import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import groupby

import click
from rich.console import Console
from rich.text import Text

from cli.common import wants_color
from cli.draw.layout import flow, words

_NARROWEST = 20
_WIDEST = 400


def columns() -> int:
    """The width to draw in, from 20 to 400: COLUMNS, else that of the terminal, else 80."""
    return min(max(shutil.get_terminal_size().columns, _NARROWEST), _WIDEST)


def rendered(lines: Iterable[Text], *, color: bool) -> list[str]:
    """The lines as they are sent to a terminal, with ANSI codes for styles."""
    console = Console(
        file=StringIO(),
        color_system="standard" if color else None,
        force_terminal=color,
        no_color=False,
        legacy_windows=False,
        highlight=False,
    )
    printed = []
    for line in lines:
        with console.capture() as capture:
            console.print(line, soft_wrap=True, end="")
        printed.append(capture.get())
    return printed


def print_lines(lines: Iterable[Text]) -> None:
    """Print lines on standard output."""
    color = wants_color(sys.stdout)
    for line in rendered(lines, color=color):
        click.echo(spelt(line, sys.stdout.encoding), color=color)


def print_words(lines: Iterable[str]) -> None:
    """Print lines of words on standard output; a terminal would break words at its edge."""
    for line in lines:
        pieces = [line] if not sys.stdout.isatty() else wrapped(line)
        click.echo(spelt("\n".join(pieces), sys.stdout.encoding))


def wrapped(line: str) -> list[str]:
    """A line of words as lines of the terminal's width."""
    return [part.plain for part in flow(words(line), columns(), gap=" ")]


def spelt(text: str, encoding: str | None) -> str:
    r"""The text, with the characters that an encoding lacks spelt out.

    >>> spelt("Zoë", "ascii")
    'Zo\\xeb'
    """
    known = encoding or "ascii"
    return text.encode(known, "backslashreplace").decode(known)


_FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Fonts that rich would load from elsewhere."""


def svg(lines: Iterable[Text], width: int, title: str) -> str:
    """The lines in a window with this title, as many columns wide."""
    console = Console(record=True, width=width, file=StringIO(), force_terminal=True)
    for line in lines:
        console.print(line, soft_wrap=True)
    drawn = console.export_svg(title=title, unique_id="cgn")
    return _FONTS.sub("", drawn.replace("<text ", '<text xml:space="preserve" '))


def by_verbs(moves: Sequence[str]) -> Iterator[tuple[str, list[str], dict[str, list[str]]]]:
    """Each verb with the arguments of its moves, and the values that may be added by their keys.

    >>> list(by_verbs(["point 1", "point 1 flip=PE01", "point 2", "pass"]))
    [('point', ['1', '2'], {'flip': ['PE01']}), ('pass', [''], {})]
    """
    for verb, alike in groupby(moves, lambda move: move.partition(" ")[0]):
        yield verb, *_parted([move.partition(" ")[2] for move in alike])


def _parted(moves: Sequence[str]) -> tuple[list[str], dict[str, list[str]]]:
    """The moves apart from those that only add an argument, whose values come by its key."""
    known, rest = set(moves), []
    extras: dict[str, list[str]] = {}
    for move in moves:
        shorter, _, last = move.rpartition(" ")
        key, is_named, value = last.partition("=")
        if is_named and shorter in known:
            values = extras.setdefault(key, [])
            values += [value] if value not in values else []
        else:
            rest.append(move)
    return rest, extras
