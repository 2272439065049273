"""Where cards lie: a named list of cards with an owner and a visibility. Knows no rules."""

from collections.abc import Iterable
from enum import Enum
from typing import Self


class Visibility(Enum):
    """To whom the faces in a zone lie open."""

    EVERYONE = "everyone"
    OWNER = "owner"
    NOBODY = "nobody"
    TOP = "top"
    """Everyone sees the top card, nobody the others."""


class Zone:
    """Cards that lie together. Every movement of a card goes through these methods.

    `name` is the zone's name in the move syntax or the rules (`left`, `hand`); `owner` a seat
    letter or None; `ordered` says whether the order of the cards is part of the position. Zones
    of one `row` lie side by side. The cards of a `spread` zone do so too, and make no pile.

    A zone shares its cards with its copies until one of them changes.
    """

    __slots__ = ("_cards", "_shown", "name", "ordered", "owner", "row", "spread", "visibility")

    _shown: tuple[str, ...] | None
    """The cards, top first. While it is there, other zones may share `_cards`."""

    def __init__(
        self,
        name: str,
        visibility: Visibility,
        *,
        owner: str | None = None,
        ordered: bool = True,
        row: str | None = None,
        spread: bool = False,
    ) -> None:
        self.name = name
        self.visibility = visibility
        self.owner = owner
        self.ordered = ordered
        self.row = row
        self.spread = spread
        self._cards: list[str] = []
        self._shown = ()

    @property
    def key(self) -> str:
        """The zone's name among all zones of the table: `left`, `hand.A`."""
        return f"{self.name}.{self.owner}" if self.owner else self.name

    def draw(self) -> str:
        """Remove and return the top card. Raises IndexError where there is none."""
        if self._shown is not None:
            self._part()
        return self._cards.pop()

    def draw_top(self, count: int) -> list[str]:
        """Remove and return the top `count` cards, the top one first."""
        if self._shown is not None:
            self._part()
        rest = len(self._cards) - count
        drawn = self._cards[rest:]
        del self._cards[rest:]
        drawn.reverse()
        return drawn

    def draw_bottom(self, count: int) -> list[str]:
        """Remove and return the bottom `count` cards, the upper ones first."""
        if self._shown is not None:
            self._part()
        bottom = self._cards[:count]
        del self._cards[:count]
        bottom.reverse()
        return bottom

    def take(self, card: str) -> str:
        """Remove and return this card. Raises ValueError where it does not lie here."""
        if self._shown is not None:
            self._part()
        self._cards.remove(card)
        return card

    def take_all(self, cards: Iterable[str]) -> None:
        """Remove these cards. Raises ValueError where one is missing, and then removes none."""
        left = self._cards.copy()
        for card in cards:
            left.remove(card)
        self._cards = left
        self._shown = None

    def put(self, card: str) -> None:
        """Lay a card on top."""
        if self._shown is not None:
            self._part()
        self._cards.append(card)

    def put_all(self, cards: Iterable[str]) -> None:
        """Lay cards on top one after another: the last given ends on top."""
        if self._shown is not None:
            self._part()
        self._cards += cards

    def lay(self, cards: Iterable[str]) -> None:
        """Lay cards, top first, on top of what lies here: the first given ends on top."""
        if self._shown is not None:
            self._part()
        self._cards += reversed(list(cards))

    def gather(self) -> list[str]:
        """Remove and return all cards, the one that came first (the bottom) first."""
        cards = self._cards if self._shown is None else self._cards.copy()
        self._cards = []
        self._shown = ()
        return cards

    def _part(self) -> None:
        """Stop sharing cards with copies, before a change."""
        self._cards = self._cards.copy()
        self._shown = None

    @property
    def top(self) -> str | None:
        """The top card, or None."""
        return self._cards[-1] if self._cards else None

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards, top first: the same tuple until one of them moves."""
        if self._shown is None:
            self._shown = tuple(reversed(self._cards))
        return self._shown

    def count(self, card: str) -> int:
        """How many of this card lie here."""
        return self._cards.count(card)

    def first_missing(self, cards: Iterable[str]) -> int | None:
        """The index of the first of these cards that does not lie here as often as it is named.

        None if all do.
        """
        left = self._cards.copy()
        for index, card in enumerate(cards):
            if card not in left:
                return index
            left.remove(card)
        return None

    def __len__(self) -> int:
        return len(self._cards)

    def __contains__(self, card: str) -> bool:
        return card in self._cards

    def open_to(self, view: str | None) -> tuple[bool, ...]:
        """For each card, top first, whether its face lies open to a seat (None: to everyone)."""
        size = len(self._cards)
        if self.visibility is Visibility.TOP:
            return (True, *(False,) * (size - 1)) if size else ()
        seen = self.visibility is Visibility.EVERYONE or (
            self.visibility is Visibility.OWNER and view is not None and view == self.owner
        )
        return (seen,) * size

    def copy(self) -> Self:
        """A zone of the same cards that goes its own way."""
        other = object.__new__(type(self))
        other.name, other.visibility, other.owner = self.name, self.visibility, self.owner
        other.ordered, other.row, other.spread = self.ordered, self.row, self.spread
        other._shown, other._cards = self.cards, self._cards
        return other

    def __repr__(self) -> str:
        return f"<Zone {self.key}: {' '.join(self.cards)}>"
