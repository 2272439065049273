"""The text of a code: the type that the tables of codes are made of."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """The text of one code: a line that sums it up, and a paragraph that explains it."""

    summary: str
    explanation: str
