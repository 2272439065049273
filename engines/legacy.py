"""What games not yet made of plays stand on. It goes with the last of them."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any, ClassVar, NamedTuple, Self

from engines.play import Illegal as NewIllegal
from engines.play import Place, Reason, Reveals
from engines.players import Choose
from engines.table import Table, in_turn
from engines.wording import Sentence, say
from engines.zone import Zone
from notation.moves import Move


class Cause(NamedTuple):
    """What made the move impossible: true since some earlier ply, which can so be found."""

    message: str
    holds: Callable[[Any], bool]


class Illegal(NewIllegal):
    """A move that the rules do not allow, worded at once."""

    def __init__(  # noqa: PLR0913 - the parts of one explanation
        self,
        rule: str,
        message: str,
        *,
        at: Place = (),
        label: str = "",
        table: str | None = None,
        advice: str | None = None,
        cause: Cause | None = None,
    ) -> None:
        Exception.__init__(self, message)
        self.cause = cause
        since = cause.message if cause else None
        self.reason = Reason(rule, message, at, label, table, advice, since)

    def held_at(self, position: object) -> bool:
        return self.cause is not None and self.cause.holds(position)


class LegacyTable(Table):
    """A table whose rules are methods, by the kind of move."""

    due: Any = None
    rules: ClassVar[Mapping[type[Move], Callable[[Any, Any], Reveals]]]

    def play(self, seat: str, move: Move) -> Reveals:
        if seat != self.to_act:
            in_turn(self, seat)
        return self.rules[type(move)](self, move)

    @abstractmethod
    def moves(self) -> list[Move]: ...

    def any_move(self, choose: Choose) -> Move:
        moves = self.moves()
        return moves[choose(len(moves))]

    @abstractmethod
    def zones(self) -> list[Zone]: ...

    def copy(self) -> Self:
        self.story = None
        return deepcopy(self, {id(self.game): self.game, id(self.cards): self.cards})

    def sentence(self, seat: str, move: Move, reveals: Sequence[str | None]) -> Sentence:
        del seat, reveals
        return say(move.sentence())

    def part(self) -> None:
        """Nothing is shared: the copy is deep."""
