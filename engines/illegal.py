"""What a table says of a move it does not take."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from engines.table import Table


@dataclass(frozen=True, slots=True)
class Cause:
    """What made the move impossible: true since some earlier ply, which can so be found.

    `message` says what happened at that ply: `3b was emptied here`.
    """

    message: str
    holds: "Callable[[Table], bool]"


class Illegal(Exception):  # noqa: N818 - the design's own word
    """A move that the rules do not allow; the table is exactly as it was.

    Attributes:
        rule: the rule's name in the game's rules.md (`sum`), or a whole code (`cgn.turn`).
        message: what is wrong, in one line, naming what was found.
        at: the part of the move at fault: a field's name and indexes into it; empty: all.
        label: what lies there, in a few words.
        table: what the table holds that matters, to follow the player's name: `holds 3 4`.
        advice: what to do, where the nearest legal move does not say it.
        cause: where an earlier ply is to blame.
    """

    def __init__(  # noqa: PLR0913 - the parts of one explanation
        self,
        rule: str,
        message: str,
        *,
        at: tuple[str | int, ...] = (),
        label: str = "",
        table: str | None = None,
        advice: str | None = None,
        cause: Cause | None = None,
    ) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
        self.at = at
        self.label = label
        self.table = table
        self.advice = advice
        self.cause = cause
