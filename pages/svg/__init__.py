"""The picture of a position as an SVG: for chats, for feeds, and for files."""

from typing import Literal, TypeAlias

Moving: TypeAlias = Literal["webp", "gif"]
"""What a moving picture can be."""

MOST_PLIES = 60
"""The plies of a moving picture; those of The Jam take 13 kB each."""
