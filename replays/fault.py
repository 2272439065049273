"""What stopped a record from being played, and at which part of it. Not yet a diagnostic."""

from dataclasses import dataclass
from typing import TypeAlias

from engines.play import Illegal
from notation.record import Path


@dataclass(frozen=True, slots=True)
class InHeader:
    """A header line, by its name; empty: the record as a whole."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class InEntry:
    """A part of the entry at a path, from `start` to `end` of that part's text."""

    path: Path
    part: str = "move"
    start: int = 0
    end: int | None = None


@dataclass(frozen=True, slots=True)
class InResult:
    """The end line."""


Where: TypeAlias = InHeader | InEntry | InResult


class Fault(Exception):
    """The first thing wrong with a record, once it can be read.

    `illegal` is there where a table refused a move.
    """

    def __init__(
        self,
        code: str,
        message: str,
        where: Where,
        *,
        advice: str | None = None,
        illegal: Illegal | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.where = where
        self.advice = advice
        self.illegal = illegal
