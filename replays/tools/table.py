"""Jobs that ask something of each record: which to take, and what a table has of it."""

import os
from typing import TypeVar

from msgspec import Struct

from replays.tools.columns import column, depth_of, values
from replays.tools.look import Depth, Seen
from replays.tools.where import where

T = TypeVar("T")


class Condition(Struct, frozen=True):
    """What a record has to be. None and empty values ask nothing."""

    expression: str | None = None

    @property
    def depth(self) -> Depth:
        """How closely a record has to be looked at."""
        if self.expression is None:
            return Depth.HEADER
        return depth_of(where(self.expression, os.getpid()).columns)

    def holds(self, seen: Seen) -> bool:
        """Whether it holds. Raises BadCondition if that cannot be judged."""
        if self.expression is None:
            return True
        judge = where(self.expression, os.getpid())
        return judge(values(seen, [column(name) for name in judge.columns]))
