"""A drawing as SVG, as it looks in a terminal."""

import re
from collections.abc import Iterable
from io import StringIO

from rich.console import Console
from rich.text import Text

_FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Fonts that rich would load from elsewhere."""


def svg(lines: Iterable[Text], width: int, title: str) -> str:
    """The lines in a window with this title, as many columns wide."""
    console = Console(record=True, width=width, file=StringIO(), force_terminal=True)
    for line in lines:
        console.print(line, soft_wrap=True)
    drawn = console.export_svg(title=title, unique_id="cgn")
    return _FONTS.sub("", drawn.replace("<text ", '<text xml:space="preserve" '))
