"""The one exception that says that something is wrong with a record, and where."""

from typing import Self

from notation.diagnostics import Place
from notation.edits import Edit
from notation.record import Where


class Fault(Exception):
    """Something is wrong with a record.

    The code that raises it gives the place within the value at hand, and each level above adds its
    own steps on the way out. `Source.diagnostic` makes a diagnostic of it.

    Attributes:
        code, message, advice, label: as in the diagnostic.
        where: the steps that lead to the value at fault.
        start, end: the faulty part of that value's text; all of it if `end` is None.
        edits: the edits that would mend the fault; a Suggestion as advice makes its own.
        place: the place of a fault that is not in a value of the record, but in its spelling.
        also: a second place, and what happened there.
        cause: the exception of an engine that the fault words, such as a refused move. Diagnostics
            read it, so it is given: `raise … from` is for tracebacks, and compiled code drops it.
    """

    def __init__(  # noqa: PLR0913 - what a diagnostic says
        self,
        code: str,
        message: str,
        advice: str | None = None,
        where: Where = (),
        *,
        start: int = 0,
        end: int | None = None,
        label: str = "",
        edits: tuple[Edit, ...] = (),
        place: Place | None = None,
        also: tuple[Where | Place, str] | None = None,
        cause: Exception | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.advice = advice
        self.where = where
        self.start = start
        self.end = end
        self.label = label
        self.edits = edits
        self.place = place
        self.also = also
        self.cause = cause

    def under(self, *steps: str | int) -> Self:
        """The same fault, with these steps in front of its place."""
        self.where = (*steps, *self.where)
        return self

    def shift(self, by: int) -> Self:
        """The same fault in a longer text, which has `by` more characters before this one."""
        self.start += by
        if self.end is not None:
            self.end += by
        return self
