"""Zones: named lists of cards with an owner and a visibility. Knows no rules."""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any, ClassVar, Self

from msgspec import Struct


class Visibility(Enum):
    """The visibility of the faces of a zone's cards."""

    EVERYONE = "everyone"
    OWNER = "owner"
    NOBODY = "nobody"
    TOP = "top"
    """Everyone sees the top card, nobody the others."""


class Display(Struct, frozen=True):
    """How a zone is shown.

    `title` is its name for people; by default its own name. Zones of one `row` lie side by side.
    The cards of a `spread` zone do so too, and make no pile. `most` is how many cards a player may
    keep there, if that is limited.
    """

    title: str = ""
    row: str | None = None
    spread: bool = False
    most: int | None = None


PLAIN = Display()
"""A pile with its own name for people."""


class Zone(list[str]):
    """Cards that lie together: a list of codes with the top card last.

    Cards move only by the methods described here. Other code may ask a zone only by these and by
    `len`, `in`, `count` and `index`, which counts the cards below the lowest copy of a card. The
    order of the list is private.

    `name` is the zone's name in the move syntax or the rules (`left`, `hand`); `owner` a seat
    letter or None; `ordered` says whether the order of the cards is part of the position;
    `display` how it is shown.
    """

    __slots__ = ("display", "name", "ordered", "owner", "visibility", "watch")

    plain: ClassVar[type[Any]]
    """The class of a copy, which is not watched."""

    watch: Any
    """The follower that notes the cards that come and go, in a zone that is watched."""

    def __init__(
        self,
        name: str,
        visibility: Visibility,
        *,
        owner: str | None = None,
        ordered: bool = True,
        display: Display = PLAIN,
    ) -> None:
        super().__init__()
        self.name = name
        self.visibility = visibility
        self.owner = owner
        self.ordered = ordered
        self.display = display

    @property
    def title(self) -> str:
        """The zone's name for people."""
        return self.display.title or self.name.replace("-", " ")

    @property
    def key(self) -> str:
        """The zone's name among all zones of the table: `left`, `hand.A`."""
        return f"{self.name}.{self.owner}" if self.owner else self.name

    put = list.append
    """Lay a card on top."""

    put_all = list.extend
    """Lay cards on top one after another: the last given ends on top."""

    def lay(self, cards: Iterable[str]) -> None:
        """Lay cards, top first, on top of those here: the first given ends on top."""
        self.extend(reversed(list(cards)))

    draw = list.pop
    """Remove and return the top card. Raises IndexError if there is none."""

    def draw_top(self, count: int) -> list[str]:
        """Remove and return the top `count` cards, the top one first."""
        rest = len(self) - count
        drawn = self[rest:]
        del self[rest:]
        drawn.reverse()
        return drawn

    def draw_bottom(self, count: int) -> list[str]:
        """Remove and return the bottom `count` cards, the upper ones first."""
        bottom = self[:count]
        del self[:count]
        bottom.reverse()
        return bottom

    def pull(self, at: int, count: int) -> list[str]:
        """Remove and return `count` cards that have `at` cards below them, the lower ones first."""
        pulled = self[at : at + count]
        del self[at : at + count]
        return pulled

    def slip(self, at: int, cards: Iterable[str]) -> None:
        """Insert cards above the `at` lowest cards of the zone, one on top of another."""
        self[at:at] = cards

    def take(self, card: str) -> str:
        """Remove and return this card. Raises ValueError if it is not here."""
        self.remove(card)
        return card

    def pick(self, cards: Sequence[str], card: str) -> str:
        """The card that a name means, of some taken from here; its code if all are known."""
        del cards
        return card

    def take_all(self, cards: Iterable[str]) -> None:
        """Remove these cards. Raises ValueError if one is missing, and then removes none."""
        left = self[:]
        for card in cards:
            left.remove(card)
        self[:] = left

    def gather(self) -> list[str]:
        """Remove and return all cards, the one that came first (the bottom) first."""
        cards = self[:]
        self.clear()
        return cards

    @property
    def top(self) -> str | None:
        """The top card, or None."""
        return self[-1] if self else None

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards, top first."""
        return tuple(self[::-1])

    def first_missing(self, cards: Iterable[str]) -> int | None:
        """The index of the first card named more times than it is here; None if there is none."""
        left = self[:]
        for index, card in enumerate(cards):
            if card not in left:
                return index
            left.remove(card)
        return None

    def open_to(self, view: str | None) -> tuple[bool, ...]:
        """For each card, top first, whether its face lies open to a seat (None: to everyone)."""
        return open_faces(self.visibility, self.owner, len(self), view)

    def copy(self) -> Self:
        """An independent zone with the same cards."""
        other: Self = list.__new__(self.plain)
        other.extend(self)
        other.name, other.visibility, other.owner = self.name, self.visibility, self.owner
        other.ordered, other.display = self.ordered, self.display
        return other

    def __repr__(self) -> str:
        return f"<Zone {self.key}: {' '.join(self.cards)}>"


Zone.plain = Zone


def open_faces(
    visibility: Visibility, owner: str | None, size: int, view: str | None
) -> tuple[bool, ...]:
    """The value of `open_to` for a zone with `size` cards."""
    if visibility is Visibility.TOP:
        return (True, *(False,) * (size - 1)) if size else ()
    seen = visibility is Visibility.EVERYONE or (
        visibility is Visibility.OWNER and view is not None and view == owner
    )
    return (seen,) * size
