"""What a game asks if unseen cards decide how it goes on. Knows no table.

Most rules need no change: a zone with unseen cards answers `in` and `count` as if any of them were
the card asked for. docs/adding-a-game.md, "Unseen cards", says when a game has to ask.
"""

from abc import abstractmethod
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from engines.game import Game
from engines.play import Phase, Question
from engines.zone import Zone
from notation import chance
from notation.record import Entry, Ply


class UnseenCard(str):
    """A card that the record leaves out. As text it is `_`."""

    __slots__ = ()

    @abstractmethod
    def may_be(self, code: str) -> bool:
        """Whether it may be this card, by all that is known."""

    @abstractmethod
    def kinds(self) -> list[str]:
        """The cards that it may be."""


def may_be(card: str, code: str) -> bool:
    """Whether a card is this one, or an unseen card that may be this one."""
    return card.may_be(code) if isinstance(card, UnseenCard) else card == code


def kinds(card: str) -> list[str]:
    """The cards that a card may be: itself, unless it is unseen."""
    return card.kinds() if isinstance(card, UnseenCard) else [card]


class Unsupported(Exception):
    """A rule came upon an unseen card in a game that does not support them."""


@contextmanager
def supported(game: Game, unseen: object) -> Iterator[None]:
    """Within this block, a game that does not support unseen cards may fail because of one.

    `unseen` follows the record; None if the record leaves no card out. Raises Unsupported instead
    of an error in the game's code. In a game with `unseen=True`, such an error is a bug.
    """
    try:
        yield
    except (LookupError, TypeError, ValueError) as error:
        if game.unseen or unseen is None:
            raise
        raise Unsupported(f"{game.title} does not support unseen cards") from error


class LazyScores(Sequence[int]):
    """Scores that are counted only when they are read, because unseen cards decide them."""

    def __init__(self, scores: Callable[[], Sequence[int]]) -> None:
        self._scores = scores

    def __len__(self) -> int:
        return len(self._scores())

    def __getitem__(self, at: int) -> int:  # type: ignore[override]  # nobody asks for slices
        return self._scores()[at]

    def __iter__(self) -> Iterator[int]:
        return iter(self._scores())


T = TypeVar("T")


class Unseen(chance.Unseen, Protocol):
    """Follows a record that leaves cards out, and answers zones and rules."""

    zone: Callable[..., Zone]
    """Makes an empty zone in which unseen cards can lie."""

    def asker(self, question: Question[Any]) -> Callable[[Any, str], bool]:
        """For a question, whether a seat is asked: a function of the table and the seat.

        The known cards decide, or the record's next ply.
        """

    def known(self, ask: Callable[[], T]) -> T | None:
        """The value of `ask` if it needs no unseen card; else None."""

    def goes_on(
        self,
        table: Any,  # noqa: ANN401 - engines/table.py, which names this one, has its type
        seat: str,
        phase: object,
    ) -> bool:
        """Whether the next ply is by this seat, and of a kind that is made in this phase."""

    def is_asked(
        self,
        table: Any,  # noqa: ANN401 - as above
        seat: str,
        phase: Phase,
    ) -> bool:
        """Whether a seat is asked, if unseen cards decide that: the record says so."""

    def must_hold(self, zones: Sequence[Zone], off: Callable[..., int]) -> None:
        """Note a condition that the cards in some zones meet now.

        `off` takes the cards of each zone, and returns how far they are from meeting it.
        """

    def lie_in(self, zone: Zone, cards: Sequence[str]) -> None:
        """Note that cards which a move names lie in a zone, and stay there."""

    def shown(self, card: str, at: int) -> str:
        """The card at a place of the ply's reveals: its face, by what they show."""

    @property
    def may_answer(self) -> Sequence[tuple[str, Phase]]:
        """The seats that may be asked for an answer after the last ply, each with the phase."""

    @property
    def next(self) -> Ply | None:
        """The ply that follows the one being played; None at the end."""

    @property
    def line_reveals(self) -> Sequence[str]:
        """The reveals written with the shuffle that is being made."""

    def face(self, card: str) -> str:
        """The face of a card: its code if that is known, else the unseen card."""

    def left(self, card: str) -> list[str]:
        """The codes that an unseen card can have; not those whose copies all lie elsewhere."""

    def identify(self, card: str, word: str) -> str:
        """Note which card a word of the record, perhaps `_`, names, and return the card.

        Raises Fault, placed in the ply's move, if it cannot be that card.
        """

    def open_up(self, *zones: Zone, turn: bool = False) -> None:
        """Note that the record leaves open what happened, and so which cards are in these zones.

        With `turn`, it also leaves open whose turn it is.
        """

    def is_absent(self, zone: Zone, code: str, *others: Zone) -> bool:
        """Whether to assume that a card is not among the unseen ones of a zone.

        Which cards that zone and the others have then depends on an open choice.
        """

    def may_hold(self, zone: Zone, code: str, *others: Zone) -> bool:
        """Whether a zone may have a card, by all that the record has shown.

        If that depends on an open choice, so do the cards of that zone and of the others.
        """

    def sizes_known(self, zones: Sequence[Zone]) -> None:
        """Note that the record says how many cards lie in these zones, even if not which.

        A guard that asks for nothing else refuses with certainty.
        """

    def reveals_tell_size(self, zone: Zone) -> None:
        """Note that only the ply's reveals say how many cards came to a zone of known size.

        If the ply is written without reveals, the size is not known any more.
        """

    def must_be(self, card: str, codes: Container[str]) -> None:
        """Note that a card is one of these, if it is unseen."""

    def handed(self, zone: Zone, cards: Sequence[str]) -> Sequence[str]:
        """The cards of a zone that a move passes on, with an unseen one for each `_`.

        An unseen one may be any card of the zone.
        """

    def lacks(self, zone: Zone, codes: Sequence[str]) -> None:
        """Note that none of the unseen cards of a zone is one of these."""

    def peek(self, zone: Zone) -> tuple[str, ...]:
        """The cards of a zone, top first, with unseen ones among them."""

    def later(self, scores: Callable[[], Sequence[int]]) -> Sequence[int]:
        """Scores that are counted only when they are read, because unseen cards decide them."""

    def ahead(self, shuffles: int = 0) -> Iterator[Entry]:
        """The entries after the ply that is being played and its first `shuffles` shuffles."""

    def is_one_of(
        self, zone: Zone, card: str, codes: Sequence[str], *, may: bool, must: bool
    ) -> bool:
        """Whether a card of a zone is one of these. `may` and `must` apply to an unseen card."""
