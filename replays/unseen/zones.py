"""A zone that may hold unseen cards. It answers as if any of them were the card asked for."""

# ruff: noqa: D102 - the methods are those of Zone

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, Self, TypedDict, Unpack

from msgspec import Struct

from engines.zone import Display, Visibility, Zone
from notation.record import Where
from replays.unseen.tokens import Token, face


class Keeper(Protocol):
    """The follower to which a zone reports."""

    doubtful: bool
    spreads: bool
    drawn: dict[str, Where]

    def tick(self) -> int:
        """The time of the next event."""

    def read(self, card: str) -> str:
        """The face of a card that is looked at."""

    def unsure(self, zone: "UnseenZone", code: str, known: int) -> int:
        """How many unseen cards of a zone count as this card."""

    def picked(self, zone: "UnseenZone", cards: Sequence[str], code: str) -> str:
        """The card that a name means, of some taken from a zone."""

    def named(self, zone: "UnseenZone", token: Token, code: str) -> None:
        """Note that a card left a zone by name. `token` was removed, but another may be meant."""

    def bind(self, zone: "UnseenZone", code: str) -> None:
        """Note that one of the unseen cards of a mixed zone is this card."""


class Options(TypedDict, total=False):
    """The keyword arguments of a zone."""

    owner: str | None
    ordered: bool
    display: Display


class Stay(Struct, eq=False):
    """The stay of a token in a zone; `until` is set if it left without being named."""

    token: Token
    since: int
    until: int | None = None


