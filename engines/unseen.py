"""What a game asks where unseen cards decide how it goes on. Knows no table.

Most rules need nothing: a zone with unseen cards answers `in` and `count` as if any of them were
the card asked for. docs/adding-a-game.md, "Unseen cards", says which moments a game has to name.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from engines.play import Question
from engines.zone import Zone
from notation import chance
from notation.record import Entry

T = TypeVar("T")


class Unseen(chance.Unseen, Protocol):
    """Whoever follows a record that leaves cards out: zones and rules ask it."""

    zone: Callable[..., Zone]
    """Makes an empty zone in which unseen cards can lie."""

    def asker(self, question: Question[Any]) -> Callable[[Any, str], bool]:
        """For a question, whether a seat is asked: a function of the table and the seat.

        The known cards decide, or the record's next ply.
        """

    def known(self, ask: Callable[[], T]) -> T | None:
        """What `ask` gives if it needs no unseen card; else None."""

    def ahead(self) -> Iterator[Entry]:
        """The entries after the ply that is being played."""

    def is_one_of(
        self, zone: Zone, card: str, codes: Sequence[str], *, may: bool, must: bool
    ) -> bool:
        """Whether a card of a zone is one of these; whether an unseen one may be, or must be."""
