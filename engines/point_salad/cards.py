"""The cards that a deck file gives: a veggie on one side, a way to score on the other."""

from collections.abc import Iterable, Mapping
from re import ASCII, fullmatch
from typing import Any

from msgspec import Struct

from engines.deck import BadDeck, check_code, fit
from engines.point_salad.scoring import Counts, PointSide, explain, face
from engines.unseen import kinds
from notation.grammar import PILE
from notation.record import UNKNOWN_CARD

_VEGGIES = 6
_LEAST_CARDS = 18
_MOST_CARDS = 100


class Veggie(Struct, frozen=True, forbid_unknown_fields=True):
    """A veggie: its name, the code that its cards begin with, and the cards' point sides."""

    name: str
    code: str
    cards: tuple[PointSide, ...]


class _Facts(Struct, frozen=True, forbid_unknown_fields=True):
    veggies: tuple[Veggie, ...]


class Cards:
    """The cards of a deck, all in deck order.

    `of` has the cards of each veggie, by the veggie's code. By card, `sides` has the point side,
    `faces` the point side in a few characters, `texts` in words, and `veggie_of` the veggie.
    `comparing` are the cards whose points also depend on the other seats' veggies.
    """

    def __init__(self, veggies: tuple[Veggie, ...]) -> None:
        self.of = {veggie.code: tuple(side.id for side in veggie.cards) for veggie in veggies}
        self.sides = {side.id: side for veggie in veggies for side in veggie.cards}
        self.faces = {card: face(side) for card, side in self.sides.items()}
        self.texts = {card: explain(side) for card, side in self.sides.items()}
        self.veggie_of = {side.id: veggie.name for veggie in veggies for side in veggie.cards}
        self.comparing = frozenset(card for card, side in self.sides.items() if side.compares)
        self._names = tuple(veggie.name for veggie in veggies)
        self._rank = {card: rank for rank, card in enumerate(self.sides)}

    def veggie_shown(self, card: str) -> str | None:
        """The veggie of a card on the table; None if it is unseen and not certain."""
        veggies = {self.veggie_of[code] for code in kinds(card)}
        return veggies.pop() if len(veggies) == 1 else None

    def veggie_seen(self, card: str) -> str:
        """The veggie of a card, perhaps seen in part (`PE_`); just "veggie" if that is open."""
        beginning = card.removesuffix(UNKNOWN_CARD)
        kinds = {name for code, name in self.veggie_of.items() if code.startswith(beginning)}
        return kinds.pop() if len(kinds) == 1 else "veggie"

    def in_order(self, cards: Iterable[str]) -> list[str]:
        """These cards, sorted as the deck has them; unseen ones come last."""
        return sorted(cards, key=lambda card: self._rank.get(card, len(self._rank)))

    def count(self, cards: Iterable[str]) -> Counts:
        """How many of each veggie these cards show on their veggie side."""
        counts = dict.fromkeys(self._names, 0)
        for card in cards:
            counts[self.veggie_of[card]] += 1
        return counts


def read_cards(facts: Mapping[str, Any]) -> Cards:
    """The cards of a deck. Raises BadDeck if no game of Point Salad can be played with them.

    There are six veggies, each with at least the 18 cards that six seats use.
    """
    veggies = fit(facts, _Facts).veggies
    names = [veggie.name for veggie in veggies]
    if len(set(names)) != _VEGGIES or len(veggies) != _VEGGIES:
        raise BadDeck(f"veggies: expected six different ones, found {' '.join(names) or 'none'}")
    if len({veggie.code for veggie in veggies}) != _VEGGIES:
        raise BadDeck("veggies: two of them have the same code")
    seen: set[str] = set()
    for index, veggie in enumerate(veggies):
        _check(veggie, f"veggies[{index}]", names, seen)
    return Cards(veggies)


def _check(veggie: Veggie, place: str, names: list[str], seen: set[str]) -> None:
    if fullmatch(PILE, veggie.code, ASCII) is None or veggie.code == "deck":
        raise BadDeck(f"{place}.code: `{veggie.code}` cannot name a pile in a record")
    if not _LEAST_CARDS <= len(veggie.cards) <= _MOST_CARDS:
        raise BadDeck(
            f"{place}.cards: {veggie.name} has {len(veggie.cards)} cards, but needs"
            f" from {_LEAST_CARDS} to {_MOST_CARDS}"
        )
    for number, side in enumerate(veggie.cards):
        where = f"{place}.cards[{number}]"
        check_code(side.id, f"{where}.id", seen)
        for name in side.veggies():
            if name not in names:
                raise BadDeck(f"{where}: there is no veggie {name}")
