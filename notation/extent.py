"""How much of a file one part takes up, so that the next part can be numbered."""

from typing import Any

from msgspec import Struct


class Extent(Struct):
    """How many records and lines a part of a file takes up.

    For JSON Lines also: `first`, the first line that is neither blank nor a note; `end`, the
    object that calls the stream complete; `end_line`, its line; `after`, the first line after it
    that is neither blank nor a note. Lines are numbered from 1 in the part.
    """

    records: int = 0
    lines: int = 0
    first: int | None = None
    end: dict[str, Any] | None = None
    end_line: int = 0
    after: int | None = None
