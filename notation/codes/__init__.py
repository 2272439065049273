"""What every code of the format means. The codes of a game's rules are in its rules.md.

>>> CODES["cgn.turn"].summary
'the ply belongs to another seat'
"""

from collections.abc import Mapping
from types import MappingProxyType

from notation.codes.code import Code
from notation.codes.playing import COMPARING, PLAYING, SERVING
from notation.codes.reading import READING

__all__ = ["CODES", "Code"]

CODES: Mapping[str, Code] = MappingProxyType(READING | PLAYING | COMPARING | SERVING)
"""Every code that begins with `cgn.`: those of reading, playing and comparing, and of services."""