class UnseenZone(Zone):
    """A zone that reports to a follower which tokens come and go, and which cards leave by name.

    `stays` are the stays of its tokens, in the order of arrival. A zone is `touched` if an open
    choice decides which cards it has; its size is then uncertain too, unless `size_known`. It is
    `mixed` if cards came or left without being named. Its tokens are then mixed before a card is
    named, so that the card can be any of them.
    """

    __slots__ = ("_open", "follower", "mixed", "size_known", "stays", "touched")

    def __init__(
        self, follower: Keeper, name: str, visibility: Visibility, **options: Unpack[Options]
    ) -> None:
        super().__init__(name, visibility, **options)
        self.follower = follower
        self.stays: list[Stay] = []
        self._open: dict[int, Stay] = {}
        self.touched = False
        self.size_known = False
        self.mixed = False

    def __len__(self) -> int:
        if not self.size_known:
            self._asked()
        return super().__len__()

    def _asked(self) -> None:
        if self.touched:
            self.follower.doubtful = self.follower.spreads = True

    def put(self, card: str) -> None:
        self.append(card)
        self._enter((card,))

    def put_all(self, cards: Iterable[str]) -> None:
        came = list(cards)
        self.extend(came)
        self._enter(came)

    def lay(self, cards: Iterable[str]) -> None:
        self.put_all(reversed(list(cards)))

    def slip(self, at: int, cards: Iterable[str]) -> None:
        came = list(cards)
        self[at:at] = came
        self._enter(came)

    def draw(self) -> str:  # type: ignore[override]  # list's takes an index
        return self._leave([self.pop()])[0]

    def draw_top(self, count: int) -> list[str]:
        return self._leave(super().draw_top(count))

    def draw_bottom(self, count: int) -> list[str]:
        return self._leave(super().draw_bottom(count))

    def pull(self, at: int, count: int) -> list[str]:
        return self._leave(super().pull(at, count))

    def gather(self) -> list[str]:
        return self._leave(super().gather())

    def take(self, card: str) -> str:
        for at, other in enumerate(list.__iter__(self)):
            if face(other) == card:
                return self._leave([self.pop(at)])[0]
        tokens = self.unseen()
        if not tokens:
            raise ValueError(card)
        if self.mixed:
            self.follower.bind(self, card)
            return self.take(card)
        token = next((other for other in tokens if other.may_be(card)), tokens[0])
        self.remove(token)
        self.follower.named(self, token, card)
        return card

    def pick(self, cards: Sequence[str], card: str) -> str:
        first = cards.index(card) + 1 if card in cards else len(cards)
        if card in cards and not any(_may_be(face(other), card) for other in cards[:first]):
            return card
        return self.follower.picked(self, cards[:first], card)

    def take_all(self, cards: Iterable[str]) -> None:
        for card in cards:
            self.take(card)

    def _enter(self, cards: Iterable[str]) -> None:
        now = self.follower.tick()
        self.touched |= self.follower.spreads
        for card in cards:
            if isinstance(card, Token) and card.code is None:
                stay = Stay(card, now)
                self.stays.append(stay)
                self._open[card.number] = stay
                self.mixed |= card.bag.mixed and not self.ordered

    def _leave(self, cards: list[str]) -> list[str]:
        """The faces of these cards, which leave without being named."""
        now = self.follower.tick()
        self._asked()
        for card in cards:
            if isinstance(card, Token) and (stay := self._open.pop(card.number, None)):
                stay.until = now
            if isinstance(card, Token) and card.code is not None:
                self.follower.drawn[card.code] = card.told
        return [face(card) for card in cards]

    @property
    def top(self) -> str | None:
        self._asked()
        return self.follower.read(self[-1]) if self else None

    @property
    def cards(self) -> tuple[str, ...]:
        return tuple([self.follower.read(card) for card in self[::-1]])

    def __iter__(self) -> Iterator[str]:
        return map(self.follower.read, super().__iter__())

    def __reversed__(self) -> Iterator[str]:
        return map(self.follower.read, super().__reversed__())

    def __contains__(self, card: object) -> bool:
        return self.count(str(card) if not isinstance(card, Token) else card) > 0

    def count(self, card: str) -> int:
        """How many copies of a card there can be."""
        self._asked()
        known = sum([face(other) == card for other in list.__iter__(self)])
        return known + self.follower.unsure(self, card, known)

    def first_missing(self, cards: Iterable[str]) -> int | None:
        named = list(cards)
        known, unseen = Counter([face(card) for card in list.__iter__(self)]), len(self.unseen())
        for index, card in enumerate(named):
            if self.count(card) < named[: index + 1].count(card):
                return index
            if known[card]:
                known[card] -= 1
            elif unseen:
                unseen -= 1
            else:
                return index
        return None

    def index(self, card: str, *_: int) -> int:  # type: ignore[override]  # list's takes any object
        cards = [face(other) for other in list.__iter__(self)]
        if card in cards:
            return cards.index(card)
        unseen = [at for at, other in enumerate(cards) if isinstance(other, Token)]
        if not unseen:
            raise ValueError(card)
        return next((at for at in unseen if _may_be(cards[at], card)), unseen[0])

    def unseen(self) -> list[Token]:
        """The tokens here, the lowest first."""
        return [card for card in map(face, list.__iter__(self)) if isinstance(card, Token)]

    def hold(self, tokens: Sequence[Token]) -> None:
        """Replace the tokens here by these; known cards stay."""
        known = [card for card in list.__iter__(self) if not isinstance(card, Token)]
        self[:] = [*known, *tokens]

    def maybe(self, card: str) -> int:
        """How many tokens here may be this card.

        If order does not matter, any token that came may still be here.
        """
        here = [other for other in list.__iter__(self) if isinstance(face(other), Token)]
        fitting = sum([_may_be(other, card) for other in here])
        if self.ordered or fitting == len(here):
            return fitting
        came = sum([s.until is None and _may_be(face(s.token), card) for s in self.stays])
        return min(len(here), came)

    def copy(self) -> Self:
        other = super().copy()
        other._open = dict(self._open)  # noqa: SLF001 - of its own class
        other.follower, other.stays = self.follower, list(self.stays)
        other.touched, other.mixed = self.touched, self.mixed
        other.size_known = self.size_known
        return other


UnseenZone.plain = UnseenZone


def _may_be(card: str, code: str) -> bool:
    return isinstance(card, Token) and card.may_be(code)
