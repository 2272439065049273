"""What the terminal can show: colours, bars, and the name under which a file is shown."""

import os
from typing import TextIO


def wants_color(stream: TextIO) -> bool:
    """Whether to colour what goes to a stream: NO_COLOR and FORCE_COLOR, else a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"
