"""Whether what is printed is coloured."""

import os
from typing import TextIO


def wants_color(stream: TextIO) -> bool:
    """Whether to colour what goes to a stream: NO_COLOR and FORCE_COLOR, else a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"
